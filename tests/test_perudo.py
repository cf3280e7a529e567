"""The example of a package outside: Perudo is found through its entry point, drawn, thought about, and played."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from shutil import copytree, ignore_patterns

import msgspec
import pytest

from bot.catalogue import Catalogue, walk
from bot.core.facts import OVER
from bot.core.game import CHANCE
from bot.core.lobby import start
from bot.core.opponents import play_out
from bot.core.records import verify
from bot.pictures.worker import DrawingWorker, view_request
from bot.tables.opponents import Thinking, answer_of, decision_request
from tests.kit.house import house, read
from tests.kit.outside import installed
from tests.kit.players import play_on, press, quick_mind
from tests.kit.seated import NOW, lobby_of
from tests.kit.words import ROOT

EXAMPLE = ROOT / "examples" / "tablee-perudo"
KEY = "perudo"


@pytest.fixture
def perudo(tmp_path) -> Iterator[Catalogue]:
    """Everything there is, with the example installed."""
    copytree(EXAMPLE, tmp_path / "perudo", ignore=ignore_patterns("__pycache__"))
    with installed(tmp_path / "perudo"):
        yield walk()


@pytest.mark.slow
def test_it_passes_its_own_tests_and_the_examination():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(EXAMPLE)]
    environment = {"PYTHONPATH": f"{ROOT}:{EXAMPLE}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=580)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


async def test_it_is_played_to_the_end_with_opponents(perudo, tmp_path):
    """Rolls in the middle of the game, a reveal before each, elimination, and a record with all seals."""
    async with house(tmp_path, perudo) as home:
        table = await home.start(KEY, 2, adversaires="1", niveau="expert")
        assert "Perudo" in read(home.board(table))
        table = await play_on(home, table, quick_mind(), press)
        assert table.status == OVER
        rolls = [turn.move for turn in table.log if turn.seat == CHANCE]
        assert len(rolls) > 5
        assert len(table.out) == 2
        assert verify(table.record().encode(), perudo.games) is None
        assert len(msgspec.json.decode(table.record())["seal"]["draws"]) == len(rolls) - 1


async def test_worker_processes_find_it(perudo):
    game = perudo.games[KEY]
    _, _, state = next(play_out(game, 3, {}, Random(1)))
    drawing, thinking = DrawingWorker(perudo.package), Thinking(perudo.package, workers=1, timeout_seconds=120)
    try:
        (picture,) = await drawing.draw([view_request(KEY, "fr", ("Ana", "Bo", "Chloé"), state.view(0))])
        assert isinstance(picture, bytes), picture
        assert picture.startswith(b"\x89PNG")
        table = start(lobby_of(game, {1: "Ana", 2: "Bo", 3: "Chloé"}), 1, Random(1), NOW)
        seat = table.to_act[0]
        answer = await thinking.think(1, await decision_request(table, seat, "expert"))
        assert answer_of(game, answer, table.legal(seat))[0] in table.legal(seat)
    finally:
        drawing.close()
        thinking.close()
