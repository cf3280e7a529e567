"""Strings and names as people read them."""
