name = Trio
blurb = Find three equal numbers in sorted hands that nobody shows. Memory and deduction.
command = trio
    .help = Trio: find three equal numbers without seeing the cards

option-mode = Mode
    .help = Simple: three trios win. Picante (spicy): it takes two linked trios.
    .command = mode
    .simple = Simple (three trios win)
    .picante = Picante (two linked trios win)
option-teams = Teams
    .help = With four or six: pairs sitting opposite each other pool their trios.
    .command = teams
    .yes = Teams of two
    .no = Everyone for themselves

verb-reveal = reveal
    .help = Reveal the lowest or highest card of a hand, or a card of the centre
    .button = Reveal a card
    .where = from
    .where-help = A hand, yours included, or the centre
    .card = card
    .card-help = The lowest, the highest, or the place in the centre
verb-offer = exchange
    .help = Offer a card to your partner, sealed
    .button = Offer a card
    .card = card
    .card-help = The card you would give
verb-decline = decline
    .help = Keep your cards: your team does not exchange this time
    .button = Do not exchange

ask-reveal-1 = Which card?
ask-reveal-2 = Which one?
ask-offer-1 = Which card do you offer?

title = { $mode ->
        [simple] simple mode
       *[picante] picante mode
    }{ $teams ->
        [yes] { " · teams" }
       *[no] { "" }
    }

# The table
face-up = **Face up:** { $cards }
remember = **Remember:** { $cards }
card = **{ $number }** ({ $origin })
origin-hand = the { $end ->
        [lowest] lowest
       *[highest] highest
    } of **{ $name }**
origin-own = their own { $end ->
        [lowest] lowest
       *[highest] highest
    }
origin-centre = place { $place } of the centre
times =
    { $count ->
        [2] { $origin } twice
       *[3] { $origin } three times
    }
then = { $before }, then { $after }
centre = **Centre:** { $count ->
        [one] one hidden card, place { $places }
       *[other] { $count } hidden cards, places { $places }
    }
opened = { $line } · in hand: { $cards }
centre-open = **Centre:** { $cards } left
centre-face-up = **Centre:** { $cards }
opened-offer = { $line } · offers { $card }
centre-empty = **Centre:** empty
seat = - **{ $name }**: { cards }{ $turn ->
        [yes] { " · to play" }
        [thinks] { " · thinking" }
        [won] { " · wins" }
       *[no] { "" }
    }
cards = { $count ->
        [0] no cards
        [one] one card
       *[other] { $count } cards
    }
trios = { $line } · { $count ->
        [0] no trio
        [one] trio: { $trios }
       *[other] trios: { $trios }
    }
team = **Team { $team }**{ $swapped ->
        [yes] { " · has exchanged" }
       *[no] { "" }
    }
trio = **{ $number }**
trio-linked = **{ $number }** (linked to { $links })
links = **Links:** { $links } · the trio of 7 wins alone.
link = { $number } → { $others }
silence = *Partners do not talk about cards.*

# What has just happened
story-dealt = The cards are dealt. **{ $name }** begins.
story-start = **{ $name }** begins.
story-opening = Before the first turn, each team may exchange a card, if both partners want to.
story-exchange =
    { $count ->
        [one] The other team may exchange a card, if both partners want to.
       *[other] The other teams may exchange a card, if both partners want to.
    }
story-swapped = Team { $team } has exchanged.
story-kept = Team { $team } has not exchanged.
story-shown = **{ $name }** reveals { $origin }: **{ $number }**.{ $count ->
        [2] { " " }Two alike: one more.
       *[other] { "" }
    }
story-missed = **{ $name }** revealed { $asked }: a miss.
story-missed-open = **{ $name }** revealed { $asked }: **{ $numbers }**, a miss.
story-took = **{ $name }** wins the trio of **{ $number }**: { $asked }.
recap-missed = **{ $name }** found no trio.
recap-took = **{ $name }** won the trio of **{ $number }**.
why-seven = The trio of 7 wins on its own.
why-three = It is the third trio: the game is won.
why-linked = It is linked to the trio of { $links }: the game is won.

