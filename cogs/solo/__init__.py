"""``/jouer``: a game alone against opponents, in a private message and with hints."""
