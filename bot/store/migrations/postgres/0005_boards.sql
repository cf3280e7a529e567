-- Where a board is stands beside what it shows: both change together and are one write. Storage does not read it.
ALTER TABLE tables ADD COLUMN board BYTEA;
UPDATE tables SET board = (SELECT document FROM documents WHERE kind = 'board' AND key = tables.id)
WHERE id IN (SELECT key FROM documents WHERE kind = 'board');
DELETE FROM documents WHERE kind = 'board';
