name = Pinocchio
blurb = Announce your card, truly or not. Will you be believed? Mind your nose. For 2 to 6.
command = pinocchio
    .help = Pinocchio: announce, believe or doubt, and keep your nose short

verb-believe = agree
    .help = Accept the announcement before yours as it stands
    .button = I agree
verb-doubt = disagree
    .help = Doubt the announcement before yours: the card is turned over
    .button = I disagree
verb-announce = announce
    .help = Lay your card face down and say what it is, truly or not
    .button = Announce
    .garment = garment
    .garment-help = The garment you announce
    .colour = colour
    .colour-help = The colour you announce
ask-announce-1 = What do you announce?
ask-announce-2 = In which colour?
shortcut-menteur = liar
    .help = Do not believe what has just been announced

# The cards

garment =
    { $garment ->
        [bonnet] hat
        [sabots] clogs
        [bowtie] bow tie
        [jacket] jacket
       *[dungarees] overalls
    }
colour =
    { $colour ->
        [red] ■ red
        [yellow] ★ yellow
       *[blue] ● blue
    }
press =
    { $colour ->
        [red] 🟥
        [yellow] ⭐
       *[blue] 🔵
    } { press-garment }
press-garment =
    { $garment ->
        [bonnet] hat
        [sabots] clogs
        [bowtie] bow tie
        [jacket] jacket
       *[dungarees] overalls
    }
card = { colour } { garment }

# The table

title =
    { $phase ->
        [deal] dealing
        [over] finished
       *[card] card { $n } of { $total }
    }
scene-deal = The cards are about to be dealt, face down.
shown = Card turned over: **{ $card }**
said =
    { $standing ->
        [protected] **Protected** announcement: “**{ $card }**”, by **{ $name }**
        [doubted] Doubted announcement: “**{ $card }**”, by **{ $name }**
       *[open] Announcement: “**{ $card }**”, by **{ $name }**
    }
task-judge = **{ $name }** decides: agree or disagree?
task-free = **{ $name }** holds a card and may announce anything.
task-shielded = **{ $name }** holds a card and may announce anything: the announcement will be protected.
task-bound = **{ $name }** holds a card and must announce { garment } or { colour }.
last-card = This is the last card: the game ends after this decision.
scene-verdict =
    { $truth ->
        [lie] It was a lie
       *[truth] It was the truth
    }: **{ $name }**’s nose grows.
scene-uncovered =
    { $truth ->
        [lie] It is a lie.
       *[truth] It is the truth.
    }
uncovered-held = { $line } · in hand: { $card }
uncovered-pile = { $line } · to come: { $cards }
uncovered-aside = Set aside: { $cards }
scene-opened =
    { $truth ->
        [lie] It was a lie, and nobody said so.
       *[truth] It was the truth, and nobody doubted it.
    }
last-doubt =
    { $right ->
        [yes] Last doubt: **{ $name }** against **{ $announcer }**, rightly.
       *[no] Last doubt: **{ $name }** against **{ $announcer }**, wrongly.
    }
player =
    - **{ $name }** · { $cards ->
        [0] no cards left
        [one] { $cards } card
       *[other] { $cards } cards
    } · { $nose ->
        [0] short nose
       *[other] nose of length { $nose }
    }
counts =
    { $heap ->
        [0] Heap in the middle: empty
        [one] Heap in the middle: { $heap } card
       *[other] Heap in the middle: { $heap } cards
    }{ $aside ->
        [0] {""}
       *[other] {" "}· put aside unseen: { $aside }
    }

# What has just happened

story-deal = **{ $name }** begins.
story-announce = **{ $name }** announces “**{ $card }**”.
story-protected = **{ $name }** announces “**{ $card }**”. { $over ->
        [yes] Protected: nobody may doubt it, and it was the last card.
       *[no] Protected: **{ $next }** may not doubt it.
    }
story-believe = **{ $name }** agrees with **{ $announcer }**.
story-doubt = **{ $name }** disagrees with **{ $announcer }**: it was { $truth ->
        [lie] a lie
       *[truth] the truth
    }. **{ $nose }** takes a nose.

# Your hand

hand-waiting =
    { $cards ->
        [0] Your pile is empty.
        [one] Your pile: { $cards } card, which nobody has seen, not even you.
       *[other] Your pile: { $cards } cards, which nobody has seen, not even you.
    }
hand-judge =
    { $cards ->
        [0] Decide about this last announcement: you have no card left to lay.
       *[other] Decide first: you will see your own card afterwards.
    }
