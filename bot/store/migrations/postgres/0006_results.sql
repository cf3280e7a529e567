-- What remains of finished games, a row a seat: the values are those of bot/core/results.py.
CREATE TABLE results (
    table_id BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     BIGINT NOT NULL,
    user_id  BIGINT,
    level    TEXT,
    guild    BIGINT NOT NULL,
    game     TEXT NOT NULL,
    seats    BIGINT NOT NULL,
    side     BIGINT NOT NULL,
    place    BIGINT NOT NULL,
    score    BIGINT NOT NULL,
    won      BOOLEAN NOT NULL,
    has_left BOOLEAN NOT NULL,
    rated    BOOLEAN NOT NULL,
    tally    TEXT NOT NULL,
    honours  TEXT NOT NULL,
    pace     TEXT NOT NULL,
    options  TEXT NOT NULL,
    finished DOUBLE PRECISION NOT NULL,
    seconds  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_of_user ON results (user_id, finished, table_id) WHERE user_id IS NOT NULL;
CREATE INDEX results_of_user_here ON results (user_id, guild, finished, table_id) WHERE user_id IS NOT NULL;

-- What follows from results, by server, game and season (0: all time); it can be made again from them.
CREATE TABLE standings (
    guild       BIGINT NOT NULL,
    game        TEXT NOT NULL,
    season      BIGINT NOT NULL,
    user_id     BIGINT NOT NULL,
    games       BIGINT NOT NULL,
    wins        BIGINT NOT NULL,
    rated       BIGINT NOT NULL,
    rated_wins  BIGINT NOT NULL,
    mu          DOUBLE PRECISION NOT NULL,
    sigma       DOUBLE PRECISION NOT NULL,
    points      BIGINT NOT NULL,
    provisional BOOLEAN NOT NULL,
    tally       TEXT NOT NULL,
    best        TEXT NOT NULL,
    honours     TEXT NOT NULL,
    PRIMARY KEY (guild, game, season, user_id)
);

CREATE INDEX standings_by_points ON standings (guild, game, season, provisional, points DESC, user_id)
    WHERE rated > 0;
CREATE INDEX standings_of_user ON standings (user_id, guild);

-- Up to which game the standings of a server's game are counted: in the order in which games ended, each once.
CREATE TABLE counted (
    guild    BIGINT NOT NULL,
    game     TEXT NOT NULL,
    finished DOUBLE PRECISION NOT NULL,
    table_id BIGINT NOT NULL,
    PRIMARY KEY (guild, game)
);

CREATE TABLE to_count (
    guild    BIGINT NOT NULL,
    game     TEXT NOT NULL,
    finished DOUBLE PRECISION NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables ON DELETE CASCADE,
    PRIMARY KEY (guild, game, finished, table_id)
);

CREATE INDEX to_count_table ON to_count (table_id);

-- Finished tables whose results are still to be made from their logs: all that ended before results were kept.
CREATE TABLE to_fill (
    table_id BIGINT PRIMARY KEY REFERENCES tables ON DELETE CASCADE
);

INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over';
