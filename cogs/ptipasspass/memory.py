"""A player's memory of PtiPassPass: the turns of this round, and the players caught lying.

It samples tables: hands and cups consistent with the views, weighted by the likelihood of the announcements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from random import Random
from zlib import crc32

import msgspec

from bot.core.game import Seat
from cogs.ptipasspass.cups import COLOURS, Colour, Cup, Tokens, board
from cogs.ptipasspass.view import (
    Accused,
    Doubled,
    Last,
    Lifted,
    OpenCups,
    OpenFist,
    Placed,
    PtiPassPassView,
    guess_tokens,
)

PRIOR_LIE_RATE, PRIOR_LIE_WEIGHT = 0.3, 4
"""Prior lie rate of a player, and its weight in announcements."""

CONTRADICTED_WEIGHT = 1e-3
"""Weight factor of a contradicted table; not 0, in case all tables are contradicted."""


@dataclass(kw_only=True)
class PastTurn:
    """A finished turn, as one seat saw it."""

    last: Last
    stated: Colour | None = None
    fist: Colour | None = None
    """The token in the fist, if this seat knows it: its own, revealed, or passed to or from it."""
    opened: dict[Cup, Tokens] = field(default_factory=dict[Cup, Tokens])
    remembered: bool = True


@dataclass
class SampledTable:
    """A sampled table and its weight."""

    hands: list[list[Colour]]
    cups: dict[Cup, list[Colour]]
    fist: Colour | None = None
    weight: float = 1.0


def turns(views: Sequence[PtiPassPassView]) -> list[list[PastTurn]]:
    """The turns of each finished round and of the current one, oldest first."""
    rounds: list[list[PastTurn]] = [[]]
    fist: Colour | None = None
    for before, view in pairwise(views):
        public, own = view.public, view.own
        if own and own.fist:
            fist = own.fist
        last = public.last
        if last is None or last == before.public.last:
            continue
        turn = PastTurn(last=last, stated=before.public.stated, fist=fist)
        if isinstance(public.flash, OpenFist):
            turn.fist = public.flash.token
        elif isinstance(public.flash, OpenCups):
            turn.opened = dict(zip(public.flash.cups, public.flash.tokens, strict=True))
        if public.ended:
            names = board(public.layout, public.seats).cups
            turn.opened = dict(zip(names, public.ended.cups, strict=True))
        if own and own.passed:
            turn.fist = own.passed
        fist = None
        rounds[-1].append(turn)
        if last.end:
            rounds.append([])
    return rounds


OWN_TURNS = 5
"""Own turns are remembered this many times as long as others'."""


