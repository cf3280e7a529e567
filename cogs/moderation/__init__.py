"""``/config``: a server's settings, bans, open tables and journal, for moderators."""
