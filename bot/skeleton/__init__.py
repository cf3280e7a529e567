"""Skeleton: players hold four number cards; a card higher than the one in the middle scores."""
