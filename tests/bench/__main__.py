"""All benches: ``python -m tests.bench [quick] [name …]`` prints the table of docs/contributing/measurements.md.

Takes some minutes; ``quick`` takes about three: fewer tables, the same lines. A name (``moves``, ``requests``, …)
limits it to these modules.
"""

import sys
from collections.abc import Iterator
from itertools import chain

from tests.bench import growth, latency, memory, moves, pictures, presses, profiles, requests, restart, rules
from tests.bench.report import Line, report

BENCHES = (requests, presses, moves, latency, growth, restart, memory, pictures, rules, profiles)


def lines(words: list[str]) -> Iterator[Line]:
    """Yield the lines of the named benches, by default of all."""
    chosen = [bench for bench in BENCHES if bench.__name__.rpartition(".")[2] in words] or BENCHES
    return chain.from_iterable(bench.lines(quick="quick" in words) for bench in chosen)


if __name__ == "__main__":
    raise SystemExit(report(lines(sys.argv[1:])))
