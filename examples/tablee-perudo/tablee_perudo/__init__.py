"""Perudo: everybody rolls in secret, bids rise, and somebody must be wrong.

In turn players claim how many dice at the table show a face, each more than the one before, until somebody doubts. Then
all dice are shown, and the wrong one of the two loses a die. Ones count as any face. Without dice a player is out; the
last one wins.
"""
