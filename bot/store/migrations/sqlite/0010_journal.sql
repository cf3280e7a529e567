-- What moderators did on each server, oldest first. Feeds the server's journal channel, if it has one.
CREATE TABLE journal (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- shown in the channel, so never given twice
    guild   INTEGER NOT NULL,
    at      REAL    NOT NULL,
    entry   BLOB    NOT NULL, -- who did what to whom, as JSON
    channel INTEGER,          -- where it is still to be posted; NULL: nowhere, or it has been
    tried   REAL,             -- when posting it was first tried: it may have arrived without our knowing
    token   TEXT    NOT NULL UNIQUE
);

CREATE INDEX journal_of_guild ON journal (guild, id);
CREATE INDEX journal_by_age ON journal (at);
-- Nearly always empty.
CREATE INDEX journal_to_post ON journal (guild, id) WHERE channel IS NOT NULL;
