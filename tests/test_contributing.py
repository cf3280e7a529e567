"""Documents are true: folders, files, names, commands, variables and links exist, and generated parts are current.

``UPDATE_GOLDEN=1`` writes the generated parts again.
"""

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot import __main__ as command_line
from tests.kit.words import ROOT, saying

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FOLDER = ROOT / "docs" / "contributing"
TECHNICAL = [CONTRIBUTING, *sorted(FOLDER.glob("*.md"))]
DOCUMENTS = [*TECHNICAL, *sorted(ROOT.glob("docs/*.md")), ROOT / "README.md", ROOT / "README.fr.md"]
TEXT = CONTRIBUTING.read_text("utf-8")
GAMES = sorted(file.parent for file in ROOT.glob("cogs/*/game.py"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SUFFIXES = (".py", ".md", ".toml", ".txt", ".ftl", ".png")
MADE_WHEN_RUN = ("artefacts/", "data/")
NEW = "monjeu"
"""The key of a new game in the documents."""
EXTENSIONS = re.compile(r"(<!-- from bot/client/extensions.py -->\n\n).*?(\n<!-- end -->\n)", re.DOTALL)


def name_of(file: Path) -> str:
    """The path of a document as the id of a test."""
    return file.relative_to(ROOT).as_posix()


def blocks(file: Path, kind: str) -> list[str]:
    """The code blocks of a kind in a document."""
    return [body for found, body in BLOCK.findall(file.read_text("utf-8")) if found == kind]


def quoted(file: Path) -> list[str]:
    """Everything in backticks outside code blocks."""
    return sorted(set(re.findall(r"`([^`]+)`", BLOCK.sub("", file.read_text("utf-8")).replace("\n", " "))))


def paths(file: Path) -> list[str]:
    """The files and folders that a document names."""
    roots = tuple(f"{folder.name}/" for folder in ROOT.iterdir() if folder.is_dir())
    named = [text for text in quoted(file) if re.fullmatch(r"[\w./<>-]+", text) and not text.startswith(MADE_WHEN_RUN)]
    return [text for text in named if text.startswith(roots) or text.endswith(SUFFIXES)]


def commands() -> list[str]:
    """Every command line of the documents, without comments; a pipe is split."""
    bodies = [body for file in DOCUMENTS for body in blocks(file, "")]
    lines = [line.partition("#")[0].strip() for body in bodies for line in body.splitlines()]
    known = re.compile(r"([A-Z_]+=\S+ )*(make|cp|grep|tablee|python|\.venv/bin/python) ")
    return sorted({part.strip() for line in lines if known.match(f"{line} ") for part in line.split("|")})


def targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def variables() -> str:
    """Every line of the tests that reads the environment."""
    files = [file for file in ROOT.glob("tests/**/*.py") if file != Path(__file__)]
    return "\n".join(line for file in files for line in file.read_text("utf-8").splitlines() if "environ" in line)


def used(folder: Path) -> bool:
    """Whether a folder contains files other than those that Python leaves behind."""
    return any(file.is_file() and "__pycache__" not in file.parts for file in folder.rglob("*"))


def current(file: Path, made: str) -> bool:
    """Whether a document is equal to a newly generated one; with ``UPDATE_GOLDEN`` it is written first."""
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(made, "utf-8")
    return file.exists() and file.read_text("utf-8") == made


def test_contributing_is_short():
    assert len(TEXT.splitlines()) <= 200
    assert [line for line in TEXT.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_a_click_is_documented_as_it_runs():
    # In a process of its own: other tests fill caches, and so change which functions run.
    command = [sys.executable, "-m", "tests.bench.click", "document"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8", timeout=500)
    assert current(FOLDER / "a-click.md", done.stdout), "UPDATE_GOLDEN=1 writes docs/contributing/a-click.md again"


def test_every_extension_point_is_documented():
    file, source = FOLDER / "add-a-feature.md", (ROOT / "bot" / "client" / "extensions.py").read_text("utf-8")
    points = re.findall(r'^ +self\.(\w+): list\[.* = \[\]\n +"""(.+)"""$', source, re.MULTILINE)
    assert len(points) == len(re.findall(r"^ +self\.\w+: list", source, re.MULTILINE))
    rows = [f"| `{name}` | {text.replace('``', '`')} |" for name, text in points]
    table = "\n".join(["| list | content |", "|---|---|", *rows])
    made, count = EXTENSIONS.subn(lambda found: f"{found[1]}{table}\n{found[2]}", file.read_text("utf-8"))
    assert count == 1
    assert current(file, made), f"UPDATE_GOLDEN=1 writes {name_of(file)} again"


def test_the_documents_name_every_game():
    records = (ROOT / "docs" / "records.md").read_text("utf-8")
    for game in GAMES:
        assert f"\n### `{game.name}` " in records, f"docs/records.md does not describe the moves of {game.name}"
        for lang, file in {"en": "README.md", "fr": "README.fr.md"}.items():
            name = saying(game.name, lang)("name")
            assert f"\n| **{name}** |" in (ROOT / file).read_text("utf-8"), f"{file} has no row for {name}"


def test_the_tree_is_what_is_there():
    (tree,) = blocks(CONTRIBUTING, "tree")
    listed = [line.split()[0] for line in tree.splitlines()]
    assert len(listed) == len(set(listed))
    games = {f"cogs/{folder.name}/" for folder in GAMES}
    there = {
        f"{top}/{folder.name}/"
        for top in ("bot", "cogs", "docs", "tests")
        for folder in (ROOT / top).iterdir()
        if folder.is_dir() and used(folder)
    }
    assert set(listed) - {"cogs/<game>/", "data/", "docs/"} == there - games


def test_every_document_for_contributors_is_linked():
    assert set(re.findall(r"\]\(docs/contributing/([\w-]+\.md)", TEXT)) == {file.name for file in FOLDER.iterdir()}


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_paths_exist(file):
    folders = [ROOT, *GAMES, *ROOT.glob("cogs/*"), *ROOT.glob("tests/cogs/*"), *ROOT.glob("tests/mutants")]
    folders += ROOT.glob("bot/pictures/kit")
    missing = []
    for path in paths(file):
        if "<game>" in path:
            places = [ROOT / path.replace("<game>", folder.name) for folder in GAMES]
        elif "/" in path and not path.startswith("strings/"):
            places = [ROOT / path]
        else:
            places = [folder / path for folder in folders]
        if not any(place.exists() for place in places):
            missing.append(path)
    assert missing == []


@pytest.mark.parametrize("file", TECHNICAL, ids=name_of)
def test_names_exist(file):
    """``Class.method``, and names of which a document says in which file they are."""
    methods = [text.split(".") for text in quoted(file) if re.fullmatch(r"[A-Z][a-z]\w*\.[a-z_]+", text)]
    sources = [each.read_text("utf-8") for each in (*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*/*.py"))]
    definition = r"^class {0}\b(?:.|\n)*?( def {1}\(|^    {1}\b)"
    missing = [
        f"{kind}.{method}"
        for kind, method in methods
        if not any(re.search(definition.format(kind, method), source, re.MULTILINE) for source in sources)
    ]
    for name, path in re.findall(r"`(\w+)` in\s+`([\w/]+\.py)`", file.read_text("utf-8")):
        places = [ROOT / path] if "/" in path else [game / path for game in GAMES]
        missing += [f"{name} in {path}" for place in places if not re.search(rf"\b{name}\b", place.read_text("utf-8"))]
    assert missing == []


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_links_work(file):
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", file.read_text("utf-8")):
        address, _, heading = "".join(link).partition("#")
        if "://" in address:
            continue
        target = (file.parent / address).resolve() if address else file
        if not target.exists() or (heading and heading not in headings(target)):
            broken.append("".join(link))
    assert broken == []


def headings(file: Path) -> set[str]:
    """The anchors of a document's headings."""
    lines = [line.lstrip("#").strip() for line in file.read_text("utf-8").splitlines() if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines}


def test_every_make_target_is_listed():
    assert set(re.findall(r"^\| `make (\w+)` \|", TEXT, re.MULTILINE)) == targets() - {"help"}


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_named_make_targets_exist(file):
    assert {text.split()[1] for text in quoted(file) if text.startswith("make ")} <= targets()


@pytest.mark.parametrize("command", commands())
def test_every_command_can_be_typed(command, monkeypatch):
    words = shlex.split(command)
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        assert re.search(rf"\b{words[0].partition('=')[0]}\b", variables())
        words = words[1:]
    match words:
        case ["make", target, *_]:
            assert target in targets()
        case ["tablee", *arguments] | ["python" | ".venv/bin/python", "-m", "bot", *arguments]:
            monkeypatch.setattr(command_line, "resolve_name", lambda _function: lambda _given: 0)
            assert command_line.main(arguments) == 0
        case ["python" | ".venv/bin/python", "-m", module, *arguments]:
            assert find_spec(module)
            files = [word for word in arguments if word.startswith("tests")]
            assert all((ROOT / file).exists() for file in files)
        case ["grep" | "xargs", *arguments]:
            assert any(NEW in word for word in arguments)
        case _:
            pytest.fail(f"unknown command: {command}")


def test_the_variables_are_those_that_tests_read():
    documented = {name for file in DOCUMENTS for name in re.findall(r"TABLEE_\w+", file.read_text("utf-8"))}
    assert documented == set(re.findall(r"TABLEE_\w+", variables()))
