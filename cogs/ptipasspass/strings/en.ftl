name = PtiPassPass
blurb = Tokens under cups, colours announced, and somebody lying. A game of bluff and memory.
command = ptipasspass
    .help = Play PtiPassPass, a game of bluff and memory for 3 to 6 players

option-layout = Cups
    .help = How the cups stand: in a grid, or in a hive (staggered rows).
    .command = layout
    .grid = in a grid
    .hive = in a hive (staggered rows)

## Moves

verb-aim = aim
    .help = Take a token in your fist and point at a cup
    .button = Aim at a cup
    .token = token
    .token-help = The token you take in your fist
    .cup = cup
    .cup-help = The cup you point at for all to see
ask-aim-1 = Which token do you take in your fist?
ask-aim-2 = Which cup do you aim at?

verb-announce = announce
    .help = Announce a colour for the token in your fist, true or false
    .button = Announce a colour
    .colour = colour
    .colour-help = The colour you announce; nothing obliges you to tell the truth
ask-announce-1 = Which colour do you announce?

verb-swap = swap
    .help = Exchange two touching cups without lifting them, before you lift three cups
    .button = Swap
    .first = first
    .first-help = One of the two cups
    .second = second
    .second-help = A cup that touches it
ask-swap-1 = Which cup do you swap?
ask-swap-2 = With which neighbour?

verb-lift = lift
    .help = Lift three touching cups in line
    .button = Lift three cups
    .way = direction
    .way-help = The direction in which the three cups lie
    .line = line
    .line-help = The three cups you lift
ask-lift-1 = Which line do you lift?
ask-lift-2 = Which line do you lift?

verb-ok =
    .button = OK
    .repeated = OK until my turn
verb-doublon =
    .button = Double!
verb-menteur =
    .button = Liar!

shortcut-ok = ok
    .help = Let it pass without a challenge
shortcut-doublon = double
    .help = Challenge: the cup aimed at already holds a token
shortcut-menteur = liar
    .help = Challenge: the colour announced is a lie

## The table

title = { $layout ->
    [hive] round { $round } · hive
   *[grid] round { $round }
 }
token = { $colour ->
    [blue] ● blue
    [green] ▲ green
   *[orange] ◆ orange
 }
empty = empty
way-grid = { $way ->
    [row] → Row
    [equal] ↓ Column
    [rising] ↘ Diagonal to the right
   *[falling] ↙ Diagonal to the left
 }
way-hive = { $way ->
    [row] → Row
    [equal] ↙ Slant to the left
   *[rising] ↘ Slant to the right
 }

seat = - **{ $seat }**: { $facts }
seat-playing = - **{ $seat }** (playing): { $facts }
held = { $count ->
    [0] no token left
    [one] { $count } token
   *[other] { $count } tokens
 }
held-fist-open = { $token } in the fist
held-fist = 1 in the fist
victories = { $count ->
    [one] { $count } victory
   *[other] { $count } victories
 }
answer-ok = OK
answer-awaited = answer awaited

scene-aimed = Cup aimed at: **{ $cup }**.
scene-stated = Cup aimed at: **{ $cup }**, token announced as **{ $token }**.
scene-fist = Shown for a moment: the token in the fist, **{ $token }**.
scene-opened = All face up: { $cups }
scene-cups = Open for a moment:
scene-cup = **{ $cup }**: { $tokens }
scene-double = “Double!” from **{ $other }**, { $right ->
    [yes] rightly: + { $count } for **{ $seat }**.
   *[no] wrongly: the token in the fist goes to **{ $other }**.
 }
scene-liar = “Liar!” from **{ $other }**, { $right ->
    [yes] rightly: the token stays with **{ $seat }**.
   *[no] wrongly: the token goes to **{ $other }**.
 }
scene-void = “{ $shout }” from **{ $other }**, { $right ->
    [yes] rightly
   *[no] wrongly
 }: void round.
scene-lifted = **{ $seat }**’s lift: { $end ->
    [won] a good set, one victory token.
    [failed] no good set.
   *[other] no good set, void round.
 }
scene-slipped = Last token slipped: under **{ $cup }**.
scene-swapped = Cups swapped: **{ $first }** and **{ $second }**.
scene-unplaced = Turns in a row without a token placed: { $count } of { $limit } before the round is void.

story-deal = The cups are empty and everybody has three tokens. Chance names who begins.
story-first = Round { $round }: **{ $seat }** begins.
story-empty = **{ $seat }** aims at **{ $cup }**. Every cup is empty: nobody need answer.
story-last-token = That was **{ $seat }**’s last token.
story-lifting = **{ $seat }** is going to lift three cups!
reveal-fist = { $right ->
    [yes] Announced { $stated }, it was { $token }: a liar!
   *[no] Announced { $stated }, and it was { $token }: no lie!
 }
