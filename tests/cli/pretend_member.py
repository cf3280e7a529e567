"""Stands in for ``tablee run`` in tests of the fleet: what it does is written in files of the folder it is in.

``log`` has what has happened, a line each. It serves at once, or on standby when the file ``lock-SHARDS`` is free,
as the locks of a database would be. ``fails`` makes it end before it serves, with the code in it; ``mute`` keeps it
from saying that it is on standby.
"""

import asyncio
import fcntl
import os
import sys
from pathlib import Path
from typing import IO

from bot.cli.terminal import ending
from bot.workers import SERVING, STANDBY, Parent


def note(*words: object) -> None:
    with Path("log").open("a", encoding="utf-8") as log:
        log.write(" ".join(map(str, words)) + "\n")


async def live(shards: str, lock: IO[str], *, standby: bool, mute: bool) -> None:
    fleet = Parent()
    if standby and not mute:
        fleet.report(STANDBY)
    while not free(lock):
        assert standby, "two have the same shards"
        await asyncio.sleep(0.01)
    # Before anybody learns that it serves: a signal may follow at once.
    with ending():
        fleet.report(SERVING)
        note("serving", shards, os.getpid())
        await asyncio.Event().wait()
    note("left", shards, os.getpid())


def free(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def main() -> None:
    assert sys.argv[1] == "run"
    assert "--of-fleet" in sys.argv
    shards, standby = sys.argv[sys.argv.index("--shards") + 1], "--standby" in sys.argv
    note("started", shards, os.getpid(), "standby" if standby else "first", os.environ.get("METRICS_PORT"))
    if Path("fails").exists():
        sys.exit(int(Path("fails").read_text("utf-8")))
    with Path(f"lock-{shards.replace('/', '-')}").open("w") as lock:
        asyncio.run(live(shards, lock, standby=standby, mute=Path("mute").exists()))


if __name__ == "__main__":
    main()
