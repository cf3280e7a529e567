name = Perudo
blurb = Hidden dice, rising bids, and somebody who lies. For 2 to 6.
command = perudo
    .help = Play Perudo
title =
    { $total ->
        [one] { $total } die in play
       *[other] { $total } dice in play
    }

verb-bid = bid
    .help = Bid how many dice show a face
    .button = Bid
    .face = face
    .face-help = The face that you bid on
    .count = count
    .count-help = How many dice show it, at least
verb-doubt = doubt
    .help = Doubt the last bid
    .button = Doubt
ask-bid-1 = Which face do you bid on?
ask-bid-2 = How many dice, at least?
face =
    { $face ->
        [1] ones
       *[other] { $face }s
    }
count =
    { $count ->
        [one] { $count } die
       *[other] { $count } dice
    }

player =
    - **{ $seat }** · { $count ->
        [one] { $count } die
       *[other] { $count } dice
    }
player-shown = - **{ $seat }** · { $dice }
player-out = - **{ $seat }** · no dice
claim = Bid of **{ $seat }**: **{ $count } × { $face }**
hand = Under your cup: **{ $dice }**
palifico = **Palifico**: ones are no jokers, and the face is fixed, except for players with a single die.
picture-open = The first bid is free
story-start = The dice are rolled. The first bid is free.
story-bid = **{ $seat }** bids **{ $count } × { $face }**.
story-true = **{ $seat }** doubts **{ $count } × { $face }**; there are { $found }: **{ $other }** was right, **{ $seat }** loses a die.
story-false = **{ $seat }** doubts **{ $count } × { $face }**; there are { $found }: **{ $other }** loses a die.
story-out = **{ $seat }** has no dice left and is out.

illegal-nothing-to-doubt = There is no bid yet: bid first.
illegal-too-low = Bid more than **{ $count } × { $face }**, or doubt.
illegal-too-many-dice = There are only { $total } dice in play: bid less, or doubt.
illegal-no-jokers-first = A round is not opened with ones: choose another face.
illegal-face-is-fixed = This is a palifico: raise the number of { $face }s, or doubt.
illegal-too-bold = That is too much at once: raise by at most ten dice.

rules =
    - Everybody has five dice and rolls them under a cup; you see only your own.
    - On your turn, bid how many dice at the whole table show a face: “at least five 4s”.
    - Ones are jokers: they count as every face.
    - Bids rise: more dice, or as many dice of a higher face.
    - Half as many, rounded up, lead to ones; twice as many and one more lead back.
    - Instead of raising you may doubt: everybody shows their dice.
    - Are there enough? The doubter loses a die. If not, the bidder does.
    - The player who lost a die opens the next round, after a new roll.
    - A player who comes down to one die opens a palifico: ones are no jokers, and the face is fixed.
    - Without dice you are out. The last player with dice wins.
rules-details =
    A round is not opened with ones, except in a palifico. A bid exceeds what it must by at most ten dice.

    In a palifico the first bid fixes the face: only the number rises. Only players with a single die may change the face. Two players play no palifico.

    If the eliminated player had to open, the next one does. The score is the number of players one has outlasted.

    When your time is up, the table doubts for you a bid on more than half of the dice; otherwise it makes the lowest bid.
    .title = In detail
win = { $winners } won!
final-score =
    { $score ->
        [0] out first
        [one] outlasted { $score } player
       *[other] outlasted { $score } players
    }
figure-bids =
    { $count ->
        [one] { $count } bid
       *[other] { $count } bids
    }
figure-right =
    { $count ->
        [one] { $count } doubt that was right
       *[other] { $count } doubts that were right
    }
figure-wrong =
    { $count ->
        [one] { $count } doubt too many
       *[other] { $count } doubts too many
    }
figure-caught =
    { $count ->
        [one] { $count } bid found false
       *[other] { $count } bids found false
    }
figure-dice =
    { $count ->
        [one] { $count } die at the end
       *[other] { $count } dice at the end
    }
total-rounds =
    { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }
total-bids =
    { $count ->
        [one] { $count } bid
       *[other] { $count } bids
    }
honour-untouched = Won without losing a single die
honour-hanging = Won with a single die
honour-hunter = Doubted five times and was always right
honour-unseen = Made ten bids and was never caught

advice-bid =
    { $mine ->
        [0] You have no die that counts
        [one] You already have one die that counts
       *[other] You already have { $mine } dice that count
    }: { $count } × { $face } is true in { $chance }% of cases.
advice-doubt =
    { $mine ->
        [0] You have no die that counts
        [one] You have only one die that counts
       *[other] You have { $mine } dice that count
    }: { $count } × { $face } is true in only { $chance }% of cases.

lesson-open = You have two 3s and a one, which counts as any face: three 3s already. Bid them: **3s**, then **3 dice**.
    .other = Begin with what you have: **3s**, then **3 dice**.
lesson-doubt = { $one } says four 3s, { $two } says five. You have three: two more would have to be among ten hidden dice… press **Doubt**.
    .other = Five 3s are many: press **Doubt**.
lesson-shown = All cups are lifted: there are only four 3s. { $two } bid too much and loses a die.
lesson-raise = A new roll; { $two } opens with four 5s. With your ones you have four already: raise to **5s**, then **5 dice**.
    .other = You have four 5s with the ones: **5s**, then **5 dice**.
    .trust = Do not doubt: you have four 5s yourself. Raise: **5s**, then **5 dice**.
lesson-jokers = { $one } goes to ones: half is enough. { $two } says four ones. You have only two, and ones count only for themselves: **Doubt**.
    .other = Four ones among fourteen dice are rare: **Doubt**.
lesson-again = Only three ones: { $two } loses another die. With a single die left it would be a palifico.
lesson-free = { $two } opens with two 4s. You have one 4 and two 2s: raise a little, or doubt.
    .other = You may raise by one die, go to 6s, or doubt.
lesson-end = You can play: bid, raise, doubt at the right moment, and keep the last die.