reveal-cup = { $count ->
    [0] { $cup } was empty: no double!
   *[other] Under { $cup }, { $tokens }: a double!
 }
reveal-line = { $cups }: { $right ->
    [yes] a win!
   *[no] a miss!
 }
story-aim = **{ $seat }** aims at **{ $cup }**, a token in the fist.
story-agreed = Nobody challenges **{ $cup }**.
story-announce = **{ $seat }** announces **{ $token }** for **{ $cup }**.
story-swap = **{ $seat }** swaps **{ $first }** and **{ $second }**.
story-hopeless = Void round: no good set can be made any more.
story-endless = Void round: { $count } turns in a row without a token placed.

recap-placed = **{ $seat }** placed a token.
recap-shouted = “{ $shout }” from **{ $other }** against **{ $seat }**, { $right ->
    [yes] rightly.
   *[no] wrongly.
 }
recap-lifted = **{ $seat }** lifted three cups { $won ->
    [yes] and won the round.
   *[no] in vain.
 }
recap-void = The round was void.

told-placed = **{ $seat }** slipped a token announced as { $token } under **{ $cup }**.
told-double = **{ $other }** rightly shouted “Double!”: **{ $seat }** keeps the token in hand and takes the { $count ->
    [one] one
   *[other] { $count }
 } under **{ $cup }**.
told-no-double = **{ $other }** wrongly shouted “Double!”: **{ $cup }** was empty, and **{ $other }** receives **{ $seat }**’s token, unseen by the others.
told-lie = **{ $other }** rightly shouted “Liar!”: **{ $seat }** keeps the token.
told-truth = **{ $other }** wrongly shouted “Liar!”: it was true, and **{ $other }** receives **{ $seat }**’s token.
told-lifted = **{ $seat }** lifted **{ $line }**:
told-swapped = **{ $seat }** swapped **{ $first }** and **{ $second }**, then lifted **{ $line }**:
told-failed = no good set, the cups are put back.
told-won = a good set, **{ $seat }** wins the round and a victory token!

hand-tokens = **Your tokens**: { $tokens }
hand-none = **Your tokens**: none
hand-fist = **In your fist**: { $token }, for **{ $cup }**
hand-aim = Your turn: a token in your fist, then a cup.
hand-announce = Nobody has challenged: announce a colour, true or false.
hand-doublon = Is **{ $cup }** empty? OK, or “Double!”
hand-menteur = Do you believe **{ $seat }**? OK, or “Liar!”
hand-reveal = Your turn to lift three cups in line. You may first swap two that touch.
hand-lift = The swap is done: lift three cups in line.
hand-empty = On your next turn, unless you receive a token before, you lift three cups.
hand-received = The token you received from **{ $seat }** is { $token }: only the two of you know.
hand-given = The token that went to **{ $seat }** is { $token }: only the two of you know.

## Hints

advice-aim = { $filled ->
        [yes] There is a token under **{ $cup }** already: you count on the others’ silence.
       *[no] Nothing is under **{ $cup }**: a “Double!” would be wrong.
    }
advice-aim-good = With { $cups }, which you know, this token makes a good set.
advice-aim-line = It is in line with { $cups }, whose token you know.
advice-announce = { $true ->
        [yes] It is true: whoever shouts “Liar!” takes your token.
       *[no] It is false: if they believe you, you alone know what that cup hides.
    } { $said ->
        [0] {""}
       *[other] In this game “Liar!” was shouted { $calls ->
            [one] once
           *[other] { $calls } times
        } in { $said ->
            [one] one announcement
           *[other] { $said } announcements
        }.
    }
advice-doublon = { $filled ->
        [yes] There is a token under **{ $cup }** already: { $shouts ->
            [yes] **{ $seat }** must take it back and keeps their own.
           *[no] a shout would give it back to **{ $seat }**; letting it pass only spoils that cup.
        }
       *[no] Nothing is under **{ $cup }**: { $shouts ->
            [yes] you would get the token of the fist.
           *[no] a wrong shout would give you the token of the fist.
        }
    }
advice-menteur = The chance that **{ $seat }** lies is about { $chance }%: { $shouts ->
        [yes] more than { $bar }%, better shout.
       *[no] no more than { $bar }%, and a wrong shout would give you the token.
    }
advice-lift = From all you have seen and heard, { $cups }: the chance to win the round is about { $chance }%.
advice-swap = After this exchange, { $cups }: the chance to win the round is about { $chance }%.

## The end

final-score =
    { $score ->
        [0] no round
        [one] { $score } round won
       *[other] { $score } rounds won
    }
