"""The bot's log after a run with troubles: every complaint has its reason, and the reason is a trouble that struck."""

import re
from collections.abc import Collection

RECORD = re.compile(r"^(WARNING|ERROR|CRITICAL):([\w.]+):(.*)", re.DOTALL)
GATEWAY = ("gateway drop", "gateway reconnect", "gateway invalidate")
CUT = ("drop", "drop after")
REFUSED = ("error", "error after", "limit")
SLOWING = ("delay", "delay after", "kill", "lock")

EXPECTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # discord.py says that it was cut off, with a traceback, and comes back.
    ("discord.client", r"Attempting a reconnect in", GATEWAY),
    ("discord.gateway", r"(WebSocket closed|.*invalidated)", GATEWAY),
    # We wait as we were asked to, and say so.
    ("discord.http", r"We are being rate limited", ("limit",)),
    ("discord.webhook.async_", r"Webhook ID \d+ is rate limited", ("limit",)),
    # The connection was cut, or Discord kept failing: whether it did what it was asked is not known.
    ("bot.client", r"(no word from Discord on|connection lost during)", (*CUT, *REFUSED)),
    # An answer that Discord did not take: it came too late, or the one before had arrived though we were not told.
    ("bot.client.click", r"response not accepted after", (*CUT, *REFUSED, *SLOWING)),
    # Two limits struck one message five times in a row, which is as often as discord.py asks: the player is told.
    ("bot.client.click", r"failed reference=\w+: HTTPException 429 ", ("limit",)),
    # Tried again until it is done.
    ("bot.client.boards", r"board table=\d+: .*; retrying", (*CUT, *REFUSED)),
    ("bot.client.seats", r"seat message not edited", (*CUT, *REFUSED)),
    ("bot.client.seats", r"private message not deleted", (*CUT, *REFUSED)),
    # Not tried again: a ping that comes late helps nobody.
    ("bot.client.boards", r"player not pinged table=\d+", (*CUT, *REFUSED)),
    # An opponent had no time, for ten seconds pass in one here; or its worker was ended.
    (
        "bot.tables.opponents",
        r"a decision failed game=\w+ .*: (TimeoutError|WorkerDied) at ",
        (*SLOWING, "worker kill"),
    ),
    # A picture is not there because its worker is not: the page is text. This traceback is asyncio's and the pool's.
    ("bot.pictures.cache", r"drawing failed", ("worker kill",)),
    # A picture had no time either: twenty seconds are two here, and the machine may be busy.
    ("bot.pictures.cache", r"drawing failed game=\w+ table=\d+: TimeoutError", SLOWING),
)
"""By which logger, beginning how, and which troubles are a reason for it."""
TRACED = ("discord.client", "bot.pictures.cache")
"""Loggers that may write a traceback. Ours log expected errors in one line, so a traceback of ours is a defect."""


def records(log: str) -> list[str]:
    found: list[str] = []
    for line in log.splitlines():
        if RECORD.match(line) or not found:
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return found


def unexplained(log: str, struck: Collection[str]) -> list[str]:
    return [record for record in records(log) if not _explained(record, struck)]


def _explained(record: str, struck: Collection[str]) -> bool:
    match = RECORD.match(record)
    if match is None:
        return False
    _, logger, text = match.groups()
    if "Traceback" in text and logger not in TRACED:
        return False
    return any(
        logger.startswith(name) and re.match(pattern, text, re.IGNORECASE) and set(reasons) & set(struck)
        for name, pattern, reasons in EXPECTED
    )
