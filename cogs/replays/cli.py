"""``film``: the command that draws a record as an animated GIF."""

from __future__ import annotations

import argparse
import sys

from bot.catalogue import walk
from bot.cli.terminal import FAILED, BadRequest, Bar
from bot.core import records
from cogs.replays import film as films
from cogs.replays.replay import of_record


def film(given: argparse.Namespace) -> int:
    """Draw the first record of a file as an animated GIF."""
    if given.out.suffix.lower() != ".gif":
        raise BadRequest(f"{str(given.out)!a} does not end in .gif, and that is what a film is")
    try:
        with given.record.open("rb") as source:
            line = source.readline(records.SIZE + 1).strip()
        fault = _draw(line, given)
    except OSError as error:
        raise BadRequest(f"cannot use {str(error.filename)!a}: {error.strerror}") from None
    if fault:
        sys.stderr.write(f"{fault}\n")
    return FAILED if fault else 0


def _draw(line: bytes, given: argparse.Namespace) -> str | None:
    """Write the film of a record, or say what is wrong with it. Raises OSError."""
    catalogue = walk()
    found = records.check(line, catalogue.games)
    if isinstance(found, records.Fault):
        return f"{found.where or 'the record'}: {found.reason}"
    if found.game.picture is None:
        return f"{found.game.key} has no pictures"
    say = catalogue.words.say("replays", given.lang)
    replay = of_record(found, [say("replay-player", number=seat + 1) for seat in range(found.seats)])
    wanted = films.script(replay)
    bar = Bar(len(wanted.shots))
    data = films.film(
        found.game, catalogue.words.say(found.game.key, given.lang, replay.names), wanted, lambda _: bar.add(1)
    )
    bar.end()
    given.out.write_bytes(data)
    print(f"{given.out}: {len(wanted.shots)} positions, {len(data)} bytes")  # noqa: T201, this is its output
    return None
