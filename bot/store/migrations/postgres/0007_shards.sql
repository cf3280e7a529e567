-- Whose process acts for a table: every process looks for work among its own only, whatever others have left undone.
ALTER TABLE tables ADD COLUMN shard BIGINT NOT NULL DEFAULT 0;
-- All open tables are in it, and their status, so that they are counted without being looked at.
DROP INDEX tables_to_wake;
CREATE INDEX tables_to_wake ON tables (shard, wake, id) INCLUDE (status)
    WHERE wake IS NOT NULL OR status IN ('lobby', 'playing');
DROP INDEX tables_behind;
CREATE INDEX tables_behind ON tables (shard, id) WHERE behind;
