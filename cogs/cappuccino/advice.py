"""Explains in words why a move at Cappuccino is good: the cups it takes, and the players who could take it back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from bot.core.game import Say, Seat
from cogs.cappuccino.cells import Cell, neighbours
from cogs.cappuccino.moves import Moves, PlaceCup, Stack
from cogs.cappuccino.search import NO_LIMIT, Search, SearchPosition
from cogs.cappuccino.view import CappuccinoView, Public

MOVE_BUDGET = 15_000
"""Moves that the search of a hint may try: a replay judges a whole game with as many for each decision."""


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


def odds(views: Sequence[CappuccinoView], legal: Collection[Moves]) -> dict[Moves, float]:
    """The chance to win the game with each stack, by a search; none while cups are placed."""
    public = views[-1].public
    return {move: chance for move, chance in _chances(public).items() if move in legal}


@lru_cache(maxsize=4)
def _chances(public: Public) -> dict[Stack, float]:
    """The chance of the active seat to win with each of its moves, the best first. Cached: a hint asks twice."""
    legal = [Stack(source, target) for source, targets in public.ways.items() for target in targets]
    if public.active is None or not legal:
        return {}
    position = SearchPosition(public)
    moves = position.steps_of(legal)
    values = Search(position, public.active, MOVE_BUDGET).values(sorted(moves), NO_LIMIT)
    return {moves[step]: position.chance(value) for step, value in values.items()}


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
    compared = _tempting(public, me, taken, say) or _second(public, Stack(source, target), taken, say)
    return f"{said} {compared}".strip()


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


def _second(public: Public, move: Stack, taken: int, say: Say) -> str:
    """The cups that the next best move takes, if this one is the best and takes more."""
    ranked = list(_chances(public))
    if len(ranked) < 2 or ranked[0] != move:
        return ""
    layers, owner, name = public.layers, public.setup.owner, public.frame.name
    source, target = ranked[1].from_, ranked[1].to
    cups = 0 if owner(layers[target][-1]) == public.active else len(layers[target])
    return say("advice-second", way=f"{name(source)} → {name(target)}", cups=cups) if cups < taken else ""
