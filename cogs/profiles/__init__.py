"""``/profil`` and ``/classement``: players' profiles and rankings."""
