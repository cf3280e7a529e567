"""``film`` on the command line."""

from random import Random

import pytest

from bot.__main__ import main
from bot.core.opponents import records
from tests.kit.moments import CATALOGUE


@pytest.fixture
def record(tmp_path):
    """A file with a record."""
    file = tmp_path / "game.jsonl"
    game = CATALOGUE.games["tripot"]
    file.write_text(next(records(game, games=1, rng=Random(1), seats=2, options={})) + "\n", "utf-8")
    return file


def test_a_record_becomes_a_film(record, tmp_path, capsys):
    out = tmp_path / "game.gif"
    assert main(["film", str(record), str(out), "--lang", "en"]) == 0
    assert out.read_bytes().startswith(b"GIF89a")
    assert f"{out.stat().st_size} bytes" in capsys.readouterr().out


def test_what_is_no_record_is_no_film(tmp_path, capsys):
    bad, out = tmp_path / "bad.jsonl", tmp_path / "game.gif"
    bad.write_bytes(b"{}\n")
    assert main(["film", str(bad), str(out)]) == 1
    assert "key 'format' is missing" in capsys.readouterr().err
    assert not out.exists()


def test_what_cannot_be_read_or_written_is_said(record, tmp_path, capsys):
    assert main(["film", str(tmp_path / "nothing"), str(tmp_path / "game.gif")]) == 2
    assert main(["film", str(record), str(tmp_path / "no" / "game.gif")]) == 2
    assert capsys.readouterr().err.count("No such file") == 2
    assert main(["film", str(record), str(tmp_path / "game.png")]) == 2
    assert "does not end in .gif" in capsys.readouterr().err
