"""PtiPassPass: a memory and bluff game with opaque cups, for three to six players.

In turn, players put tokens of three colours under opaque cups and announce the colour, truthfully or not.
A player without tokens lifts three cups in line, hoping for three equal colours or three different ones. Two
such rounds win the game.
"""
