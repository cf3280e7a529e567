"""Run the sandbox on its own: python -m bot.sandbox --port 8787."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys

from bot.sandbox.api.rate_limits import Limits
from bot.sandbox.model.world import World
from bot.sandbox.server import serve


def main() -> None:
    """Read the command line and serve until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8787, help="port on 127.0.0.1 (0: any free one)")
    parser.add_argument("--token", default=os.environ.get("SANDBOX_TOKEN"), help="the bot's token (default: made up)")
    parser.add_argument("--secret", default=os.environ.get("SANDBOX_SECRET"), help="for the control routes")
    parser.add_argument("--hint", help="the command the page proposes first, such as '/menteur nouvelle'")
    parser.add_argument("--no-limits", action="store_true", help="no rate limits (benches)")
    parser.add_argument("--no-spec", action="store_true", help="do not check bodies against Discord's description")
    parser.add_argument("-v", "--verbose", action="store_true", help="log every refusal")
    asyncio.run(run(parser.parse_args()))


async def run(options: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM; where everything is goes to standard output first."""
    level = logging.INFO if options.verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    over = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in the loop
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, over.set)
    async with serve(
        World(token=options.token, hint=options.hint),
        port=options.port,
        secret=options.secret,
        limits=Limits.none() if options.no_limits else None,
        spec=None if options.no_spec else "auto",
    ) as sandbox:
        lines = {
            "page": sandbox.page,
            "api": sandbox.api,
            "gateway": sandbox.gateway,
            "token": sandbox.token,
            "secret": sandbox.secret,
        }
        sys.stdout.write("".join(f"{name:8} {value}\n" for name, value in lines.items()))
        sys.stdout.flush()
        await over.wait()


if __name__ == "__main__":
    main()
