"""Pure values: what a game is, one table, its records. No Discord, no storage, no clock."""
