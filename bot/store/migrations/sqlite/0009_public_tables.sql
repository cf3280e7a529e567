-- Facts say from now on whether a table is public; where they do not, it is private.
-- Public: tables played in a channel itself, and in a thread that the bot made for a table, with the games that followed
-- there. The number of a thread holds the time it was made (in milliseconds since 2015): people can open a table only in
-- a thread that is older than the table. Tables in no channel (0) are played alone.
UPDATE tables SET facts = CAST('{"public":true,' || substr(CAST(facts AS TEXT), 2) AS BLOB)
WHERE channel <> 0 AND substr(CAST(facts AS TEXT), 1, 2) = '{"' AND (
    thread IS NULL OR thread IN (
        SELECT thread FROM tables
        WHERE thread IS NOT NULL AND instr(CAST(facts AS TEXT), '"created":') > 0
            AND (thread >> 22) + 1420070400000 >= 1000 * CAST(
                substr(CAST(facts AS TEXT), instr(CAST(facts AS TEXT), '"created":') + 10) AS REAL
            )
    )
);
