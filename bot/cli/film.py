"""``film``: a record as an animated picture."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.catalogue import walk
from bot.core.records import SIZE, Fault, check
from bot.core.replay import of_record
from bot.pictures.film import film, shots

BAR = 30


def make(record: Path, out: Path, lang: str) -> str | None:
    """Draw the film of the first record of a file; says what is wrong, if anything is. Raises OSError."""
    catalogue = walk()
    with record.open("rb") as source:
        found = check(source.readline(SIZE + 1).strip(), catalogue.games)
    if isinstance(found, Fault):
        return f"{found.where or 'the record'}: {found.reason}"
    if found.game.picture is None:
        return f"{found.game.key} has no pictures"
    speech = catalogue.words.say("", lang)
    replay = of_record(found, [speech("replay-player", number=seat + 1) for seat in range(found.seats)])
    wanted = shots(replay)
    say = catalogue.words.say(found.game.key, lang, replay.names)
    data = film(found.game, say, wanted, lambda done: _show(done, len(wanted)))
    out.write_bytes(data)
    print(f"{out}: {len(wanted)} positions, {len(data)} bytes")  # noqa: T201, this is its output
    return None


def _show(done: int, total: int) -> None:
    """A bar on standard error when somebody is watching."""
    if sys.stderr.isatty():
        filled = BAR * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{'█' * filled}{'·' * (BAR - filled)}] {done}/{total}{end}")
