"""``/confidentialite``: a person's stored data, seen, exported and erased."""
