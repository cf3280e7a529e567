"""Cappuccino: stack cups until no two stacks touch.

Every player has sixteen cups of one colour, set upside down among the others in a honeycomb. In turn, a player
puts a whole stack topped by their colour on a neighbouring stack that is no taller; the cell it leaves stays empty
for ever. A player who can no longer move stops. At the end a colour counts all the cups of the stacks it tops.
Players may also build the board themselves, play two colours each when they are two, and have islands that
are already decided taken off.
"""
