## Finished games

games = games
    .help = The games you have finished, to be replayed move by move
games-title = ### Your games
games-none = You have not finished a game yet. `/help` says what there is to play.
games-no-more = There is nothing older.
games-won = 🏆 won, { $score }
games-place = place { $place }, { $score }
games-left = left before the end
games-unfinished = closed before the end
games-opponents =
    { $count ->
        [one] an opponent of the house
       *[other] { $count } opponents of the house
    }
games-watch = Replay a game…
games-newest = The newest
games-older = Older ones
verify = verify
    .help = Check a game that you have as a file, and replay it
    .file = file
    .file-help = The file that “Proof of the deal” under a result gives
