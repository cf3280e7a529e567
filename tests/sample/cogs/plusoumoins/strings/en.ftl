name = More or less
blurb = A number from 1 to 20 is hidden. Whoever names it wins. For 2 or 3.
command = moreorless
    .help = Play More or less
verb-guess = guess
    .help = Name a number between the bounds
    .button = Guess
    .number = number
    .number-help = One of the numbers still possible
ask-guess-1 = Which number?
scene = The number is from **{ $low }** to **{ $high }**.
story-start = A number from 1 to 20 is hidden.
story =
    { $answer ->
        [found] **{ $seat }** says **{ $number }**: that is it.
        [more] **{ $seat }** says **{ $number }**: it is more.
       *[less] **{ $seat }** says **{ $number }**: it is less.
    }
illegal-not-your-turn = { $seat } is to name a number: wait for your turn.
illegal-out-of-bounds = The number is from { $low } to { $high }: choose one of those.
rules =
    - A number from 1 to 20 is hidden.
    - In turn, each player names a number; the bot says whether the hidden one is more or less.
    - Whoever names it wins.
rules-time = When your time is up, the number in the middle is named for you.
    .title = Running out of time
win = { $winners } found the number.
final-score =
    { $score ->
        [one] { $score } number found
       *[other] { $score } numbers found
    }
