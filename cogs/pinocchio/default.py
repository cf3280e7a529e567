"""The move played for a seat whose time is up."""

from __future__ import annotations

from collections.abc import Collection

from cogs.pinocchio.moves import ANNOUNCEMENTS, CARDS, FITTING, Announce, Believe, Moves
from cogs.pinocchio.views import PinocchioView


def default(view: PinocchioView, _legal: Collection[Moves]) -> Moves:
    """Believe; and announce what tells the next player as little as possible.

    Everybody may know this rule, so it must not tell truth from lie. With the truth where it fits and one fixed lie
    otherwise, that lie would be known for one; repeating the words before, whatever the card, would nearly always be
    a lie. So each of the seven announcements that fit stands for the card it names and for one that does not fit (one
    of the seven for two): whoever hears it may as well toss a coin.
    """
    if view.card is None:  # a card is held exactly when there is something to announce
        return Believe()
    said = view.announcement and view.announcement.card
    if said is not None and view.shielded:
        return Announce(*said)  # nobody may doubt it: repeating what all have heard says nothing of the card
    fitting = FITTING[said or CARDS[0]]  # the first announcement of a game is made as if one had come before
    truth = Announce(*view.card)
    if truth in fitting:
        return truth
    misfits = [move for move in ANNOUNCEMENTS if move not in fitting]
    return fitting[misfits.index(truth) % len(fitting)]
