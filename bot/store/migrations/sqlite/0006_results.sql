-- What remains of finished games, a row a seat: the values are those of bot/core/results.py.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user_id  INTEGER,
    level    TEXT,
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    side     INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    score    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    has_left INTEGER NOT NULL,
    rated    INTEGER NOT NULL,
    tally    TEXT    NOT NULL,
    honours  TEXT    NOT NULL,
    pace     TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    finished REAL    NOT NULL,
    seconds  REAL    NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX results_of_user ON results (user_id, finished, table_id) WHERE user_id IS NOT NULL;
CREATE INDEX results_of_user_here ON results (user_id, guild, finished, table_id) WHERE user_id IS NOT NULL;

-- What follows from results, by server, game and season (0: all time); it can be made again from them.
CREATE TABLE standings (
    guild       INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    season      INTEGER NOT NULL,
    user_id     INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    rated       INTEGER NOT NULL,
    rated_wins  INTEGER NOT NULL,
    mu          REAL    NOT NULL,
    sigma       REAL    NOT NULL,
    points      INTEGER NOT NULL,
    provisional INTEGER NOT NULL,
    tally       TEXT    NOT NULL,
    best        TEXT    NOT NULL,
    honours     TEXT    NOT NULL,
    PRIMARY KEY (guild, game, season, user_id)
) WITHOUT ROWID;

CREATE INDEX standings_by_points ON standings (guild, game, season, provisional, points DESC, user_id)
    WHERE rated > 0;
CREATE INDEX standings_of_user ON standings (user_id, guild);

-- Up to which game the standings of a server's game are counted: in the order in which games ended, each once.
CREATE TABLE counted (
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    finished REAL    NOT NULL,
    table_id INTEGER NOT NULL,
    PRIMARY KEY (guild, game)
) WITHOUT ROWID;

CREATE TABLE to_count (
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    finished REAL    NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    PRIMARY KEY (guild, game, finished, table_id)
) WITHOUT ROWID;

CREATE INDEX to_count_table ON to_count (table_id);

-- Finished tables whose results are still to be made from their logs: all that ended before results were kept.
CREATE TABLE to_fill (
    table_id INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE
);

INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over';
