"""The opponent of PtiPassPass: it samples tables consistent with its memory and counts outcomes.

A set of tables is an integer with a bit per table: sets are intersected with ``&`` and counted with ``bit_count``.
A round is a race: a player without tokens may lift, and is likely to win. An expert values a shout by its effect
on that race, where a token in the fist is a lost turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from math import exp
from random import Random
from typing import cast

from bot.core.game import Level, Seat, Style, without
from cogs.ptipasspass.cups import COLOURS, Colour, Cup, Layout, Line, Pair, Tokens, board
from cogs.ptipasspass.memory import RoundMemory, SampledTable
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Moves, Ok, Swap
from cogs.ptipasspass.view import PtiPassPassView


@dataclass(frozen=True)
class PtiPassPassSkill:
    """The parameters of a level."""

    span: float | None
    """Mean number of turns something is remembered, however many play; None for ever."""
    tables: int
    """Number of sampled tables; fewer give worse estimates."""
    plans: bool
    """Whether tokens are placed to complete an own line."""
    races: bool
    """Whether shouts and lies are valued by their effect on the race, instead of by the fixed thresholds below."""
    doubts: float = 0.5
    """Shout from this chance of being right."""
    lies: float = 0.25
    plain: bool = False
    """Whether it shouts only at a token it remembers, or at a colour announced twice or all in its own hand."""
    dares: float = 1.0
    """The chance that a plain player shouts at such a thing at all."""


SKILLS: dict[Level, PtiPassPassSkill] = {
    "novice": PtiPassPassSkill(span=2.2, tables=10, plans=False, races=False, doubts=0.75, lies=0.15, plain=True),
    "regular": PtiPassPassSkill(span=16, tables=40, plans=True, races=False, doubts=0.6, lies=0.25),
    "expert": PtiPassPassSkill(span=None, tables=100, plans=True, races=True),
}

KNOWN_LIFT_CHANCE = 0.95
"""The chance that a player who knows three cups lifts a good set; lower for each cup known only by announcements."""

FAILED_LIFT_BONUS = 0.1
"""Added chance of a good lift for every failed one."""

HORIZON_TURNS = 6
"""Number of rounds of turns that the race is simulated."""

PLACED_CHANCE = 0.85
"""The chance that a planned token gets placed."""

PRIOR_CALL_RATE, PRIOR_CALL_WEIGHT = 0.15, 6
"""Prior rate at which announcements are challenged, and its weight in announcements."""

BELIEVED_LIE_FACTOR = 0.75
"""Factor on the others' chances after a believed lie."""

USELESS_LIE_RATE = 2 / 3
"""At this lie rate announcements carry no information; above it they carry some again."""

SHOUT_MARGIN = 0.03
"""How much a shout must add to the chance of winning the game."""

DOUBT = 0.5
"""Nothing less likely to be a lie or a doublon is challenged, whatever the token in the fist is worth in the race."""