# The hand
hand = **Your hand:** { $cards }
hand-linked = **Your hand:** { $cards } (linked numbers in brackets)
hand-empty = **Your hand:** empty. On your turn you play with other people’s cards.
hand-card-linked = **{ $number }** ({ $links })
hand-card = **{ $number }**
hand-choose = Offer a card to **{ $name }**, or keep your hand. Both answers are sealed.
hand-offered = Your answer is sealed: the **{ $card }** for **{ $name }**, in exchange for one of their cards.
hand-swapped = Exchange with **{ $name }**: you gave the **{ $given }** and received the **{ $received }**.

# The picture
picture-end = { $end ->
        [lowest] min
       *[highest] max
    }
picture-swapped = exchanged
picture-empty = no card left

# The choices
choice-seat = { $name } ({ cards })
choice-own = Your hand ({ cards })
choice-centre = The centre ({ cards })
choice-end = { $end ->
        [lowest] The lowest
       *[highest] The highest
    }
choice-own-end = { $end ->
        [lowest] Your lowest
       *[highest] Your highest
    }: { $number }
choice-place = Place { $place }
press-end = { $number } { $end ->
        [lowest] ▼
       *[highest] ▲
    }
press-own-end = You { $end ->
        [lowest] ▼
       *[highest] ▲
    }
choice-card = { $number }
choice-card-linked = { $number } (linked to { $links })

# Hints

advice-offer = { $count ->
        [one] You have only one { $number }: giving it breaks no pair, and you will know where it is.
       *[other] You have { $number } { $count } times: you keep some, and you will know where the one you give is.
    }
advice-decline = Your cards are worth more in your hand: keeping them costs nothing.
advice-sure = You know that this card is { $number ->
        [8] an 8
        [11] an 11
       *[other] a { $number }
    }.
advice-likely = You need { $number ->
        [8] an 8
        [11] an 11
       *[other] a { $number }
    }: here the chance is about { $chance }%.
advice-unlikely = You need { $number ->
        [8] an 8
        [11] an 11
       *[other] a { $number }
    } and do not know where to find one: better not to show too much.
advice-known = { $count ->
        [3] You know where all three { $number }s are: begin with this one.
        [2] You know where two { $number }s are: begin with this one, and only one is left to find.
       *[other] You know that this card is a number { $number }: two more are left to find.
    }
advice-perhaps = It may be { $number ->
        [8] an 8
        [11] an 11
       *[other] a { $number }
    }, with a chance of about { $chance }%, and you know { $count ->
        [one] where another is.
       *[other] where the other two are.
    }
advice-unknown = You do not know this card: whatever it is, you will know more.

# The end

final-score =
    { $score ->
        [0] no trio
        [one] { $score } trio
       *[other] { $score } trios
    }
honour-sight = Found two trios at first sight
honour-flawless = Won without a single miss
honour-thief = Took two trios from under the others’ noses
honour-near = Was one card short of a trio five times
honour-partners = Won as a team after three exchanges
figure-first_sight =
    { $count ->
        [one] { $count } trio at first sight
       *[other] { $count } trios at first sight
    }
figure-stolen =
    { $count ->
        [one] { $count } trio snatched
       *[other] { $count } trios snatched
    }
figure-near =
    { $count ->
        [one] { $count } time one card short
       *[other] { $count } times one card short
    }
figure-misses =
    { $count ->
        [one] { $count } failed turn
       *[other] { $count } failed turns
    }
figure-revealed =
    { $count ->
        [one] { $count } card revealed
       *[other] { $count } cards revealed
    }
figure-exchanges =
    { $count ->
        [one] { $count } exchange with the partner
       *[other] { $count } exchanges with the partner
    }
total-turns =
    { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }
total-trios =
    { $count ->
        [one] { $count } trio
       *[other] { $count } trios
    }