hand-card = Your card: **{ $card }**
hand-free = Announce what you like, true or false.
hand-shielded = Announce what you like, true or false: nobody will be able to doubt it.
note-bound = You must announce { garment } or { colour }.
hand-bound =
    You must announce { garment } or { colour }. { $fits ->
        [yes] Your card fits: whether to tell the truth is up to you.
       *[no] Your card does not fit: you have to lie.
    }

# Words on pictures

picture-card =
    { $colour ->
        [red] red { garment }
        [yellow] yellow { garment }
       *[blue] blue { garment }
    }
picture-free = any card
picture-or = or

# The lesson

lesson-judge = Keep the shortest nose. **{ $two }** has laid his card and announced a red hat. Only the next player, you, decides whether to believe it. A first announcement is free: nothing obliged him to lie. Press **I agree**.
    .other = Nothing obliged him to lie, and a wrong doubt would cost you a nose. Keep it for a better occasion: **I agree**.
lesson-truth = Now you see your card. Your announcement must keep the garment or the colour of the one before, hat or red: yours fits. Tell the truth: press **🔵 hat**.
    .half = The right garment, not the right colour: half a truth is a whole lie. Press **🔵 hat**.
    .repeat = Repeating the announcement is allowed, but your card is blue: that would be a lie without need. Press **🔵 hat**.
    .other = Something red is allowed, and false. Where the truth fits, it risks nothing: press **🔵 hat**.
lesson-doubted = **{ $one }** has doubted you. The card is turned over, all of it is right: the nose is hers. After a doubt, even a wrong one, she announces what she likes, and nobody can doubt it.
lesson-pass = **{ $one }** said “red jacket”; **{ $two }**, who could not doubt it, had to follow and says “yellow jacket”. It is yours to judge: let it pass, this time. Press **I agree**.
    .other = There is something to be said for a doubt, and we shall come to it. First see where an accepted announcement leads: **I agree**.
lesson-lie = Jacket or yellow: you hold nothing of the kind. You must lie, that is no choice; which lie is one. Choose among the seven.
lesson-caught = **{ $one }** doubts again, rightly this time: a nose for you. A lie that one had to tell is still a lie.
lesson-doubt = **{ $one }** said “red overalls”, **{ $two }** follows: “blue overalls”. Seven announcements of fifteen were open to him: about one time in two his card is none of them. Press **I disagree**.
    .other = That is prudent. But a bound announcement is false more than one time in two, and who doubts then plays freely. Press **I disagree**.
lesson-found = A lie: the nose is **{ $two }**’s. You have doubted, so you now announce what you like, and nobody may doubt it.
lesson-free = Choose: nobody may doubt it.
lesson-end = **{ $one }** will have to follow your announcement without doubting it. So it goes on to the last card, and the shortest nose wins.

# Refusals

illegal-not-yours-to-judge = This announcement is for **{ $seat }** to judge: only the person who plays next may doubt it.
illegal-judge-first = First decide about the announcement before: agree or disagree? Your card comes afterwards.
illegal-nothing-said = Nothing has been announced yet. Look at your card and announce.
illegal-protected = This announcement follows a doubt: it is protected. Look at your card and announce.
illegal-already-judged = You have decided already. What is left is to announce your card.
illegal-misfit = Not possible after “{ card }”: announce the same garment ({ garment }) or the same colour ({ colour }).

# Help and rules

aid-wardrobe =
    The 45 cards, three of each:
    - Garments: hat, clogs, bow tie, jacket, overalls
    - Colours: ■ red, ★ yellow, ● blue

    Your announcement:
    - as a rule, the garment or the colour of the one before, or both: 7 possibilities
    - on the first card and after a doubt, any of the 15
    .button = Wardrobe

rules =
    - Everybody has a pile of garments, face down, that nobody looks at.
    - On your turn, first judge the announcement before yours: *agree* or *disagree*.
    - Agree: the announcement stands, true or not.
    - Disagree: the card is turned over. Garment and colour must both be right.
    - A lie found out: a nose for the liar. A truth doubted: a nose for the doubter.
    - Only then do you look at your card, lay it and announce it.
    - Your announcement keeps the garment or the colour of the one before.
    - Lying is allowed, and sometimes you have to.
    - After a doubt you announce freely, and nobody may doubt you.
    - When all cards are laid, the shortest nose wins.

