"""The numbers to hold, measured: ``python -m tests.bench`` prints them as a table in Markdown.

Takes some minutes. ``python -m tests.bench quick`` takes one: fewer tables, the same questions. ``click`` counts
instead what one click passes through (``tests/bench/click.py``); ``compare OLD_TREE`` measures another checkout and
this one in turn (``tests/bench/compare.py``).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from statistics import median

from bot.catalogue import walk
from bot.cli import loop
from tests.bench import (
    click,
    compare,
    growth,
    house,
    latency,
    memory,
    moves,
    pictures,
    replays,
    restart,
    rules,
    storage,
    thinking,
    wire,
)
from tests.bench.report import Line, report


def lines(*, quick: bool) -> Iterator[Line]:
    """Every number."""
    yield from _rules(seconds=0.2 if quick else rules.SECONDS)
    yield from _moves(tables=60 if quick else moves.TABLES, waves=10 if quick else moves.WAVES)
    yield from _loops(tables=60, waves=6 if quick else 12)
    yield from _latency(seconds=2.0 if quick else latency.SECONDS)
    yield from _thinking(seconds=8.0 if quick else thinking.SECONDS)
    yield from _restart(tables=5_000 if quick else restart.TABLES)
    yield from _memory(tables=50 if quick else memory.TABLES)
    yield from _pictures(count=20 if quick else pictures.MOMENTS)
    yield from _replays(steps=20 if quick else replays.STEPS)
    yield from _house(tables=20_000 if quick else house.TABLES)
    yield from growth.lines(quick=quick)
    yield from storage.lines(quick=quick)
    # Last: from then on discord.py looks for Discord where the sandbox was.
    yield from wire.lines(quick=quick)


def _rules(seconds: float) -> Iterator[Line]:
    found = rules.measure(seconds)
    for key in dict.fromkeys(one.key for one in found):
        slowest = max((one for one in found if one.key == key), key=lambda one: one.turns)
        measured = str(slowest).removeprefix(f"{key} ")
        goal = f"≥ {rules.GOAL:,}/s on a quiet core: ≤ {rules.ALLOWED} turns"
        yield f"moves and what is legal, {key}", goal, measured, slowest.kept


def _thinking(seconds: float) -> Iterator[Line]:
    found = asyncio.run(thinking.measure(seconds=seconds))
    what = f"event loop blocked while experts think at {thinking.TABLES} tables at once"
    yield what, f"< {1000 * thinking.GOAL:.0f} ms", str(found), found.blocked < thinking.GOAL


def _replays(steps: int) -> Iterator[Line]:
    for result in asyncio.run(replays.results(steps=steps)):
        yield "a step of the viewer with its pictures", f"≤ {replays.GOAL:.0f} ms", str(result), result.kept


def _moves(tables: int, waves: int) -> Iterator[Line]:
    what = "CPU of a move / of a bare command"
    result = asyncio.run(moves.measure(tables, waves, http=True))
    yield f"{what}, answers on the board, over HTTP", f"≤ {moves.GOAL}", str(result), result.ratio <= moves.GOAL
    result = loop.run(moves.measure(tables, waves, http=True, apart=True))
    kept = result.ratio <= moves.GOAL
    yield "the same beside a stock bot, each in its own process and loop", f"≤ {moves.GOAL}", str(result), kept
    result = asyncio.run(moves.measure(tables, waves))
    yield "the same without HTTP (discord.py's seam)", "", str(result), True
    result = asyncio.run(moves.measure(tables // 2, waves // 2, panels=True, http=True))
    kept = result.ratio <= moves.GOAL_PANELS and result.requests <= moves.GOAL_REQUESTS
    goal = f"≤ {moves.GOAL_PANELS}, ≤ {moves.GOAL_REQUESTS} requests"
    yield f"{what}, whole games, everybody's panel open, over HTTP", goal, str(result), kept
    result = asyncio.run(moves.measure(tables // 2, waves // 4, panels=True, pictures=True, http=True))
    goal, kept = f"≤ {moves.GOAL_PICTURES}", result.ratio <= moves.GOAL_PICTURES
    yield "the same with pictures (drawn in another process, not counted)", goal, str(result), kept


def _loops(tables: int, waves: int) -> Iterator[Line]:
    """What uvloop saves. All else of moves is measured in Python's own loop, as the bare command is stock."""
    faster, what = loop.factory(), "CPU of a move in uvloop / in Python's own loop, board, over HTTP"
    if faster is None:
        yield what, "", "— (there is no uvloop)", True
        return
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(3):
        for factory, found in zip((None, faster), spent, strict=True):
            with asyncio.Runner(loop_factory=factory) as runner:
                found.append(runner.run(moves.measure(tables, waves, http=True)).moves.each)
    own, fast = map(median, spent)
    yield what, "", f"×{fast / own:.2f} ({fast:.0f} µs; {own:.0f} µs)", True


