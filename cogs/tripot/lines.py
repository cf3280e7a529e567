"""A duel on a line: each side's card, stake and action, from the ends to the middle."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.names import legible
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Action
from cogs.tripot.views import TripotView

TALL = 78
GAP = 8
CARD, COIN, TOKEN = 46, 46, 56
MIDDLE = theme.WIDTH / 2


class Line:
    """One line of the table; things are placed by their distance from its end, the same on both sides."""

    def __init__(self, canvas: Canvas, view: TripotView, say: Say, top: int) -> None:
        self.canvas, self.view, self.say = canvas, view, say
        self.top, self.y = top, top + TALL / 2
        self.box = (theme.MARGIN, top, theme.WIDTH - theme.MARGIN, top + TALL)
        canvas.panel(self.box, radius=20)

    def duel(self, number: int, duel: Duel, own: Action | None = None, *, turned: bool = False) -> None:
        """A duel, its challenger on the left (``turned``: on the right); ``own`` is the left side's action if known."""
        for place in (0, 1):
            side = 1 - place if turned else place
            seat = duel.seats[side]
            self._name(place, seat)
            self._card(place, cards.number_card(duel.cards[side], CARD, stripe=theme.SEATS[seat]))
            if duel.tokens and duel.gains:
                self._gain(place, duel.gains[side])
                self._put(place, tokens.action(duel.tokens[side], TOKEN), 290)
                continue
            self._put(place, tokens.coin(duel.stakes[side], COIN), 234)
            if own and place == 0:
                self._put(place, tokens.action(own, TOKEN), 290)
            elif seat in self.view.sealed:
                self._put(place, tokens.action(None, TOKEN), 290)
            elif self.view.phase == "actions":
                self._put(place, badges.hourglass(34), 290)
        if self.view.phase in {"challenge", "answer"} and not duel.tokens:
            self._arrow(turned=turned)
        self.canvas.put(badges.tag(str(number + 1), size=24), MIDDLE, self.y)

    def challenge(self, challenger: Seat, opponent: Seat, card: int | None, *, turned: bool = False) -> None:
        """A challenge that waits for its answer; the card is face down unless it is one's own."""
        for place, seat in enumerate((opponent, challenger) if turned else (challenger, opponent)):
            self._name(place, seat)
            if seat == opponent:
                self._card(place, cards.slot(CARD))
                self._put(place, badges.hourglass(34), 234)
            else:
                known = card is not None
                stripe = theme.SEATS[seat]
                self._card(place, cards.number_card(card, CARD, stripe=stripe) if known else cards.back(CARD))
        self._arrow(turned=turned)

    def ring(self) -> None:
        """Say that this is the one that has just changed."""
        self.canvas.frame(self.box, radius=20)

    def _x(self, place: int, far: float) -> float:
        return theme.MARGIN + far if place == 0 else theme.WIDTH - theme.MARGIN - far

    def _put(self, place: int, thing: tokens.Sprite, far: float) -> None:
        self.canvas.put(thing, self._x(place, far), self.y)

    def _card(self, place: int, card: tokens.Sprite) -> None:
        self._put(place, card, 182)

    def _name(self, place: int, seat: Seat) -> None:
        self._put(place, seats.disc(seat), 32)
        name = legible(self.say.raw_name(seat), "")
        anchor = "lm" if place == 0 else "rm"
        self.canvas.text(name, self._x(place, 58), self.y, size=24, anchor=anchor, width=96)

    def _gain(self, place: int, gain: int) -> None:
        fill = theme.COIN if gain > 0 else theme.NO if gain < 0 else theme.MUTED
        self._put(place, badges.tag(signed(gain), size=24, fill=fill), 233)

    def _arrow(self, *, turned: bool) -> None:
        """From the challenger to the opponent."""
        left, right = (self._x(place, 270) for place in (0, 1))
        links.link(self.canvas, (left, self.y), (right, self.y), heads="<" if turned else ">", width=5)


def signed(number: int) -> str:
    """A number with its sign; nothing gained is a plain 0."""
    return f"−{-number}" if number < 0 else f"+{number}" if number else "0"
