"""Trio: find three equal numbers without seeing the cards.

Thirty-six cards, three of each number from 1 to 12, are spread over sorted hands and a face-down centre. In
turn, a player turns cards up one at a time: any player's lowest or highest, or a card of the centre. As soon as two
differ everything goes back and the table tries to remember; three equal cards are a trio. Three trios win,
or two linked ones in the spicy mode, or the sevens at once. Four or six people may also play in pairs.
"""
