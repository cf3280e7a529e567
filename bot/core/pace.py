"""How fast a table plays."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cached import cached


@dataclass(frozen=True)
class Pace:
    """How fast a table plays, in seconds; None: no clock."""

    key: str
    turn: float | None
    window: float | None
    grace: float = 0.0
    """What people get on top when the bot was away while their time ran out."""

    @cached
    def reminder(self) -> float | None:
        """How long before the end of a turn people are reminded of it; None where everybody sits together."""
        return self.turn / 4 if self.slow and self.turn is not None else None

    @cached
    def slow(self) -> bool:
        """Whether people come by now and then instead of sitting together: a reveal then keeps nobody from moving."""
        return self.turn is None or self.turn > 3600


PACES = {
    pace.key: pace
    for pace in (
        Pace("quick", 120, 20, 30),
        Pace("relaxed", 600, 120, 120),
        Pace("steady", 24 * 3600, 8 * 3600, 3600),
        Pace("free", None, None),
    )
}
