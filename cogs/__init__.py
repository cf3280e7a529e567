"""One folder a game, one folder a service; each is found by walking, never by a list."""
