"""Explains in words why a move at Cappuccino is good: the cups it takes, and the players who could take it back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say, Seat
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
    height, taken = len(layers[source]) + len(layers[target]), 0
    rivals = _rivals(public, source, target)
    touched = any(near != source and layers.get(near) for near in neighbours(target))
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
        said = f"{said} {say('advice-rescued', cell=name(source), other=name(hunters[0]))}"
    return f"{said} {_tempting(public, me, taken, say)}".strip()


def _rivals(public: Public, source: Cell, target: Cell) -> list[Cell]:
    """The stacks of others that could take a stack put on another one."""
    layers, owner = public.layers, public.setup.owner
    me, height = owner(layers[source][-1]), len(layers[source]) + len(layers[target])
    near = [each for each in neighbours(target) if each != source and layers.get(each)]
    return [each for each in near if owner(layers[each][-1]) != me and len(layers[each]) >= height]


def _tempting(public: Public, me: Seat, taken: int, say: Say) -> str:
    """Why not the move that takes the most cups, if one takes more."""
    layers, owner, name = public.layers, public.setup.owner, public.frame.name
    ways = [(source, target) for source, targets in public.ways.items() for target in targets]
    takes = [(len(layers[to]), from_, to) for from_, to in ways if owner(layers[to][-1]) != me]
    cups, source, target = max(takes, default=(0, (0, 0), (0, 0)), key=lambda each: each[0])
    if cups <= taken:
        return ""
    rivals = _rivals(public, source, target)
    cell, way = name(rivals[0]) if rivals else "", f"{name(source)} → {name(target)}"
    return say("advice-tempting", way=way, cups=cups, exposed="yes" if rivals else "no", cell=cell)