rules-setup =
    There are 45 cards: five garments (hat, clogs, bow tie, jacket, overalls) in three colours (■ red, ★ yellow, ● blue), three copies of each.

    They are dealt into equal piles, face down:
    - 2 players: 22 cards each, 1 put aside
    - 3 players: 15 cards each
    - 4 players: 11 cards each, 1 put aside
    - 5 players: 9 cards each
    - 6 players: 7 cards each, 3 put aside

    Nobody looks at the piles or at the cards put aside. Who begins is drawn by lot; play then follows the order of the seats.
    .title = Setting up
rules-turn =
    A turn has two parts.

    1. **Judge.** You say whether you believe the announcement of the person before you. Nobody else decides, and you have not seen your own card yet.
    2. **Announce.** You take the top card of your pile, look at it and lay it face down on the heap in the middle, announcing a garment and a colour.

    The announcement must keep the garment or the colour of the one before, or repeat both. Words count, not cards: even after a lie that was accepted, you follow what was said. If your card fits, you may tell the truth or lie; if it does not, you have to lie.

    The very first announcement is free, and the next person may doubt it.
    .title = A turn
rules-doubt =
    - **Agree**: nothing happens. The card stays hidden and will never be checked again.
    - **Disagree**: the card is shown to everybody for a few seconds.

    When a card is shown:
    - If the garment or the colour differs from the announcement, it was a lie: a nose for the announcer.
    - If both are right, it was the truth: a nose for the doubter.

    Either way the doubter plays next, **freely**: any garment, any colour. That announcement is **protected**: the next person cannot doubt it and goes straight on to their card. They still have to follow the protected announcement, and theirs may be doubted again.
    .title = Doubts and protection
rules-end =
    When the last card has been laid, the person who began may still doubt it; then the game ends. If that last announcement is protected, the game ends at once.

    The shortest nose wins. If several are equally short, the victory is shared.

    A game by Dieter Gebhardt (Amigo, Gigamic).
    .title = The end
rules-table =
    The bot recalls only the last announcement and the last doubt; the rest is for you to remember.

    If your time runs out, the bot makes you *agree*. To announce, it follows a fixed rule: your card if it fits, otherwise a lie, chosen so that such an announcement is true about one time in two. If your announcement is protected, it repeats the one before.
    .title = At this table

# Hints

advice-none-left = You have seen all three of “{ card }” go by: it is a lie for certain.
advice-left = { $left ->
        [one] Only one “{ card }” is left that you have not seen
       *[other] { $left } of “{ card }” are left that you have not seen
    }: the chance that it is a lie is about { $chance }%. { $doubt ->
        [yes] More than { $bar }%: better doubt it.
       *[no] No more than { $bar }%: a wrong doubt would cost you a nose.
    }
advice-truth = It is your card: if it is doubted, the nose is for the other one.
advice-lie = { $must ->
        [yes] Your card does not fit, so you must lie:
       *[no] Your card fits, but a lie makes what follows harder:
    } { $left ->
        [0] all three of “{ card }” have been shown, but nothing else is better.
        [one] one “{ card }” has not been shown to everybody yet, so it can be believed.
       *[other] { $left } of “{ card }” have not been shown to everybody yet, so it can be believed.
    }
advice-shielded = Nobody can doubt it{ $last ->
        [yes] : say what you like.
       *[no] ; **{ $other }** has about a { $chance }% chance to follow.
    }

# The end

final-score =
    { $score ->
        [0] short nose
       *[other] nose of length { $score }
    }
honour-unseen = Lied seven times or more and was never caught
honour-honest = Won without telling a single lie
honour-doubts = Doubted three times or more and was always right
honour-streak = Got away with ten lies in a row
honour-trusting = Swallowed six lies
honour-caught = Was caught five times
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
        [one] { $count } doubt right
       *[other] { $count } doubts right
    }
figure-wrong =
    { $count ->
        [one] { $count } doubt wrong
       *[other] { $count } doubts wrong
    }
figure-swallowed =
    { $count ->
        [one] { $count } lie swallowed
       *[other] { $count } lies swallowed
    }
figure-streak =
    { $count ->
        [one] { $count } lie got away with
       *[other] { $count } lies in a row got away with
    }
total-doubts =
    { $count ->
        [one] { $count } doubt
       *[other] { $count } doubts
    }
total-lies =
    { $count ->
        [one] { $count } lie
       *[other] { $count } lies
    }

win =
    { $count ->
        [one] { $winners } wins with the shortest nose.
       *[other] { $winners } win together: no nose is shorter.
    }
