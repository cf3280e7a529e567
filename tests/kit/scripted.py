"""Independent players: simple ways to play that opponents were not made against, from the same views."""

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, cast

from bot.core.opponents import Match, Player, Score, fill, play, scores
from cogs.cappuccino.moves import Stack
from cogs.pinocchio import moves as pinocchio
from cogs.ptipasspass import moves as ptipasspass
from cogs.trio.moves import RevealCentre, RevealHand
from cogs.tripot.moves import Challenge, Commit
from tests.kit.moments import CATALOGUE

Script = Callable[[Sequence[Any], Sequence[Any], Random], Any]
"""A move from what a seat was shown and may do."""


def against(key: str, seats: int, level: Player, script: str, games: int) -> Score:
    """How a level does alone at a table of a scripted player."""
    game, plays = CATALOGUE.games[key], SCRIPTS[key][script]

    def opponent(views: Any, legal: Any, who: Any, rng: Random) -> Any:
        assert game.opponent is not None
        return plays(views, legal, rng) if who == script else game.opponent(views, legal, who, rng)

    seated = fill([level, cast("Player", script)], seats)
    match = Match(dataclasses.replace(game, opponent=opponent), seats, game.complete({}, seats), seated)
    return scores(match, ((number, play(match, number, time.process_time)) for number in range(games)))[0]


# ---- Tripot


def _laying(wanted: Callable[[Sequence[Any], int], str]) -> Script:
    """Lay what is wanted on the duel with the most at stake, then on the next, as far as it is free."""

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        public, seat = views[-1].public, views[-1].seat
        if not isinstance(legal[0], Commit):
            return rng.choice(legal)
        order = sorted(public.duels_of(seat), key=lambda number: -sum(public.duels[number].stakes))
        hopes = {number: wanted(views, number) for number in order}

        def kept(move: Commit) -> list[bool]:
            laid = dict(move.actions)
            return [laid[number] == hopes[number] for number in order]

        most = max(map(kept, legal))
        return rng.choice([move for move in legal if kept(move) == most])

    return script


def _tit_for_tat(views: Sequence[Any], number: int) -> str:
    """Repeat this opponent's last action against one; cooperate first."""
    public, seat = views[-1].public, views[-1].seat
    other = next(each for each in public.duels[number].seats if each != seat)
    for view in reversed(views):
        for duel in view.public.ended:
            if duel.tokens and {seat, other} == set(duel.seats):
                return duel.tokens[duel.seats.index(other)]
    return "cooperate"


def _bully(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """The highest card against the richest, and attacks."""
    points = views[-1].public.points
    if isinstance(legal[0], Challenge):
        return max(legal, key=lambda move: (move.card, points[move.opponent]))
    return _laying(lambda *_: "attack")(views, legal, rng)


# ---- Pinocchio


def _truthful(doubting: float) -> Script:
    """The truth where it fits, else anything; doubts blindly, so often."""

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        view = views[-1]
        if view.public.phase == "judge":
            return pinocchio.Doubt() if rng.random() < doubting else pinocchio.Believe()
        truth = pinocchio.AnnounceCard(*view.own.card)
        return truth if truth in legal else rng.choice(legal)

    return script


def _counting(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Truthful; doubts what it has seen twice itself, and otherwise hardly ever."""
    seen = Counter(view.public.flash.card for view in views if view.public.flash)
    held = [view.own.card for view in views if view.own]
    seen.update(card for card, before in zip(held, [None, *held], strict=False) if card != before)
    said = views[-1].public.announcement
    return _truthful(0.95 if said and seen[said.card] >= 2 else 0.3)(views, legal, rng)


# ---- Cappuccino


def _greedy(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Take the tallest stack of somebody else that one can."""
    public, seat = views[-1].public, views[-1].seat
    if not isinstance(legal[0], Stack):
        return rng.choice(legal)
    piles = dict(zip(public.cells, public.piles, strict=True))

    def gain(move: Stack) -> int:
        under = piles[move.to]
        return 0 if public.setup.owner(_colour(public, under[-1])) == seat else len(under)

    most = max(map(gain, legal))
    return rng.choice([move for move in legal if gain(move) == most])


def _colour(public: Any, letter: str) -> Any:
    return next(colour for colour in public.setup.colours if colour[0] == letter or colour == letter)


# ---- Trio


def _remembering(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Asks for cards it has seen: three of a number it knows of, else its own number first, else anything new."""
    public, own = views[-1].public, views[-1].own
    if not isinstance(legal[0], RevealCentre | RevealHand):
        return rng.choice(legal)
    seen: dict[Any, int] = {}
    for view in views:
        for card in view.public.flash.cards if view.public.flash else ():
            seen[card.by] = card.number
    seat = views[-1].seat
    if own.hand:
        seen |= {RevealHand(seat, "lowest"): own.hand[0], RevealHand(seat, "highest"): own.hand[-1]}
    ways: dict[int, list[Any]] = {}
    for move in legal:
        if move in seen:
            ways.setdefault(seen[move], []).append(move)
    if public.shown:
        return rng.choice(ways.get(public.shown[0].number) or [move for move in legal if move not in seen] or legal)
    known = max(map(len, ways.values()), default=0)
    return rng.choice([move for moves in ways.values() if len(moves) == known for move in moves] or legal)


# ---- PtiPassPass


def _honest(doubting: float) -> Script:
    """Says what it holds; shouts blindly, so often; lifts and aims anywhere."""

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        view = views[-1]
        if view.phase in {"doublon", "menteur"}:
            shouts = [move for move in legal if not isinstance(move, ptipasspass.Ok)]
            return rng.choice(shouts) if shouts and rng.random() < doubting else ptipasspass.Ok()
        if view.phase == "announce":
            return ptipasspass.AnnounceColour(view.own.fist)
        return rng.choice(legal)

    return script


SCRIPTS: Mapping[str, Mapping[str, Script]] = MappingProxyType(
    {
        "tripot": {
            "attacks": _laying(lambda *_: "attack"),
            "cooperates": _laying(lambda *_: "cooperate"),
            "defends": _laying(lambda *_: "defend"),
            "tit for tat": _laying(_tit_for_tat),
            "bully": _bully,
        },
        "pinocchio": {
            "believes": _truthful(0.0),
            "doubts": _truthful(1.0),
            "tosses": _truthful(0.5),
            "counts": _counting,
        },
        "cappuccino": {"greedy": _greedy},
        "trio": {"remembers": _remembering},
        "ptipasspass": {"honest": _honest(0.03), "suspicious": _honest(0.15)},
    }
)
"""Game → name → how it plays."""
