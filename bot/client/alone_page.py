"""Painting the page of somebody who plays alone: two views, up to two pictures, one private page."""

from __future__ import annotations

import asyncio

from bot.core.facts import OVER, PLAYING
from bot.core.game import NOTHING, Path, Seat
from bot.core.table import Table
from bot.pages.alone import Drawn, Shown, alone, look, over
from bot.pages.page import PrivatePage
from bot.pages.question import choosing
from bot.pictures.cache import PictureCache
from bot.text.strings import Speech


async def alone_page(
    pictures: PictureCache,
    table: Table,
    seat: Seat,
    say: Speech,
    now: float,
    *,
    steps: Path = (),
    reveals: bool = True,
    closing: str = "",
) -> PrivatePage:
    """The page as it is at this instant; without ``reveals``, as it is when nothing is shown for a moment only.

    ``closing`` is said below the result.
    """
    if table.state is None or table.status not in (PLAYING, OVER):
        return over(table, say, now)
    shown = Shown(table.view(None, now), table.view(seat, now))
    if not reveals:
        shown = Shown(shown.everybody.without_flash(), shown.own.without_flash())
    choice = choosing(table, seat, shown.own, say, now, steps)
    looks = look(table, seat, shown.own, say, steps)
    # What is chosen from is marked where it lies: on the table, or in one's own hand.
    marks = (choice, NOTHING) if looks.public else (NOTHING, choice)
    wanted = ((None, shown.everybody, marks[0], looks.table), (seat, shown.own, marks[1], looks.hand))
    drawn = await asyncio.gather(
        *(
            pictures.picture(table, whose, say, view, marked) if needed else _none()
            for whose, view, marked, needed in wanted
        )
    )
    return alone(table, seat, say, now, shown=shown, steps=steps, drawn=Drawn(*drawn), closing=closing)


async def _none() -> None:
    """No picture."""
