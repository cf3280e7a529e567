-- Whose process acts for a table. One process has the whole of a file, so nothing is found by this here.
ALTER TABLE tables ADD COLUMN shard INTEGER NOT NULL DEFAULT 0;
