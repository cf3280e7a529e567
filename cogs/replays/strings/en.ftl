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
        [one] one { $level } opponent
       *[other] { $count } { $level } opponents
    }
games-watch = Replay a game…
games-newest = The newest
games-older = Older ones
verify = verify
    .help = Check a game that you have as a file, and replay it
    .file = file
    .file-help = The file that “Proof of the deal” under a result gives

replay-button = Replay
replay-where =
    { $move ->
        [0] The deal · { $eyes }
       *[other] Move { $move } of { $moves } · { $eyes }
    }
replay-opened = Everything face up
replay-onlooker = As onlookers saw it
replay-seat = As { $name } saw it
replay-eyes = Through the eyes of…
replay-moments = Go to a key moment…
replay-turn-button = Turning point
replay-turn = ⚡ { $number }/{ $count }
replay-turn-loss = ⚡ Turning point: from what **{ $seat }** could know, another choice succeeded { $loss } more times in 100.
replay-no-turn = No turning point: every choice was close to the best that could be known.
onward-button = Play on from here
onward-again = Choose differently
onward-begun = 🔁 From move { $move } on, you are **{ $name }**. This game counts for nothing: no result, no ranking, no badge.
onward-title = Does not count
onward-origin = Original game
onward-ended = 🔁 Continued at move { $move }: this game counts for nothing.
known-button = What did you know?
known-better = 🔎 By what you could know, **{ $best }** succeeded { $most } times in 100; **{ $move }**, your choice, { $chance }.
known-close = 🔎 Close: by what you could know, **{ $best }** succeeded { $most } times in 100; **{ $move }**, your choice, { $chance }.
known-best = 🔎 By what you could know, **{ $move }** succeeded { $chance } times in 100: nothing was better.
known-same = 🔎 **{ $move }**: I would have advised it too.
known-advice = 🔎 You chose **{ $move }**; I would have advised **{ $best }**.
replay-player = Player { $number }
film-button = Film
film-drawing =
    { $count ->
        [one] 🎞️ Drawing the film: { $done } picture of { $count }…
       *[other] 🎞️ Drawing the film: { $done } pictures of { $count }…
    }
film-waiting = 🎞️ The film will be drawn in a moment…
film-done = 🎞️ **{ $game }** · { $people }
film-alt = The film of a game of { $game }: { $people }. “Replay” shows every move in words.
film-unfinished = Game stopped before its end
film-post = Post in this channel
film-posted = ✅ The film is in the channel.
film-shared = 🎞️ { $person } shows a game of **{ $game }** · { $people }
record-sealed =
    ✅ The game is good: every move follows the rules, and the deal is the one that was sealed.
    Seal: `{ $seal }`
record-unsealed = ✅ The game is good: every move follows the rules. It carries no seal.
record-bad-unread = This file is no game. Attach the one that **Proof of the deal** under a result gives.
record-bad-move = Move { $number } of this game is not possible: somebody has changed it, or it comes from elsewhere.
record-bad-outcome = The result of this game is not that of its moves.
record-bad-seal = The seal of this game is not right: the deal is not the one that was sealed.
record-bad-time = Checking this game takes too long: it has too many moves for me.
refusal-known-none = No judgement comes to me this time. Ask again in a moment.
refusal-film-one = A film is already being drawn for you: ask for this one again when the other is there.
refusal-film-private = This game was played in a private thread: show its film in that thread, not elsewhere.
refusal-film-not-here = You cannot send files in this channel: the film stays between us.
refusal-out-of-sight = This game was played in a channel or private thread that you cannot see from here: if you have access, replay it there.
refusal-nothing-to-see = This game can no longer be replayed: it stopped before the deal, or its rules have changed since.
refusal-record-gone = I no longer have this game: I keep the last one you gave me, for seven days. `/verify` reads it again whenever you like.
refusal-record-large = This file is too large for a game: { $limit } KB at most. Attach the one that **Proof of the deal** under a result gives.
refusal-record-unread = Discord did not give me this file. Please attach it once more.
refusal-no-film = This game has no pictures, so there is no film of it. “Replay” shows it in words.
refusal-film-failed = The film could not be drawn. “Replay” shows the game move by move; you can also ask for the film again later.