def choose(views: Sequence[PtiPassPassView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
    return _chosen(MoveAnalysis(views, SKILLS[level], rng), views[-1].phase, legal)


def styled(
    views: Sequence[PtiPassPassView], legal: Collection[Moves], level: Level, rng: Random, style: Style
) -> Moves:
    """Like ``choose``, for a character. An expert lies and doubts as the race demands, whoever it is."""
    skill = SKILLS[level]
    skill = replace(
        skill,
        lies=skill.lies * (1 + 0.6 * style.lies),
        doubts=skill.doubts - 0.12 * style.doubts,
        dares=1 + min(0, style.doubts) / 2,
    )
    return _chosen(MoveAnalysis(views, skill, rng), views[-1].phase, legal)


def _chosen(analysis: MoveAnalysis, phase: str, legal: Collection[Moves]) -> Moves:
    match phase:
        case "doublon":
            return analysis.doublon()
        case "menteur":
            return analysis.menteur()
        case "aim":
            return analysis.aim()
        case "announce":
            return analysis.announce()
        case _:
            return analysis.lift(legal)


@lru_cache
def reachable(layout: Layout, seats: int) -> dict[tuple[Cup, ...], tuple[Pair | None, Line]]:
    """Every three cups that can be lifted together, and how: at once, or after a swap."""
    cups = board(layout, seats)
    found: dict[tuple[Cup, ...], tuple[Pair | None, Line]] = {line: (None, line) for line in cups.lines}
    for one, two in cups.pairs:
        for line in cups.lines:
            if (one in line) != (two in line):
                leaves, comes = (one, two) if one in line else (two, one)
                three = tuple(sorted(comes if cup == leaves else cup for cup in line))
                found.setdefault(three, ((one, two), line))
    return found


Colours = dict[Colour, int]
"""Colour → the tables in which a cup holds it."""


def good(one: Colours, two: Colours, three: Colours) -> int:
    """The tables in which these cups make a good set."""
    found = 0
    for first, second, third in permutations(COLOURS):
        found |= one[first] & two[second] & three[third]
    for colour in COLOURS:
        found |= one[colour] & two[colour] & three[colour]
    return found


class MoveAnalysis:
    """The sampled tables at one moment of a seat, and the value of each kind of move."""

    def __init__(self, views: Sequence[PtiPassPassView], skill: PtiPassPassSkill, rng: Random) -> None:
        view = views[-1]
        self.public, self.own, self.seat = view.public, view.own, cast("Seat", view.seat)
        self.skill, self.rng = skill, rng
        self.memory = RoundMemory(views, skill.span)
        self.count = skill.tables
        self.all = (1 << self.count) - 1
        self.ways = reachable(self.public.layout, self.public.seats)

    @cached_property
    def tables(self) -> list[SampledTable]:
        """The sampled tables."""
        return self.memory.tables(self.count, self.rng)

    @cached_property
    def cups(self) -> dict[Cup, Colours]:
        """For each cup and colour, the tables in which the cup holds it."""
        cups: dict[Cup, Colours] = {cup: dict.fromkeys(COLOURS, 0) for cup in self.tables[0].cups}
        for index, table in enumerate(self.tables):
            for cup, tokens in table.cups.items():
                for token in tokens:
                    cups[cup][token] |= 1 << index
        return cups

    def share(self, mask: int) -> float:
        """The share of tables in a set."""
        return mask.bit_count() / self.count

    def filled(self, cup: Cup) -> float:
        """The chance that a cup holds a token."""
        under = self.cups[cup]
        return self.share(under["blue"] | under["green"] | under["orange"])

    # ---- lifting

    def lift(self, legal: Collection[Moves]) -> Moves:
        """Lift the line most likely good; swap first if that makes a better one."""
        swaps = any(isinstance(move, Swap) for move in legal)
        worth = {
            way: self.share(good(*(self.cups[cup] for cup in three))) - (0.001 if way[0] else 0)
            for three, way in self.ways.items()
            if swaps or way[0] is None
        }
        most = max(worth.values())
        pair, line = self.rng.choice([way for way, value in worth.items() if value >= most])
        return Swap(pair) if pair else Lift(line)

    # ---- placing

    def aim(self) -> Aim:
        """A token for a cup likely to be empty, chosen to complete an own line."""
        hand: Tokens = self.own.hand if self.own else ()
        least = min(map(self.filled, self.cups))
        empty = [cup for cup in self.cups if self.filled(cup) <= least + 0.02]
        choices: list[tuple[Colour, Cup]] = [(colour, cup) for colour in dict.fromkeys(hand) for cup in empty]
        if not self.skill.plans:
            return Aim(*self.rng.choice(choices))
        worth = {choice: self._prospect(*choice) for choice in choices}
        most = max(worth.values())
        return Aim(*self.rng.choice([choice for choice in choices if worth[choice] >= most - 0.005]))

    def _prospect(self, colour: Colour, cup: Cup) -> float:
        """The chance that a line with this token is good in the end: the best line counts, the second a little."""
        rest: Tokens = without(self.own.hand, colour) if self.own else ()
        here = self._with(cup, colour)
        found: list[float] = []
        for three in self.ways:
            if cup not in three:
                continue
            others = [other for other in three if other != cup]
            holes = [other for other in others if self.filled(other) < 0.5]
            if len(holes) > len(rest):
                continue
            chance = 0
            for tokens in set(permutations(rest, len(holes))):
                plan = dict(zip(holes, tokens, strict=True))
                one, two = (self._with(other, plan.get(other)) for other in others)
                chance = max(chance, good(here, one, two).bit_count())
            found.append(chance / self.count * PLACED_CHANCE ** len(holes))
        found.sort(reverse=True)
        return sum(value * weight for value, weight in zip(found, (1, 0.15, 0.1), strict=False))

    def _with(self, cup: Cup, token: Colour | None) -> Colours:
        """The contents of a cup, after adding a token if one is given."""
        under = self.cups[cup].copy()
        if token:
            under[token] = self.all
        return under

    # ---- announcing

    def announce(self) -> AnnounceColour:
        """The colour in the fist, or another that the seat could plausibly have."""
        fist = cast("Colour", self.own and self.own.fist)
        said = self.memory.stated(self.seat)
        lies: list[Colour] = [colour for colour in COLOURS if colour != fist and colour not in said]
        if not lies:
            return AnnounceColour(fist)
        chance = self.skill.lies
        if self.skill.races:
            chance = self._lying()
        if fist in said:
            chance = max(chance, 0.6)  # After an earlier lie the truth looks like one.
        return AnnounceColour(self.rng.choice(lies) if self.rng.random() < chance else fist)

    def _lying(self) -> float:
        """The best lie rate: what a lie hides, against its cost given how often this table challenges."""
        called = (PRIOR_CALL_RATE * PRIOR_CALL_WEIGHT + self.memory.calls) / (
            PRIOR_CALL_WEIGHT + self.memory.announcements
        )
        others = [seat for seat in range(self.public.seats) if seat != self.seat]
        placed, hidden = self._race(), self._race(trust=BELIEVED_LIE_FACTOR)
        stolen = sum(self._race(token=seat) for seat in others) / len(others)
        kept = self._race(token=self.seat)
        truth = (1 - called) * placed + called * stolen
        lie = (1 - called) * hidden + called * kept
        return min(USELESS_LIE_RATE, max(0.05, 1 / (1 + exp((truth - lie) / 0.02))))

    # ---- shouting

    def doublon(self) -> Ok | Doublon:
        """Challenge if the cup likely holds a token already."""
        cup = cast("Cup", self.public.aimed)
        placed = [self.memory.turns[index] for index in self.memory.owners.get(cup, ())]
        if not self._dares(noticed=any(turn.remembered for turn in placed)):
            return Ok()
        right = self.filled(cup)
        if not self.skill.races:
            return Doublon() if right >= self.skill.doubts else Ok()
        loses = placed[0].last.active if placed else None
        return Doublon() if self._pays(right, tokens=2, loses=loses) else Ok()

    def menteur(self) -> Ok | Menteur:
        """Challenge if the announcement is likely a lie."""
        active, stated = self.public.active, self.public.stated
        mine = self.own.hand.count(stated) if self.own and stated else 0
        if not self._dares(noticed=stated in self.memory.stated(active) or mine == self.public.seats):
            return Ok()
        right = sum(table.fist != stated for table in self.tables) / self.count
        if not self.skill.races:
            return Menteur() if right >= self.skill.doubts else Ok()
        # A certain lie costs nothing to call.
        return Menteur() if right == 1 or self._pays(right) else Ok()

    def _pays(self, right: float, *, tokens: int = 1, loses: Seat | None = None) -> bool:
        """Whether a shout that is right with this chance helps in the race; never if it is likelier wrong."""
        if right < DOUBT:
            return False
        shout = right * self._race(token=self.public.active, tokens=tokens, loses=loses)
        shout += (1 - right) * self._race(token=self.seat)
        return shout > self._race() + SHOUT_MARGIN * (1 - right)

    def _dares(self, *, noticed: bool) -> bool:
        """Whether a shout is considered: always, but by a plain player only at something it noticed."""
        return not self.skill.plain or (noticed and self.rng.random() < self.skill.dares)

    # ---- the race

    def _race(
        self, *, token: Seat | None = None, tokens: int = 1, loses: Seat | None = None, trust: float = 1.0
    ) -> float:
        """The chance to win the game after this turn, given the tokens taken and the cup emptied.

        Without a taker the token in the fist is placed. ``trust`` is how much others can rely on announcements.
        """
        public, seats = self.public, self.public.seats
        left = list(public.counts)
        knows = [min(3, self.memory.owned(seat) + left[seat]) for seat in range(seats)]
        if token is None:
            knows[public.active] = min(3, knows[public.active] + 1)
        else:
            left[token] += tokens
            knows[token] = min(3, knows[token] + 1)
        if loses is not None:
            knows[loses] = max(0, knows[loses] - 1)
        likely = [
            KNOWN_LIFT_CHANCE * self._honesty(seat) ** (3 - known) * (1.0 if seat == self.seat else trust)
            for seat, known in enumerate(knows)
        ]
        wins, open_, seat = [0.0] * seats, 1.0, public.active
        for _ in range(HORIZON_TURNS * seats):
            seat = (seat + 1) % seats
            if left[seat]:
                left[seat] -= 1
                continue
            wins[seat] += open_ * likely[seat]
            open_ *= 1 - likely[seat]
            likely = [min(0.95, chance + FAILED_LIFT_BONUS) for chance in likely]
        return sum(won * self._game(seat) for seat, won in enumerate(wins)) + open_ * self._game(None)

    def _honesty(self, seat: Seat) -> float:
        """The mean rate at which the seats other than this one tell the truth."""
        lies = [lie for other, lie in enumerate(self.memory.lies) if other != seat]
        return 1 - sum(lies) / len(lies)

    def _game(self, winner: Seat | None) -> float:
        """The chance to win the game once this round has a winner."""
        victories = list(self.public.victories)
        if winner is not None:
            victories[winner] += 1
            if victories[winner] == 2:
                return 1.0 if winner == self.seat else 0.0
        weights = [1 + 2 * won for won in victories]
        return weights[self.seat] / sum(weights)
