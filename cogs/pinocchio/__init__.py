"""Pinocchio: lay a card face down, say which garment it is, and hope that your neighbour believes you.

Forty-five garments in three colours. On your turn you first accept or doubt what the player before you announced, then
you look at your own top card, lay it on the heap and announce something that fits the words before it, true or not.
A lie that is caught lengthens the liar's nose, a truth that is doubted lengthens the doubter's. When all cards are laid
the shortest nose wins. A game by Dieter Gebhardt (Amigo, Gigamic).
"""
