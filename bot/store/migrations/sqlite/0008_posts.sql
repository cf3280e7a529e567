-- When a server's channel is next told something by itself. What, where and at which hours is in the server's settings.
CREATE TABLE posts (
    guild INTEGER PRIMARY KEY,
    at    REAL NOT NULL
);

CREATE INDEX posts_due ON posts (at, guild);
