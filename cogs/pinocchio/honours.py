"""The honours of Pinocchio: who lied well, doubted well, or believed too much."""

from __future__ import annotations

from bot.core.game import Honour

HONOURS = (
    Honour(key="unseen", earned=lambda deed: deed.figures["lies"] >= 7 and not deed.figures["caught"]),
    Honour(key="honest", earned=lambda deed: deed.won and not deed.figures["lies"]),
    Honour(key="doubts", earned=lambda deed: deed.figures["right"] >= 3 and not deed.figures["wrong"]),
    Honour(key="streak", earned=lambda deed: deed.figures["streak"] >= 10),
    Honour(key="trusting", earned=lambda deed: deed.figures["swallowed"] >= 6),
    Honour(key="caught", earned=lambda deed: deed.figures["caught"] >= 5),
)
