-- Facts say from now on whether a table is public; where they do not, it is private.
-- Public: tables played in a channel itself, and in a thread that the bot made for a table, with the games that followed
-- there. The number of a thread holds the time it was made (in milliseconds since 2015): people can open a table only in
-- a thread that is older than the table. Tables in no channel (0) are played alone.
UPDATE tables SET facts = convert_to('{"public":true,', 'UTF8') || substring(facts FROM 2)
WHERE channel <> 0 AND substring(facts FROM 1 FOR 2) = convert_to('{"', 'UTF8') AND (
    thread IS NULL OR thread IN (
        SELECT thread FROM tables
        WHERE thread IS NOT NULL AND (thread >> 22) + 1420070400000
            >= 1000 * substring(encode(facts, 'escape') FROM '"created":([0-9]+[.]?[0-9]*)')::float8
    )
);
