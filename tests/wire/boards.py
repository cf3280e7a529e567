"""Compares board messages with the tables in the database."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from bot.client import boards
from bot.core.facts import CLOSED, OVER, PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from bot.pictures.cache import alt
from bot.sandbox.model.components import walk
from bot.text.strings import Words
from tests.kit.words import readable

Json = dict[str, Any]
EPHEMERAL = 64
LANGUAGE = "fr"
"""The server's, in which boards are written."""
quick = patch.multiple(boards, MERGE_SECONDS=0.05, MERGE_ANSWERS_SECONDS=0.05, ONLOOKERS_SECONDS=0.05)
"""Boards wait shortly for more changes: tests read them after every move, in real time."""


def read(message: Json) -> str:
    return "\n".join([*filter(None, [message["content"]]), *readable(walk(message["components"]))])


def private(message: Json) -> bool:
    return bool(message["flags"] & EPHEMERAL)


def pictures(message: Json) -> list[Json]:
    return [item for each in walk(message["components"]) if each["type"] == 12 for item in each["items"]]


def usable(message: Json) -> Iterator[tuple[str, list[str]]]:
    """The ids of all that can be pressed in a message, with the values a menu offers."""
    for widget in walk(message["components"]):
        if widget.get("custom_id") and not widget.get("disabled"):
            yield widget["custom_id"], [option["value"] for option in widget.get("options", [])]


def addresses(message: Json) -> list[Address]:
    return [address for custom_id, _ in usable(message) if (address := Address.parse(custom_id))]


def leads(message: Json, table: Table, *verbs: str) -> bool:
    return any(each.table == table.id and each.verb in verbs for each in addresses(message))


def untrue(message: Json, table: Table, words: Words, now: float) -> str:
    """The first difference between a message and the correct board of a table now; empty if there is none."""
    say = words.say(table.game.key, table.facts.language or LANGUAGE, table.names)
    texts = [widget["content"] for widget in walk(message["components"]) if widget["type"] == 10]
    if table.status == CLOSED:
        wanted = [say(f"closed-{table.facts.closed}")]
    else:
        sight = table.game.face.sight(table.view(None, now), say)
        wanted = [" · ".join(filter(None, (f"### {say('name')}", sight.title))), *filter(None, [sight.story])]
        # Word for word: what was revealed and is over may stand beside what is still so.
        if sight.scene not in texts and alt(sight.scene) not in [each.get("description") for each in pictures(message)]:
            return f"does not show {sight.scene!r}"
    if table.status == OVER and (outcome := table.outcome):
        wanted.append(f"## {say('win', winners=say.names(outcome.winners), count=len(outcome.winners))}")
    if missing := [text for text in wanted if text not in texts]:
        return f"does not say {missing[0]!r}"
    if table.status != PLAYING or table.blocked(now):
        return "offers to play now" if leads(message, table, "hand", "play") else ""
    revision = [each.revision for each in addresses(message) if each.verb == "hand" and each.table == table.id]
    if not revision:
        return "has no button for the hand"
    return "" if _same(table, revision[0]) else f"is of revision {revision[0]}, the log of {table.revision}"


def _same(table: Table, revision: int) -> bool:
    """Whether the public view after that many moves equals the present one: sealed choices may change unseen."""
    if not 0 < revision <= table.revision:
        return False
    state = table.game.start(table.size, table.facts.options)
    for turn in table.log[:revision]:
        state = state.play(turn.seat, turn.move)
    assert table.state is not None
    return state.view(None) == table.state.view(None)
