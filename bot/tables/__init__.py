"""The service: tables and everything that acts on them by itself."""
