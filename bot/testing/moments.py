"""Random games and moments of them, and the tables that would show them: what the shared examination looks at."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, pairwise, starmap
from random import Random
from typing import Any

from bot.core.facts import OVER, PLAYING, Log, Player, TableFacts, Turn
from bot.core.game import CHANCE, AnyGame, AnyState, Seat, Value
from bot.core.opponents import any_move, play_out, settings
from bot.core.table import MAX_MOMENTS, Table, moment, passes

START = 1_800_000_000.0
UGLY = (
    "*_~`|<>[]#@*_~`|<>[]#@*_",
    "@everyone @everyone @ever",
    "\\" * 24,
    "W" * 24,
    "Chloé-Éléonore d’Ñandú 🦊🦊",
    "[](<@1>)`||#` __**~~>>>",
)
"""The longest and worst names people can have: markdown, pings, wide letters."""


@dataclass(frozen=True)
class GameSetting:
    """A game with a number of seats and options."""

    game: AnyGame
    seats: int
    options: dict[str, Value]

    def __hash__(self) -> int:
        return hash(str(self))  # options are a dictionary

    def __str__(self) -> str:
        # With a colon, tests can be chosen by it: `-k mode:picante`.
        chosen = "-".join(f"{key}:{value}".lower() for key, value in self.options.items())
        return f"{self.game.key}-{self.seats}" + (f"-{chosen}" if chosen else "")


@dataclass(frozen=True)
class PlayedGame:
    """One random game: its moves, and the state before the first and after each."""

    setting: GameSetting
    moves: tuple[tuple[Seat, Any], ...]
    states: tuple[AnyState, ...]

    def shown(self, seat: Seat, index: int) -> list[Any]:
        """The views of a seat after each of the first moves. Each is made once: long games are asked for many."""
        views = self._views.setdefault(seat, [])
        views += [state.view(seat) for state in self.states[len(views) + 1 : index + 1]]
        return views[:index]

    @cached_property
    def _views(self) -> dict[Seat, list[Any]]:
        """The views of each seat, as far as they have been made."""
        return {}

    def decisions(self) -> Iterator[tuple[Seat, list[Any], Any, Any]]:
        """Everything that people did, in order: who, what they had been shown, the state before, and their move."""
        for index, (seat, move) in enumerate(self.moves):
            if seat != CHANCE:
                yield seat, self.shown(seat, index), self.states[index], move


def settings_of(game: AnyGame) -> list[GameSetting]:
    """A game with every number of seats and every combination of options."""
    return [GameSetting(game, seats, options) for seats, options in settings(game, None, {})]


MOST_MOVES, TRIES = 10_000, 3
"""A game of which so many random games have not ended by then never ends; one alone may last longer now and then."""


def _any_move(game: AnyGame, state: AnyState, seat: Seat, rng: Random) -> Any:
    assert state.legal(seat), f"{game.key}: seat {seat} is to act and has no legal move"
    return any_move(game, state, seat, rng)


@lru_cache(1)  # tests go through the settings one by one: only the present one is worth its memory
def played(setting: GameSetting, seed: int = 1) -> PlayedGame:
    """A random game to its end, the first of its seed and the next ones that is short enough; always the same one."""
    game, seats = setting.game, setting.seats
    for number in range(TRIES):
        rng = Random(seed + number)
        turns = list(islice(play_out(game, seats, setting.options, rng, _any_move), MOST_MOVES))
        if len(turns) < MOST_MOVES:
            states = (game.start(seats, setting.options), *(state for _, _, state in turns))
            return PlayedGame(setting, tuple((seat, move) for seat, move, _ in turns), states)
    raise AssertionError(f"{setting}: it has not ended after {MOST_MOVES} random moves")


def moments(game: PlayedGame, most: int = 12) -> list[int]:
    """Indices of states worth looking at: one of every kind met early on, the end, and a few at random."""
    found: dict[tuple[Any, ...], int] = {}
    for index, state in islice(enumerate(game.states), 1, 400):
        found.setdefault(_kind(state), index)
    # The newest kinds first: what is rare is worth more than yet another opening.
    chosen = {len(game.states) - 1, 1, *sorted(found.values(), reverse=True)[: most - 2]}
    rng = Random(5)
    while len(chosen) < min(most, len(game.states) - 1):
        chosen.add(rng.randrange(1, len(game.states)))
    return sorted(chosen)


def _kind(state: AnyState) -> tuple[Any, ...]:
    acting = sorted(state.to_act)
    kinds = frozenset(type(move) for seat in acting for move in islice(state.legal(seat), 60))
    return len(acting), kinds, type(state.view(None).flash)


def table_at(game: PlayedGame, index: int, names: tuple[str, ...] = UGLY) -> Table:
    """The table that has just come to that moment."""
    setting, state = game.setting, game.states[index]
    players = tuple(Player(user=10**18 + seat, name=names[seat]) for seat in range(setting.seats))
    facts = TableFacts(
        host=players[0].user, players=players, options=setting.options, pace="steady", created=START,
        rules=setting.game.version, nonce="0" * 32, deadline=START + 86_400 + index,
    )  # fmt: skip
    log = Log(Turn(seat, move, START + place) for place, (seat, move) in enumerate(game.moves[:index]))
    status = PLAYING if state.to_act else OVER
    pairs = enumerate(pairwise(game.states[1 : index + 1]), start=1)
    over = [(state, revision) for revision, (state, after) in pairs if passes(state, after)]
    return Table(
        id=2**40, guild=1, channel=2, game=setting.game, status=status, facts=facts, log=log, state=state,
        asked=(index,) * setting.seats, asked_at=(START + index,) * setting.seats,
        past=tuple(starmap(moment, over[-MAX_MOMENTS:])),
    )  # fmt: skip


def when(table: Table) -> list[float]:
    """The instants at which a table looks different: while something is revealed, and after."""
    return [START + table.revision, *([table.flash_until] if table.flash_until else [])]


def seats_and_onlookers(seats: int) -> list[Seat | None]:
    """Everybody who may look at a table."""
    return [None, *range(seats)]


def people_to_act(state: AnyState) -> list[Seat]:
    """The people waited for: chance is nobody."""
    return sorted(state.to_act - {CHANCE})
