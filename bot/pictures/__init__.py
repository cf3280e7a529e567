"""Pictures of views: kept, drawn in a process of their own, with a kit that serves several games."""
