"""The deal of the day: the same for everybody, one try that counts (``/defi``), and announcements in channels."""
