privacy = privacy
    .help = What I keep about you: see it, export it, erase it

stored =
    ### What I keep about you
    - **Your games**: your Discord number, your display name, your seat and your moves, so that games can be played, watched again and verified.
    - **Their results**: place, score and figures of every finished game, from which profiles and rankings are made.
    - **Your daily deals**: which days and on which servers you played, your streak, and where you shared it.
    - **The moderation journal**: what you decided on a server, or what was decided there about you, for 90 days at most.
    - **Your settings**: reminders, lessons and rules you have been offered.
    - **The last game you had me verify**, for seven days, so that you can replay it.
    I read no messages, and nothing is sold, shared or used for anything else.
kept-always = -# Finished games are kept until you erase them.
kept-days = { $days ->
    [one] -# A game that ended more than a day ago loses names and numbers by itself.
   *[other] -# A game that ended more than { $days } days ago loses names and numbers by itself.
}
standing-shown = You are in the rankings of the servers where you play.
standing-hidden = You are in no ranking, and nobody else sees your profile.

export-button = Export
hide-button = Do not rank me
show-button = Rank me again
erase-button = Erase everything

exported = This is everything I keep about you. Only you see this file.
export-large = The file is too large for Discord. Ask whoever hosts the bot for it.
hidden-done = Done: no more rankings, and no profile for others.
shown-done = Done: you count in the rankings again.
erase-confirm =
    Do you want to **erase everything**? You leave your open tables; your results, your rankings and your settings are gone. In games already played you become “somebody”: other people’s games stay. This cannot be undone.
    -# I take your name out of the boards, lobbies and results I have posted; what you had posted yourself (a profile, a ranking, a film, a shared daily deal) stays with its channel, and so does a ban by a server.
erased = Erased. I no longer know who you are.
