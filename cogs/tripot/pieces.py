"""Sprites of Le Tripot du Chaos: coins, action tokens, small cards, and the row of a duel."""

from __future__ import annotations

from types import MappingProxyType

from bot.core.game import Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import inscribe, legible, write
from bot.pictures.kit.pen import Box, Pen, Sprite, sprite
from bot.pictures.kit.signs import emblem
from cogs.tripot.duel import Duel, signed
from cogs.tripot.moves import Action
from cogs.tripot.view import Pending, Public

ROW_HEIGHT = 62
"""The height of a line."""
GAP = 6
NAME_SIZE = 24
NAME_WIDTH = 104
"""The size of a name and its room between the seat's number and the card: enough for most first names."""
LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
ONE_COLUMN = 3
"""Up to this many duels have a line each; more are two to a line, without names."""


class DuelRow:
    """The row of a duel; items are placed by their distance from its ends, the same on both sides."""

    def __init__(self, canvas: Canvas, public: Public, say: Say, box: Box, own: Seat | None) -> None:
        """``own``: the seat whose picture it is."""
        self.canvas, self.public, self.say, self.own, self.box = canvas, public, say, own, box
        left, top, right, bottom = box
        self.middle, self.y = (left + right) / 2, (top + bottom) / 2
        self._named = right - left > theme.WIDTH / 2
        self._size = 40 if self._named else 33
        self._card_at = 48 + NAME_WIDTH + 28 if self._named else 54
        self._coin_at, self._token_at = (self._card_at + place * (self._size + 3) for place in (1, 2))
        canvas.panel(box, radius=20)

    def duel(self, number: int, duel: Duel, laid: Action | None = None, *, lit: bool = False) -> None:
        """Draw a duel, its challenger on the left; ``laid`` is the own action on it. ``lit``: selectable."""
        for place in (0, 1):
            seat = duel.seats[place]
            self._name(place, seat)
            self._card(place, signs.number_card(duel.cards[place], self._size, stripe=theme.SEATS[seat]))
            if duel.tokens and duel.nets:
                self._net(place, duel.nets[place])
                self._put(place, action_token(duel.tokens[place], self._size), self._token_at)
                continue
            self._put(place, coin(duel.stakes[place], self._size), self._coin_at)
            known = laid if seat == self.own and laid else self.public.uncovered_action(seat, number)
            if known:
                self._put(place, action_token(known, self._size), self._token_at)
            elif self.public.laid(seat):
                self._put(place, action_token(None, self._size), self._token_at)
            elif self.public.phase == "actions":
                self._put(place, signs.hourglass(32), self._token_at)
        if self.public.phase in {"challenge", "answer"} and not duel.tokens:
            self._arrow()
        words = self.say("press-duel", duel=number + 1) if self._named else str(number + 1)
        self.canvas.put(signs.tag(words, fill=theme.ACCENT if lit else theme.PAPER), self.middle, self.y)

    def challenge(self, pending: Pending, card: int | None) -> None:
        """Draw an unanswered challenge; the card is face down unless it is given."""
        for place, seat in enumerate((pending.challenger, pending.opponent)):
            self._name(place, seat)
            if seat == pending.opponent:
                self._card(place, signs.card_slot(self._size))
                self._put(place, signs.hourglass(32), self._coin_at)
            elif card is None:
                self._card(place, signs.card_back(self._size))
            else:
                self._card(place, signs.number_card(card, self._size, stripe=theme.SEATS[seat]))
        self._arrow()

    def ring(self) -> None:
        """Highlight the row that has just changed."""
        self.canvas.frame(self.box, radius=20)

    def _x(self, place: int, far: float) -> float:
        return self.box[0] + far if place == 0 else self.box[2] - far

    def _put(self, place: int, thing: Sprite, far: float) -> None:
        self.canvas.put(thing, self._x(place, far), self.y)

    def _card(self, place: int, card: Sprite) -> None:
        self._put(place, card, self._card_at)

    def _name(self, place: int, seat: Seat) -> None:
        self._put(place, seats.disc(seat, 36 if self._named else 30), 24 if self._named else 20)
        if self._named:
            name, anchor = legible(self.say.raw_name(seat), ""), "lm" if place == 0 else "rm"
            self.canvas.text(name, self._x(place, 48), self.y, size=NAME_SIZE, anchor=anchor, width=NAME_WIDTH)

    def _net(self, place: int, net: int) -> None:
        fill = theme.COIN if net > 0 else theme.NO if net < 0 else theme.MUTED
        if self._named:
            self._put(place, signs.tag(signed(net), fill=fill), self._coin_at)
        else:
            self.canvas.text(signed(net), self._x(place, self._coin_at), self.y, size=24, colour=fill, strong=True)

    def _arrow(self) -> None:
        """From the challenger to the opponent."""
        left, right = (self._x(place, self._coin_at + 24) for place in (0, 1))
        self.canvas.link((left, self.y), (right, self.y), width=5)


def rows(count: int, top: int) -> list[Box]:
    """The boxes of the rows of so many duels."""
    across = 1 if count <= ONE_COLUMN else 2
    wide = (RIGHT - LEFT - GAP * (across - 1)) / across
    boxes: list[Box] = []
    for place in range(count):
        row, column = divmod(place, across)
        x, y = LEFT + column * (wide + GAP), top + row * (ROW_HEIGHT + GAP)
        boxes.append((x, y, x + wide, y + ROW_HEIGHT))
    return boxes


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
