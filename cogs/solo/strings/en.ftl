play = play
    .help = Play alone against opponents, at once and without noise in the channel
    .game = game
    .game-help = The game (otherwise I ask)
    .level = level
    .level-help = How well your opponents play (otherwise I ask)
    .seats = players
    .seats-help = How many you will be, yourself included

help-alone = Play alone
learning-alone = Play against Odile (novice)

alone-games = ### Playing alone
    ✅▫️▫️: novices beaten; regulars and experts remain.
alone-about = -# { $ladder } · { $minutes ->
    [0] { $blurb }
   *[other] { $minutes } min · { $blurb }
}
alone-learn = Learn
alone-running = ▶️ **{ $game }** waits for you (last move { $since }).
alone-minutes = About { $minutes } minutes.
alone-played = **Alone** · { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
alone-level = { $tick } { $level } { $wins }/{ $games }
alone-none = No game can be played alone here with that choice. `/play` without options shows what is possible.
alone-levels = ### { $game }
    You and { $others ->
        [one] one opponent
       *[other] { $others } opponents
    }. At which level?
alone-already = You are already playing **{ $game }** alone (last move { $since }). Go on with it, or give it up for a new game of **{ $other }**?
alone-anew = Give up and begin anew
alone-again-button = Play again
alone-other-button = Another game

advice-button = A hint?
advice = 💡 **{ $move }** — { $reason }
advice-second = { $chance }% to succeed, against { $less }% for **{ $other }**.
refusal-advice-alone = Hints are given only when you play alone against opponents: `/play`.
refusal-advice-turn = It is not your turn: there is nothing to advise right now.
refusal-advice-none = No advice comes to mind this time. Play as you feel, or ask again in a moment.
refusal-no-hints = This game is played without hints.
