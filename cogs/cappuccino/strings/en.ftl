name = Cappuccino
blurb = Stack your cups on your neighbours’ until no stack touches another. Who ends on top?
command = cappuccino
    .help = Cappuccino: stack cups and end on top

option-advanced = Set-up
    .help = Players set out the cups one at a time instead of starting from a shuffled board.
    .command = advanced
    .yes = everybody places their cups
    .no = shuffled board
option-two_colours = Colours
    .help = For two players: each plays two colours, and only the better one counts.
    .command = two_colours
    .yes = two each
    .no = one each
option-early_resolution = Groups that are decided
    .help = Cups that can change nothing any more are taken off and counted at once.
    .command = early_resolution
    .yes = counted at once
    .no = played to the end

verb-stack = stack
    .help = Put one of your stacks on a neighbouring stack that is no taller
    .button = Stack
    .from = stack
    .from-help = Your stack, for example C5
    .to = target
    .to-help = The neighbouring stack it covers
verb-place = place
    .help = Put down one of your cups during the set-up
    .button = Place a cup
    .colour = colour
    .colour-help = The colour of the cup
    .row = row
    .row-help = The letter of the row
    .cell = cell
    .cell-help = The cell, for example C5

ask-stack-1 = Which stack?
ask-stack-2 = Onto which neighbour?
ask-place-1 = Which colour?
ask-place-2 = On which cell?
ask-place-3 = On which cell?

colour = { $colour ->
        [cat] Cat
        [panda] Panda
        [leaf] Leaf
       *[flower] Flower
    }

# Heading
title-place = set-up { $placed }/{ $cups }
title-stacks = { $count ->
        [0] empty table
        [one] one stack
       *[other] { $count } stacks
    }
title-two = two colours
title-early = early resolution

# The table
not-dealt = The cups are not on the table yet.
standing = - { $colour } · **{ $name }**: **{ $cups }** ({ $stacks ->
        [0] no stack
        [one] one stack
       *[other] { $stacks } stacks
    }{ $safe ->
        [0] { "" }
       *[other] , { $safe } safe
    })
standing-blocked = { $line } · can no longer play
standing-place = - { $colour } · **{ $name }**: { $left ->
        [0] all placed
       *[other] { $left } to place
    }
best-colour = Only the better colour counts: { $scores }.
score = **{ $name }** { $cups }
legend-free = Each dot · is a cell you may choose.

# What has just happened
story-dealt = **{ $name }** begins.
story-building = Everybody places their cups in turn. **{ $name }** begins.
story-placed = **{ $name }** places { $colour } on **{ $cell }**.
story-built = Now stack. { $people } begins.
story-stacked = **{ $name }** puts **{ $source }** ({ $colour }, { $height }) on **{ $target }** ({ $under }, { $added }) and takes { $added ->
        [one] one cup
       *[other] { $added } cups
    } from **{ $owner }**: the stack is now { $total } high.
story-stacked-own = **{ $name }** puts **{ $source }** ({ $colour }, { $height }) on their own stack **{ $target }** ({ $under }, { $added }), now { $total } high.
story-settled = Decided and taken off: { $islands }.
island = { $cells } ({ $cups ->
        [one] one cup
       *[other] { $cups } cups
    } for { $colour })
story-blocked = { $people } can no longer play.
story-over = No stack touches another any more.

# For oneself
hand = **You play { $colours }**: { $cups ->
        [0] no cups.
        [one] one cup.
       *[other] { $cups } cups.
    }
hand-two = **You play { $colours }**: your better colour is worth { $cups }.
hand-place-colours = **You play { $colours }.**
hand-movable = Your stacks that can move: { $stacks }.
hand-place = { $needed ->
        [0] The first cup goes in the middle of the table.
        [1] This cup must touch the first one.
       *[other] Your cup must touch at least two others.
    }
hand-blocked = You can no longer play. Your stacks still count; those that touch another may yet be covered.

# On pictures
picture-left = { $left } to place
picture-safe = safe
picture-blocked = can no longer play
picture-movable = can move
picture-chosen = your stack
picture-target = can be covered
picture-free = free to choose

# Choices
choice-stack = { $name } { $mark } { $colour ->
        [cat] cat
        [panda] panda
        [leaf] leaf
       *[flower] flower
    }
choice-colour = { $colour } ({ $left ->
        [one] the last one
       *[other] { $left } to place
    })
choice-row = Row { $row } ({ $count ->
        [one] one cell
       *[other] { $count } cells
    })

# Hints

advice-take = You take { $cups ->
        [one] one cup
       *[other] { $cups } cups
    } from **{ $seat }**: your stack grows to { $height }, { $standing ->
        [safe] and touches no other stack: nobody can take it any more.
        [held] and no rival beside it is tall enough to cover it.
       *[exposed] though { $cell } could cover it; nothing better is in sight.
    }
