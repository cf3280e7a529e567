"""The command line is what chooses a loop: its asynchronous tests run in each there is."""

import asyncio

from bot.cli import loop


def pytest_asyncio_loop_factories():
    """Python's own loop, and uvloop's where it is installed."""
    faster = loop.factory()
    return {"asyncio": asyncio.new_event_loop} | ({"uvloop": faster} if faster else {})
