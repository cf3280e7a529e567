"""Who may know whom: rules know no Discord, games no other game, the kernel no game, the sandbox nothing of ours."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import ROOT
from tests.moments import CATALOGUE

GAMES = sorted(CATALOGUE.games)
PURE = ("rules", "face", "game", "picture", "guess", "default", "moves", "views")


def imported(file: Path) -> Iterator[str]:
    """Every module a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def within(module: str, package: str) -> bool:
    """Whether a module is a package or inside it."""
    return module == package or module.startswith(package + ".")


def sources(folder: str) -> list[Path]:
    """The Python files of a folder, however deep."""
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, folder
    return found


def test_rules_faces_and_pictures_run_without_discord():
    modules = [
        f"cogs.{game}.{name}" for game in GAMES for name in PURE if (ROOT / "cogs" / game / f"{name}.py").exists()
    ]
    kernel = ["bot.game", "bot.records", "bot.simulate", "bot.table", "bot.words", "bot.catalogue", "bot.ui.boards"]
    code = (
        "import importlib, sys\n"
        f"for name in {[*modules, *kernel]!r}:\n    importlib.import_module(name)\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('discord', 'aiohttp', 'aiosqlite', 'asyncpg')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_every_game_has_the_same_pages_of_contents():
    for game in GAMES:
        for name in ("rules", "face", "game", "commands"):
            assert (ROOT / "cogs" / game / f"{name}.py").exists(), f"cogs/{game}/{name}.py"


@pytest.mark.parametrize("game", GAMES)
def test_games_never_know_each_other(game):
    others = [f"cogs.{other}" for other in GAMES if other != game]
    for file in sources(f"cogs/{game}"):
        known = [module for module in imported(file) if any(within(module, other) for other in others)]
        assert known == [], file


@pytest.mark.parametrize("game", GAMES)
def test_a_game_reaches_discord_only_through_its_commands(game):
    for file in sources(f"cogs/{game}"):
        if file.name not in {"commands.py", "__init__.py"}:
            outside = [
                m for m in imported(file) if within(m, "discord") or within(m, "bot.client") or within(m, "bot.cog")
            ]
            assert outside == [], file


def test_the_kernel_never_imports_a_cog():
    for file in sources("bot"):
        assert not [module for module in imported(file) if within(module, "cogs")], file


DOORS = {
    "send_message": "bot/ui/reply.py",
    "edit_message": "bot/ui/reply.py bot/ui/private_message.py",
    "edit_original_response": "bot/ui/private_message.py",
    "followup": "bot/ui/reply.py bot/ui/private_message.py",
    "get_partial_messageable": "bot/ui/reply.py bot/ui/publisher.py bot/ui/host.py",
    "get_partial_message": "bot/ui/publisher.py bot/ui/host.py",
}
"""What of discord.py's sends or changes messages, and the only files that may use it."""


def test_messages_leave_by_known_doors_only():
    files = [*sources("bot"), *sources("cogs")]
    for name, allowed in DOORS.items():
        users = set()
        for file in files:
            if (ROOT / "bot" / "sandbox") in file.parents:
                continue
            nodes = ast.walk(ast.parse(file.read_text("utf-8")))
            if any(isinstance(node, ast.Attribute) and node.attr == name for node in nodes):
                users.add(file.relative_to(ROOT).as_posix())
        assert users == set(allowed.split()), name


def test_only_the_publisher_and_replies_render_public_pages():
    public = {"new_public", "changed_public"}
    users = {
        file.relative_to(ROOT).as_posix()
        for file in sources("bot")
        if {f"bot.ui.adapter.{name}" for name in public} & set(imported(file))
    }
    assert users == {"bot/ui/publisher.py", "bot/ui/reply.py"}


def test_the_sandbox_knows_nothing_of_ours():
    for file in sources("bot/sandbox"):
        ours = [m for m in imported(file) if within(m, "cogs") or (within(m, "bot") and not within(m, "bot.sandbox"))]
        assert [module for module in ours if module != "bot"] == [], file


def test_the_kernel_never_names_a_game():
    named = re.compile("|".join(GAMES), re.IGNORECASE)
    for file in sources("bot"):
        if (ROOT / "bot" / "sandbox") in file.parents:
            continue
        found = {match.group().lower() for match in named.finditer(file.read_text("utf-8"))}
        assert found == set(), file
    for lang in ("fr", "en"):
        strings = (ROOT / "bot" / "strings" / f"{lang}.ftl").read_text("utf-8")
        assert not named.search(strings)


def test_pages_and_tables_are_values_of_our_own():
    pure = ["table", "facts", "game", "records", "simulate", "words", "catalogue"]
    pages = ["page", "ids", "picker", "boards", "panels", "lobbies", "rulebook", "refusals"]
    for file in [ROOT / "bot" / f"{name}.py" for name in pure] + [ROOT / "bot" / "ui" / f"{name}.py" for name in pages]:
        assert not [module for module in imported(file) if within(module, "discord")], file
