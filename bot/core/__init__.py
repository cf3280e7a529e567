"""Pure values: the contract of a game, tables, records. No Discord, no storage, no clock."""
