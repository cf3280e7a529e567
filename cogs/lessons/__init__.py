"""``/apprendre``: lessons, in which a player learns a game by playing it."""
