"""`make ladder`: the levels of opponents and the reference players, one alone at a table of others.

python -m tests.ladder                                      every row of every game
python -m tests.ladder tripot pinocchio                     every row of these games
python -m tests.ladder tripot --seats 4 --players expert simple --games 200    one table
"""

import argparse
import sys

from bot.catalogue import walk
from tests.ladder.table import HEAD, RULE, Row, line, measure, rows


def main() -> int:
    """Print every row; 1 if a goal was not reached."""
    asked = argparse.ArgumentParser(description="Measure the levels of opponents.")
    asked.add_argument("games", nargs="*", metavar="game", help="the games to measure; all if none is named")
    asked.add_argument("--seats", type=int, help="only this number of seats")
    asked.add_argument("--players", nargs=2, metavar=("PLAYER", "OTHERS"), help="who sits alone, and who sits with it")
    asked.add_argument("--games", dest="count", type=int, help="the number of games of each row")
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    failed = 0
    print(HEAD, RULE, sep="\n")  # noqa: T201
    for key in given.games or sorted(walk().games):
        for row in _rows(key, given):
            games = given.count or row.games
            score = measure(key, row, games, given.seed)
            failed += not row.reached(score)
            print(line(key, row, score, games), flush=True)  # noqa: T201
    return 1 if failed else 0


def _rows(key: str, given: argparse.Namespace) -> list[Row]:
    found = [Row(seats, *given.players, 200) for seats in walk().games[key].seats] if given.players else rows(key)
    return [row for row in found if given.seats in {None, row.seats}]


if __name__ == "__main__":
    sys.exit(main())
