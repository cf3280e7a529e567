name = Skeleton
blurb = Four cards in hand. Lay more than the middle to score. For 2 to 4.
command = skeleton
    .help = Play Skeleton
verb-lay = lay
    .help = Lay a card of your hand on the middle
    .button = Lay
    .card = card
    .card-help = One of the cards of your hand
ask-lay-1 = Which card do you lay?
scene = In the middle: **{ $card }**.
player = - **{ $seat }** · { final-score } · in hand: { $left }
story-more = **{ $seat }** lays **{ $card }** on **{ $below }**: more, one point.
story-less = **{ $seat }** lays **{ $card }** on **{ $below }**: less, nothing.
uncovered = - **{ $seat }** holds { $cards }.
hand = You hold **{ $cards }**.
illegal-not-in-hand = You do not hold the { $card }: lay a card of your hand.
rules =
    - Cards go from 1 to 20. Everybody gets four; one more is turned over in the middle.
    - In turn, everybody lays a card of their hand on the middle. More than the one below it: one point.
    - Once the hands are empty, the most points win.
    - When your time is up, your lowest card is laid for you.
win = { $winners } won.
final-score =
    { $score ->
        [one] { $score } point
       *[other] { $score } points
    }
