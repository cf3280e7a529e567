"""The honours of Trio: who saw at once, who remembered, who was unlucky."""

from __future__ import annotations

from bot.core.game import Honour

HONOURS = (
    Honour(key="sight", earned=lambda deed: deed.figures["first_sight"] >= 2),
    Honour(key="flawless", earned=lambda deed: deed.won and not deed.figures["misses"]),
    Honour(key="thief", earned=lambda deed: deed.figures["stolen"] >= 2),
    Honour(key="near", earned=lambda deed: deed.figures["near"] >= 5),
    Honour(key="partners", earned=lambda deed: deed.won and deed.figures["exchanges"] >= 3),
)