honour-unseen = Lied five times or more and was never caught
honour-honest = Won without telling a single lie
honour-shouts = Shouted three times or more and was always right
honour-sure = Won without lifting in vain
honour-hasty = Shouted six times for nothing
figure-lies =
    { $count ->
        [one] { $count } lie told
       *[other] { $count } lies told
    }
figure-caught =
    { $count ->
        [one] caught { $count } time
       *[other] caught { $count } times
    }
figure-right =
    { $count ->
        [one] { $count } shout right
       *[other] { $count } shouts right
    }
figure-wrong =
    { $count ->
        [one] { $count } shout wrong
       *[other] { $count } shouts wrong
    }
figure-gained =
    { $count ->
        [one] { $count } token picked up
       *[other] { $count } tokens picked up
    }
figure-misses =
    { $count ->
        [one] { $count } failed lift
       *[other] { $count } failed lifts
    }
total-rounds =
    { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }
total-voids =
    { $count ->
        [one] { $count } void round
       *[other] { $count } void rounds
    }

win = { $winners } wins the game with two victory tokens.

## Words on pictures

picture-colour = { $colour ->
    [blue] blue
    [green] green
   *[orange] orange
 }
picture-stated = said
picture-was = it was
picture-double = double?
picture-doublon = Double!
picture-menteur = Liar!
picture-void = void round

## The lesson

lesson-tokens = Three equal colours, or three different ones, under three cups in line win the round. You have slipped ● blue under **A1** and ▲ green under **B2**: at a real table nobody would remind you.
lesson-aim = You have ◆ orange left. Your diagonal lacks only its end: aim at **C3**.
    .full = Somebody has aimed at this cup before, and the table remembers: at “Double!” you would keep your token and take what the cup holds as well. Aim at **C3**.
    .other = This cup is empty, but not on your line: after A1 and B2 comes **C3**.
lesson-announce = Nobody has shouted. Announce a colour, true or false: unless somebody protests, your fist stays closed. Choose.
lesson-doublon = No protest: your token is under **C3**. Now **{ $one }** aims at **A3**, where **{ $two }** slipped his just before your turn. Press **Double!**
    .other = OK would let her do it. But A3 is taken, everybody saw it: shout, and she picks up what is there, besides the token she keeps. **Double!**
lesson-shown = Under A3, ◆ orange: **{ $one }** picks it up, and is further from the end. Remember this above all: it was **{ $two }**’s orange, and he had only one.
lesson-ok = **{ $two }** aims at **A2**, where nobody has put anything. A wrong shout would give you his token, to be placed before you may lift. Press **OK**.
    .other = Nobody has ever aimed at A2: it is empty. A wrong “Double!” gives you the token in his fist, and that is a turn lost. **OK**.
lesson-menteur = He announces ◆ orange. His was under A3, we have just seen it, and **{ $one }** has picked it up. Press **Liar!**
    .other = He has no orange left: the only one he had is with **{ $one }**. Certainty is rare here; use it. **Liar!**
lesson-lift = It was ▲ green: he keeps it. You begin your turn without a token: you must lift three cups in line. Preferably those you remember: **A1–C3**.
    .swap = Swapping two cups first is allowed, but yours are in line already. Lift **A1–C3**.
    .other = You do not know all three of these cups. Your tokens are under A1, B2 and C3: press **A1–C3**.
lesson-end = Blue, green, orange: the round is yours, and a victory token. It takes two. The next round begins with empty cups; everything is to be remembered afresh.

## Refusals

illegal-wait-for-answers = The others have not all answered: wait for them.
illegal-already-answered = You have already said OK, and an OK cannot be taken back.
illegal-nothing-to-answer = There is nothing to challenge at the moment: it is your turn to play.
illegal-doublon-too-late = Too late for “Double!”: the colour is announced. Answer OK or “Liar!”.
illegal-menteur-too-early = Too early for “Liar!”: no colour is announced. Answer OK or “Double!”.
illegal-answer-first = It is **{ $seat }**’s turn: just answer OK, or challenge.
illegal-nothing-to-announce = You have no token in your fist: there is nothing to announce for now.
illegal-announce-first = You have already aimed at **{ $cup }**: now announce a colour.
illegal-nothing-to-aim = You have no token left: lift three cups in line.
illegal-not-in-hand = You have no { $colour ->
    [blue] ● blue
    [green] ▲ green
   *[orange] ◆ orange
 } token: choose one of yours.
illegal-no-such-cup = There is no cup “{ $cup }” on this table.
illegal-place-first = You still have { $count ->
    [one] { $count } token
   *[other] { $count } tokens
 }: aim at a cup. Lifting takes a turn begun without tokens.
