-- Small documents kept by kind and id, such as a server's settings.
CREATE TABLE documents (
    kind     TEXT    NOT NULL,
    key      INTEGER NOT NULL,
    document BLOB    NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
