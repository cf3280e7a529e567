-- Results of people who left: those who took a seat over are told apart, and closed games can have results.
ALTER TABLE results ADD COLUMN taken BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE results ADD COLUMN unfinished BOOLEAN NOT NULL DEFAULT FALSE;

-- Games that somebody left are rated by other rules now: their results are made again from their logs.
INSERT INTO to_fill SELECT DISTINCT table_id FROM results WHERE has_left ON CONFLICT DO NOTHING;
INSERT INTO to_fill SELECT id FROM tables
WHERE status = 'over' AND position('"had":[['::bytea IN facts) > 0 ON CONFLICT DO NOTHING;

-- Tables that waited without a clock are looked at once: they are closed when nobody has moved for long.
UPDATE tables SET wake = 0 WHERE status = 'playing' AND wake IS NULL AND channel <> 0;
