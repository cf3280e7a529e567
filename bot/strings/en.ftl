and = and
somebody = somebody
or = or
chosen = **{ $name }**: { $value }
    .line = { $name }: { $value }

## Buttons and menus

back = Back
choose = Choose…
earlier = Previous
more = Next
play-button = Play · my hand
play-open-button = Play
hand-button = My hand
missed-button = Catch up
rules-button = Rules
rematch-button = Rematch
join-button = Join
leave-button = Leave
start-button = Start
team-button = Change team
shuffle-button = Shuffle
remove-button = Remove somebody
invite-button = Ask back
back-button = I am here
quit-button = Leave the game
end-button = Propose to stop
close-button = Close the table
read-button = Read the board

## The board

waiting = Waiting for: { $people }
waiting-until = Waiting for: { $people } · ⏳ { $time }
waiting-silent = 🤫 Silence = OK · ⏳ { $time }
waiting-chance = After this look, chance draws.
waiting-asleep = 💤 Everybody seems to be away: the table waits until somebody plays or presses “I am here” in their hand.
waiting-paused = ⏸️ The table is paused.
closing-idle = ⚠️ Nobody has played for a long time. Without a new move the table closes. ⏳ { $time }
looking = 👀 Look closely, it will be hidden again. ⏳ { $time }
look-button = 👀 Look
seen-button = Seen
looking-on = 👀 A moment to look, then we play on. ⏳ { $time }
note-timeout = ⌛ Time is up for { $people }: the table has played for them.
ending =
    { $count ->
        [one] 🏳️ { $people } proposes to stop without a winner: { $count }/{ $all }.
       *[other] 🏳️ { $people } propose to stop without a winner: { $count }/{ $all }.
    }
ending-button = Stop as well
note-back = 👋 { $people } is back.
result-score =
    { $won ->
        [yes] 🏆 **{ $seat }**: **{ $score }**
       *[no] { $seat }: **{ $score }**
    }
result-team =
    { $won ->
        [yes] 🏆 **Team { $letter }**, { $people }: **{ $score }**
       *[no] Team { $letter }, { $people }: **{ $score }**
    }
win-you =
    { $count ->
        [0] 🎉 You win!
       *[other] 🎉 You win, with { $others }!
    }
win-nobody = The game is over; nobody wins it.
win-gone =
    { $count ->
        [one] The game is over; nobody wins it: { $people } was no longer there.
       *[other] The game is over; nobody wins it: { $people } were no longer there.
    }
