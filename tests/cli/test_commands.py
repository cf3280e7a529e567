"""docs/commands.md says what Discord is told. ``UPDATE_GOLDEN=1`` writes it anew."""

import os
import re

import pytest

from bot.__main__ import main
from bot.cli.commands import tables
from tests.kit.words import ROOT

FILE = ROOT / "docs" / "commands.md"
PART = re.compile(r"(<!-- from the strings: .* -->\n\n)(.*)(\n<!-- end -->\n)", re.DOTALL)


async def test_the_document_has_the_commands_of_the_strings():
    text = FILE.read_text("utf-8")
    made = await tables()
    if os.environ.get("UPDATE_GOLDEN"):
        FILE.write_text(text := PART.sub(lambda found: found[1] + made + found[3], text), "utf-8")
    found = PART.search(text)
    assert found
    assert found[2] == made


@pytest.mark.parametrize("pages", ["/aide", "/config voir", "/table show"])
def test_the_command_prints_them(pages, capsys):
    assert main(["commands"]) == 0
    assert f"`{pages}`" in capsys.readouterr().out
