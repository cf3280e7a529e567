"""A fleet under load: ``python -m tests.bench.fleet [quick] [load] [restart] [claims [TABLES]] [size]``.

Real bots in processes of their own on a PostgreSQL server of our own, a sandbox with 64 servers in this process, and
two people in each who play through it (``tests/wire/regulars.py``), without pictures. What is compared takes turns of a
few seconds, so that a machine that is busy with other things slows all of it alike. Without a word, everything.

- ``load``: what a move costs the bots together with 1, 2 and 4 processes, under the same load.
- ``restart``: how long anybody waits while one of four processes is replaced, and while one is killed.
- ``claims``: what people notice of a million open tables of others, spread over 64 shards.
- ``size``: what a finished game takes in the database, and a server in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.bench import fleet_claims, fleet_load, fleet_restart, fleet_size
from tests.bench.report import Line, report
from tests.store.conftest import serving

KINDS = {"load", "restart", "claims", "size"}


def lines(words: list[str]) -> Iterator[Line]:
    """What was asked for, or everything."""
    quick = "quick" in words
    wanted = KINDS & set(words) or KINDS
    numbers = [int(word.replace("_", "")) for word in words if word.replace("_", "").isdecimal()]
    tables = numbers[0] if numbers else fleet_claims.TABLES // (10 if quick else 1)
    with serving(fsync=True) as server:
        if "load" in wanted:
            yield from fleet_load.lines(server, quick=quick)
        if "restart" in wanted:
            yield from fleet_restart.lines(server)
        if "claims" in wanted:
            yield from fleet_claims.lines(server, tables, quick=quick)
    if "size" in wanted:
        yield from fleet_size.lines(quick=quick)


if __name__ == "__main__":
    raise SystemExit(report(lines(sys.argv[1:])))
