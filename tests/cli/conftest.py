"""Shared by tests of the command line, which run in the loop that it chooses."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.__main__ import main
from bot.cli import terminal
from bot.cli.startup import DiscordAnswer, Recommended, SessionStarts
from tests.cli.test_settings import TOKEN

BEST = "uvloop" if terminal.loop_factory() else "asyncio"


def pytest_asyncio_loop_factories(item):
    """The loop that the command line chooses; where a test is about loops, also Python's own."""
    chosen = {BEST: terminal.loop_factory() or asyncio.new_event_loop}
    return {"asyncio": asyncio.new_event_loop} | chosen if item.path.name == "test_terminal.py" else chosen


@pytest.fixture
def tell(capsys):
    def run(*arguments: str) -> tuple[int, list[str], str]:
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


@pytest.fixture
def clinic(tmp_path, monkeypatch):
    """A folder with settings in which everything is well, and a Discord whose clock is ours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.cli.doctor.recommended", AsyncMock(return_value=Recommended(1, SessionStarts(1000, 990))))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/tablee.sqlite3")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    monkeypatch.setattr("bot.cli.doctor.ask_discord", AsyncMock(return_value=DiscordAnswer(200, b"{}", 0.0)))
    return tmp_path
