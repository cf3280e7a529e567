name = Le Tripot du Chaos
blurb = Duels between liars: promise, then cooperate, attack or defend in secret. Most points win.
command = tripot
    .help = Le Tripot du Chaos: duels, promises and betrayals for 2 to 6 players

# What players do

verb-challenge = challenge
    .help = Challenge somebody: your card goes face down
    .button = Challenge
    .opponent = opponent
    .opponent-help = Whom you challenge
    .card = card
    .card-help = The card you play: its number is what your opponent stakes
verb-answer = answer
    .help = Answer a challenge with a card
    .button = Answer
    .card = card
    .card-help = The card you play: its number is what the challenger stakes
verb-commit = actions
    .help = Lay a different action on each of your duels, in secret
    .button = Lay my actions
    .first = first
    .first-help = Action for your first duel
    .second = second
    .second-help = Action for your second duel, if you have one
    .third = third
    .third-help = Action for your third duel, if you have one
verb-resolve = resolve
    .help = Turn up one of your duels
    .button = Turn up a duel
    .duel = duel
    .duel-help = The duel to turn up
ask-challenge-1 = Whom do you challenge?
ask-challenge-2 = Which card do you play? Your opponent stakes its number.
ask-answer-1 = Which card do you answer with? The challenger stakes its number.
ask-commit-1 = Your first duel?
ask-commit-2 = Your second duel?
ask-commit-3 = Your third duel?
ask-resolve-1 = Which of your duels do you turn up?

# The lesson

lesson-challenge = The most points win. Fifteen points each, and the same eight cards. You challenge **{ $one }** with a hidden card: she will stake its number, and you the number of hers. Make her risk a lot: press **5**.
    .other = Your card makes the other stake, not you: with this one **{ $one }** would risk less. Press **5**.
lesson-answer = **{ $one }** has answered with a 2: she stakes 5, and you 2. Now she challenges you. Choose your answer, but not the 1.
    .other = Your answer is her stake: with a 1 she would risk next to nothing. Choose another card.
lesson-tokens = **{ $one }** swears to cooperate in duel 1. Let us suppose so. She has one token of each kind: in duel 2 she must then attack or defend. Press **D1 Cooperate**, then **D2 Defend**.
    .attack = Attacking somebody who cooperates takes both stakes, and it is tempting. But if she is wary and defends, she takes everything, and you pay 1 point as a fine. Trust her this time: **D1 Cooperate**, then **D2 Defend**.
    .defend = Against somebody who cooperates a defence takes nothing: both get their stakes back, and you pay 1 point as a fine. Press **D1 Cooperate**, then **D2 Defend**.
    .second = Right for duel 1. But in duel 2, attacking a defence would cost you your stake and 1 point; a defence, at worst, loses its stake. **D1 Cooperate**, then **D2 Defend**.
lesson-resolve = The tokens are laid, and nobody touches them any more. You opened this round, so you turn up your duels first: press **Duel 1**.
    .other = The order matters only to somebody who cannot pay a fine. Follow the numbers: **Duel 1**.
lesson-pact = A promise kept. The stakes are shared, and the reserve adds 2 points a head: cooperating makes both richer. Only duel 2 is left: the table turns it up.
lesson-parry = She attacked, you defended: both stakes are yours, with 1 point from the reserve, and she pays the fine. She has one token of each kind: hers for cooperating was in duel 1.
lesson-betray = The second round, two new duels. **{ $one }** trusts you and promises to cooperate in duel 1. Take everything: press **D1 Attack**, then **D2 Cooperate**.
    .second = Right for duel 1. But in duel 2 make a gesture: press **D1 Attack**, then **D2 Cooperate**.
    .other = If she cooperates, only an attack takes both stakes. Press **D1 Attack**, then **D2 Cooperate**.
lesson-taken = Duel 1: you attacked, she cooperated; both stakes are yours. Duel 2: you cooperated, she defended; both get their stakes back, you win 1 point, and she pays one for her distrust.
lesson-clash = The third round. She trusts you no more: in duel 1 she will surely attack. Attack too. Press **D1 Attack**, then **D2 Defend**.
    .other = See the two outcomes that are left instead: press **D1 Attack**, then **D2 Defend**.
lesson-walls = Duel 1: two attacks; each takes the other’s stake. Duel 2: two defences; both stakes go to the reserve, and nobody gains.
lesson-end = You have seen the six outcomes of a duel. Cards that were played do not come back; when there are none left, the most points win. **{ $one }** will promise again, and betrayals get noticed.

# Refusals

illegal-no-such-seat = There is no player number { $number } at this table.
illegal-no-duel = You have no duel this round: there is nothing to lay until the next one.
illegal-wrong-phase = { $phase ->
        [challenge] It is time to challenge: choose an opponent and a card.
        [answer] A challenge awaits you: answer it with a card.
        [actions] It is time to lay actions: choose one for each of your duels.
       *[resolve] It is time to turn duels up: choose one of yours.
    }
