-- A board must also be told that its table was closed. What was closed before this was noted is left as it is.
UPDATE tables SET shown = revision WHERE status = 'closed';
ALTER TABLE tables DROP COLUMN behind;
ALTER TABLE tables ADD COLUMN behind BOOLEAN GENERATED ALWAYS AS (status <> 'lobby' AND shown <> revision) STORED;
CREATE INDEX tables_behind ON tables (id) WHERE behind;
