daily = daily
    .help = The deal of the day, the same for everybody: only one try counts
config = daily
    .help = Announce the daily deal: the invitation in the morning, the ranking in the evening
    .channel = channel
    .channel-help = The channel (by default the one chosen before, or else this one)
    .morning = morning
    .morning-help = The hour of the invitation, from 0 to 23 (8 by default)
    .evening = evening
    .evening-help = The hour of the ranking, from 0 to 23 (20 by default)
    .zone = timezone
    .zone-help = The time zone of these hours, for example Europe/London
    .on = on
    .on-help = Yes to announce (the default), no to stop
yes = yes
no = no

table-title = Daily deal #{ $number }
title = { table-title } · { $game } · { $day }
about = The same deal for everybody, against { $others ->
    [one] one regular opponent
   *[other] { $others } regular opponents
}. **Only one try counts**, without hints, until midnight UTC ({ $end }).
next = -# Tomorrow: { $game } ({ $end }).
podium = -# Yesterday here: { $names }
running = Your try is waiting for you.
given-up = Your try of today ended without a result. You can still practise.
spent = You have already had your try of today, and erased it: a second one would not count. Practise as much as you like, or come back tomorrow.
seals =
    -# A seal proves that the deal does not change any more. Today’s seal: `{ $today }`
    -# Tomorrow’s seal: `{ $tomorrow }`
place = { $place ->
    [1] You finish **1st of { $seats }**.
    [2] You finish **2nd of { $seats }**.
    [3] You finish **3rd of { $seats }**.
   *[other] You finish **{ $place }th of { $seats }**.
}
among = { $others ->
    [one] Better than **{ $percent }%** of the others today (one person).
   *[other] Better than **{ $percent }%** of the others today ({ $others } people).
}
first = Nobody else has finished this deal yet.
streak = { $days ->
    [7] 🎉 **A whole week: 7 days in a row!**
    [30] 🎉 **30 days in a row!**
    [100] 🎉 **100 days in a row!**
    [365] 🎉 **A whole year: 365 days in a row!**
    [one] 🔥 First day
   *[other] 🔥 { $days } days in a row
}
streak-next = 🔥 Day { $next } in a row, if you finish this one.
streak-saved = -# ❄️ Yesterday was missed, but your streak holds: once a month.
days-section = **Daily deal** · { $streak ->
    [0] no streak at present
    [one] 🔥 first day
   *[other] 🔥 { $streak } days in a row
}, best { $best }
days-legend = -# 🏆 won · 🟦 finished · ❄️ missed, the streak goes on
late = -# Finished after midnight UTC: this try does not count.
opened =
    This day is over, and its seal is opened:
    `{ $seal }`
    It is the SHA-256 of the bytes `{ $nonce }` (in hexadecimal) followed by this deal:
play = Play
learn-game = Learn
practise = Practise
share = Share
copy = Copy
button = The daily deal
seals-button = Proof
opened-button = Yesterday’s deal
accept = Take the challenge
you = You
ranking = Who played it here, without giving anything away:
more = { $count ->
    [one] and one other person
   *[other] and { $count } other people
}
until = It can still be played until midnight UTC ({ $end }).
over = This deal is over: the next one is open.
expert = -# With this deal an expert scores { $score } on average.
expert-better = ## 🎉 You beat the expert!
expert-equal = **As good as the expert!**
against = Expert **{ $expert }** on average · you **{ $mine }**{ $lowest ->
    [yes] { " " }(less is better)
   *[no] { "" }
}
told = { $known ->
    [yes] expert { $expert } · me { $mine }
   *[no] score { $mine }
}
copied = Tablée, daily deal #{ $number } · { $game }

refusal-no-hints = Your try of the day is played without hints. You can ask for them when you practise, afterwards.
refusal-unfinished = There is nothing to share: only a try finished on its own day counts. `/daily` shows where you are.
refusal-shared = This channel knows your result already. You can share it in another one with `/daily`.
refusal-hours = The invitation and the ranking cannot come at the same hour: choose two different hours.

settings = **Daily deal**: { $value }
settings-times = { $channel }, invitation at { $morning }:00 and ranking at { $evening }:00 by the clock of `{ $zone }` (for you { $invitation } and { $ranking })
journal-daily-lacking = ⚠️ I cannot announce the daily deal in { $place }: I lack **View Channel** or **Send Messages** there. I will try again with the next announcement.
journal-daily-gone = ⚠️ The channel of the daily deal does not exist any more: I announce nothing now. `/config daily` chooses another one.
unwritable = ⚠️ I cannot announce the daily deal in { $place }: I lack { $permissions } there. `/config daily` chooses another channel.
