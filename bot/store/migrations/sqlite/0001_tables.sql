-- Columns are what the kernel finds tables by; the rest of what it knows of one is in facts.
CREATE TABLE tables (
    id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: old buttons must not find a new table
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    thread   INTEGER,
    game     TEXT    NOT NULL,
    status   TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    shown    INTEGER NOT NULL,
    wake     REAL,
    version  INTEGER NOT NULL,
    facts    BLOB    NOT NULL
);

-- The log: all that a game is. Its key is what keeps two writers from playing the same move.
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    move     BLOB    NOT NULL,
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, revision)
) WITHOUT ROWID;

CREATE TABLE people (
    user_id  INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    PRIMARY KEY (user_id, table_id)
) WITHOUT ROWID;

CREATE INDEX people_of_table ON people (table_id);
CREATE INDEX tables_in_guild ON tables (guild, status);
CREATE INDEX tables_in_channel ON tables (channel, status);
CREATE INDEX tables_in_thread ON tables (thread) WHERE thread IS NOT NULL;
CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
-- Nearly always empty, however many tables are open.
CREATE INDEX tables_behind ON tables (id) WHERE status IN ('playing', 'over') AND shown <> revision;