class RoundMemory:
    """The remembered turns of this round, the owners of tokens under cups, and each seat's lie rate.

    ``span`` is the mean number of turns something is remembered; None for ever, and lies of earlier rounds too.
    """

    def __init__(self, views: Sequence[PtiPassPassView], span: float | None) -> None:
        self.view = views[-1]
        rounds = turns(views)
        self.turns = rounds[-1]
        since = self.view.public.round
        self.first = next(view for view in views if view.public.round == since)
        if span is not None:
            self._forget(rounds, span)
        self.lies = self._lie_rates(rounds if span is None else ())
        self.sure, self.owners = _followed(self.turns)
        said = [turn for played in rounds for turn in played if turn.stated]
        self.announcements = len(said)
        self.calls = sum(isinstance(turn.last, Accused) for turn in said)

    def _forget(self, rounds: Sequence[Sequence[PastTurn]], span: float) -> None:
        """Forget turns of this round. A lifetime is drawn from everything that the seat has seen until then."""
        seen, age = self.view.seat or 0, len(self.turns)
        for played in rounds:
            for turn in played:
                facts = turn.last, turn.stated, turn.fist, sorted(turn.opened.items())
                seen = crc32(msgspec.json.encode(facts), seen)
                if played is self.turns:
                    age -= 1
                    mean = span * OWN_TURNS if turn.last.active == self.view.seat else span
                    turn.remembered = age <= -mean * log((seen + 0.5) / 2**32)

    def owned(self, seat: Seat) -> int:
        """How many cups hold a token that this seat placed."""
        return sum(any(self.turns[index].last.active == seat for index in under) for under in self.owners.values())

    def stated(self, seat: Seat) -> set[Colour]:
        """The colours that a seat has announced for tokens it placed in this round, as far as remembered."""
        placed = [turn for turn in self.turns if turn.last.active == seat and isinstance(turn.last, Placed)]
        return {turn.stated for turn in placed if turn.stated and turn.remembered}

    def _lie_rates(self, rounds: Sequence[Sequence[PastTurn]]) -> list[float]:
        lied, said = Counter[Seat](), Counter[Seat]()
        for played in rounds:
            sure, _ = _followed(played)
            for index, turn in enumerate(played):
                seat, fist = turn.last.active, sure.get(index)
                if turn.stated and fist:
                    said[seat] += 1
                    lied[seat] += turn.stated != fist
        return [
            (PRIOR_LIE_RATE * PRIOR_LIE_WEIGHT + lied[seat]) / (PRIOR_LIE_WEIGHT + said[seat])
            for seat in range(self.view.public.seats)
        ]

    # ---- sampled tables

    def tables(self, count: int, rng: Random) -> list[SampledTable]:
        """Sample ``count`` tables consistent with this memory, in proportion to their weights."""
        needs = self._needs()
        drawn = [self._table(needs, rng) for _ in range(count)]
        total = sum(table.weight for table in drawn)
        step, reached, index = total / count, drawn[0].weight, 0
        picked: list[SampledTable] = []
        at = rng.random() * step
        for _ in range(count):
            while reached < at and index < count - 1:
                index += 1
                reached += drawn[index].weight
            picked.append(drawn[index])
            at += step
        return picked

    def _needs(self) -> list[list[Colour]]:
        """For each turn, the tokens its player must have held back, because they used them later."""
        needs: list[list[Colour]] = []
        kept: list[list[Colour]] = [[] for _ in self.view.public.counts]
        for index in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[index]
            last, fist = turn.last, self.sure.get(index) if turn.remembered else None
            if isinstance(last, Doubled | Accused):
                gains = last.active if (last.found if isinstance(last, Doubled) else last.lied) else last.by
                if not (isinstance(last, Accused) and last.lied):
                    kept[gains] = []
            needs.append(list(kept[last.active]))
            if isinstance(last, Accused) and last.lied:
                if fist and fist not in kept[last.active]:
                    kept[last.active].append(fist)
            elif fist:
                kept[last.active].append(fist)
        return needs[::-1]

    def _table(self, needs: Sequence[Sequence[Colour]], rng: Random) -> SampledTable:
        held, covered, fist, _ = guess_tokens(self.first, rng)
        names = board(self.view.public.layout, self.view.public.seats).cups
        hands = [list(hand) for hand in held]
        if self.first.public.fist_closed and fist:
            hands[self.first.public.active].append(fist)
        table = SampledTable(hands, {cup: list(under) for cup, under in zip(names, covered, strict=True)})
        for index, turn in enumerate(self.turns):
            self._play(table, turn, self.sure.get(index), needs[index], rng)
        self._now(table, rng)
        return table

    def _play(
        self, table: SampledTable, turn: PastTurn, sure: Colour | None, need: Sequence[Colour], rng: Random
    ) -> None:
        """Apply a turn to a sampled table."""
        last, known = turn.last, turn.remembered
        hand = table.hands[last.active]
        match last:
            case Placed():
                token = self._drawn(
                    table, last.active, turn.stated if known else None, sure if known else None, need, rng
                )
                cup = last.cup if known else rng.choice(tuple(table.cups))
                table.cups[cup].append(token)
            case Doubled() if last.found:
                if known:
                    _require(table, last.cup, turn.opened[last.cup])
                hand.extend(table.cups[last.cup])
                table.cups[last.cup] = []
            case Doubled():
                token = self._drawn(table, last.active, None, turn.fist if known else None, need, rng)
                table.hands[last.by].append(token)
                if known:
                    _require(table, last.cup, ())
            case Accused():
                token = self._drawn(table, last.active, None, turn.fist if known else None, need, rng)
                table.hands[last.active if last.lied else last.by].append(token)
            case Lifted():
                if known and last.swapped:
                    one, two = last.swapped
                    table.cups[one], table.cups[two] = table.cups[two], table.cups[one]
                if known:
                    for cup, tokens in turn.opened.items():
                        _require(table, cup, tokens)

    def _now(self, table: SampledTable, rng: Random) -> None:
        """Apply the current turn so far, and this seat's own hand."""
        public, own, seat = self.view.public, self.view.own, self.view.seat
        if public.swapped:
            one, two = public.swapped
            table.cups[one], table.cups[two] = table.cups[two], table.cups[one]
        for other, (hand, count) in enumerate(zip(table.hands, public.counts, strict=True)):
            if other == seat and own:
                hand[:] = [*own.hand, *([own.fist] if own.fist else [])]
                continue
            size = count + (public.fist_closed and other == public.active)
            while len(hand) > size:  # only if something was forgotten
                hand.pop(int(rng.random() * len(hand)))
            while len(hand) < size:
                hand.append(rng.choice(COLOURS))
        if public.fist_closed:
            mine = own.fist if own and seat == public.active else None
            table.fist = self._drawn(table, public.active, public.stated, mine, (), rng)

    def _drawn(
        self,
        table: SampledTable,
        seat: Seat,
        stated: Colour | None,
        sure: Colour | None,
        need: Sequence[Colour],
        rng: Random,
    ) -> Colour:
        """Take from a hand the token that went into the fist; what was said of it makes one likelier than another."""
        hand = table.hands[seat]
        if sure:
            if sure in hand:
                table.weight *= hand.count(sure) / len(hand)
                hand.remove(sure)
            else:
                table.weight *= CONTRADICTED_WEIGHT
                if hand:
                    hand.pop(int(rng.random() * len(hand)))
            return sure
        free = list(hand)
        for colour in need:
            if colour in free:
                free.remove(colour)
        free = free or list(hand) or [rng.choice(COLOURS)]
        if stated:
            lie = self.lies[seat]
            odds = [1 - lie if colour == stated else lie / 2 for colour in free]
            total = sum(odds)
            table.weight *= total / len(free)
            at, index = rng.random() * total, 0
            while at > odds[index] and index < len(free) - 1:
                at -= odds[index]
                index += 1
            token = free[index]
        else:
            token = free[int(rng.random() * len(free))]
        if token in hand:
            hand.remove(token)
        return token


