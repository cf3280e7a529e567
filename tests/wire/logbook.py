"""The bot's log after a run with troubles: every complaint has its reason, and the reason is a trouble that struck."""

from __future__ import annotations

import re
from collections.abc import Collection

RECORD = re.compile(r"^(WARNING|ERROR|CRITICAL):([\w.]+):(.*)", re.DOTALL)
NETWORK = ("drop", "drop after", "gateway drop", "gateway reconnect", "gateway invalidate")
REFUSED = ("error", "error after", "limit")

EXPECTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # discord.py says that it was cut off, with a traceback, and comes back.
    ("discord.client", r"Attempting a reconnect in", NETWORK),
    ("discord.gateway", r"(WebSocket closed|.*invalidated)", NETWORK),
    # discord.py waits as it was asked to, and says so.
    ("discord.http", r"We are being rate limited", ("limit",)),
    ("discord.webhook.async_", r".*rate limited", ("limit",)),
    # An answer that Discord did not take: it came too late, or the one before had arrived though we were not told.
    ("bot.client.reply", r"(could not defer|answer not taken)", (*REFUSED, *NETWORK, "delay", "delay after", "kill")),
    # No answer came: it is asked for or said again, once.
    ("bot.client.reply", r"no word from Discord", (*REFUSED, *NETWORK)),
    ("bot.client.lobby_clicks", r"no word from Discord", (*REFUSED, *NETWORK)),
    # A board, lobby or panel that Discord refused or the network lost, and that is tried again.
    ("bot.client.bot", r"(board|lobby|panel|network|not (shown|taken|told)|tried again)", (*REFUSED, *NETWORK)),
    # A picture is not there because its worker is not: the page is text.
    ("bot.pictures.cache", r"drawing failed", ("worker kill",)),
    # Another connection held the file.
    ("bot.service.clock", r"the clock could not read storage", ("lock",)),
)
"""By which logger, beginning how, and which troubles are a reason for it."""
TRACED = ("discord.client",)
"""Who may show a traceback. Ours says in a line what happened: what it did not expect is a defect."""


def records(log: str) -> list[str]:
    """The records of a log, each with the lines that belong to it."""
    found: list[str] = []
    for line in log.splitlines():
        if RECORD.match(line) or not found:
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return found


def unexplained(log: str, struck: Collection[str]) -> list[str]:
    """The complaints for which no trouble that struck is a reason."""
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