advice-join = You join two of your stacks into one of { $height }, { $standing ->
        [safe] which touches no other stack: nobody can take it any more.
        [held] which no rival beside it is tall enough to cover.
       *[exposed] which { $cell } could cover; nothing better is in sight.
    }
advice-rescued = At { $cell }, { $other } could take it.
advice-tempting = **{ $way }** would take { $cups ->
        [one] one cup
       *[other] { $cups } cups
    }, { $exposed ->
        [yes] but { $cell } could cover that stack.
       *[no] but would leave you worse off a few moves later.
    }
advice-second = The next best, **{ $way }**, takes { $cups ->
        [0] no cup.
        [one] only one cup.
       *[other] only { $cups } cups.
    }
advice-place = { $count ->
        [0] The first cup goes to the centre: nothing else is possible.
        [one] At { $cell } your cup touches only one other: the fewer its neighbours, the fewer can cover it.
       *[other] At { $cell } your cup touches { $count } others: the fewer its neighbours, the fewer can cover it.
    }

# The end

final-score =
    { $score ->
        [0] no cup
        [one] { $score } cup
       *[other] { $score } cups
    }
honour-tower = Built a stack of twelve cups
honour-spared = Won and lost eight cups at most
honour-scoop = Took five cups in one go
honour-taker = Took twenty cups
honour-joiner = Joined five stacks of their own
figure-tallest = tallest stack: { $count }
figure-taken =
    { $count ->
        [one] { $count } cup taken
       *[other] { $count } cups taken
    }
figure-lost =
    { $count ->
        [one] { $count } cup lost
       *[other] { $count } cups lost
    }
figure-biggest =
    { $count ->
        [one] { $count } cup at once
       *[other] { $count } cups at once
    }
figure-joined =
    { $count ->
        [one] { $count } stack joined
       *[other] { $count } stacks joined
    }
figure-moves =
    { $count ->
        [one] { $count } stack moved
       *[other] { $count } stacks moved
    }
total-tallest = tallest stack: { $count }
total-stacks =
    { $count ->
        [0] no stack at the end
        [one] { $count } stack at the end
       *[other] { $count } stacks at the end
    }

win = { $winners } { $count ->
        [one] ends on top and wins the game.
       *[other] are level on top and win together.
    }

# The lesson

lesson-first = The most cups in your stacks win; the cats are yours. A whole stack goes on a neighbour that is no taller. Press **D5**, then **E4**.
    .elsewhere = Allowed too, and a panda taken. The lesson goes another way: press **D5**, then **E4**.
    .own = Covering one’s own stack is allowed, and sometimes excellent; here it takes nothing from anybody. Press **D5**, then **E4**.
    .other = That move is allowed, but the one that prepares what follows is **D5**, then **E4**.
lesson-equal = Your stack rises to 2; the cell it left stays empty. **{ $one }** did the same on **D3**. At equal height you may cover it: press **E4**, then **D3**.
    .elsewhere = That would be your own stack: nothing gained, while **D3** is worth two. Press **E4**, then **D3**.
    .other = Allowed, but **D3** and **E4** touch at equal height: if you do not take, **{ $one }** can. Press **E4**, then **D3**.
lesson-own = Nineteen moves later. The stack on **B1** (4) touches your **C2** (2), and is about to cover it. Your **D3** (4) touches **C2** too: shelter it under your own cups. Press **D3**, then **C2**.
    .greedy = One cup taken, and six lost: **B1** would cover **C2**, then **D3**, which nothing protects any more. Press **D3**, then **C2**.
    .other = That move can wait; **C2** cannot. With **B1** on it, your **D3** would be next. Press **D3**, then **C2**.
lesson-tower = At 6, your stack is above **B1**, which touches nothing else: it can neither climb nor flee. Press **C2**, then **B1**.
    .other = There is no hurry, to be honest: neither **B1** nor **C8** can escape. Begin with the larger: **C2**, then **B1**.
lesson-over = **{ $one }** has made her last move. You had only one left, **D7** on **C8**: the table has made it. Nothing touches any more; every stack counts for the colour on its top, and that makes **19** to **13**.
lesson-end = At equal height, take before you are within reach; what is threatened, make solid; what touches nothing is safe.

# Refusals
illegal-blocked = You have no move left. Your stacks count at the end: watch the rest.
illegal-place-first = Not stacking yet: { $left ->
        [one] one cup is
       *[other] { $left } cups are
    } still to be placed. Place one of yours.
