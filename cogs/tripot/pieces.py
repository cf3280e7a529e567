"""Sprites of Le Tripot du Chaos: coins, action tokens, small cards, and the row of a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.cards import emblem
from bot.pictures.kit.fonts import inscribe, legible, write
from bot.pictures.kit.pen import Pen, Sprite, sprite
from bot.pictures.kit.theme import Colour
from cogs.tripot.duel import Duel, signed
from cogs.tripot.moves import Action
from cogs.tripot.view import Pending, Public

ROW_HEIGHT = 78
"""The height of a line."""
GAP = 8
CARD_WIDTH, COIN_SIZE, TOKEN_SIZE = 46, 44, 52
NAME_AT, CARD_AT, COIN_AT, TOKEN_AT = 52, 162, 212, 264
"""Distances from the end of a row; the space between the tokens is for the name of the duel."""
NAME_SIZE = 24
NAME_WIDTH = 86
"""The size of a name and its room between the seat's number and the card: enough for most first names."""
CHIPS_HEIGHT = 58
"""The height of a row of actions to choose from."""
MIDDLE = theme.WIDTH / 2

Look = Literal["possible", "chosen", "faint"]
"""The look of a choice: selectable; selected; not available."""
RINGS: Mapping[Look, Colour] = MappingProxyType({"possible": theme.ACCENT, "chosen": theme.PAPER})


class DuelRow:
    """The row of a duel; items are placed by their distance from its ends, the same on both sides."""

    def __init__(self, canvas: Canvas, public: Public, say: Say, top: int) -> None:
        self.canvas, self.public, self.say = canvas, public, say
        self.y = top + ROW_HEIGHT / 2
        self.box = (theme.MARGIN, top, theme.WIDTH - theme.MARGIN, top + ROW_HEIGHT)
        canvas.panel(self.box, radius=20)

    def duel(
        self, number: int, duel: Duel, own: Action | None = None, *, turned: bool = False, lit: bool = False
    ) -> None:
        """Draw a duel, its challenger on the left (``turned``: right); ``own`` is the left side's action if known.

        ``lit``: selectable.
        """
        for place in (0, 1):
            side = 1 - place if turned else place
            seat = duel.seats[side]
            self._name(place, seat)
            self._card(place, cards.number_card(duel.cards[side], CARD_WIDTH, stripe=theme.SEATS[seat]))
            if duel.tokens and duel.nets:
                self._net(place, duel.nets[side])
                self._put(place, action_token(duel.tokens[side], TOKEN_SIZE), TOKEN_AT)
                continue
            self._put(place, coin(duel.stakes[side], COIN_SIZE), COIN_AT)
            known = own if place == 0 and own else self.public.uncovered_action(seat, number)
            if known:
                self._put(place, action_token(known, TOKEN_SIZE), TOKEN_AT)
            elif self.public.laid(seat):
                self._put(place, action_token(None, TOKEN_SIZE), TOKEN_AT)
            elif self.public.phase == "actions":
                self._put(place, badges.hourglass(34), TOKEN_AT)
        if self.public.phase in {"challenge", "answer"} and not duel.tokens:
            self._arrow(turned=turned)
        fill = theme.ACCENT if lit else theme.PAPER
        self.canvas.put(badges.tag(self.say("press-duel", duel=number + 1), fill=fill), MIDDLE, self.y)

    def challenge(self, pending: Pending, card: int | None, *, turned: bool = False) -> None:
        """Draw an unanswered challenge; the card is face down unless it is given."""
        pair = (pending.challenger, pending.opponent)
        for place, seat in enumerate(reversed(pair) if turned else pair):
            self._name(place, seat)
            if seat == pending.opponent:
                self._card(place, cards.slot(CARD_WIDTH))
                self._put(place, badges.hourglass(34), COIN_AT)
            elif card is None:
                self._card(place, cards.back(CARD_WIDTH))
            else:
                self._card(place, cards.number_card(card, CARD_WIDTH, stripe=theme.SEATS[seat]))
        self._arrow(turned=turned)

    def chips(self, places: Sequence[tuple[Action, str, Look]]) -> None:
        """Draw the three actions below the row, each with its button's label and look."""
        left, _, right, bottom = self.box
        wide = (right - left - 2 * GAP) / 3
        for place, (action, words, look) in enumerate(places):
            x, faint = left + place * (wide + GAP), look == "faint"
            box = (x, bottom + 4, x + wide, bottom + 4 + CHIPS_HEIGHT)
            self.canvas.panel(box, theme.SHADE if faint else theme.PLATE, radius=20)
            y = bottom + 4 + CHIPS_HEIGHT / 2
            self.canvas.put(action_token(action, 44), x + 12, y, anchor="lm", strength=0.35 if faint else 1)
            colour = theme.MUTED if faint else theme.PAPER
            self.canvas.text(words, x + 62, y, size=24, anchor="lm", colour=colour, width=round(wide - 70))
            if look in RINGS:
                self.canvas.frame(box, RINGS[look], radius=20)

    def ring(self) -> None:
        """Highlight the row that has just changed."""
        self.canvas.frame(self.box, radius=20)

    def _x(self, place: int, far: float) -> float:
        return theme.MARGIN + far if place == 0 else theme.WIDTH - theme.MARGIN - far

    def _put(self, place: int, thing: Sprite, far: float) -> None:
        self.canvas.put(thing, self._x(place, far), self.y)

    def _card(self, place: int, card: Sprite) -> None:
        self._put(place, card, CARD_AT)

    def _name(self, place: int, seat: Seat) -> None:
        self._put(place, seats.disc(seat), 28)
        name = legible(self.say.raw_name(seat), "")
        anchor = "lm" if place == 0 else "rm"
        self.canvas.text(name, self._x(place, NAME_AT), self.y, size=NAME_SIZE, anchor=anchor, width=NAME_WIDTH)

    def _net(self, place: int, net: int) -> None:
        fill = theme.COIN if net > 0 else theme.NO if net < 0 else theme.MUTED
        self._put(place, badges.tag(signed(net), fill=fill), COIN_AT)

    def _arrow(self, *, turned: bool) -> None:
        """From the challenger to the opponent."""
        left, right = (self._x(place, COIN_AT + 28) for place in (0, 1))
        links.link(self.canvas, (left, self.y), (right, self.y), heads="<" if turned else ">", width=5)


