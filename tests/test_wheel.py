"""The wheel: made by way of the source archive, as ``python -m build`` does, and run where nothing else of ours is."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from zipfile import ZipFile

import pytest

from bot import __version__
from bot.catalogue import walk
from tests.kit.words import ROOT

FOLDERS = ("bot", "cogs", "data/fonts")
"""The files of an installed bot: code and everything it reads."""
PIP = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--target")
LONG = 300
"""Only against hanging."""

BUILD = """
import os, shutil
from setuptools import build_meta

source = build_meta.build_sdist("..")
shutil.unpack_archive(f"../{source}", "../unpacked")
os.chdir(f"../unpacked/{source.removesuffix('.tar.gz')}")
build_meta.build_wheel("../..")
"""
PERUDO = """
import contextlib
from bot.__main__ import main

assert main(["games"]) == 0
with open("games.jsonl", "w") as records, contextlib.redirect_stdout(records):
    assert main(["simulate", "perudo", "--games", "5", "--seed", "1"]) == 0
assert main(["verify", "games.jsonl"]) == 0
"""
EVERYTHING = """
from random import Random

from bot import catalogue
from bot.core.opponents import play_out
from bot.sandbox.server import PAGE
from bot.store.statements import migrations

found = catalogue.walk()
found.words.load()
for game in found.games.values():
    seats = max(game.seats)
    _, _, state = next(play_out(game, seats, game.variants(seats)[0], Random(1)))
    say = found.words.say(game.key, "fr", ["Ana", "李小龍", "Chloé", "Bo", "Нина", "ゆき"][:seats])
    assert game.picture(state.view(None), say)
assert migrations("sqlite") and migrations("postgres") and (PAGE / "index.html").is_file()
print(catalogue.__file__, *found.extensions)
"""


def python(*arguments: str, path: Path, cwd: Path) -> str:
    """The output of Python when only a folder has modules of ours."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd, env=os.environ | {"PYTHONPATH": str(path)}, capture_output=True, text=True, timeout=LONG, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what we publish, with a database beside it as a bot that runs there leaves."""
    folder = tmp_path_factory.mktemp("wheel")
    source, tools = folder / "source", folder / "tools"
    for name in FOLDERS:
        copytree(ROOT / name, source / name, ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        copy(ROOT / name, source / name)
    (source / "data" / "tablee.sqlite3").write_text("whom people played with", "utf-8")
    # Building is not for everyday: what it needs is fetched here instead of standing in everybody's set-up.
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    python(*PIP, str(tools), *needed, path=folder, cwd=folder)
    python("-c", BUILD, path=tools, cwd=source)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed wheel and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    how = ("--no-deps", "--no-index", "--no-compile")
    python(*PIP, str(folder), *how, str(wheel), path=wheel.parent, cwd=wheel.parent)
    return folder


def test_the_wheel_holds_all_our_files_and_no_others(wheel):
    ours = {
        file.relative_to(ROOT).as_posix()
        for name in FOLDERS
        for file in (ROOT / name).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == ours


def test_the_installed_wheel_has_games_strings_pictures_migrations_and_page(installed, tmp_path):
    where, *extensions = python("-c", EVERYTHING, path=installed, cwd=tmp_path).split()
    assert Path(where).is_relative_to(installed)
    assert extensions == list(walk().extensions)
    tablee = str(installed / "bin" / "tablee")
    assert python(tablee, "--version", path=installed, cwd=tmp_path) == f"tablee {__version__}\n"


def test_a_package_installed_beside_it_adds_a_game_that_is_played(wheel, installed, tmp_path):
    source, beside = tmp_path / "source", tmp_path / "beside"
    copytree(ROOT / "examples" / "tablee-perudo", source, ignore=ignore_patterns("__pycache__"))
    how = ("--no-deps", "--no-build-isolation")
    python(*PIP, str(beside), *how, str(source), path=wheel.parent / "tools", cwd=tmp_path)
    both = Path(f"{installed}{os.pathsep}{beside}")
    printed = python("-c", PERUDO, path=both, cwd=tmp_path)
    assert "tablee-perudo 1.0.0" in printed
    assert printed.endswith("5 records, 0 bad\n")
