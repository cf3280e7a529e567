-- Results of people who left: those who took a seat over are told apart, and closed games can have results.
ALTER TABLE results ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0;

-- Games that somebody left are rated by other rules now: their results are made again from their logs.
INSERT OR IGNORE INTO to_fill SELECT DISTINCT table_id FROM results WHERE has_left;
INSERT OR IGNORE INTO to_fill
SELECT id FROM tables WHERE status = 'over' AND instr(facts, CAST('"had":[[' AS BLOB)) > 0;

-- Tables that waited without a clock are looked at once: they are closed when nobody has moved for long.
UPDATE tables SET wake = 0 WHERE status = 'playing' AND wake IS NULL AND channel <> 0;