illegal-self-challenge = You cannot challenge yourself: choose somebody else.
illegal-opponent-empty = { $other } has no card left to answer with: challenge somebody else.
illegal-opponent-busy = { $other } already has three duels this round: challenge somebody else.
illegal-not-in-hand = You do not have a { $card }. Your cards: { $cards }.
illegal-same-action = You have each action only once: lay a different one on each duel.
illegal-duels-in-order = Name your duels in order: { $numbers }.
illegal-every-duel = { $count ->
        [one] You have one duel, number { $numbers }: lay one action on it.
       *[other] Lay one action on each of your { $count } duels: { $numbers }.
    }
illegal-no-such-duel = There is no duel { $number } this round.
illegal-not-your-duel = Duel { $number } is not one of yours: choose a duel you take part in.
illegal-already-resolved = Duel { $number } has been turned up already: choose another.

# The table

title = { $phase ->
        [deal] before the first round
        [challenge] round { $round } · challenges
        [answer] round { $round } · challenges
        [actions] round { $round } · actions
        [resolve] round { $round } · reveals
       *[over] game over
    }
scene-seat = - **{ $name }** · { $points ->
        [one] 1 point
       *[other] { $points } points
    } · { $hidden ->
        [yes] cards: { $count } and 1 face down, among { $cards }
       *[no] { $count ->
            [0] no card left
            [one] 1 card: { $cards }
           *[other] { $count } cards: { $cards }
        }
    }{ $first ->
        [yes] {" "}· opens the round
       *[no] {""}
    }{ $turn ->
        [yes] {" "}· to play
        [won] {" "}· wins
       *[no] {""}
    }{ $bonus ->
        [0] {""}
       *[other] {" "}· +{ $bonus } for their cards
    }
scene-duels = { $past ->
        [yes] **Duels of round { $round }, now over**
       *[no] **Duels of round { $round }**
    }
scene-duel = - { $now ->
        [yes] ▶ **Duel { $duel }**
       *[no] Duel { $duel }
    } · { $one } · { $two }
scene-side = **{ $name }** plays { $card }, stakes { $stake }
side-waited = , still to choose
side-laid = , action face down
side-uncovered = , { $action ->
        [cooperate] will cooperate (C)
        [attack] will attack (A)
       *[defend] will defend (D)
    }
side-done = , { $action ->
        [cooperate] cooperates (C)
        [attack] attacks (A)
       *[defend] defends (D)
    } → { $net }
scene-pending = - Challenge · **{ $name }** against **{ $other }**, one card face down
scene-uncovered = - Challenge · **{ $name }** against **{ $other }**, with the { $card }
scene-sum = Count: players { $points } + stakes { $stakes } + reserve { $reserve } = { $total } (15 × { $seats })

action = { $action ->
        [cooperate] Cooperate (C)
        [attack] Attack (A)
       *[defend] Defend (D)
    }
no-action = no action laid yet

press-duel = Duel { $duel }
press-action = D{ $duel } { $action ->
        [cooperate] Cooperate
        [attack] Attack
       *[defend] Defend
    }
label-opponent = { $name } · { $points ->
        [one] 1 point
       *[other] { $points } points
    } · { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    } · { $duels ->
        [one] 1 duel
       *[other] { $duels } duels
    }
label-card = Card { $card } · { $name } will stake { $stake }{ $short ->
        [yes] {" "}(all they have)
       *[no] {""}
    }
label-action = { $action } · duel { $duel } against { $name }, cards { $cards }, stakes { $stakes }
label-duel = Duel { $duel } against { $name }, cards { $cards }, stakes { $stakes }

# The picture

picture-first = opens
picture-past = round { $round } · over
picture-reserve = reserve { $points }
picture-empty = no card left

# The private panel

hand-challenge = Your turn to challenge: choose an opponent and a card. They will stake its number; you will stake the number on theirs.
hand-answer = **{ $name }** challenges you. Choose your card: **{ $name }** will stake its number, you the number on the card face down.
hand-hidden = Your card face down against **{ $name }**: **{ $card }**.
hand-actions = { $count ->
        [one] Lay one action on your duel. Nobody sees it before the duel is turned up.
       *[other] Lay a different action on each of your { $count } duels. Nobody sees them before each duel is turned up.
    }
hand-sealed = Your actions are laid. You may change them until the last player has chosen.
hand-idle = You have no duel this round.
hand-resolve = Your turn: turn up one of your duels.
hand-duel = - Duel { $duel } against **{ $name }** · you: card { $card }, stake { $stake } · opposite: card { $card2 }, stake { $stake2 } · { $token }{ $done ->
        [yes] {" "}· turned up
       *[no] {""}
    }