def _followed(played: Sequence[PastTurn]) -> tuple[dict[int, Colour], dict[Cup, list[int]]]:
    """The tokens known by turn, and for each cup the turns whose tokens are under it."""
    sure: dict[int, Colour] = {index: turn.fist for index, turn in enumerate(played) if turn.fist}
    under: dict[Cup, list[int]] = {}
    for index, turn in enumerate(played):
        last = turn.last
        if isinstance(last, Lifted) and last.swapped:
            one, two = last.swapped
            under[one], under[two] = under.get(two, []), under.get(one, [])
        for cup, tokens in turn.opened.items():
            left = Counter(tokens)
            left.subtract(sure[other] for other in under.get(cup, ()) if other in sure)
            unknown = [other for other in under.get(cup, ()) if other not in sure]
            colours = list((+left).elements())
            if len(colours) == len(unknown) and len(set(colours)) == 1:
                sure |= dict.fromkeys(unknown, colours[0])
        if isinstance(last, Doubled):
            under.pop(last.cup, None)
        elif isinstance(last, Placed):
            under.setdefault(last.cup, []).append(index)
    return sure, {cup: indices for cup, indices in under.items() if indices}


def _require(table: SampledTable, cup: Cup, tokens: Tokens) -> None:
    """Reduce a table's weight if a cup does not hold these tokens, and correct it."""
    if sorted(table.cups[cup]) != list(tokens):
        table.weight *= CONTRADICTED_WEIGHT
        table.cups[cup] = list(tokens)
