"""Before and after, side by side: ``python -m tests.bench compare OLD_TREE [rounds]`` prints a table in Markdown.

OLD_TREE is another checkout of this repository (``git worktree add ../old COMMIT``) whose own benches are run, in its
``tests/bench``. Each figure is measured in both trees in turn, round after round, by processes of their own; the table
shows the middle of the rounds and, if there are several, the least and the most.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bot.catalogue import walk
from tests.bench import latency, moves, rules

ROUNDS = 3
HERE = Path(__file__).parents[2]

PROBE = """
import asyncio, importlib.util, json, logging, sys, tempfile
logging.disable()
sys.path.insert(0, ".")

def cost(tables, waves, **how):
    from tests.bench import moves
    found = asyncio.run(moves.measure(tables, waves, http=True, **how))
    return {"ratio": found.ratio, "requests": found.requests}

def waits():
    from tests.bench import latency
    return {"blocked": asyncio.run(latency.measure(4.0, 150)).blocked * 1e3}

def wire():
    from tests.bench import wire
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(wire.measure(f"{folder}/wire.sqlite3", (2.0, 8.0), 80))
    return {"above": found.above * 1e3, "rate": found.rate}

def rules(file):
    try:
        import bot.core.simulate
    except ImportError:  # before there was a core
        import bot.simulate
        sys.modules["bot.core"] = bot
        sys.modules["bot.core.simulate"] = bot.simulate
    spec = importlib.util.spec_from_file_location("measured", file)
    measured = importlib.util.module_from_spec(spec)
    sys.modules["measured"] = measured
    spec.loader.exec_module(measured)
    found = {}
    for one in measured.measure(0.1):
        found[one.key] = max(found.get(one.key, 0), one.turns)
    return found

print(json.dumps(eval(sys.argv[1])))
"""
"""What a tree is asked for. It says ``bot`` and ``tests`` of the folder it is started in; only the rules are measured
by this tree's bench in both, because the old one counted the shuffling too."""


class Figure(NamedTuple):
    """A line of the table."""

    what: str
    goal: str
    ask: str
    """The call in the probe that measures it; asked once for all lines that share it."""
    key: str
    write: Callable[[float], str]


def ratio(number: float) -> str:
    """So many times a bare command."""
    return f"×{number:.2f}"


def plain(number: float) -> str:
    """With two digits."""
    return f"{number:.2f}"


def milliseconds(number: float) -> str:
    """With one digit."""
    return f"{number:.1f} ms"


def turns(number: float) -> str:
    """So many turns of the fixed loop of the rules' bench."""
    return f"{number:.0f} turns"


def figures() -> list[Figure]:
    """Everything compared, with the goals."""
    board, whole = "cost(100, 12)", "cost(60, 10, panels=True)"
    drawn = "cost(40, 8, panels=True, pictures=True)"
    blocked, above = latency.GOAL_BLOCKED * 1e3, latency.GOAL_ABOVE * 1e3
    fast = f"rules({str(HERE / 'tests' / 'bench' / 'rules.py')!r})"
    return [
        Figure("board answer, over HTTP / bare command", f"≤ {moves.GOAL}", board, "ratio", ratio),
        Figure("requests a move", "—", board, "requests", plain),
        Figure("whole game, everybody's panel open / bare", f"≤ {moves.GOAL_PANELS}", whole, "ratio", ratio),
        Figure("requests a move", f"≤ {moves.GOAL_REQUESTS}", whole, "requests", plain),
        Figure("the same with pictures (bot process) / bare", f"≤ {moves.GOAL_PICTURES}", drawn, "ratio", ratio),
        Figure("loop blocked, 150 moves/s", f"< {blocked:.0f} ms", "waits()", "blocked", milliseconds),
        Figure("p99 above bare over the wire, SQLite", f"≤ {above:.0f} ms", "wire()", "above", milliseconds),
        Figure("moves/s at which that was measured", "150", "wire()", "rate", "{:.0f}".format),
        *(
            Figure(f"rules of {key}: a move, slowest setting", f"≤ {rules.ALLOWED} turns", fast, key, turns)
            for key in sorted(walk().games)
        ),
    ]


def ask(tree: Path, call: str) -> dict[str, float]:
    """What a tree measures, in a process of its own; nothing if it cannot."""
    done = subprocess.run([sys.executable, "-c", PROBE, call], cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(f"{tree.name}, {call}: {done.stderr[-500:]}\n")
        return {}
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def shown(found: list[float], write: Callable[[float], str]) -> str:
    """The middle, and from where to where it went."""
    if not found:
        return "—"
    spread = f" ({write(min(found))} … {write(max(found))})" if len(found) > 1 else ""
    return write(median(found)) + spread


def main(arguments: list[str]) -> int:
    """Print the table."""
    if not arguments or not (old := Path(arguments[0])).is_dir():
        sys.stderr.write("which tree? python -m tests.bench compare OLD_TREE [rounds]\n")
        return 2
    rounds = int(arguments[1]) if len(arguments) > 1 else ROUNDS
    sys.stdout.write("| what | goal | before | after |\n|---|---|---|---|\n")
    lines = figures()
    for call in dict.fromkeys(line.ask for line in lines):
        answers: dict[Path, list[dict[str, float]]] = {old: [], HERE: []}
        for _ in range(rounds):
            for tree, found in answers.items():
                found.append(ask(tree, call))
        for line in lines:
            if line.ask == call:
                before, after = (
                    shown([each[line.key] for each in found if line.key in each], line.write)
                    for found in answers.values()
                )
                sys.stdout.write(f"| {line.what} | {line.goal} | {before} | {after} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
