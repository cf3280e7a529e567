"""Hints: what an expert would do in somebody's place, and why. Only where nobody else plays."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.game import Path, Refusal, Seat
from bot.core.table import Table
from bot.tables.opponents import Decisions, NoThought, Wording, advice_of, thought_about


class Advice(NamedTuple):
    """A move by its steps, and a sentence that says why."""

    path: Path
    reason: str


class Advisor:
    """Asks whoever thinks for opponents, with what the seat itself has been shown and nothing else."""

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions

    async def advise(self, table: Table, seat: Seat, lang: str) -> Advice:
        """What to do in a seat now. Raises Refusal: where others play too there is none, whoever asks."""
        game = table.game
        if not table.alone or len(table.people) != 1 or game.reason is None:
            raise Refusal("advice-alone")
        if seat not in table.to_act or table.facts.players[seat].opponent:
            raise Refusal("advice-turn")
        asked = await thought_about(table, seat, "expert", told=Wording(lang=lang, names=table.names))
        try:
            move, reason = await self._decisions.decide(table, seat, asked, advice_of)
        except NoThought:
            raise Refusal("advice-none") from None
        return Advice(game.path(move), reason)
