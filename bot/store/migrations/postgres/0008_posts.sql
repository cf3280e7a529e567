-- When a server's channel is next told something by itself. What, where and at which hours is in the server's settings.
CREATE TABLE posts (
    guild BIGINT PRIMARY KEY,
    at    DOUBLE PRECISION NOT NULL
);

CREATE INDEX posts_due ON posts (at, guild);
