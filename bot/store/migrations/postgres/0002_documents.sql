-- Small documents kept by kind and id, such as a server's settings.
CREATE TABLE documents (
    kind     TEXT   NOT NULL,
    key      BIGINT NOT NULL,
    document BYTEA  NOT NULL,
    PRIMARY KEY (kind, key)
);