hand-cards = { $count ->
        [0] You have no card left.
        [one] Your last card: { $cards }.
       *[other] Your { $count } cards: { $cards }.
    } Your loot: { $points ->
        [one] 1 point
       *[other] { $points } points
    }.

# What has just happened

story-dealt = The draw is made: **{ $name }** opens the first round.
story-challenged = **{ $name }** challenges **{ $other }** with a card face down.
story-answered = **{ $other }** answers **{ $name }**’s { $card } with a { $card2 }: **{ $name }** stakes { $stake }{ $short ->
        [yes] {" "}(all they had)
       *[no] {""}
    }, **{ $other }** stakes { $stake2 }{ $short2 ->
        [yes] {" "}(all they had)
       *[no] {""}
    }.
story-skip = **{ $name }** challenges nobody: { $reason ->
        [empty] no card left.
        [busy] three duels already.
       *[nobody] no opponent is free.
    }
story-actions = Talk, then lay your tokens.
story-sealed = **{ $name }** has laid every action, face down.
story-all-sealed = All actions are laid: the duels are turned up one by one.
story-cc = Duel { $duel }: **{ $name }** and **{ $other }** cooperate; { $pot ->
        [0] nothing was staked
       *[other] they share the { $pot } staked ({ $share } for **{ $name }**, { $share2 } for **{ $other }**)
    }, and the reserve gives 2 points to each.
story-ac = Duel { $duel }: **{ $name }** attacks **{ $other }**, who cooperates, and { $pot ->
        [0] finds nothing to take: nothing was staked.
        [one] takes the only point staked.
       *[other] takes all { $pot } points staked.
    }
story-aa = Duel { $duel }: **{ $name }** and **{ $other }** attack each other and swap stakes: { $stake2 } for **{ $name }**, { $stake } for **{ $other }**.
story-ad = Duel { $duel }: **{ $name }** attacks **{ $other }**, who defends, takes { $pot ->
        [0] a pot of nothing
        [one] the only point staked
       *[other] all { $pot } points staked
    } and receives 1 from the reserve; **{ $name }** { $paid ->
        [yes] pays a fine of 1 point.
       *[no] has nothing to pay the fine with.
    }
story-dd = Duel { $duel }: **{ $name }** and **{ $other }** both defend; { $pot ->
        [0] nothing was staked, nothing is lost.
        [one] the only point staked goes to the reserve.
       *[other] the { $pot } points staked go to the reserve.
    }
story-dc = Duel { $duel }: **{ $name }** defends while **{ $other }** cooperates; stakes go back ({ $stake } to **{ $name }**, { $stake2 } to **{ $other }**), the reserve gives 1 to **{ $other }**, and **{ $name }** { $paid ->
        [yes] pays a fine of 1 point.
       *[no] has nothing to pay the fine with.
    }
story-round = Round { $round } is over; **{ $name }** opens the next.
story-lone = Only **{ $name }** still holds cards: their sum, { $points } points, comes from the reserve, and the game is over.
story-end = Nobody has a card left: the game is over.
# Hints

advice-card = { $first ->
        [yes] Nobody you face has more loot than **{ $other }**, whom your { $card } will make stake { $stake }.
       *[no] Your { $card } will make **{ $other }**, who has { $points ->
            [one] { $points } point
           *[other] { $points } points
        }, stake { $stake }.
    }
advice-action = Duel { $duel }, { $pot ->
        [0] nothing staked
        [one] one point staked
       *[other] { $pot } points staked
    }: { $action ->
        [attack] attacking brings you { $brings } if **{ $other }** cooperates.
        [defend] defending brings you { $brings } if **{ $other }** attacks.
       *[cooperate] cooperating brings you { $brings } if **{ $other }** cooperates too.
    }
advice-habit = So far **{ $other }** has { $hoped ->
        [attack] attacked
       *[cooperate] cooperated
    } { $count ->
        [one] once
       *[other] { $count } times
    } out of { $total }.
advice-resolve = Your tokens are laid already: the order hardly changes what this duel brings you.
advice-resolve-poor = Your loot is empty: opened now, this duel cannot cost you a fine.

# The end

final-score =
    { $score ->
        [0] no points
        [one] { $score } point
       *[other] { $score } points
    }
honour-peaceful = Won without a betrayal, two pacts kept
honour-pacts = Kept three pacts
honour-traitor = Betrayed three times
honour-resilient = Won after being betrayed twice
honour-parries = Parried three attacks
honour-biggest = Took nine points in one go
figure-betrayals =
    { $count ->
        [one] { $count } betrayal
       *[other] { $count } betrayals
    }
figure-betrayed =
    { $count ->
        [one] { $count } betrayal suffered
       *[other] { $count } betrayals suffered
    }
