"""``/rappels``: reminders that a slow table waits for a player."""
