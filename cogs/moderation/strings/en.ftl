config = config
    .help = Decide where and how to play in this server
show = show
    .help = The settings, and the permissions I lack
channel = channel
    .help = Open a channel for games, or close it
    .channel = channel
    .channel-help = The channel (this one by default)
    .opened = open
    .opened-help = Yes to open it for games (the default), no to close it
language = language
    .help = The language of the boards (everybody reads their hand in their own)
    .language = language
    .language-help = The language of all that the channel sees
    .channel = channel
    .channel-help = Only in this channel (by default: the whole server)
pace-default = pace
    .help = The pace of tables when nobody chooses one
    .pace = pace
    .pace-help = The default pace
    .channel = channel
    .channel-help = Only in this channel (by default: the whole server)
games = games
    .help = Choose which games are played, in the server or in one channel
    .game = game
    .game-help = The game
    .allowed = allowed
    .allowed-help = Yes, no, or like the server: the channel has no list of its own any more
    .channel = channel
    .channel-help = Only in this channel (by default: the whole server)
threads = threads
    .help = Give each game a thread of its own, or play in the channel
    .use = use
    .use-help = Yes for one thread per game
limits = limits
    .help = How many tables a channel, or one person, may have at once
    .tables = per-channel
    .tables-help = Open tables per channel, from 1 to 25
    .hosted = per-host
    .hosted-help = Open tables per person, from 1 to 25
    .idle = days-without-move
    .idle-help = Days without a move after which a table is closed, from 1 to 60
paces = paces
    .help = Choose the paces that people may take, on the server or in one channel
    .pace = pace
    .pace-help = The pace
    .allowed = allowed
    .allowed-help = Yes to allow it, no to remove it
    .channel = channel
    .channel-help = In this channel only (by default: the whole server)
roles = roles
    .help = Choose who may open a table (no role chosen: everybody)
    .role = role
    .role-help = The role
    .allowed = allowed
    .allowed-help = Yes to allow it (the default), no to take it away
ban = ban
    .help = Forbid somebody to sit at a table of this server
    .person = person
    .person-help = Who may no longer sit here
pardon = pardon
    .help = Let somebody sit at a table again
    .person = person
    .person-help = Who may sit here again
journal = journal
    .help = Choose the channel where closures, bans and settings are noted
    .channel = channel
    .channel-help = The channel (this one by default)
    .on = on
    .on-help = Yes to write in this channel (the default), no to write nowhere
results = results
    .help = Choose the channel where the result of every game is announced
    .channel = channel
    .channel-help = The channel (this one by default)
    .on = on
    .on-help = Yes to announce results (the default), no to stop
tables = tables
    .help = All open tables of the server, with buttons to close them
erase = erase
    .help = Erase all I keep of this server (I ask before)

yes = yes
no = no
language-host = that of each table’s host
like-server = like the server
saved = ✅ Saved.
settings = Settings of the server
settings-language = **Language of the boards**: { $value }
settings-pace = **Default pace**: { $value }
settings-threads = **One thread per game**: { $value }
settings-games = **Games**: { $value }
settings-limits = **Open tables**: at most { $tables } per channel, { $hosted } per person
settings-idle =
    { $days ->
        [one] **Tables without a move**: closed after { $days } day, and announced before
       *[other] **Tables without a move**: closed after { $days } days, and announced before
    }
settings-paces = **Possible paces**: { $value }
all-paces = all
settings-roles = **Who opens tables**: { $value }
settings-banned = **May not sit down**: { $value }
settings-journal = **Journal**: { $value }
settings-results = **Results announced in**: { $value }
settings-special = **Different in some channels**:
everybody = everybody
nobody = nobody
none = no channel
all-games = all
no-games = none
settings-channels = **Channels open for games**:
settings-no-channel = **No channel is open for games.** `/config channel` opens the one you type it in.
access-good = I have every permission I need
access-lacking = ⚠️ I lack { $permissions }
access-unknown = ⚠️ I do not see that channel (deleted, or I lack **View Channel**)

tables-none = No table is open in this server.
tables-title =
    { $count ->
        [one] **One open table.** ✖ closes it, after a question.
       *[other] **{ $count } open tables.** ✖ closes one, after a question.
    }
tables-unseen =
    { $count ->
        [one] One table is in a private thread: it takes **Manage Threads** in its channel to see it.
       *[other] { $count } tables are in private threads: it takes **Manage Threads** in their channel to see them.
    }
tables-line = { $number }. **{ $game }** · { $place } · { $people } · last sign { $time }
banned-done =
    { $count ->
        [0] { $person } may no longer sit at a table of this server. `/config pardon` allows it again.
        [one] { $person } has left their table and may no longer sit down in this server. `/config pardon` allows it again.
       *[other] { $person } has left their { $count } tables and may no longer sit down in this server. `/config pardon` allows it again.
    }
banned-already = { $person } already could not sit down here.
pardoned-done = { $person } may sit at the tables of this server again.
not-banned = { $person } is not kept from any table: nothing has changed.
erase-confirm = Erase **everything** I keep of this server: all games, finished or not, and all settings? Games in progress are closed without a result. **This cannot be undone.**
erase-button = Erase everything
erase-done = Done: I keep nothing of this server any more. `/config channel` starts again.
journal-button = Journal
entries-title = **Moderation journal**, newest first (at most { $days } days and { $entries } entries).
entries-none = The journal is empty: nobody has changed anything here yet.
channel-tables =
    { $count ->
        [one] ⚠️ One table is still open in { $place }. If its game has begun it goes on; otherwise it can no longer start. `/config tables` lets you close it.
       *[other] ⚠️ { $count } tables are still open in { $place }. Games that have begun go on; the others can no longer start. `/config tables` lets you close them.
    }
