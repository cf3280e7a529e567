"""Pictures of views, of lobbies and of features, drawn in worker processes and cached."""
