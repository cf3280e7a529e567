"""Presses a move: ``python -m tests.bench presses``.

Whole games of three people who choose as regular opponents do and press the buttons of their open seat messages. Where
silence is consent, a player who consents presses nothing.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot.core.absence import wake
from bot.core.facts import PACES, PLAYING
from bot.core.opponents import ViewHistory, choose
from bot.core.table import Table
from tests.bench.report import Line
from tests.kit.moments import CATALOGUE
from tests.kit.pages import clicks
from tests.kit.seated import NOW, started

GAMES = 5
SEATS = 3
GOALS = {("ptipasspass", "flash"): 200 / 300, "pinocchio": 1.3, "trio": 1.0, "cappuccino": 2.0, "tripot": 3.0}
"""The most presses a move, of a game or of a game at one pace."""


class Presses(NamedTuple):
    """The presses of whole games, and their moves, those of the table itself included."""

    presses: int
    moves: int

    @property
    def a_move(self) -> float:
        """Presses a move."""
        return self.presses / self.moves


def play(key: str, pace: str, rng: Random) -> Presses:
    """Play one game to its end."""
    table, presses = started(key, SEATS, pace, seed=rng.randrange(1 << 30)), 0
    views = ViewHistory(range(SEATS))
    while table.status == PLAYING:
        assert table.state is not None
        views.add(table.state)
        table, pressed = _answered(table, views, rng)
        presses += pressed
    return Presses(presses, table.revision - 1)


def _answered(table: Table, views: ViewHistory, rng: Random) -> tuple[Table, int]:
    """The table after the next move, or after a window in which everybody was silent; and the presses it took."""
    seats = rng.sample(table.to_act, len(table.to_act))
    for seat in seats:
        move = choose(table.game, views.of(seat), table.legal(seat), "regular", rng)
        if table.silent and move == table.default(seat):
            continue
        now, path = max(table.moved_at + 1, table.flash_until), table.game.path(move)
        pressed = clicks(table, seat, path, CATALOGUE.words, panel_open=True)
        return table.play(table.users[seat], path, revision=table.revision, at=now, now=now), pressed
    assert table.facts.deadline is not None
    return wake(table, table.facts.deadline, NOW), 0


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Yield the lines of the table, for every game at the fast paces."""
    games = 1 if quick else GAMES
    for key in CATALOGUE.games:
        for pace in [each for each in PACES if not PACES[each].slow][:2]:
            rng = Random(7)
            played = [play(key, pace, rng) for _ in range(games)]
            found = Presses(*map(sum, zip(*played, strict=True)))
            goal = GOALS.get((key, pace), GOALS.get(key))
            measured = f"{found.a_move:.2f} ({found.presses} presses and {found.moves} moves in {games} games)"
            text = f"≤ {goal:.2f}" if goal else ""
            yield f"presses a move, {key} at {pace}", text, measured, goal is None or found.a_move <= goal
