-- Whoever has played for years still finds the few tables that are open at once. The database keeps this true itself.
ALTER TABLE people ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
UPDATE people SET open = 1 WHERE table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing'));
CREATE INDEX people_at_open_tables ON people (user_id, table_id) WHERE open;
CREATE TRIGGER people_sit_down AFTER INSERT ON people
BEGIN
    UPDATE people SET open = (SELECT status IN ('lobby', 'playing') FROM tables WHERE id = new.table_id)
    WHERE user_id = new.user_id AND table_id = new.table_id;
END;
CREATE TRIGGER tables_end AFTER UPDATE OF status ON tables WHEN old.status <> new.status
BEGIN
    UPDATE people SET open = new.status IN ('lobby', 'playing') WHERE table_id = new.id;
END;
