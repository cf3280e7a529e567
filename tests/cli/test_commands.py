"""docs/commands.md has every slash command, as Discord gets them. ``UPDATE_GOLDEN=1`` writes it again."""

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.app import App
from bot.catalogue import walk
from bot.client.commands import FluentTranslator
from bot.store import from_url
from bot.text.strings import LANGUAGES
from tests.kit.words import ROOT

FILE = ROOT / "docs" / "commands.md"
PART = re.compile(r"(<!-- from the strings: .* -->\n\n)(.*)(\n<!-- end -->\n)", re.DOTALL)
ENGLISH = "en-US"
SUBCOMMAND, GROUP = 1, 2
HEADS = ("For everybody:", "The games:", "For people with *Manage Server*:")


async def test_the_document_has_the_commands_of_the_strings():
    text = FILE.read_text("utf-8")
    made = await tables()
    if os.environ.get("UPDATE_GOLDEN"):
        FILE.write_text(text := PART.sub(lambda found: found[1] + made + found[3], text), "utf-8")
    found = PART.search(text)
    assert found
    assert found[2] == made


class CommandRow(NamedTuple):
    french: str
    english: str
    does: str


async def tables() -> str:
    catalogue = walk()
    games = {catalogue.words.get(game, LANGUAGES[0], "command") for game in catalogue.games}
    found: dict[str, list[CommandRow]] = {head: [] for head in HEADS}
    app = App(catalogue, from_url(":memory:"), pictures=False)
    async with app.bot as bot:
        await app.load_features()
        translator = FluentTranslator(catalogue.words)
        await bot.tree.set_translator(translator)
        for command in sorted(bot.tree.get_commands(), key=lambda command: command.name):
            payload = await command.get_translated_payload(bot.tree, translator)
            if payload.get("default_member_permissions"):
                head = HEADS[2]
            else:
                head = HEADS[1] if payload["name"] in games else HEADS[0]
            found[head] += _lines(payload, "/", "/")
    return "\n".join(f"{head}\n\n{_table(lines)}" for head, lines in found.items())


def _lines(payload: Mapping[str, Any], french: str, english: str) -> Iterator[CommandRow]:
    options = payload.get("options") or []
    french += payload["name"]
    english += _english(payload, "name")
    inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if inner:
        for option in inner:
            yield from _lines(option, f"{french} ", f"{english} ")
        return
    named = ", ".join(option["name"] for option in options)
    also = ", ".join(_english(option, "name") for option in options)
    does = _english(payload, "description").replace("|", "\\|")
    yield CommandRow(f"`{french}` {named}".strip(), f"`{english}` {also}".strip(), does)


def _english(payload: Mapping[str, Any], what: str) -> str:
    return (payload.get(f"{what}_localizations") or {}).get(ENGLISH) or payload[what]


def _table(lines: list[CommandRow]) -> str:
    rows = [("French", "English", "what it does"), ("---", "---", "---"), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows).replace("| --- | --- | --- |", "|---|---|---|")