def _latency(seconds: float) -> Iterator[Line]:
    result = asyncio.run(latency.measure(seconds))
    goal = f"p99 ≤ {latency.GOAL_ABOVE * 1e3:.0f} ms above bare"
    yield f"reply latency at {latency.RATE} moves/s", goal, str(result), result.above <= latency.GOAL_ABOVE
    goal, kept = f"< {latency.GOAL_BLOCKED * 1e3:.0f} ms", result.blocked < latency.GOAL_BLOCKED
    yield "event loop blocked", goal, f"≤ {result.blocked * 1e3:.1f} ms", kept
    result = asyncio.run(latency.measure(seconds, 20, pictures=True))
    measured = f"{result}; loop blocked ≤ {result.blocked * 1e3:.1f} ms"
    yield "reply latency at 20 moves/s with pictures", "", measured, True


def _restart(tables: int) -> Iterator[Line]:
    for worst, what in ((False, "restart to first answered click"), (True, "the same, all overdue and behind")):
        result = asyncio.run(restart.measure(tables, worst=worst))
        yield what, f"≤ {restart.GOAL:.0f} s", str(result), result.first <= restart.GOAL


def _memory(tables: int) -> Iterator[Line]:
    for one in asyncio.run(memory.measure(tables)):
        measured = f"{one.hot:.1f} KB after {one.moves} moves; asleep {one.asleep:.2f} KB"
        yield f"memory of a hot table, {one.key}", f"≤ {memory.GOAL:.0f} KB; asleep 0", measured, one.hot <= memory.GOAL


def _pictures(count: int) -> Iterator[Line]:
    catalogue = walk()
    for game in catalogue.games.values():
        if game.picture is None:
            continue
        result = pictures.measure(game, catalogue.words, count)
        cpu, most = median(cost.cpu for cost in result.boards), max(result.bytes) / 1e3
        goal = f"≤ {pictures.MOST_MS} ms median, ≤ {pictures.MOST_KB} KB"
        yield (
            f"board picture, {game.key}",
            goal,
            f"{cpu:.1f} ms, after a move {result.repaint:.1f} ms, ≤ {most:.0f} KB",
            result.kept,
        )


def _house(tables: int) -> Iterator[Line]:
    cost, _ = asyncio.run(house.storing())
    game = house.SHORT * asyncio.run(moves.measure(30, 6, http=True)).moves.each / 1e6
    measured = f"{cost / game:.1%} ({cost * 1e3:.2f} ms; a short game of {house.SHORT} moves {game * 1e3:.0f} ms)"
    yield "CPU that results and ratings add to a game", f"≤ {house.SHARE:.0%}", measured, cost / game <= house.SHARE
    for answer in asyncio.run(house.measure(tables)):
        kept = answer.p95 <= house.GOAL
        yield f"{answer.what}, {tables:,} finished tables", f"p95 ≤ {house.GOAL * 1e3:.0f} ms", str(answer), kept


def main(arguments: list[str]) -> int:
    """Print the table, or whatever else is asked for; 1 if a number is not held."""
    if arguments[:1] == ["click"]:
        return click.main(arguments[1:])
    if arguments[:1] == ["compare"]:
        return compare.main(arguments[1:])
    return report(lines(quick="quick" in arguments))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
