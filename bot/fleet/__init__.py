"""A bot with several processes: which of them serves which shards, and how one replaces another."""