@sprite
def small_card(card: int | None) -> Sprite:
    """A card so small that eight of them fit a plate; None: the empty place of a played one."""
    pen = Pen(20, 32)
    if card is None:
        pen.rounded((0, 0, 20, 32), 5, theme.TABLE)
        return pen.done()
    pen.rounded((0, 2, 20, 32), 5, theme.PAPER_EDGE)
    pen.rounded((0, 0, 20, 30), 5, theme.PAPER)
    done = pen.done()
    write(done, str(card), 10, 15, size=theme.SMALLEST, colour=theme.INK, strong=True)
    return done


@sprite
def coin(value: int | None, size: int) -> Sprite:
    """A coin with an amount on it, or, without a value, a small blank one for use as an icon."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 54, 44, theme.COIN_EDGE)
    unit.disc(50, 47, 44, theme.COIN)
    unit.ring(50, 47, 37, 4, theme.COIN_EDGE)
    done = pen.done()
    if value is not None:
        inscribe(done, str(value), size * 0.47, 0.5)
    return done


def _cooperate(pen: Pen) -> None:
    pen.ring(38, 50, 22, 9, theme.INK)
    pen.ring(62, 50, 22, 9, theme.INK)


def _attack(pen: Pen) -> None:
    pen.polygon([(76, 16), (80, 32), (45, 67), (35, 57)], theme.INK, soft=3)
    pen.line([(24, 55), (47, 78)], 9, theme.INK)
    pen.line([(32, 70), (20, 82)], 11, theme.INK)


def _defend(pen: Pen) -> None:
    pen.shape(
        [(50, 14), (64, 24), (82, 24)],
        [(82, 24), (84, 66), (50, 88)],
        [(50, 88), (16, 66), (18, 24)],
        [(18, 24), (36, 24), (50, 14)],
        fill=theme.INK,
    )
    pen.shape([(50, 24), (60, 32), (73, 33)], [(73, 33), (74, 62), (50, 77)], fill=theme.MUTED)


_FACES = MappingProxyType(
    {
        "cooperate": (_cooperate, theme.SKIN, theme.WOOD_EDGE),
        "attack": (_attack, theme.NO, theme.deep(theme.NO)),
        "defend": (_defend, theme.MUTED, theme.FAINT_INK),
    }
)
"""The drawing, colour and edge of each action; not the colour of any seat."""


@sprite
def action_token(action: Action | None, size: int) -> Sprite:
    """An action: rings for ``cooperate``, a sword for ``attack``, a shield for ``defend``; None: face down."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if action is None:
        unit.rounded((6, 10, 94, 98), 26, theme.BACK_EDGE)
        unit.rounded((6, 3, 94, 91), 26, theme.BACK)
        emblem(unit, 50, 47, 26, theme.BACK_PATTERN)
        return pen.done()
    draw, fill, edge = _FACES[action]
    unit.rounded((6, 10, 94, 98), 26, edge)
    unit.rounded((6, 3, 94, 91), 26, fill)
    draw(pen.square(size * 0.13, size * 0.1, size * 0.74))
    return pen.done()
