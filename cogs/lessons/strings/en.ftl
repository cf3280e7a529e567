learn = learn
    .help = Learn a game in two minutes, by playing it
    .game = game
    .game-help = The game to learn (otherwise, the list)

help-lessons = Learn
learning-title = { $game }: the lesson · { $number }/{ $count }
learning-title-end = { $game }: the lesson is over
learning-go-on = Go on
learning-leave = Leave
learning-not-so = 🔎 { $words }
learning-done = That is the essence; the rest comes with playing. You can begin at once against novices.
learning-done-only = That is the essence; the rest comes with playing.
learning-again = Begin again
learning-others = Other lessons
learning = **Learn by playing** — about two minutes a game. I say what to look at and what to press; mistakes cost nothing here, and nobody else sees them. Which game first?
learning-left = You have left the lesson; nothing of it is kept, not even the mistakes. Here are others, and `/learn` always leads back to them.
