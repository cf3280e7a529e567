"""Le Tripot du Chaos, by Nicolas Brodu (2020): duels between liars, for two to six players.

Everybody holds the same eight cards and 15 points. In turn each player challenges another; both play a card, and each
stakes the number on the card received. Then everybody talks, promises, and secretly lays a different action on each of
their duels: cooperate, attack or defend. The duels are revealed one by one. The richest player wins.
"""