win = { $winners } { $count ->
        [one] wins the game.
       *[other] win the game.
    }

# The lesson

lesson-ends = Three trios win, or the one of **7** alone. Hands are sorted: one asks only for the lowest or the highest. So the other **12**s are at the end of a hand, or in the centre. Press **2 ▲**.
    .centre = The centre is allowed, but it is a lottery of nine cards. A 12 in a hand is always at its end. Press **2 ▲**.
    .low = A lowest card will never be a 12. Ask for the other end: **2 ▲**.
    .own = Your 12 will not fly away, and while nobody knows where the others are there is no need to show it. Press **2 ▲**.
    .other = A good idea, and you will come to it. Begin with **2 ▲**.
lesson-own = A **12**. It takes three, and the first number that differs sends everything back. Yours, at least, is certain: press **You ▲**.
    .centre = Perhaps, one time in nine. Yours is certain: press **You ▲**.
    .low = A lowest card is no 12, and a number that differs ends your turn. Press **You ▲**.
    .other = Perhaps. But begin with what you know: press **You ▲**.
lesson-third = Two of three. The last one is in the centre, among nine cards, or at the end of a hand: try **3 ▲**, **{ $two }**’s highest.
    .centre = Nine hidden cards, and nothing says that one of them is a 12. A hand has only two ends: press **3 ▲**.
    .low = A lowest card is no 12. Press **3 ▲**.
    .other = A card that has been shown is not shown again: it would be the next one. Press **3 ▲**.
lesson-trio = A trio of **12**: it is yours, and the three cards leave the game. **{ $one }** plays next, and has just turned up place **B** of the centre. Look.
lesson-missed = She was looking for a second 1 at **{ $two }**’s: it is a 2. Both cards go back to their places, and the table will not name them again. Remember both: the **1** in the centre, and the **2**, **{ $two }**’s lowest card.
lesson-remember = **{ $two }** has found nothing either. Your turn: you hold a **1**, and you know where another one is. Press that place of the centre.
    .centre = Not that one: it was **B**. At a real table nobody would have told you again.
    .own = Yours is certain, and can wait. First the card in the centre, while you remember it.
    .other = You saw a 1 in the centre, when **{ $one }** played. Turn up that place.
lesson-mine = That is the one. Add yours: press **You ▼**.
    .centre = No need to search for what one holds: press **You ▼**.
    .other = Possible, but not certain; yours is. Press **You ▼**.
lesson-last = One more. In a hand, a 1 is always the lowest card; and **{ $two }**’s you have seen. Press the right **▼**.
    .shown = **{ $two }**’s lowest card has been shown: a 2. That leaves **2 ▼**.
    .other = A 1 is always the lowest card of a hand, and you know **{ $two }**’s already. Press **2 ▼**.
lesson-end = Two trios. A third would win the game, and the trio of **7** wins it by itself. One asks only for the lowest and the highest card of a hand: remember what others have shown.

# Refusals
illegal-no-such-seat = Nobody sits at place { $number }: choose somebody at the table.
illegal-no-such-place = The centre has { $places } places; there is no place { $place }. Choose one that holds a card.
illegal-no-centre = There is no centre in team play: ask for the lowest or highest of a hand.
illegal-place-empty = Place { $place } of the centre is empty. Choose a place that holds a card.
illegal-place-shown = The card at place { $place } is already face up. Choose another one.
illegal-hand-empty = **{ $seat }** has no cards left. Ask somebody else.
illegal-hand-shown = All the cards of **{ $seat }** are already face up. Ask somebody else.
illegal-own-hand-empty = You have no cards left. Choose somebody else’s hand or the centre.
illegal-own-hand-shown = All your cards are already face up. Choose another hand or the centre.
illegal-exchange-first = An exchange is under way: cards are revealed once the teams have answered.
illegal-no-teams = Everyone plays for themselves here: there is no exchange. On your turn, reveal a card.
illegal-no-exchange = No exchange is under way: it is **{ $seat }** who reveals a card now.
illegal-not-in-exchange = Your team has no part in this exchange. Wait for what follows.
illegal-team-closed = Your team has already settled its exchange. Wait for the others.
illegal-already-answered = Your answer is sealed and cannot change. Wait for your partner’s.
illegal-not-in-hand = You do not hold a { $card }. Offer a card from your hand, or keep your hand.

