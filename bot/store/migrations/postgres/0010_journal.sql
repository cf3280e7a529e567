-- What moderators did on each server, oldest first. Feeds the server's journal channel, if it has one.
CREATE TABLE journal (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- shown in the channel, so never given twice
    guild   BIGINT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    entry   BYTEA   NOT NULL, -- who did what to whom, as JSON
    channel BIGINT,          -- where it is still to be posted; NULL: nowhere, or it has been
    tried   DOUBLE PRECISION,       -- when posting it was first tried: it may have arrived without our knowing
    token   TEXT    NOT NULL UNIQUE
);

CREATE INDEX journal_of_guild ON journal (guild, id);
CREATE INDEX journal_by_age ON journal (at);
-- Nearly always empty.
CREATE INDEX journal_to_post ON journal (guild, id) WHERE channel IS NOT NULL;
