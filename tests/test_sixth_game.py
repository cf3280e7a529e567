"""CONTRIBUTING's promise: a game is one folder. The sample is put beside the others, examined and played."""

import importlib
import sys
from collections.abc import Iterator

import pytest

import cogs
from bot.__main__ import main
from bot.catalogue import Catalogue, walk
from bot.core.facts import OVER, PLAYING
from bot.core.records import verify
from bot.text.strings import LANGUAGES
from tests.kit import examination
from tests.kit.house import buttons, house, read, told
from tests.kit.moments import Played, Setting, moments, played, table_at
from tests.kit.pages import fits, pages_around, pages_in_play, reachable
from tests.kit.players import open_hand, play_on, press, quick_mind, type_anything, type_in
from tests.kit.words import ROOT

MORE = ROOT / "tests" / "sample" / "cogs"
KEY = "plusoumoins"


@pytest.fixture
def sixth() -> Iterator[Catalogue]:
    """Everything there is, with one folder more."""
    cogs.__path__.append(str(MORE))
    importlib.invalidate_caches()
    try:
        yield walk()
    finally:
        cogs.__path__.remove(str(MORE))
        for module in [name for name in sys.modules if name.startswith(f"cogs.{KEY}")]:
            del sys.modules[module]
        del cogs.__dict__[KEY]


@pytest.fixture
def game(sixth) -> Played:
    """A random game of it."""
    rules = sixth.games[KEY]
    seats = max(rules.seats)
    return played(Setting(rules, seats, rules.variants(seats)[0]), 0)


def test_the_folder_has_the_files_every_game_has():
    folders = [MORE / KEY, *(file.parent for file in (ROOT / "cogs").glob("*/game.py"))]
    files = [{file.relative_to(folder).as_posix() for file in folder.rglob("*.*")} for folder in folders]
    assert files[0] <= set.intersection(*files)
    assert {f"strings/{lang}.ftl" for lang in LANGUAGES} <= files[0]


def test_the_folder_is_the_registration(sixth):
    assert KEY in sixth.games
    assert f"cogs.{KEY}" in sixth.extensions
    assert len(sixth.games) == len([*(ROOT / "cogs").glob("*/game.py")]) + 1


def test_it_passes_the_examination_every_game_sits(sixth, game):
    examination.sits(game, sixth.words)
    examination.refuses_alike(game)
    for lang in LANGUAGES:
        for index in moments(game):
            for page in pages_in_play(table_at(game, index), sixth.words, lang):
                fits(page)
        for page in pages_around(game.setting, table_at(game, 1), sixth.words, lang):
            fits(page)
    table = table_at(game, 1)
    seat = table.to_act[0]
    assert reachable(table, seat, sixth.words, 0) == {table.game.path(move) for move in table.legal(seat)}


def test_it_is_simulated_and_verified(sixth, capsys, tmp_path):
    assert main(["simulate", KEY, "--games", "5", "--seed", "1"]) == 0
    file = tmp_path / "games.jsonl"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "5 records, 0 bad\n"


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


async def test_a_hand_is_shown_in_its_own_panel_and_nowhere_else(sixth, tmp_path):
    async with house(tmp_path, sixth) as home:
        table = await home.start(sixth.words.get(KEY, "fr", "command"), 3)
        held = [table.state.view(seat).own.hand for seat in range(3)]
        hands = [f"Tu tiens {', '.join(map(str, hand))}" for hand in held]
        assert len({*held[0], *held[1], *held[2]}) == 12
        public = read(home.board(table)).replace("*", "")
        panels = []
        for seat in range(3):
            panel = await open_hand(home, table, seat)
            assert panel.ephemeral
            panels.append(read(panel).replace("*", ""))
        assert "Tu tiens" not in public
        for seat, panel in enumerate(panels):
            assert [hand in panel for hand in hands] == [other == seat for other in range(3)]
            offered = {f"[{card}]" for hand in held for card in hand if f"[{card}]" in panel}
            assert offered == ({f"[{card}]" for card in held[seat]} if seat in table.to_act else set())
        seat = table.to_act[0]
        other = held[(seat + 1) % 3][0]
        no = await type_anything(home, table, seat, ("lay", str(other)))
        assert f"Tu ne tiens pas le {other}" in told(no)
        assert (await home.now(table)).log == table.log


async def test_it_survives_a_restart(sixth, tmp_path):
    async with house(tmp_path, sixth) as home:
        seats = min(sixth.games[KEY].seats)
        table = await home.start(sixth.words.get(KEY, "fr", "command"), seats)
        await home.restart()
        assert (await home.now(table)).status == PLAYING
        table = await play_on(home, table, quick_mind(), press)
        assert table.status == OVER
