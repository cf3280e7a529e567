"""A full state from a view. Nothing is hidden, so there is nothing to guess: the state comes back as it was."""

from __future__ import annotations

from random import Random

from cogs.cappuccino.board import NO_BOARD, Piles, all_options, board_of
from cogs.cappuccino.rules import State
from cogs.cappuccino.site import Site
from cogs.cappuccino.views import CappuccinoView


def guess(view: CappuccinoView, _rng: Random) -> State:
    """The state that gave this view."""
    site, board, piles = Site(), NO_BOARD, Piles()
    if view.phase == "place":
        for pile in view.piles:
            site = site.add(pile.cell, pile.layers[0])
    else:
        board = board_of(tuple(pile.cell for pile in view.piles))
        piles = tuple("".join(colour[0] for colour in pile.layers) for pile in view.piles)
    retired = [total.retired for total in view.totals]
    return State(
        terms=view.terms,
        first=view.first,
        active=view.to_act[0] if view.to_act else None,
        site=site,
        board=board,
        piles=piles,
        options=all_options(board, piles, view.terms.seats) if piles else (),
        retired=(*retired, *[0] * (4 - len(retired))),
        last=view.last,
    )
