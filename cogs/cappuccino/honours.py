"""The honours of Cappuccino: who built high, who was spared, who took much at once."""

from __future__ import annotations

from bot.core.game import Honour

HONOURS = (
    Honour(key="tower", earned=lambda deed: deed.figures["tallest"] >= 12),
    Honour(key="spared", earned=lambda deed: deed.won and deed.figures["lost"] <= 8),
    Honour(key="scoop", earned=lambda deed: deed.figures["biggest"] >= 5),
    Honour(key="taker", earned=lambda deed: deed.figures["taken"] >= 20),
    Honour(key="joiner", earned=lambda deed: deed.figures["joined"] >= 5),
)
