"""``new-game``: a small game that can be played at once, as a package to change into another game.

The package is a copy of ``bot.skeleton`` under another name, with the files that make it installable and testable.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from bot import skeleton
from bot.catalogue import walk
from bot.cli.terminal import BadRequest

NAME = re.compile(r"[a-z][a-z0-9]{1,23}")
IMPORTS = re.compile(r"^(from|import) (bot|msgspec|tablee_).*(\n+(from|import) (bot|msgspec|tablee_).*)*", re.MULTILINE)
"""The imports in a module of the skeleton, besides those of the standard library."""

PYPROJECT = """\
[project]
name = "tablee-{name}"
version = "0.1.0"
description = "{title}, a game for Tablée."
requires-python = ">=3.11"
dependencies = ["tablee"]

[project.entry-points."tablee.games"]
{name} = "tablee_{name}"

[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["tablee_{name}"]

[tool.setuptools.package-data]
"*" = ["strings/*.ftl"]
"""

TEST = """\
\"\"\"{title}: the examination that every game passes, and the rules.\"\"\"

from bot.core.game import CHANCE
from bot.testing import examine

from tablee_{name}.moves import DECK, Deal, Lay
from tablee_{name}.rules import start


def test_it_passes_the_examination():
    assert examine("tablee_{name}") == []


def test_a_higher_card_scores_a_point():
    # The card in the middle is 1, seat 0 holds 2 to 5, seat 1 holds 6 to 9.
    state = start(2, {{}}).play(CHANCE, Deal(0, tuple(DECK)))
    state = state.play(0, Lay(5)).play(1, Lay(6)).play(0, Lay(2))
    assert [state.public.score(seat) for seat in (0, 1)] == [1, 1]
"""

README = """\
# {title}

A game for Tablée. It is a draft: `game.py` says so.

```
pip install -e .          # into the environment that has tablee; pipx: pipx inject -e tablee .
pytest                    # the examination, and the rules
tablee games              # {name} is in the list
tablee run                # play it on the local page: /{name} nouvelle
```

Start with `tablee_{name}/moves.py` and `rules.py`, then the words in `face.py` and `strings/`.
"""


def new_game(given: argparse.Namespace) -> int:
    """Write the package into a new folder ``tablee-<name>`` of the current one."""
    name, folder = given.name, Path(f"tablee-{given.name}")
    if not NAME.fullmatch(name):
        raise BadRequest(f"{name[:30]!a} cannot be the key of a game: 2 to 24 lower-case letters and digits")
    if name in walk().games:
        raise BadRequest(f"there is already a game called {name!a}: `tablee games` lists them")
    if folder.exists():
        raise BadRequest(f"{str(folder)!a} is there already")
    words = {"name": name, "title": name.capitalize()}
    _write(folder / "pyproject.toml", PYPROJECT.format(**words))
    _write(folder / "README.md", README.format(**words))
    _write(folder / "tests" / f"test_{name}.py", TEST.format(**words))
    source = Path(skeleton.__path__[0])
    for file in sorted([*source.rglob("*.py"), *source.rglob("*.ftl")]):
        text = file.read_text("utf-8").replace("bot.skeleton", f"tablee_{name}")
        text = text.replace("skeleton", name).replace("Skeleton", name.capitalize())
        _write(folder / f"tablee_{name}" / file.relative_to(source), _with_sorted_imports(text))
    print(f"{folder}: a game to play and to change; README.md says how")  # noqa: T201, this is its output
    return 0


def _with_sorted_imports(text: str) -> str:
    """A module of the package: Tablée is a library like others there, and the package's own modules come last."""
    block = IMPORTS.search(text)
    if block is None:
        return text
    lines = sorted(filter(None, block[0].split("\n")), key=lambda line: (line.startswith("from"), line))
    own = [line for line in lines if line.startswith("from tablee_")]
    others = [line for line in lines if line not in own]
    return text.replace(block[0], "\n".join((*others, *([""] if others and own else []), *own)))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
