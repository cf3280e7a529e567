-- A board must also be told that its table was closed. What was closed before this was noted is left as it is.
UPDATE tables SET shown = revision WHERE status = 'closed';
DROP INDEX tables_behind;
CREATE INDEX tables_behind ON tables (id) WHERE status <> 'lobby' AND shown <> revision;
