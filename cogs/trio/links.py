"""The linked numbers of the spicy mode as one chain of places: whose trios they are, and who wins with which."""

from __future__ import annotations

from bot.core.game import Seat
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from cogs.trio.seats import LETTERS
from cogs.trio.terms import LINKS, SEVEN
from cogs.trio.views import TrioView

CHAINS = ((6, 1, 8), (9, 2, 5, 12), (10, 3, 4, 11), (SEVEN,))
"""All links at once: each number is linked to its neighbours in a chain, and to no other."""

TALL = 106
WIDE, NEAR, FAR, DISC = 42, 10, 29, 28
"""A place, from a place to the next in its chain, from a chain to the next, the sign of who wins."""


def chains(canvas: Canvas, view: TrioView, top: int) -> None:
    """A place for each number, filled once its trio is won; beneath a place, the seats that would win with it."""
    owners = {number: seat for seat, owned in enumerate(view.trios) for number in owned}
    tall = cards.height(WIDE)
    x = theme.MARGIN
    for chain in CHAINS:
        end = x + len(chain) * (WIDE + NEAR) - NEAR
        canvas.line(((x + WIDE / 2, top + tall / 2), (end - WIDE / 2, top + tall / 2)), theme.MUTED, width=6)
        for number in chain:
            owner = owners.get(number)
            if owner is None:
                canvas.put(cards.slot(WIDE, label=str(number)), x, top, anchor="lt")
                _winners(canvas, view, number, x + WIDE / 2, top + tall + 22)
            else:
                canvas.put(cards.number_card(number, WIDE, stripe=theme.SEATS[owner]), x, top, anchor="lt")
            x += WIDE + NEAR
        x += FAR - NEAR


def _winners(canvas: Canvas, view: TrioView, number: int, x: float, y: float) -> None:
    """Who would win with this number: discs of seats, letters of teams, and a crown for everybody."""
    if view.phase == "over":
        return
    if number == SEVEN:
        canvas.put(badges.crown(DISC + 6), x, y)
        return
    ready = winners(view, number)
    if view.terms.teams:
        letters = sorted({LETTERS[view.terms.team(seat)] for seat in ready})
        canvas.text(" ".join(letters), x, y, size=26, strong=True)
        return
    for index, seat in enumerate(ready):
        canvas.put(seats.disc(seat, DISC), x + (index - (len(ready) - 1) / 2) * (DISC - 1), y)


def winners(view: TrioView, number: int) -> list[Seat]:
    """The seats that have taken a trio linked to this number."""
    return [seat for seat, owned in enumerate(view.trios) if any(link in owned for link in LINKS[number])]


def wanted(view: TrioView, seat: Seat) -> list[int]:
    """The numbers, not yet won by anybody, that are linked to a trio of this seat's side."""
    gone = {number for owned in view.trios for number in owned}
    side = view.terms.side(seat)
    return [number for number in LINKS if number not in gone and not set(side).isdisjoint(winners(view, number))]
