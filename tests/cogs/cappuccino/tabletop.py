"""Positions and games for the tests."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.core.game import CHANCE, Illegal
from cogs.cappuccino.board import all_options, board_of
from cogs.cappuccino.cells import neighbours, reading_order
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import Deal, Place, Stack
from cogs.cappuccino.terms import COLOURS


def opened(seats, **options):
    """A table before the deal."""
    return GAME.start(seats, GAME.complete(options, seats))


def building(seats, *cells, first=0, **options):
    """The advanced set-up after cups were placed on these cells, in turn, each player's first colour."""
    state = opened(seats, advanced=True, **options).play(CHANCE, Deal(first, ()))
    for cell in cells:
        state = state.play(state.active, Place(cell, COLOURS[state.active]))
    return state


def position(seats, stacks, active=0, **options):
    """A moment of the game with these stacks: ``{cell: (colour, height)}``. All cups of a stack have its colour."""
    cells = tuple(sorted(stacks, key=reading_order))
    board, piles = board_of(cells), tuple(stacks[cell][0][0] * stacks[cell][1] for cell in cells)
    state = replace(opened(seats, **options), first=0, active=active, board=board, piles=piles)
    return replace(state, options=all_options(board, piles, seats))


def after(state, *moves):
    """The state after these moves of whoever's turn it is: ``(from, to)``."""
    for source, target in moves:
        state = state.play(state.active, Stack(source, target))
    return state


def stacks_of(state):
    """What stands where: ``{cell: (top colour, height)}``."""
    return {pile.cell: (pile.layers[-1], len(pile.layers)) for pile in state.view(None).piles if pile.layers}


def ways(state, seat=None):
    """A seat's stacking moves as pairs of cells."""
    return {(move.from_, move.to) for move in state.legal(state.active if seat is None else seat)}


def refused(state, seat, move):
    """Why a move is illegal."""
    with pytest.raises(Illegal) as caught:
        state.play(seat, move)
    return caught.value


def played(seats, options, seed, until=1000):
    """The states of a game of random moves, the dealt one first, with the move that led to each."""
    rng = Random(seed)
    state = opened(seats, **options)
    deal = state.chance(rng)
    state = state.play(CHANCE, deal)
    found = [(deal, state)]
    while state.active is not None and len(found) <= until:
        move = rng.choice(list(state.legal(state.active)))
        state = state.play(state.active, move)
        found.append((move, state))
    return found


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
