table = table
    .help = See, leave or close your tables
show = show
    .help = Put the table back at the bottom of the channel
list = list
    .help = Your tables in this server
leave = leave
    .help = Leave the table (during a game it plays on for you)
stop = stop
    .help = Propose to stop the game without a winner
close = close
    .help = Close this channel’s table (host or moderators)
hand = hand
    .help = Open your hand, and play if it is your turn
rules = rules
    .help = Read a game’s rules
    .game = game
    .game-help = The game whose rules you want
help = help
    .help = What to play and how to begin

help-intro = **Tablée** deals, keeps the secrets and enforces the rules. In a channel that is open for games:
help-more =
    `/hand` opens your hand, `/table list` your tables, `/rules` the rules. Everything can also be done with the board’s buttons.
    -# To open a channel for games: `/config channel` (permission Manage Server).
show-done = The table is back at the bottom of { $place }.
list-empty = You are at no table in this server. `/help` says how to open one.
list-lobby = waiting for players
list-your-turn = **your turn**
list-waiting = waiting for { $people }
left-lobby = You have left the table.
