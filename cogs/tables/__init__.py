"""The commands around tables that belong to no game: a player's hand and tables, the rules, help."""
