"""`tablee run` and `fleet` as they are, in processes of their own, whose Discord is the sandbox.

The command line has no switch for that, and shall have none: what is different is done before its first line runs.
"""

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import discord

from bot.sandbox import Sandbox

ROOT = Path(__file__).parents[3]


def environment(sandbox: Sandbox, url: str, clock: Path) -> dict[str, str]:
    """The variables of a bot that is to find Discord in a sandbox, and its time in a file (see `shared_time`)."""
    where = {"api": sandbox.api, "gateway": sandbox.gateway, "time": str(clock)}
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "TABLEE_HOME")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "PYTHONPATH": os.pathsep.join((str(Path(__file__).parent), str(ROOT))),
        "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
        "TABLEE_ELSEWHERE": json.dumps(where),
        "DISCORD_TOKEN": sandbox.token,
        "DATABASE_URL": url,
    }


def redirect(*, run: bool) -> None:
    """Let this process, which is about to be a fleet or to run the bot, find its Discord and its time elsewhere."""
    where = json.loads(os.environ["TABLEE_ELSEWHERE"])
    if run:
        # First of all: from here on everybody who asks what time it is gets this one.
        from tests.wire.shared_time import SharedLoop, SharedTime  # noqa: PLC0415

        shared = SharedTime(Path(where["time"]))
        time.time = shared.now
        from bot.cli import terminal  # noqa: PLC0415

        terminal.loop_factory = lambda: lambda: SharedLoop(shared)
        discord.utils.utcnow = lambda: datetime.fromtimestamp(shared.now(), UTC)
        from bot.app import App  # noqa: PLC0415

        App.__init__.__kwdefaults__.update(pictures=False, now=shared.now)
    from bot.client.gateway import point_at  # noqa: PLC0415

    point_at(where["api"], where["gateway"])
