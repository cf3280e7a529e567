"""The ladder: in every game each level beats the one below it, as one seat at a table of the weaker. `make ladder`."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bot.catalogue import walk
from bot.core.game import Value
from bot.core.opponents import Match, Player, Score, fill, play, scores

STEPS: tuple[tuple[Player, Player], ...] = (("novice", "random"), ("regular", "novice"), ("expert", "regular"))


@dataclass(frozen=True)
class Table:
    """A game at a number of seats, and how many games show who is better."""

    key: str
    seats: int
    games: int
    option: tuple[str, Value] | None = None

    @property
    def name(self) -> str:
        """The game, with the option that is not as usual."""
        return f"{self.key}, {self.option[0]}" if self.option else self.key

    def climb(self, better: Player, weaker: Player, games: int | None = None) -> Score:
        """How the better one does alone among the weaker."""
        game = walk().games[self.key]
        options = game.complete(dict([self.option] if self.option else []), self.seats)
        match = Match(game, self.seats, options, fill([better, weaker], self.seats))
        return scores(match, ((each, play(match, each, time.process_time)) for each in range(games or self.games)))[0]


TABLES = (
    Table("trio", 3, 150), Table("trio", 4, 150), Table("trio", 4, 1200, ("teams", True)),
    Table("ptipasspass", 3, 150), Table("ptipasspass", 4, 150),
    Table("cappuccino", 2, 100), Table("cappuccino", 3, 120), Table("cappuccino", 4, 240),
    Table("tripot", 2, 400), Table("tripot", 4, 600),
    Table("pinocchio", 3, 600), Table("pinocchio", 5, 1200),
)  # fmt: skip


def climbed(only: list[str]) -> Iterator[tuple[Table, Player, Player, Score]]:
    """Every step of the games asked for, of all if none is."""
    for table in TABLES:
        if not only or table.key in only:
            for better, weaker in STEPS:
                yield table, better, weaker, table.climb(better, weaker)


def main() -> int:
    """Print every step; 1 if one of them is not shown."""
    failed = 0
    print("| game | seats | better | weaker | games | wins | 95 % interval | fair | median ms | p95 ms |")  # noqa: T201
    print("|---|---|---|---|---|---|---|---|---|---|")  # noqa: T201
    for table, better, weaker, score in climbed(sys.argv[1:]):
        shown = score.low > 1 / table.seats
        failed += not shown
        print(  # noqa: T201
            f"| {table.name} | {table.seats} | {better} | {weaker} | {table.games} | {score.share:.1%} "
            f"| {score.low:.1%} to {score.high:.1%} | {1 / table.seats:.1%} "
            f"| {score.middle * 1000:.1f} | {score.slow * 1000:.1f} |{'' if shown else ' not shown'}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