figure-pacts =
    { $count ->
        [one] { $count } pact kept
       *[other] { $count } pacts kept
    }
figure-parries =
    { $count ->
        [one] { $count } attack parried
       *[other] { $count } attacks parried
    }
figure-plunder =
    { $count ->
        [one] { $count } point plundered
       *[other] { $count } points plundered
    }
figure-biggest =
    { $count ->
        [one] { $count } point at once
       *[other] { $count } points at once
    }
total-duels =
    { $count ->
        [one] { $count } duel
       *[other] { $count } duels
    }
total-biggest =
    { $count ->
        [one] the biggest: { $count } point
       *[other] the biggest: { $count } points
    }
total-rounds =
    { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }

win = { $winners } { $count ->
        [one] wins with the largest loot.
       *[other] share the victory with equal loot.
    }

# The reference card and the rules

aid-outcomes = What a duel gives
    - **C – C** (both cooperate): the two stakes are halved, the odd point to whoever staked more; each also gets 2 from the reserve.
    - **C – A** (cooperate, attack): the attacker takes both stakes.
    - **A – A** (both attack): each takes the other’s stake.
    - **A – D** (attack, defend): the defender takes both stakes and 1 from the reserve; the attacker pays 1 to the reserve.
    - **D – D** (both defend): both stakes go to the reserve.
    - **D – C** (defend, cooperate): each takes back their stake; the cooperator gets 1 from the reserve; the defender pays 1 to it.
    A fine that cannot be paid is not paid.
    .button = Outcomes

rules =
    - Everybody starts with 15 points and the same eight cards: 1 2 2 3 3 4 4 5.
    - In turn, challenge somebody with a card face down; they answer with a card of theirs.
    - Each stakes the number on the card **received** (or all they have left).
    - Nobody may refuse a challenge; nobody has more than three duels in a round.
    - Then talk, promise, lie; and secretly lay an action on each of your duels.
    - Cooperate (C), attack (A), defend (D): you have one of each, so they are all different.
    - Duels are turned up one at a time, from the first player round the table.
    - Cooperating pays if both do; attacking robs cooperators; defending robs attackers.
    - Played cards are gone. When there are none left the game ends.
    - Most points win; equal points share the victory.

rules-challenges = The participants of a round are those who still hold cards. From the first player clockwise, each has one turn to challenge.
    - Choose an opponent who has a card left and fewer than three duels this round, and play a card face down. You may not decline to challenge, nor may they decline to answer.
    - The opponent answers with a card. Both are turned up.
    - Each pays at once, as a stake, the number on the other’s card. Whoever has fewer points stakes all of them, even none; nothing is owed later.
    - Two players may have several duels together in a round; each counts on its own.
    - Your turn is skipped if you have no card left, if you are already in three duels, or if nobody can be challenged.
    Cards are played once each, so everybody’s remaining cards are known; the table shows them.
    .title = Challenges
rules-actions = Once all challenges are made, everybody with a duel chooses in secret, all at the same time.
    - You own three tokens: cooperate (C), attack (A), defend (D). Lay one on each of your duels, all different. With one duel two tokens stay unused, with two duels one.
    - You may say anything, true or false, in public or in private. Showing a token is not allowed.
    - You may change your mind until the last player has chosen; from then on everything is fixed.
    .title = Actions
rules-outcomes = From the first player clockwise, each turns up their remaining duels in the order they like.
    - Both cooperate: the stakes are halved, an odd point going to the higher stake; the reserve adds 2 points for each.
    - One attacks, the other cooperates: the attacker takes both stakes.
    - Both attack: each takes the other’s stake.
    - One attacks, the other defends: the defender takes both stakes and 1 point from the reserve; then the attacker pays it 1 point.
    - Both defend: the stakes go to the reserve.
    - One defends, the other cooperates: each takes back their stake; the reserve gives the cooperator 1 point; then the defender pays it 1 point.
    The reserve never runs out. A fine is paid from what one has at that moment; without a point it is simply not paid. So the order of the duels can matter to whoever is broke.
    The table turns a duel up by itself when there is nothing to choose.
    .title = Resolving duels
rules-end = When all duels are turned up, their cards are discarded and everybody takes their tokens back. The next player clockwise who still holds cards becomes first player.
    - The game ends when nobody has a card left.
    - If a single player still has cards when a round would start, that player takes their sum from the reserve and the game ends.
    - Having no points left does not put you out: you go on with stakes of nothing.
    The largest loot wins; those who are level win together. On the board, points, stakes and reserve always add up to 15 for each player; the reserve is counted from 0 and may be negative.
    .title = Rounds and the end
rules-author = Le Tripot du Chaos was designed by Nicolas Brodu (2020), as a print-and-play game for personal use.
    .title = The game