illegal-already-swapped = One swap a turn: now lift three cups.
illegal-same-cup = **{ $cup }** cannot be swapped with itself: choose a neighbour.
illegal-not-neighbours = **{ $first }** and **{ $second }** do not touch: choose two neighbours.
illegal-not-a-line = **{ $cups }**: it takes three touching cups in line.

## Aids and rules

aid-shouts = **“Double!”**, before the announcement: the cup aimed at is lifted.
    - It held something: the active player takes all of it and keeps the token in the fist.
    - It was empty: the challenger receives the token from the fist, unseen by the others.

    {""}**“Liar!”**, after the announcement: the token in the fist is shown.
    - The announcement was false: the active player keeps the token.
    - The announcement was true: the challenger takes the token.

    A challenge always ends the turn. If everybody says OK twice, the token goes under the cup.
    .button = Who takes?

rules =
    - Everybody has three tokens: ● blue, ▲ green, ◆ orange. The cups stand upside down, empty.
    - On your turn, take a token in your fist and aim at a cup.
    - The others say OK, or “Double!” if they think the cup is already taken.
    - Then announce a colour, true or false.
    - The others say OK, or “Liar!”.
    - OK from everybody, twice: your token goes under the cup, unseen.
    - A wrong challenge costs you: the token comes to you. If you are caught, you keep yours.
    - No token at the start of your turn: lift three cups in line, after a swap if you like.
    - Three equal colours or three different ones: the round is yours.
    - Two rounds won: the game is yours. Nothing is written down: remember.

rules-turn = At the start of a round all cups are empty and everybody receives one token of each colour. Play goes clockwise.

    As long as you hold at least one token at the start of your turn:
    1. you hide one in your fist and aim at a cup, any cup, even one you know to be taken;
    2. all the others answer OK, or one of them shouts “Double!”;
    3. if all said OK, you announce a colour. You may lie, and even name a colour you no longer hold (you may choose it as soon as you have aimed: nobody sees it before);
    4. all the others answer OK, or one of them shouts “Liar!”;
    5. if all said OK, the token goes under the cup and your turn is over.

    A cup can take any number of tokens. The colours you hold are secret; how many you hold is public.
    .title = A turn
rules-shouts = The first voice heard counts, and a challenge always ends the turn. An OK cannot be taken back. You may challenge without holding any token.

    {""}**“Double!”** exists only before the announcement. The cup aimed at is lifted, and everybody sees what is under it for a few seconds.
    - If it holds one token or more, the active player takes them all and keeps the one in the fist, which stays secret.
    - If it is empty, the challenger receives the token from the fist. Only those two know its colour.

    {""}**“Liar!”** exists only after the announcement. The token in the fist is shown to everybody for a few seconds.
    - If the announcement was false, the active player keeps the token.
    - If it was true, the challenger takes the token.
    Either way the cup stays as it is.
    .title = Double! and Liar!
rules-lift = If you begin your turn without a token, you must lift three touching cups in line. Placing your last token is not enough: wait for your next turn.

    First, if you like, swap two touching cups without looking under them. One swap a turn, and it stands even if the lift fails.

    Then everybody sees what is under the three cups for a few seconds. The lift succeeds if each holds at least one token and one token of each can be picked so that the three colours are all equal or all different. Where a cup holds several, the best pick is made for you.

    Otherwise the cups are put back with what they hold, and the next player plays.
    .title = Lifting three cups
rules-end = A successful lift earns a victory token. The second one wins the game. Otherwise a new round begins: empty cups, three tokens each, and the winner’s left neighbour plays first.

    A round is void, with no victory for anybody, in two cases:
    - nobody has a token left, and no three cups, wherever they stand, could make a good set;
    - the turns in a row without a token placed reach twelve times the number of players. A failed lift counts, and so does a challenge, right or wrong; a token placed sets that count back to zero.

    The next round is then begun by whoever was next to play.
    .title = End of a round, end of the game
rules-layout = There are three cups for each player, in three rows A, B and C, numbered from left to right.

    {""}**Grid**: three equal rows. Two cups touch when they are neighbours in a row, a column or a diagonal.

    {""}**Hive**: three staggered rows, each one cup longer than the row above. A cup touches its neighbours in the row and the two cups just below it. Lines follow the rows or the two slants.

    A line is always three cups following one another straight, without a gap.
    .title = How the cups stand
rules-memory = What has been shown vanishes after a few seconds and is written down nowhere. The table recalls only the current turn and the previous one; of those before, it repeats only who placed, challenged or lifted, without cup or colour. Nobody may look under a cup, not even whoever filled it.

    Whoever lets the time for an answer pass says OK; at the flash pace that is the custom: silence is consent. Whoever lets a turn pass places a token and tells the truth, or lifts a line chosen for them.
    .title = Memory and time
