"""Pictures of views, lobbies and profiles, drawn in worker processes and cached."""
