"""The honours of Le Tripot du Chaos: who kept peace, who did not, and who saw it coming."""

from __future__ import annotations

from bot.core.game import Honour

HONOURS = (
    Honour(
        key="peaceful", earned=lambda deed: deed.won and not deed.figures["betrayals"] and deed.figures["pacts"] >= 2
    ),
    Honour(key="pacts", earned=lambda deed: deed.figures["pacts"] >= 3),
    Honour(key="traitor", earned=lambda deed: deed.figures["betrayals"] >= 3),
    Honour(key="resilient", earned=lambda deed: deed.won and deed.figures["betrayed"] >= 2),
    Honour(key="parries", earned=lambda deed: deed.figures["parries"] >= 3),
    Honour(key="biggest", earned=lambda deed: deed.figures["biggest"] >= 9),
)
