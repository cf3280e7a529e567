"""``/parties`` and ``/verifier``: finished games, to be seen again move by move or as a film."""
