-- Columns are what the kernel finds tables by; the rest of what it knows of one is in facts.
CREATE TABLE tables (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guild    BIGINT NOT NULL,
    channel  BIGINT NOT NULL,
    thread   BIGINT,
    game     TEXT   NOT NULL,
    status   TEXT   NOT NULL,
    revision BIGINT NOT NULL,
    shown    BIGINT NOT NULL,
    wake     DOUBLE PRECISION,
    version  BIGINT NOT NULL,
    facts    BYTEA  NOT NULL,
    -- A column, because the planner keeps statistics of columns only: it must know that this is rare.
    behind   BOOLEAN GENERATED ALWAYS AS (status IN ('playing', 'over') AND shown <> revision) STORED
);

-- The log: all that a game is. Its key is what keeps two writers from playing the same move.
CREATE TABLE moves (
    table_id BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    move     BYTEA  NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, revision)
);

CREATE TABLE people (
    user_id  BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,
    PRIMARY KEY (user_id, table_id)
);

CREATE INDEX people_of_table ON people (table_id);
CREATE INDEX tables_in_guild ON tables (guild, status);
CREATE INDEX tables_in_channel ON tables (channel, status);
CREATE INDEX tables_in_thread ON tables (thread) WHERE thread IS NOT NULL;
CREATE INDEX tables_to_wake ON tables (wake, id) WHERE wake IS NOT NULL;
-- Nearly always empty, however many tables are open.
CREATE INDEX tables_behind ON tables (id) WHERE behind;