illegal-nothing-to-place = All cups are placed: put one of your stacks on a neighbour instead.
illegal-not-your-colour = The { colour } cups are not yours. Place one of your own colour.
illegal-none-left = All your { colour } cups are placed. Place your other colour.
illegal-cell-taken = Cell { $cell } already holds a cup. Choose a cell marked with a dot.
illegal-first-cup = The first cup goes on { $cell }, in the middle of the table.
illegal-too-few-contacts = On { $cell } your cup would touch { $touching ->
        [0] no other
        [one] only one other
       *[other] { $touching } others
    }; it must touch at least { $needed ->
        [one] one
       *[other] { $needed }
    }. Choose a cell marked with a dot.
illegal-no-stack = There is no stack on { $cell }. Choose one of yours.
illegal-not-yours = Stack { $cell } belongs to **{ $other }** ({ colour } on top). Choose a stack with your colour on top.
illegal-same-cell = Stack { $cell } is there already. Choose a neighbouring stack.
illegal-void = There is no stack on { $cell }: an empty cell stays empty. Put your stack on a neighbouring one.
illegal-too-far = { $cell } and { $target } do not touch. Choose a neighbour of { $cell }, without jumping.
illegal-too-tall = { $target } is too tall ({ $tall }) for your stack { $cell } ({ $height }). Choose a neighbour of height { $height } or less.

rules =
    - Everybody has sixteen cups of one colour, mixed with the others’ in a honeycomb.
    - On your turn, take a whole stack with your colour on top. A single cup is a stack.
    - Put it on a neighbouring stack, of any colour, that is no taller.
    - Equal height is enough. Covering your own stack is allowed.
    - A stack is never split, and the order of its cups never changes.
    - The cell you leave stays empty: nobody goes there again or jumps across.
    - You must play as long as you can. Whoever has no move stops; the others go on.
    - The game ends when no stack touches another.
    - You score every cup of the stacks with your colour on top, whatever lies underneath.
    - The highest total wins; if it is level, the victory is shared.
rules-turn =
    A stack belongs to the colour of its top cup. Its height is the number of its cups.

    On your turn you move **one** stack of yours, all of it, onto a stack that touches it. A cell touches up to six others: two in its row, two above and two below.

    {""}**Allowed:** covering a stack that is lower or as high, anybody’s, your own included.
    {""}**Forbidden:** covering a taller stack, moving to an empty cell, jumping over a stack or a gap, moving part of a stack.

    Example: your stack of 2 touches a stack of 2, one of 1 and one of 3. It may cover the first two, not the third.

    There is no pass: if you dislike your only move, you must still make it.
    .title = A turn
rules-end =
    You can no longer play when you have no stack left, when your stacks touch nothing, or when they touch only taller stacks. A move once lost never comes back: the table says so once, then skips your turn. Your stacks stay: alone they are safe; otherwise they may yet be covered.

    If only one person can still move, they go on alone. The game ends when no stack touches another.

    Each colour scores the height of every stack it tops. Example: stacks of 6, 5, 2 and 1 make 14 points. The highest total wins; those who are level win together.
    .title = The end and the score
rules-board =
    A stack is written as its colour’s symbol and its height: ▲ Cat, ● Panda, ◆ Leaf, ■ Flower. “▲3” is a stack of three cups with a Cat on top. A blank is an empty cell.

    A cell is named by its row and column, like **C5**. Rows have letters, from the top down. Columns are counted in half cups, because every other row is shifted: one row has only odd numbers, the next only even ones. In the picture every cup carries its name; in the text the numbers of the first row stand at the top, those of the shifted rows at the bottom.

    So the neighbours of C5 are C3 and C7 in its row, B4 and B6 above, D4 and D6 below. Names never change once stacking has begun. During the advanced set-up they shift when the board grows upwards or to the left, but never while you choose.

    “Safe” counts the cups that nobody can take any more.
    .title = Reading the board
rules-setup =
    Two players use 32 cups, three 48, four 64. They are shuffled so that one colour does not clump together, and the first player is drawn by lot. Play goes clockwise.

    {""}**Advanced set-up.** The players build the board. In turn, each puts down one of their cups: the first in the middle, the second against it, and every other cup on a free cell that touches at least two cups already there. Holes are allowed, and may be filled. When all are placed, whoever placed first makes the first move.
    .title = Setting up
rules-variants =
    {""}**Two colours** (two players only). All 64 cups are used: Cat and Leaf against Panda and Flower. On your turn you move a stack of either of your colours. They are counted apart and only the better one is your score: covering your own other colour is a real tactic. With the advanced set-up you choose, cup by cup, which of your colours to place.

    {""}**Early resolution.** After every move the table takes off and counts the groups of stacks whose result is certain:
    - a stack on its own;
    - stacks that all have the same colour on top;
    - two stacks on their own, of different heights: everything goes to the colour of the taller.

    Two stacks of equal height and different colours stay: the first to move takes the other. This saves time, but also takes away waiting moves, so agree on it before you begin.
    .title = Variants
