"""``film``: a record as an animated picture."""

from __future__ import annotations

from pathlib import Path

from bot.catalogue import walk
from bot.cli.bar import Bar
from bot.core.records import SIZE, Fault, check
from bot.core.replay import of_record
from bot.pictures.film import film, shots


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
    bar = Bar(len(wanted))
    data = film(found.game, say, wanted, lambda _: bar.add(1))
    bar.end()
    out.write_bytes(data)
    print(f"{out}: {len(wanted)} positions, {len(data)} bytes")  # noqa: T201, this is its output
    return None