result-stood-in = finished by { $keeper } for { $seat }
result-forfeit = counts as left by { $seat }
result-moves =
    { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
result-series =
    { $games ->
        [one] Over { $games } game: { $standing }
       *[other] Over { $games } games: { $standing }
    }
result-place = The game was played here: { $place }
result-honour = 🎖️ { $honour }
lasted-moment = less than a minute
lasted-minutes = { $minutes } min
lasted-hours = { $hours } h { $minutes }
lasted-days =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
proof-button = Proof of the deal
proof =
    When the game began, I put the deal into an envelope closed with this seal. Here is the key: anybody can open the envelope and see that nobody changed the cards on the way.
    Seal: `{ $seal }`
    Key: `{ $nonce }`
    The whole game is in this file.
closed-empty = Everybody has left: the table is closed, nobody wins.
closed-expired = Nobody started in time: the table is closed.
closed-host = The host has closed the table.
closed-moderator = A moderator has closed the table.
closed-player = Somebody at the table has closed it with their moderator rights.
closed-agreed = Everybody agreed to stop: the table is closed, nobody wins.
closed-gone = The channel is gone: the table is closed, nobody loses.
closed-abandoned = Nobody has played for too long: the table is closed, nobody wins.
closed-unreachable = I lacked a permission here for too long: the table is closed, nobody loses.
closed-broken = A fault of ours keeps this game from going on: the table is closed, nobody loses. We apologise.
closed-rules = An update changed the rules and this game cannot go on: the table is closed, nobody loses.
closed-left = The game counts as left, with the last place, for { $people }.

## The private panel

seat-lobby = The game has not started yet: the host presses **Start** when everybody is there.
missed =
    { $count ->
        [one] 👁️ Revealed since your last visit — look closely, it vanishes in { $seconds } s:
       *[other] 👁️ Revealed since your last visit ({ $count } times) — look closely, it vanishes in { $seconds } s:
    }
happened = While you were away:
seat-ahead = Ahead of time, if you like: nobody sees it before it is due, and you may change it.
seat-change = Your choice is sealed; you can still change it.
seat-until = Your turn · ⏳ { $time }
seat-turn = Your turn.
seat-ending = ⏳ This message closes { $time }.
seat-stay = Stay at the table
done = ✅ Played.
done-at = ✅ Played in { $place }.
done-back = 👋 Welcome back.
stood-in = While you were away, somebody played for you.
done-leave = You have left the table.
done-quit = You have left the game; your seat is played for you. **I am here** gives it back, until somebody else takes it.
done-quit-last = You have left the game; the table is closed.
done-end = Your agreement is noted. The game stops when everybody who is still here agrees; if you play in the meantime, you withdraw it.
done-close = The table is closed.
menu-text = What would you like to do?
menu-onlooker = You are watching this table; only the people sitting at it can play.
leave-confirm = Leave the **{ $game }** table in { $place } ({ $people }) before it begins?
quit-confirm = Leave the game of **{ $game }** in { $place } ({ $people })? The game goes on and your seat is played for you; you can come back until somebody else takes it.
quit-rated-confirm = Leave the game of **{ $game }** in { $place } ({ $people })? The game goes on and your seat is played for you; you can come back until somebody else takes it. If you do not come back, you finish last, and your rating counts it.
quit-last-confirm = Leave the game of **{ $game }** in { $place }? Nobody else is there: the table closes, without a result for you.
end-confirm = Stop the game of **{ $game }** in { $place } without a winner? Everybody who is still here has to agree.
close-confirm = Close the **{ $game }** table in { $place } ({ $people }) now, for everybody and without a result?
close-rated-confirm = Close the **{ $game }** table in { $place } ({ $people }) now, for everybody? The others have not agreed: the game counts as left, and you finish last. To stop without a loser, choose **Propose to stop** instead and wait until they agree.

## Promises

promise-button = Promise
promise-text = **I promise…** Everybody will read it on the board, and it does not bind you.
promised = **{ $seat }** promises { $promise }
promise-kept = 🤝 **{ $seat }** kept a promise: { $promise }
promise-broken = 💔 **{ $seat }** had promised: { $promise }
promises-kept =
    { $count ->
        [one] { $count } promise kept
       *[other] { $count } promises kept
    }
promises-broken =
    { $count ->
        [one] { $count } promise broken
       *[other] { $count } promises broken
    }
refusal-too-late-to-promise = It is too late to promise: wait for the next round.

## Playing alone

alone-resume = Go on
alone-refresh = Refresh
alone-close-button = Give up the game
alone-close-confirm = Give up your game of **{ $game }** against { $people }? { $once ->
    [yes] It is your only try of the day: it will end without a result.
   *[other] It ends without a result.
}
done-alone-close = Your game is given up. `/play` begins another.
alone-closed = You gave up this game.
alone-waiting =
    { $count ->
        [one] { $people } is thinking…
       *[other] { $people } are thinking…
    }
alone-looking = 👀 Look closely, it will be hidden again; if it is your turn you may play before that. ⏳ { $time }
alone-asleep = 💤 Your game is waiting for you: nobody has played without you.
refusal-alone-seats = This game is for { $fewest } to { $most }. Choose a number of players in between, yourself included.
refusal-deal-sealed = Others are still playing this deal: it can be replayed and verified from tomorrow on.

## Before the game

host = host
team-name = team { $letter }
lobby-people = **Players**: { $count } ({ $wanted })
lobby-range = { $fewest } to { $most }
lobby-ready = ✅ The game can start: { $host } presses **Start**, or waits for more people.
lobby-full = ✅ Everybody is here: { $host } can press **Start**.
lobby-full-opponents = ✅ The game can start: { $host } presses **Start**. There is still room for you: **Join** gives you an opponent’s seat.
lobby-start-for-all = **Start**: the host, then everybody at the table ⏳ { $time }
lobby-waiting = ⏳ **Waiting list**: { $people }
lobby-no-seat = { $people }: there was no seat left this time. Watch the game, or open another table!
lobby-seat = free
lobby-queued = ⏳ The table is full. You are on the waiting list, at place { $place }: if a seat becomes free it is yours, and I tell you here. “Leave” takes you off it.
call-full = { $person } — everybody is here for { $game }: you can press **Start**.
call-seat = { $person } — a seat has become free: you are at the table of { $game }.
remove-text = Whom do you want to remove from the table? A person who is removed cannot join again, unless you ask them back.
invite-text = You removed these people from the table. Who may come back?
invite-person = Ask back { $number }
invite-done = { $person } can join the table again.
guest-seated = You are at this table. Its host, **{ $host }**, chooses the options and the opponents.
guest-waiting = You are on the waiting list. **{ $host }**, the host, chooses the options and the opponents.
guest-stranger = The host of this table is **{ $host }**. Press **Join** to sit down.
remove-done = { $person } is no longer at the table.
lobby-expires = The table closes unless the game starts. ⏳ { $time }
no-thread = Discord did not open a thread for this game: it is played here, in the channel.
lobby-started =
    { $place ->
        [here] ▶️ The game is played here.
       *[other] ▶️ The game is played in { $place }.
    }
sealed = Sealed deal: `{ $seal }`
sealed-draw = Last draw, sealed: `{ $seal }`
options-text = **Options of the table** — they can be changed until the game starts.
rematch-call = { $people } — a rematch? You are already seated; press “Leave” to sit this one out.
welcome = 👋 Your first table of { $game }? The rules fit in ten lines.
    .button = Read the rules
rules-summary-title = In short
rules-choose = Read a section…

pace = Pace
    .command = pace
    .command-help = How fast we play (by default what the server chose)
table-language = Language
    .help = the language of the board and the thread
language-fr = French
language-en = English
pace-flash = flash
    .help = 45 s a move
    .window = 45 s a move, 8 s to challenge: silence is consent
pace-quick = quick
    .help = 2 min a move
    .window = 2 min a move, 20 s to challenge
pace-relaxed = relaxed
    .help = 10 min a move
    .window = 10 min a move, 2 min to challenge
pace-steady = steady
    .help = 24 h a move
    .window = 24 h a move, 8 h to challenge
pace-free = free
    .help = no clock
    .window = no clock
command-new = new
    .help = Open a table in this channel

## Lessons

welcome-learn = 👋 First table of { $game }? Two minutes of lesson while the table fills, or the rules in ten lines.
    .button = Learn by playing
## Opponents

opponents = Opponents
    .command = opponents
    .command-help = How many opponents played by the computer sit down at once
level = Level
    .command = level
    .command-help = How well they play; without a number, the table is completed (default: regular)
level-novice = novice
level-regular = regular
level-expert = expert
opponents-button = Add an opponent
opponents-one = **Add an opponent**: how well do they play?
opponents-complete = **Complete the table**: { $count } seats to fill before the game can start. How well do they play?
opponents-seated =
    { $count ->
        [one] { $people } sits down at the table.
       *[other] { $people } sit down at the table.
    }
thinking =
    { $count ->
        [one] { $people } is thinking…
       *[other] { $people } are thinking…
    }
kept-away = 💤 { $keeper } plays for **{ $seat }**, who does not answer. Their next click gives the seat back.
kept-left = 🚪 { $keeper } plays for **{ $seat }**, who has left the game.
take-button = Take their seat
take-which = Several people have left the game. Whose seat would you like?
take-asked = 🙋 Asked. If the host agrees, the seat and the hand of **{ $seat }** are yours, and the board pings you.
seat-asked = 🙋 **{ $person }** would like the seat of **{ $seat }**: { $host } decides.
seat-button = Answer { $person }
seat-confirm = Give the seat of **{ $seat }** to **{ $person }**? They will see its hand, and **{ $seat }** cannot come back to it.
seat-yes = Yes, give the seat
seat-no = No, not this time
seat-given = **{ $person }** plays in that seat now.
seat-declined = Declined: the seat is played as before.
note-taken = 🪑 { $people } takes the free seat: the button below opens its hand.
seat-taken = -# Somebody else plays in your seat now.
refusal-seat-not-free = Nobody has left this seat: watch the game, or open your own with `/help`.
refusal-too-many-asks = Several people are already waiting for an answer: try again once the host has decided.
refusal-seat-knows = You have had another seat at this table and know what was in it: you can only take that one back.
refusal-seat-forgotten = Somebody has left this table for good: only their seat can still be taken, so that nobody sees two hands.
refusal-nobody-asks = This question is no longer open: look at the board.
refusal-no-opponents = This game has no opponents yet: it is played among people. Press **Start** once others have joined.
refusal-no-free-seat = The table is full: there is no seat left for an opponent. **Remove somebody** frees one.
refusal-nobody-missing = The table can already start: add opponents one by one if you want more.

## Refusals

refusal-already-in = You are already at this table.
refusal-full = The table and its waiting list are full. Open another table, or watch this one.
refusal-already-waiting = You are on the waiting list already, at place { $place }. If a seat becomes free it is yours, and I tell you here.
refusal-removed = { $host } would rather have other people at this table: you cannot join it any more. Other tables are open to you, and you can open your own.
refusal-nobody-to-invite = That person can already join the table.
refusal-start-later = { $host } starts the game. After that, everybody at the table may. ⏳ { $time }
refusal-no-lobby-here = No table waits for people in this channel. `/help` says how to open one.
refusal-no-game-here = You have not finished a game in this channel. `/help` says how to open a table.
refusal-nobody-to-remove = That person is no longer at the table.
refusal-no-such-option = That option is gone: open the table’s ⋯ menu again.
refusal-no-teams = This table does not play in teams.
refusal-too-few =
    { $count ->
        [one] One more person is needed to start.
       *[other] { $count } more people are needed to start.
    }
refusal-option-seats =
    “{ $option }” needs { $seats } people: { $count ->
        [0] there are too many of you, change the option.
        [one] one more person is needed, or change the option.
       *[other] { $count } more people are needed, or change the option.
    }
refusal-not-started = The game has not started yet: the host presses **Start**.
refusal-already-started = The game has already started.
refusal-finished = This game is over. **Rematch** opens another one.
illegal-not-your-turn = It is **{ $seat }**’s turn. Yours will come.
illegal-chance-first = Chance draws first: play in a moment.
refusal-moved-on = The table has moved on: your click changed nothing. Answer the question further down.
refusal-paused = The table is paused: I lack { $permissions } here. As soon as a moderator grants it, play again and the game goes on.
refusal-look-first = Give everybody time to look: { $seconds } s more.
refusal-no-such-choice = I do not understand that choice. Take one of the suggestions, or use **My hand**.
refusal-already-left = You have already left this game. “I am here” gives you your seat back.
refusal-never-away = You are already in your seat: you can play.
refusal-already-agreed = You have already agreed to stop; the others have not yet.
refusal-not-over = The game is not over.
refusal-not-at-table = You are not at this table: watch, or open your own with `/help`.
refusal-host-only = Only the host, { $host }, can do that.
refusal-close-only = Only the host and the moderators can close the table.
refusal-no-table = That table no longer exists.
refusal-lost-table = This table could not be read again: it is closed, nobody loses. We apologise. Other tables go on.
refusal-busy = The table is very busy: try again in a moment.
refusal-old-message = This message is from an older version. `/hand` opens your hand, `/table show` puts the table at the bottom of the channel.
refusal-servers-only = Tables are opened in a server, not in direct messages.
refusal-channel-closed = This channel is not open for games. { $places ->
        [none] None is yet.
       *[other] Open channels: { $places }.
    } Somebody who manages the server can open one with `/config channel`. Alone, you can play anywhere: `/play`.
refusal-channel-closed-manager = This channel is not open for games yet. Open it with `/config channel`, then try again.{ $places ->
        [none] { "" }
       *[other] { " " }Open channels: { $places }.
    }
refusal-lacking = I lack { $permissions } in this channel. Somebody who manages the server can grant it; `/config show` gives the list.
refusal-too-many-tables =
    { $count ->
        [one] This channel already has an open table. Wait until it ends, or ask the moderators (`/config limits`).
       *[other] This channel already has { $count } open tables. Wait until one ends, or ask the moderators (`/config limits`).
    }
refusal-too-many-hosted =
    { $count ->
        [one] You already have an open table in this server. Finish it, or close it (`/table close`).
       *[other] You already have { $count } open tables in this server. Finish one, or close it (`/table close`).
    }
refusal-banned = The moderators of this server do not let you sit at a table.
refusal-voice-banned = This server does not let you sit at its tables: I post nothing here in your name either.
refusal-voice-silent = You cannot write in this channel: I post nothing here in your name. Try a channel where you can.
refusal-roles-only = Only some people may open a table here: { $roles }. You can join the tables of others.
refusal-game-closed = This game is not played here. Possible games: { $games }.
refusal-pace-closed = This pace is not played here. Possible paces: { $paces }.
refusal-last-pace = One pace at least has to stay. Allow another one first, then remove this one.
refusal-cannot-ban = This person cannot be banned: choose somebody else than yourself, and no bot.
refusal-rematch-elsewhere = Ask for the rematch where the game was played: { $place }.
refusal-already-rematched = The rematch is already open, further down.
refusal-no-table-here = You have no game in progress where you can do that. `/table list` shows your tables.
refusal-like-server-channel = “Like the server” is for a channel: choose the channel too.
refusal-no-such-zone = I do not know that time zone. Choose one from the list, for example `Europe/London`.
refusal-quiet-needs-both = Give both hours of the quiet: when it begins and when it ends.
refusal-managers-only = You need the permission **Manage Server** for that.

apology = Something went wrong on our side; nothing that was played is lost. Try again, and if it happens again give this reference to whoever hosts the bot: `{ $reference }`
apology-permissions = Discord refuses me a permission here. `/config show` says which one. (reference `{ $reference }`)

permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-embed_links = Embed Links
permission-attach_files = Attach Files
permission-read_message_history = Read Message History
permission-create_public_threads = Create Public Threads

## Several processes, and storage that does not answer

storage-away = One second… I can neither read nor write the tables right now. Nothing that was played is lost: try again in a few seconds.

## The moderators’ journal

journal-settings = ⚙️ { $who }: `{ $what }`
journal-banned = 🚫 { $who } banned { $person } from the tables.
journal-pardoned = 🕊️ { $who } lets { $person } sit at the tables again.
journal-closed = ✖️ { $who } closed { $game } in { $place } ({ $people }).
journal-closed-private = ✖️ { $who } closed { $game } in a private thread.
journal-erased = 🗑️ { $who } erased all data of this server.
journal-removed-feature = A note of a feature that is no longer installed.
journal-before = before: { $value }
journal-after = after: { $value }
unwritable-journal = ⚠️ I cannot write the journal in { $place }: I lack { $permissions } there. Nothing is lost: I write everything there as soon as I can. `/config journal` chooses another channel.
unwritable-results = ⚠️ I cannot announce results in { $place }: I lack { $permissions } there. `/config results` chooses another channel.
journal-lacking = ⚠️ { $game } in { $place } is paused: I lack { $permissions }.
journal-lacking-private = ⚠️ { $game } in a private thread is paused: I lack { $permissions }.

## Opponents talk: a short line now and then

mute-button = Silence the opponents
unmute-button = Let the opponents talk
remark = { $face } **{ $name }**: “{ $words }”
talk-odile-hello = { $way ->
    [1] Good evening. Kindly reread the rules.
   *[2] Let us sit down. I dislike waiting.
 }
talk-odile-glad = { $way ->
    [1] That was within everybody’s reach.
   *[2] Good. Next.
 }
talk-odile-sorry = { $way ->
    [1] I have made a note of it.
   *[2] It happens to the best. And to me.
 }
talk-odile-caught = { $way ->
    [1] I was raised otherwise, I grant you.
   *[2] One lie. Just one. Remember the date.
 }
talk-odile-fooled = { $way ->
    [1] I withdraw what I said.
   *[2] My apologies. They will not be repeated.
 }
talk-odile-won = { $way ->
    [1] Thank you all. Time to tidy up.
   *[2] Work pays.
 }
talk-odile-lost = { $way ->
    [1] A fine game. I shall reread my notes.
   *[2] Congratulations. It was deserved, alas.
 }
talk-firmin-hello = { $way ->
    [1] Ladies and gentlemen. The night is young.
   *[2] I brought some luck. It is a little creased.
 }
talk-firmin-glad = { $way ->
    [1] Luck has good taste.
   *[2] Don’t thank me.
 }
talk-firmin-sorry = { $way ->
    [1] One loses, one bows, one starts again.
   *[2] I have known kinder bankers.
 }
talk-firmin-caught = { $way ->
    [1] Touché. Nicely done.
   *[2] Let’s say I was rehearsing a part.
 }
talk-firmin-fooled = { $way ->
    [1] Honest? Really? What times.
   *[2] I would have sworn the opposite. I swear a lot.
 }
talk-firmin-won = { $way ->
    [1] The next one is on the house.
   *[2] One only plays well in good company.
 }
talk-firmin-lost = { $way ->
    [1] I keep the hat, that is what matters.
   *[2] Well played. Your rematch is mine too.
 }
talk-babette-hello = { $way ->
    [1] I never lie before the first turn.
   *[2] Don’t look at me like that.
 }
talk-babette-glad = { $way ->
    [1] Oh. Already?
   *[2] I had almost nothing to do with it.
 }
talk-babette-sorry = { $way ->
    [1] I shall remember that, fondly.
   *[2] That one was my favourite.
 }
talk-babette-caught = { $way ->
    [1] And you believed the others?
   *[2] Fine. One out of how many, do you think?
 }
talk-babette-fooled = { $way ->
    [1] You told the truth? That is unfair.
   *[2] Truth, now. I have seen everything.
 }
talk-babette-won = { $way ->
    [1] I did warn you. Or didn’t I.
   *[2] No hard feelings? Perfect.
 }
talk-babette-lost = { $way ->
    [1] I let you win. Prove otherwise.
   *[2] Well played. I know where you live: at this table.
 }
talk-anatole-hello = { $way ->
    [1] Let us begin. Slowly.
   *[2] A game is a life, only shorter.
 }
talk-anatole-glad = { $way ->
    [1] Patience, and a long road.
   *[2] Look. We are moving.
 }
talk-anatole-sorry = { $way ->
    [1] Nothing lasts. My points least of all.
   *[2] A gentle slope, but a slope.
 }
talk-anatole-caught = { $way ->
    [1] I thought one thing and said the other.
   *[2] Even a tortoise takes a wrong path.
 }
talk-anatole-fooled = { $way ->
    [1] I thought for a long time to be wrong.
   *[2] Doubt is a good teacher. Not today.
 }
talk-anatole-won = { $way ->
    [1] Here I am. First, it seems.
   *[2] Slow, and there all the same.
 }
talk-anatole-lost = { $way ->
    [1] I have learnt a lot. I shall forget it slowly.
   *[2] Well done. I shall catch up one day.
 }
talk-ginette-hello = { $way ->
    [1] Come on, we haven’t got all night.
   *[2] What will it be? A defeat?
 }
talk-ginette-glad = { $way ->
    [1] There you go. Next.
   *[2] Paid in full.
 }
talk-ginette-sorry = { $way ->
    [1] Put it on my tab.
   *[2] It stings. Not for long.
 }
talk-ginette-caught = { $way ->
    [1] Yes, all right.
   *[2] I lied, I pay. Fair and square.
 }
talk-ginette-fooled = { $way ->
    [1] My mistake. Drinks all round.
   *[2] My ears are getting tired.
 }
talk-ginette-won = { $way ->
    [1] The bill is yours.
   *[2] We’re closing. I won.
 }
talk-ginette-lost = { $way ->
    [1] Well played. No tip.
   *[2] Next time I’ll sit elsewhere.
 }
