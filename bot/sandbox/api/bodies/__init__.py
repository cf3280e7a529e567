"""Validation of request bodies, one module per kind of body."""
