"""``run``: the bot on Discord, or without a token on a Discord of our own on this machine."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import time
from dataclasses import replace
from functools import partial
from typing import Any

from bot import __version__
from bot.app import App
from bot.catalogue import walk
from bot.cli import logs, terminal
from bot.cli.health import metrics, observed
from bot.cli.settings import BACKUPS, FILE, Settings, doubts, home
from bot.cli.startup import prepare, run_in_order, wait_for_discord
from bot.cli.terminal import BadRequest
from bot.store import from_url
from bot.store.backup import remove_old
from bot.workers import Parent

log = logging.getLogger(__name__)

GC_THRESHOLDS = (5_000, 20, 50)
"""New objects before the garbage collector examines the youngest generation, and so on. With Python's defaults, 700
and 10, it takes a tenth of a busy bot's time."""


def run(given: argparse.Namespace) -> int:
    """Run the bot until it is stopped."""
    settings = Settings.read()
    if given.shards is not None:
        settings = replace(settings, shards=given.shards)
    if given.discord and not settings.discord_token:
        raise BadRequest(" ".join((f"--discord needs DISCORD_TOKEN: put it into {home() / FILE}.", *doubts())))
    with contextlib.suppress(KeyboardInterrupt):
        if settings.discord_token:
            if given.port is not None:
                raise BadRequest("--port is for playing without DISCORD_TOKEN, which is set")
            if settings.sqlite and (given.standby or (settings.shards and not settings.shards.everything)):
                raise BadRequest(
                    "SQLite serves one process, which must serve all shards, and none can be on standby: leave SHARDS "
                    "and --standby out, or move to PostgreSQL (docs/hosting.md)."
                )
            logs.set_up(settings.log_level, settings.log_format, several=given.of_fleet)
            if settings.sentry_dsn:
                logs.send_to_sentry(settings.sentry_dsn)
            for doubt in doubts():
                log.warning("%s", doubt)
            return terminal.run(run_in_order(serve(settings, standby=given.standby, of_fleet=given.of_fleet)))
        if given.shards is not None or given.standby:
            raise BadRequest(f"{'--standby' if given.shards is None else '--shards'} is for Discord: set DISCORD_TOKEN")
        from bot.cli import local  # noqa: PLC0415, it loads the sandbox

        return terminal.run(local.run(local.PORT if given.port is None else given.port, settings))
    return 0


async def serve(settings: Settings, *, standby: bool = False, of_fleet: bool = False) -> int:
    """Run until it is cancelled; on standby, take over when the process that serves these shards leaves."""
    # Of the processes that a fleet starts at once, none makes a backup: the fleet has made it.
    if standby or not of_fleet:
        await prepare(settings)
    await wait_for_discord(settings)
    report = Parent().report if of_fleet else partial(log.info, "now %s")
    shared = dict[str, Any]()
    if not settings.sqlite:
        from bot.fleet.hand_over import HandOver, PostgresBucketLocks  # noqa: PLC0415, a bot with SQLite needs no fleet

        shared["bucket_locks"] = PostgresBucketLocks(settings.database_url, settings.application or 0)
        shared["hand_over"] = partial(HandOver, standby=standby)
    catalogue = walk(drafts=False)
    app = App(
        catalogue,
        from_url(settings.database_url),
        shards=settings.shards,
        retention=settings.retention,
        metrics=metrics(settings.metrics_port),
        standby=standby,
        report=report,
        **shared,
    )
    served = settings.shards or "as Discord recommends"
    log.info(
        "starting version=%s games=%s loop=%s shards=%s",
        __version__, ",".join(catalogue.games), terminal.loop_name(), served,
    )  # fmt: skip
    tune_garbage_collector()
    if app.drawing_worker:
        app.drawing_worker.start()
    app.extensions.every_day.append(remove_old_backups)
    async with observed(app, settings.metrics_port, wait=standby), app.bot:
        await app.bot.start(settings.discord_token)
    return 0


async def remove_old_backups() -> None:
    """Remove backups that starts have made by themselves, after 30 days."""
    remove_old(home() / BACKUPS, time.time())


def tune_garbage_collector() -> None:
    """Exclude all present objects from garbage collection, which blocks the loop, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
