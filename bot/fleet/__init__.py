"""Several processes of one bot: who serves which shards, and how one process replaces another."""
