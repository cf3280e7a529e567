"""Allowed imports: rules import no Discord, games no other game, the kernel no game, the sandbox nothing of ours."""

import ast
import importlib
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path

import pytest

from tests.kit.moments import CATALOGUE
from tests.kit.words import ROOT

GAMES = sorted(CATALOGUE.games)
FILES = ("game", "moves", "view", "rules", "face", "picture", "pieces", "opponent", "advice", "lesson", "tally")
"""The modules of every game."""


@cache
def nodes(file: Path) -> list[ast.AST]:
    """Every node of the syntax tree of a file."""
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


def parsed(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    module = nodes(file)[0]
    assert isinstance(module, ast.Module)
    return module


def imported(file: Path) -> Iterator[str]:
    """Everything a file imports, wherever in it: modules, and names with their modules."""
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def attributes(found: Iterable[ast.AST]) -> set[str]:
    """The names of all attributes in some code."""
    return {node.attr for node in found if isinstance(node, ast.Attribute)}


def within(module: str, package: str) -> bool:
    """Whether a module is a package or inside it."""
    return module == package or module.startswith(package + ".")


def sources(folder: str) -> list[Path]:
    """The Python files of a folder, however deep."""
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, folder
    return found


FILES_BY_PATH = {file.relative_to(ROOT).as_posix(): file for file in [*sources("bot"), *sources("cogs")]}
OURS = {path: file for path, file in FILES_BY_PATH.items() if not path.startswith("bot/sandbox/")}
"""All files but the sandbox's, a program of its own: it imports nothing of ours, and nobody confuses their names."""


def test_rules_faces_and_pictures_run_without_discord():
    modules = [f"cogs.{game}.{name}" for game in GAMES for name in FILES]
    kernel = ["bot.core.game", "bot.core.records", "bot.core.opponents", "bot.core.table", "bot.text.strings"]
    kernel += ["bot.catalogue", "bot.pages.board"]
    code = (
        "import importlib, sys\n"
        f"for name in {[*modules, *kernel]!r}:\n    importlib.import_module(name)\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('discord', 'aiohttp', 'aiosqlite', 'asyncpg')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


NAMES = {
    "moves": "Deal Moves SPELLING",
    "view": "Public",
    "rules": "State start guess default",
    "face": "sight label",
    "picture": "picture emblem",
    "opponent": "choose",
    "advice": "reason",
    "lesson": "LESSON",
    "tally": "FIGURES TOTALS HONOURS tally",
}
"""Names that each of them defines."""
HIDDEN = {"view": "Secrets Own Shown guess_secrets", "rules": "opened"}
"""And where anything is hidden."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files_and_names(game):
    modules = {name: importlib.import_module(f"cogs.{game}.{name}") for name in FILES}
    contents = modules["game"].GAME
    assert contents.face is modules["face"]
    for wanted in (NAMES, HIDDEN) if contents.hands else (NAMES,):
        for module, names in wanted.items():
            missing = [name for name in names.split() if not hasattr(modules[module], name)]
            assert missing == [], f"cogs/{game}/{module}.py"


DECIDING = ("opponent", "memory", "belief", "advice")
"""The modules of a game that decide for a seat; what they import of the game decides with them."""
STATEFUL = {"State", "AnyState", "Secrets", "AnyGame", "Game"}
"""Types of positions with everything face up, and of games, which can make them."""
REPLAYING = ("table", "opponents", "records")
"""Modules of the kernel that hold a state."""


def deciding_modules(cogs: Path, game: str) -> list[Path]:
    """The modules that decide for a seat of a game, with all they import from its folder, directly or not."""
    ahead, found = [cogs / game / f"{name}.py" for name in DECIDING], list[Path]()
    while ahead:
        file = ahead.pop()
        if file.is_file() and file not in found:
            found.append(file)
            modules = [module.split(".") for module in imported(file) if within(module, f"cogs.{game}")]
            ahead += [cogs / game / f"{parts[2]}.py" for parts in modules if len(parts) > 2]
    return found


def holds_secrets(file: Path) -> set[str]:
    """The functions and types of a module that are made of states or secrets, or make them."""
    found = STATEFUL.copy()
    for name, statement in defined(parsed(file)):
        words = {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
        if isinstance(statement, ast.FunctionDef) and words & STATEFUL:
            found.add(name)
    return found


def state_imports(cogs: Path, game: str) -> list[tuple[str, str]]:
    """Every import by which a deciding module could get hold of a state: (module, what it imports)."""
    package = f"cogs.{game}"
    modules = deciding_modules(cogs, game)
    hidden = {f"{package}.{each.stem}.{name}" for each in modules for name in holds_secrets(each)}
    # A whole module, as in `from cogs.trio import view`, would bring its secrets along.
    hidden |= {f"{package}.{each.stem}" for each in modules} | {f"bot.core.game.{name}" for name in STATEFUL}
    rooms = (f"{package}.rules", f"{package}.game", *(f"bot.core.{each}" for each in REPLAYING))
    return [
        (file.stem, name)
        for file in modules
        for name in imported(file)
        if name in hidden
        or any(within(name, room) for room in rooms)
        or (within(name, "bot") and not within(name, "bot.core"))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_opponents_cannot_import_a_state(game):
    names = {file.stem for file in deciding_modules(ROOT / "cogs", game)}
    assert {"opponent", "advice", "view", "moves"} <= names
    assert state_imports(ROOT / "cogs", game) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("opponent", "from cogs.play.rules import State"),
        ("memory", "from cogs.play.rules import legal"),
        ("belief", "from cogs.play import view"),
        ("advice", "from cogs.play.view import Secrets"),
        ("advice", "from cogs.play.view import guess_secrets"),
        ("worth", "import cogs.play.rules"),
        ("worth", "from bot.core.game import AnyState"),
        ("worth", "from bot.core.opponents import play_out"),
        ("worth", "from bot.app.tables.tables import Tables"),
    ],
)
def test_an_opponent_that_imports_a_state_is_found(tmp_path, module, line):
    folder = tmp_path / "play"
    folder.mkdir()
    (folder / "rules.py").write_text("class State: ...")
    (folder / "view.py").write_text("class Secrets: ...\ndef guess_secrets() -> Secrets: ...")
    fair = "from cogs.play.view import View\nfrom cogs.play.worth import price\n"
    for name in ("opponent", "worth", "memory", "belief", "advice"):
        (folder / f"{name}.py").write_text(fair + line * (name == module))
    assert state_imports(tmp_path, "play") == [(module, ".".join(line.split()[1::2]))]


CLOCKS_AND_STORAGE = "time", "datetime", "asyncio", "aiosqlite", "asyncpg", "sqlite3", "bot.store", "bot.tables"


@pytest.mark.parametrize(
    ("folder", "packages"),
    [
        *((f"cogs/{game}", ("discord", "bot.client")) for game in GAMES),
        *((f"bot/{room}", CLOCKS_AND_STORAGE) for room in ("core", "pages")),
        ("bot", ("cogs",)),
        ("bot/sandbox", [f"bot.{path.stem}" for path in (ROOT / "bot").iterdir() if path.stem != "sandbox"]),
    ],
)
def test_what_a_folder_never_imports(folder, packages):
    for file in sources(folder):
        assert not [name for name in imported(file) if any(within(name, each) for each in packages)], file


def test_no_game_or_feature_imports_another():
    for folder in (ROOT / "cogs").iterdir():
        for file in folder.rglob("*.py"):
            others = [name for name in imported(file) if within(name, "cogs")]
            assert [name for name in others if not within(name, f"cogs.{folder.name}")] == [], file


POSTING = (
    "bot/client/click.py bot/client/boards.py bot/client/journal.py cogs/reminders/commands.py cogs/daily/commands.py"
)
DOORS = {
    "Answers": "bot/client/click.py",
    "ChannelMessages": POSTING,
    "new_public": POSTING,
    "changed_public": "bot/client/click.py bot/client/boards.py",
    "PublicMessage": "bot/client/boards.py",
}
"""Functions that send or change messages, and the only files that may use them."""
FOREIGN_DOORS = {
    "send_message": "",
    "edit_message": "",
    "edit_original_response": "",
    "followup": "",
    "get_partial_messageable": "bot/client/lobby_clicks.py",
    "get_partial_message": "bot/client/lobby_clicks.py",
}
"""The same of discord.py; the lobby opens a thread with one."""


def test_messages_leave_by_known_doors_only():
    for name, allowed in DOORS.items():
        users = {path for path, file in OURS.items() if f"bot.client.messages.{name}" in imported(file)}
        assert users == set(allowed.split()), name
    for name, allowed in FOREIGN_DOORS.items():
        users = {path for path, file in OURS.items() if name in attributes(nodes(file))}
        assert users == set(allowed.split()), name


AGREED = {"State", "Public", "Secrets", "Own", "Shown", "Deal"}
"""Class names that every game's folder has, named after the contract in ``bot/core/game.py``."""


def test_no_public_class_name_occurs_twice():
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, file in OURS.items():
        of_games = path == "bot/core/game.py" or path.split("/")[1] in (*GAMES, "skeleton")
        for node in nodes(file):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add("the games" if of_games and node.name in AGREED else path)
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_the_kernel_never_names_a_game():
    named = re.compile("|".join(GAMES), re.IGNORECASE)
    kernel = [file for path, file in OURS.items() if path.startswith("bot/")]
    for file in [*kernel, *(ROOT / "bot" / "strings").iterdir()]:
        assert not named.findall(file.read_text("utf-8")), file


ROOMS = {
    "core": {"core"},
    "store": {"core", "store"},
    "tables": {"core", "store", "tables"},
    "pages": {"core", "pages"},
    "pictures": {"core", "pages", "pictures"},
    "client": {"core", "store", "tables", "pages", "pictures", "client"},
    "fleet": {"core", "store", "tables", "client", "cli", "fleet"},
    "cli": {"core", "store", "tables", "pictures", "client", "fleet", "cli", "sandbox"},
    "sandbox": {"sandbox"},
    "testing": {"core", "tables", "pages", "testing"},
}
"""Which rooms of the kernel each of them may know. Words, names and the catalogue are for everybody."""


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_know_only_those_below_them(room):
    for file in sources(f"bot/{room}"):
        known = {module.split(".")[1] for module in imported(file) if module.startswith("bot.")}
        assert known & set(ROOMS) <= ROOMS[room], file


def test_only_the_client_and_the_command_line_know_discord():
    for file in sources("bot"):
        if file.relative_to(ROOT / "bot").parts[0] not in ("app.py", "client", "cli", "fleet"):
            assert not [module for module in imported(file) if within(module, "discord")], file


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Every function, class and constant of a module; public methods of a class by themselves."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, statement
        elif isinstance(statement, ast.ClassDef):
            methods = [
                each for each in statement.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")
            ]
            yield from ((each.name, each) for each in methods)
            rest = copy(statement)
            rest.body = [each for each in statement.body if each not in methods]
            yield statement.name, rest
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = (each for each in ast.walk(statement) if isinstance(each, ast.Name))
            yield from ((each.id, statement) for each in targets if isinstance(each.ctx, ast.Store))


def test_the_kit_knows_no_game():
    """A game reaches what it imports, and what that is made of; what one game alone reaches belongs in its pieces.

    Whose an attribute is cannot be told from the code alone: it reaches everything of that name.
    """
    made_of: defaultdict[str, set[str]] = defaultdict(set)
    users: dict[str, list[str]] = {}
    for file in sources("bot/pictures/kit"):
        for name, statement in defined(parsed(file)):
            parts = list(ast.walk(statement))
            made_of[name] |= attributes(parts) | {each.id for each in parts if isinstance(each, ast.Name)}
            if isinstance(statement, ast.FunctionDef | ast.ClassDef) and not name.startswith("_"):
                users[name] = []
    for game in GAMES:
        files, reached = sources(f"cogs/{game}"), set[str]()
        ahead = set[str]().union(*(attributes(nodes(file)) for file in files))
        ahead |= {name.rpartition(".")[2] for file in files for name in imported(file) if "pictures.kit" in name}
        while ahead:
            reached |= ahead
            ahead = {part for name in ahead for part in made_of.get(name, ())} - reached
        for name in reached & users.keys():
            users[name].append(game)
    assert {name: games for name, games in users.items() if len(games) < 2} == {}
