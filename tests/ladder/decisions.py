"""Decisions of one person in whole solo games: `python -m tests.ladder.decisions ptipasspass 40`.

The person plays as a regular does. Where a button passes several windows at once they press that one.
"""

import sys
from random import Random
from statistics import median

from bot.catalogue import walk
from bot.core.game import CHANCE, Level
from bot.core.opponents import LEVELS, ViewHistory, choose


def decisions(key: str, level: Level, number: int) -> int:
    """The choices of seat 0, between several legal moves, in one game against opponents of a level."""
    game, rng, made, standing = walk().games[key], Random(f"solo {number}"), 0, ""
    seats = game.usual or game.seats[0]
    state, shown = game.start(seats, game.complete({}, seats)), ViewHistory(range(seats))
    while state.to_act:
        seat = min(state.to_act)
        legal = state.legal(seat)
        if seat == CHANCE:
            state = state.play(seat, state.chance(rng))
            shown.add(state)
            continue
        view = state.view(seat)
        move = game.automatic(view, legal) if game.automatic else None
        if move is None and seat == 0 and standing:
            move = next((each for each in legal if game.path(each) == (standing,)), None)
        if move is None:
            player: Level = level if seat else "regular"
            move = choose(game, shown.of(seat), legal, player, Random(rng.getrandbits(64)))
            if seat == 0 and len(legal) > 1:
                made += 1
                verb = game.verb(game.path(move)[0])
                standing = verb.key if verb.repeats and verb.repeats(view) > 1 else ""
        state = state.play(seat, move)
        shown.add(state)
        repeats = game.verb(standing).repeats if standing else None
        if repeats and repeats(state.view(0)) <= 0:
            standing = ""
    return made


if __name__ == "__main__":
    key, games = sys.argv[1], int(sys.argv[2])
    for each in LEVELS:
        found = sorted(decisions(key, each, number) for number in range(games))
        print(f"{key}, {each}: median {median(found):.0f}, nine in ten at most {found[int(0.9 * games)]}")  # noqa: T201
