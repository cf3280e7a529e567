"""uvloop is used where it is installed; without it everything works the same."""

import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import pytest

from bot.cli import loop
from tests.kit.words import ROOT

HANGS = 120
"""Seconds after which something will never come."""
BEST = "uvloop" if find_spec("uvloop") else "asyncio"


async def running() -> str:
    """Whose loop this runs in."""
    return loop.name()


def test_the_best_loop_there_is_is_used():
    assert loop.run(running()) == BEST


def test_without_uvloop_it_is_pythons_own(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert loop.run(running()) == "asyncio"


@pytest.mark.skipif(sys.platform == "win32", reason="loops of Windows do not heed signals")
@pytest.mark.parametrize("without", [True, False], ids=["without uvloop", "as installed"])
def test_the_local_table_runs_says_in_which_loop_and_ends_in_order(without, tmp_path):
    if without:
        (tmp_path / "uvloop.py").write_text("raise ImportError\n")
    hidden = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run", "--port", "0"],
        cwd=tmp_path, env=environment | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout.readline().startswith(b"No DISCORD_TOKEN")
            process.send_signal(signal.SIGINT)
            _, wrong = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    assert (process.returncode, wrong) == (0, b"")
    assert f"loop={'asyncio' if without else BEST}" in (tmp_path / "data" / "local.log").read_text("utf-8")
