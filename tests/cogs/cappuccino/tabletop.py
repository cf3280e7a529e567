"""Positions and games for the tests."""

from itertools import islice
from random import Random

from msgspec.structs import replace

from bot.core.game import CHANCE
from bot.core.opponents import play_out
from cogs.cappuccino.cells import neighbours, reading_order
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal, PlaceCup, Stack
from cogs.cappuccino.rules import state_of


def opened(seats, **options):
    """A table before the deal."""
    return GAME.start(seats, GAME.complete(options, seats))


def building(seats, *cells, first=0, **options):
    """The advanced set-up after cups were placed on these cells, in turn, each player's first colour."""
    state = opened(seats, advanced=True, **options).play(CHANCE, Deal(first, ()))
    for cell in cells:
        state = state.play(state.public.active, PlaceCup(cell, COLOURS[state.public.active]))
    return state


def position(seats, stacks, active=0, **options):
    """A moment of the game with these stacks: ``{cell: (colour, height)}``. All cups of a stack have its colour."""
    cells = tuple(sorted(stacks, key=reading_order))
    piles = tuple(stacks[cell][0][0] * stacks[cell][1] for cell in cells)
    state = changed(opened(seats, **options), phase="stack", first=0, active=active, cells=cells, piles=piles)
    blocked = tuple(seat for seat, moves in enumerate(state.options) if not moves)
    return changed(state, blocked=blocked)


def row(stacks, active=0, seats=2, **options):
    """Stacks side by side: "c2 . p1" is two cups with a cat on top, a gap, and a panda."""
    heights = {"c": "cat", "p": "panda", "l": "leaf", "f": "flower"}
    found = {(q, 0): (heights[each[0]], int(each[1:])) for q, each in enumerate(stacks.split()) if each != "."}
    return position(seats, found, active, **options)


def moved(state, moves):
    """The state after these moves of the active players in a row of stacks: "0>1 2>1"."""
    pairs = [tuple((int(q), 0) for q in move.split(">")) for move in moves.split()]
    return after(state, *pairs)


def changed(state, **facts):
    """A state in which something public is otherwise."""
    return state_of(replace(state.public, **facts))


def after(state, *moves):
    """The state after these moves of the active players: ``(from, to)``."""
    for source, target in moves:
        state = state.play(state.public.active, Stack(source, target))
    return state


def stacks_of(state):
    """The stacks: ``{cell: (top colour, height)}``."""
    return {cell: (layers[-1], len(layers)) for cell, layers in state.public.layers.items() if layers}


def ways(state, seat=None):
    """A seat's stacking moves as pairs of cells."""
    return {(move.from_, move.to) for move in state.legal(state.public.active if seat is None else seat)}


def played(seats, options, seed, until=1000):
    """The states of a game of random moves, the dealt one first, with the move that led to each."""
    game = play_out(GAME, seats, GAME.complete(options, seats), Random(seed))
    return [(move, state) for _, move, state in islice(game, until + 1)]


def islands(cells):
    """Connected groups, found the slow way."""
    rest, found = set(cells), []
    while rest:
        group, edge = set(), [rest.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            near = rest.intersection(neighbours(cell))
            rest -= near
            edge += near
        found.append(group)
    return found
