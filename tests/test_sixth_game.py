"""A game from outside: ``tablee new-game`` writes one, and it is installed, examined and played like the others."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.catalogue import Catalogue, walk
from bot.core.facts import OVER
from bot.core.records import verify
from bot.testing import examine
from tests.kit.house import buttons, house, read
from tests.kit.moments import Setting, played, table_at
from tests.kit.outside import installed
from tests.kit.pages import reachable
from tests.kit.players import play_on, press, quick_mind, type_in

KEY = "nain"
COMMAND = "name = Dwarf\ncommand = {}\n    .help = Play\n"


@pytest.fixture
def sixth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Catalogue]:
    """Everything there is, with one package more."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", KEY]) == 0
    assert "README.md says how" in capsys.readouterr().out
    with installed(tmp_path / f"tablee-{KEY}"):
        yield walk()


def forget_modules() -> None:
    """Import the package anew."""
    for name in [name for name in sys.modules if name.startswith(f"tablee_{KEY}")]:
        del sys.modules[name]


def test_the_entry_point_is_the_registration(sixth, capsys, monkeypatch):
    assert KEY in sixth.games
    assert KEY not in walk(drafts=False).games, "a draft is for the local table"
    assert main(["games"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(KEY))
    assert "tablee-nain 0.1.0" in line
    assert "draft" in line
    assert main(["new-game", KEY]) == 2
    assert main(["new-game", "Nain!"]) == 2


def test_its_imports_are_sorted(sixth, tmp_path):
    checked = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "I"]
    folder = tmp_path / f"tablee-{KEY}"
    done = subprocess.run(checked, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "text", "error"),
    [
        ("game.py", "GAME = no_such_name\n", "NameError"),
        ("strings/fr.ftl", "name\n", "ValueError: unreadable string in fr"),
        ("strings/en.ftl", "name = Dwarf\n", "ValueError: strings/en.ftl lacks command, command.help"),
        ("strings/en.ftl", COMMAND.format("Dwarf X"), "ValueError: 'Dwarf X' cannot be a command"),
        ("strings/en.ftl", COMMAND.format("trio"), "ValueError: the command 'trio' is taken"),
        ("strings/en.ftl", COMMAND.format("daily"), "ValueError: the command 'daily' is taken"),
        ("strings/en.ftl", COMMAND.format("dwarf"), "ValueError: strings/en.ftl lacks blurb, rules, win, "),
    ],
)
def test_a_broken_package_is_left_out(sixth, caplog, tmp_path, file, text, error):
    (tmp_path / f"tablee-{KEY}" / f"tablee_{KEY}" / file).write_text(text, "utf-8")
    forget_modules()
    found = walk()
    assert KEY not in found.games
    assert len(found.games) == len(sixth.games) - 1
    assert f"game left out: {KEY} = tablee_{KEY}: {error}" in caplog.text
    found.words.load()


def test_it_passes_the_examination_every_game_sits(sixth):
    assert examine(f"tablee_{KEY}") == []
    rules = sixth.games[KEY]
    seats = max(rules.seats)
    table = table_at(played(Setting(rules, seats, rules.variants(seats)[0]), 0), 1)
    seat = table.to_act[0]
    assert reachable(table, seat, sixth.words, 0) == {rules.path(move) for move in table.legal(seat)}


@pytest.mark.parametrize(
    ("file", "before", "after", "fault"),
    [
        ("strings/fr.ftl", "story-more =", "#", "strings/fr.ftl lacks story-more"),
        ("strings/en.ftl", "story-more =", "#", "strings/en.ftl lacks story-more"),
        ("strings/en.ftl", "{ $below }", "{ $bellow }", "story-more says below in one and bellow in the other"),
        ("face.py", "below=below", "bellow=below", "a blank is not filled: string story-"),
        ("game.py", "    opened=opened,\n", "", "something is hidden, so the game needs `opened`"),
        # Of another length: Python takes a file of the same size and second for the one it has compiled.
        ("game.py", 'Verb(key="lay"', 'Verb(key="place"', "the verb place is no move: the moves are lay"),
        ("rules.py", "if any(hands)", "if True", "is to act and has no legal move"),
        ("rules.py", "if card != move.card)", ")", "it has not ended after 1000 random moves"),
    ],
)
def test_the_examination_names_the_fault(sixth, tmp_path, monkeypatch, file, before, after, fault):
    monkeypatch.setattr(sys.modules["bot.testing.moments"], "MOST_MOVES", 1_000)
    path = tmp_path / f"tablee-{KEY}" / f"tablee_{KEY}" / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    forget_modules()
    with pytest.raises(AssertionError, match=re.escape(fault)):
        examine(f"tablee_{KEY}")


@pytest.mark.parametrize("make", [press, type_in], ids=["buttons", "commands"])
async def test_it_is_played_from_the_lobby_to_the_rematch(sixth, make, tmp_path):
    async with house(tmp_path, sixth) as home:
        seats = min(sixth.games[KEY].seats)
        table = await home.start(sixth.words.get(KEY, "fr", "command"), seats)
        assert sixth.words.get(KEY, "fr", "name") in read(home.board(table))
        table = await play_on(home, table, quick_mind(), make)
        assert table.status == OVER
        assert verify(table.record().encode(), sixth.games) is None
        board = home.board(table)
        assert f"🏆 **{table.names[table.outcome.winners[0]]}**" in read(board)
        await home.people[0].click(board, custom_id=buttons(board)["Revanche"])
        again = await home.app.store.of_user(home.people[0].id, ("lobby",))
        assert [row.game for row in again] == [KEY]
