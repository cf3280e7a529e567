"""Explains in words why a move at Cappuccino is good: the cups it takes, and the players who could take it back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say
from cogs.cappuccino.cells import Cell, neighbours
from cogs.cappuccino.moves import Moves, PlaceCup, Stack
from cogs.cappuccino.view import CappuccinoView, Public


def reason(views: Sequence[CappuccinoView], move: Moves, say: Say) -> str:
    """The reason for this move."""
    public = views[-1].public
    match move:
        case PlaceCup(cell=cell):
            touching = sum(near in public.cells for near in neighbours(cell))
            return say("advice-place", cell=public.frame.name(cell), count=touching)
        case Stack(from_=source, to=target):
            return _stacked(public, source, target, say)
        case _:
            raise ValueError("chance needs no advice")


def _stacked(public: Public, source: Cell, target: Cell, say: Say) -> str:
    layers, owner, name = public.layers, public.setup.owner, public.frame.name
    me, other = owner(layers[source][-1]), owner(layers[target][-1])
    height = len(layers[source]) + len(layers[target])
    touched = [near for near in neighbours(target) if near != source and layers.get(near)]
    rivals = [near for near in touched if owner(layers[near][-1]) != me and len(layers[near]) >= height]
    standing = "exposed" if rivals else "held" if touched else "safe"
    cell = name(rivals[0]) if rivals else ""
    if other != me:
        taken = len(layers[target])
        said = say("advice-take", cups=taken, seat=other, height=height, standing=standing, cell=cell)
    else:
        said = say("advice-join", height=height, standing=standing, cell=cell)
    near = (each for each in neighbours(source) if each != target and layers.get(each))
    hunters = [each for each in near if owner(layers[each][-1]) != me and len(layers[each]) >= len(layers[source])]
    if hunters and not rivals:
        return f"{said} {say('advice-rescued', cell=name(source), other=name(hunters[0]))}"
    return said
