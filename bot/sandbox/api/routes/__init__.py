"""The routes of the REST API, by subject; importing a module registers its routes."""
