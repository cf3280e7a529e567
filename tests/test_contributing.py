"""CONTRIBUTING is short, and what it names is there: folders, files, functions, commands, variables."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot import __main__ as command_line
from tests.kit.words import ROOT, saying

DOCUMENTS = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = DOCUMENTS[0].read_text("utf-8")
EVERYTHING = "\n".join(file.read_text("utf-8") for file in DOCUMENTS)
GAMES = sorted(file.parent for file in ROOT.glob("cogs/*/game.py"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TREE = next(body for kind, body in BLOCK.findall(TEXT) if kind == "tree")
QUOTED = sorted(set(re.findall(r"`([^`]+)`", BLOCK.sub("", TEXT).replace("\n", " "))))
METHODS = [text for text in QUOTED if re.fullmatch(r"[A-Z][a-z]\w*\.[a-z_]+", text)]
SUFFIXES = (".py", ".md", ".toml", ".txt", ".ftl", ".png")
NEW = "monjeu"
"""The key of the game that somebody adds."""


def paths(quoted: list[str]) -> list[str]:
    """What is meant as a file or a folder of the repository."""
    roots = tuple(f"{folder.name}/" for folder in ROOT.iterdir() if folder.is_dir())
    return [text for text in quoted if " " not in text and (text.startswith(roots) or text.endswith(SUFFIXES))]


def commands() -> list[str]:
    """Every command line of the documents, without comments; what is piped stands by itself."""
    blocks = [body for file in DOCUMENTS for kind, body in BLOCK.findall(file.read_text("utf-8")) if not kind]
    lines = [line.partition("#")[0].strip() for body in blocks for line in body.splitlines()]
    known = re.compile(r"([A-Z_]+=\S+ )*(make|cp|grep|python|\.venv/bin/python) ")
    return [part.strip() for line in lines if known.match(f"{line} ") for part in line.split("|")]


def targets() -> set[str]:
    """What `make` can be asked for, as it says itself."""
    return set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def used(folder: Path) -> bool:
    """Whether there is anything of ours in a folder: what Python leaves behind is not."""
    return any(file.is_file() and "__pycache__" not in file.parts for file in folder.rglob("*"))


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 254
    assert [line for line in TEXT.splitlines() if len(line) > 120 and not line.startswith(("|", "docs/"))] == []


def test_the_documents_name_every_game():
    records = (ROOT / "docs" / "records.md").read_text("utf-8")
    for game in GAMES:
        assert f"\n### `{game.name}` " in records, f"docs/records.md does not describe the moves of {game.name}"
        for lang, file in {"en": "README.md", "fr": "README.fr.md"}.items():
            name = saying(game.name, lang)("name")
            assert f"\n| **{name}** |" in (ROOT / file).read_text("utf-8"), f"{file} has no row for {name}"


def test_the_tree_is_what_is_there():
    told = [line.split()[0] for line in TREE.splitlines()]
    assert len(told) == len(set(told))
    games = {f"cogs/{folder.name}/" for folder in GAMES}
    there = {
        f"{top}/{folder.name}/"
        for top in ("bot", "cogs", "tests")
        for folder in (ROOT / top).iterdir()
        if folder.is_dir() and used(folder)
    }
    assert set(told) - {"cogs/<game>/", "data/", "docs/"} == there - games


def test_the_tree_names_every_document():
    (line,) = (line for line in TREE.splitlines() if line.startswith("docs/"))
    assert line.removeprefix("docs/").strip().split(", ") == [file.stem for file in DOCUMENTS[1:]]


@pytest.mark.parametrize("path", paths(QUOTED))
def test_every_path_exists(path):
    if "<game>" in path:
        # Not every game: a new one may have no tests of its own yet, and no picture.
        assert any((ROOT / path.replace("<game>", folder.name)).exists() for folder in GAMES)
    elif "/" in path and not path.startswith("strings/"):
        assert (ROOT / path).exists()
    else:
        # A file by its name alone is one of a game's folder, or of its tests, or at the top.
        assert any(folder.joinpath(path).exists() for folder in (ROOT, *GAMES, *ROOT.glob("tests/cogs/*")))


def test_the_paths_of_the_other_documents_exist():
    found = {text for file in DOCUMENTS[1:] for text in re.findall(r"`([\w./]+)`", file.read_text("utf-8"))}
    named = [path for path in paths(sorted(found)) if "/" in path and not path.startswith(("artefacts/", "data/"))]
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", METHODS)
def test_every_method_exists(name):
    kind, method = name.split(".")
    sources = [file.read_text("utf-8") for file in (*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*/*.py"))]
    assert any(re.search(rf"^class {kind}\b(?:.|\n)*? def {method}\(", source, re.MULTILINE) for source in sources)


def test_links_lead_somewhere():
    headings = {re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in TEXT.splitlines()}
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= headings


def test_make_does_what_is_listed_and_nothing_else():
    table = re.findall(r"^\| `make (\w+)` \|", TEXT, re.MULTILINE)
    assert set(table) == targets() - {"help"}
    assert {text.split()[1] for text in QUOTED if text.startswith("make ")} <= targets()


@pytest.mark.parametrize("command", commands())
def test_every_command_can_be_typed(command, monkeypatch):
    words = shlex.split(command)
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        assert re.search(rf"\b{words[0].partition('=')[0]}\b", variables())
        words = words[1:]
    match words:
        case ["make", target, *_]:
            assert target in targets()
        case ["python" | ".venv/bin/python", "-m", "bot", *arguments]:
            monkeypatch.setattr(command_line, "load", lambda _function: lambda _given: 0)
            assert command_line.main(arguments) == 0
        case ["python" | ".venv/bin/python", "-m", module, *arguments]:
            assert find_spec(module)
            files = [word for word in arguments if word.startswith("tests")]
            assert all((ROOT / file).exists() for file in files)
        case ["cp", "-r", source, copy]:
            assert (ROOT / source / "game.py").exists()
            assert copy == f"cogs/{NEW}"
        case ["grep" | "xargs", *arguments]:
            assert any(NEW in word for word in arguments)
        case _:
            pytest.fail(f"what is this? {command}")


def variables() -> str:
    """Every line of the tests that asks the environment for something."""
    files = [file for file in ROOT.glob("tests/**/*.py") if file != Path(__file__)]
    return "\n".join(line for file in files for line in file.read_text("utf-8").splitlines() if "environ" in line)


def test_the_variables_are_those_that_tests_ask_for():
    assert set(re.findall(r"TABLEE_\w+", EVERYTHING)) == set(re.findall(r"TABLEE_\w+", variables()))
