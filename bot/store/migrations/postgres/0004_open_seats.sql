-- Whoever has played for years still finds the few tables that are open at once. The database keeps this true itself.
ALTER TABLE people ADD COLUMN open BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE people SET open = TRUE WHERE table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing'));
CREATE INDEX people_at_open_tables ON people (user_id, table_id) WHERE open;
CREATE FUNCTION people_sit_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE people SET open = TRUE FROM tables
    WHERE tables.id = NEW.table_id AND tables.status IN ('lobby', 'playing')
        AND people.user_id = NEW.user_id AND people.table_id = NEW.table_id;
    RETURN NULL;
END $$;
CREATE TRIGGER people_sit_down AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION people_sit_down();
CREATE FUNCTION tables_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE people SET open = NEW.status IN ('lobby', 'playing') WHERE table_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER tables_end AFTER UPDATE OF status ON tables
    FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tables_end();
