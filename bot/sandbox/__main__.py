"""Run the sandbox on its own: python -m bot.sandbox --port 8787."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import inspect
import json
import logging
import os
import signal
import sys
from pathlib import Path

from bot.sandbox.api.faults import Fault
from bot.sandbox.api.rate_limits import Limits
from bot.sandbox.model.world import World
from bot.sandbox.server import serve


def main() -> None:
    """Read the command line and serve until told to stop."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.sandbox",
        description=__doc__,
        epilog=f"A fault: {inspect.getdoc(Fault)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, default=8787, help="port on 127.0.0.1 (0: any free one)")
    parser.add_argument("--token", default=os.environ.get("SANDBOX_TOKEN"), help="the bot's token (default: made up)")
    parser.add_argument("--secret", default=os.environ.get("SANDBOX_SECRET"), help="for the control routes")
    parser.add_argument(
        "--hint",
        dest="hints",
        action="append",
        default=[],
        metavar="COMMAND",
        help="a command the page proposes first, such as '/menteur nouvelle' (may be repeated)",
    )
    parser.add_argument("--guilds", type=_positive, default=1, metavar="N", help="servers (default 1)")
    parser.add_argument(
        "--people", type=int, default=4, metavar="N", help="in each server but the first, which has seven (default 4)"
    )
    parser.add_argument("--shards", type=_positive, default=1, metavar="N", help="recommended to the bot (default 1)")
    parser.add_argument(
        "--max-concurrency", type=_positive, default=1, metavar="N", help="shards that may identify at once (default 1)"
    )
    parser.add_argument(
        "--faults", type=_plan, default=[], metavar="FILE", help="what goes wrong, a JSON list; see below"
    )
    parser.add_argument("--no-limits", action="store_true", help="no rate limits (benches)")
    parser.add_argument("--no-spec", action="store_true", help="do not check bodies against Discord's description")
    parser.add_argument("-v", "--verbose", action="store_true", help="log every refusal")
    asyncio.run(run(parser.parse_args()))


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("a number from 1")
    return int(text)


def _plan(file: str) -> list[Fault]:
    try:
        return [Fault(**each) for each in json.loads(Path(file).read_text("utf-8"))]
    except (OSError, ValueError, TypeError) as wrong:
        raise argparse.ArgumentTypeError(f"{file} holds no list of faults: {wrong}") from None


async def run(options: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM; where everything is goes to standard output first."""
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    over = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in the loop
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, over.set)
    async with serve(
        World(
            token=options.token,
            hints=options.hints,
            guilds=options.guilds,
            people=options.people,
            shards=options.shards,
            max_concurrency=options.max_concurrency,
        ),
        port=options.port,
        secret=options.secret,
        limits=Limits.none() if options.no_limits else None,
        spec=None if options.no_spec else "auto",
        faults=options.faults,
    ) as sandbox:
        told = ("page", "api", "gateway", "token", "secret")
        sys.stdout.write("".join(f"{name:8} {getattr(sandbox, name)}\n" for name in told))
        sys.stdout.flush()
        await over.wait()


if __name__ == "__main__":
    main()
