"""The honours of PtiPassPass: who lied well, who shouted well, who needed one lift."""

from __future__ import annotations

from bot.core.game import Honour

HONOURS = (
    Honour(key="unseen", earned=lambda deed: deed.figures["lies"] >= 5 and not deed.figures["caught"]),
    Honour(key="honest", earned=lambda deed: deed.won and not deed.figures["lies"]),
    Honour(key="shouts", earned=lambda deed: deed.figures["right"] >= 3 and not deed.figures["wrong"]),
    Honour(key="sure", earned=lambda deed: deed.won and not deed.figures["misses"]),
    Honour(key="hasty", earned=lambda deed: deed.figures["wrong"] >= 6),
)