# Rules
rules =
    - 36 cards: the numbers 1 to 12, three of each, in sorted hands and face down in the centre.
    - On your turn you reveal a card, then another, one at a time.
    - From where? The lowest or highest of any hand, yours included, or a card of the centre.
    - Two numbers that differ: everything goes back and the next player plays. Everybody saw: remember.
    - Three equal numbers: you win the trio, then the next player plays.
    - There is no stopping half-way.
    - Asking twice for the same end of a hand gives the next card.
    - Simple mode: three trios win. Picante mode: two linked trios (sum or difference of 7).
    - In both modes the trio of 7 wins at once.
    - In teams: pooled trios, no centre, and secret exchanges of one card.
rules-deal =
    Each number from 1 to 12 comes three times, 36 cards in all. Hands are sorted from lowest to highest; nobody sees anybody else’s.

    - With 3: 9 cards in hand, 9 in the centre.
    - With 4: 7 cards in hand, 8 in the centre.
    - With 5: 6 cards in hand, 6 in the centre.
    - With 6: 5 cards in hand, 6 in the centre.

    The cards of the centre stay in their places, marked with a letter. An emptied place is never filled again. The table draws who begins; play then goes from seat to seat.
    .title = Setting up
rules-turn =
    On your turn you turn up cards one after another. Each time you choose:
    - a card of the centre, by its place;
    - or the lowest, or the highest, of a hand: somebody else’s or your own. Cards in the middle of a hand are out of reach.

    {"**"}A number differs from the one before?** The turn is over. Everybody still sees the cards for a few seconds, then each goes back exactly where it came from.
    {"**"}Two equal numbers?** You must try for the third.
    {"**"}Three equal numbers?** The trio is yours, face up in front of you. Then the next player plays: a trio gives no extra turn.

    A revealed card is out of its hand until the turn ends, so asking for the lowest again gives the next one. A hand of a single card answers both requests with it. An empty hand cannot be asked, but it still takes its turn with other people’s cards. A trio may come from a single hand, even your own.
    .title = A turn
rules-win =
    {"**"}Simple mode.** Any three trios win the game.

    {"**"}Picante mode.** It takes two linked trios. Two numbers are linked when their sum or their difference is 7:
    1 and 6 · 1 and 8 · 2 and 5 · 2 and 9 · 3 and 4 · 3 and 10 · 4 and 11 · 5 and 12.
    Six and eight, both linked to 1, are not linked to each other. Three trios without a link do not win.

    {"**"}The trio of 7** wins at once in both modes. The 7 is linked to nothing.

    Victory is checked when a trio is taken: there is never a tie.
    .title = Winning
rules-teams =
    Four or six people may play in pairs who sit opposite each other. All the cards are dealt (9 each with four, 6 each with six) and there is no centre. A team’s trios count together, under the same conditions of victory. You do not see your partner’s hand, but you may ask for their cards like anybody else’s.

    {"**"}Exchanges.** Before the first turn, each team may exchange one card for one card. Later, whenever a team takes a trio without winning the game, the *other* teams may.
    Each partner answers in secret: offer a card, or keep the hand. If both offer, the cards change hands and each sees what came. As soon as one declines, the team keeps everything, and the card offered is shown to nobody. An answer cannot be taken back. The table only learns whether the team has exchanged.
    A team with a member who has no cards is passed over. An exchange does not change whose turn it is.

    {"**"}Silence.** Partners do not talk about cards.
    .title = In teams
rules-credits =
    Trio is a game by Kaya Miyano (*nana*), published in French by Cocktail Games. The text of these rules is ours.
    .title = The game
