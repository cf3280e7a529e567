profile = profile
    .help = Your games on this server, or somebody else’s
    .person = player
    .person-help = Whose (by default: yours)
ranking = ranking
    .help = This server’s ranking in a game
    .game = game
    .game-help = The game (by default: that of your last game)
    .period = period
    .period-help = This season (by default), the one before, or all time
period-season = this season
period-previous = the season before
period-all = all time

profile-title = ### { $name } — { $games ->
        [one] { $games } game
       *[other] { $games } games
    } here, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
profile-own-none = You have not finished a game yet. `/play` begins one alone, `/help` says what to play with others.
profile-own-alone = ### Your profile
    -# No game with people on this server so far. Only you see this page.
profile-everywhere = **All servers** · { profile-game }
new-badge = { $badges }
    { $count ->
        [one] A new badge on your shelf: `/profile`
       *[other] { $count } new badges on your shelf: `/profile`
    }
shelf-title = Badges · { $earned }/{ $all }
shelf-about = Everything you have earned anywhere, alone or with others. Small: what is left to do within one game.
shelf-earned =
    { $times ->
        [one] 🎖️ { $honour }
       *[other] 🎖️ { $honour } × { $times }
    }
profile-none = { $name } has not finished a game on this server yet.
profile-game =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
points =
    { $provisional ->
        [yes] { $points } pts?
       *[no] { $points } pts
    }
profile-form = **Last places**, the newest first: { $places }
profile-place =
    { $won ->
        [yes] **{ $place }**/{ $seats }
       *[no] { $place }/{ $seats }
    }
profile-favourite = **Usual opponent**: { $name }, { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
profile-nemesis = **Nemesis**: { $name }, ahead { $ahead } times out of { $games }
profile-honours = **Feats**
profile-honour =
    { $times ->
        [one] - { $honour } ({ $game })
       *[other] - { $honour } ({ $game }, { $times } times)
    }
profile-show = Show everybody
profile-hidden = Nobody but you sees this profile, and you are in no ranking, as you asked.
card-form = Last places
card-favourite = Usual opponent
card-favourite-fact =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
card-nemesis = Nemesis
card-nemesis-fact = ahead { $ahead } times out of { $games }
still-counting = Older games are still being counted.
season-all = All time
season =
    { $quarter ->
        [1] January–March { $year }
        [2] April–June { $year }
        [3] July–September { $year }
       *[4] October–December { $year }
    }
ranking-title = ### { $game } ranking · { $season }
ranking-line = `{ $rank }.` { $name } · { $points } · { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
ranking-none = Nobody is in it yet: one game among people, played to its end, is enough.
ranking-provisional = “?”: too few games to be sure.
ranking-page = Page { $page } of { $pages }
ranking-game = Another game…
ranking-me = Me
ranking-show = Show everybody
refusal-hidden-profile = This person keeps their profile to themselves. `/ranking` shows the others.
refusal-no-profile-of-bots = Bots have no profile. Choose a person, or nobody to see your own.
refusal-not-ranked = You are not in this ranking yet: finish a game among people and you will be.
