"""What lies on the table: coins, action tokens, small cards, and a duel on a line with each side's things."""

from __future__ import annotations

from types import MappingProxyType

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.emblem import emblem
from bot.pictures.kit.fonts import write
from bot.pictures.kit.names import legible
from bot.pictures.kit.pen import Pen
from bot.pictures.kit.sprites import Sprite, sprite
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Action
from cogs.tripot.view import Pending, Public

TALL = 78
"""The height of a line."""
GAP = 8
CARD, COIN, TOKEN = 46, 46, 56
MIDDLE = theme.WIDTH / 2


class Line:
    """One line of the table; things are placed by their distance from its end, the same on both sides."""

    def __init__(self, canvas: Canvas, public: Public, say: Say, top: int) -> None:
        self.canvas, self.public, self.say = canvas, public, say
        self.y = top + TALL / 2
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
                self._put(place, action_token(duel.tokens[side], TOKEN), 290)
                continue
            self._put(place, coin(duel.stakes[side], COIN), 234)
            if own and place == 0:
                self._put(place, action_token(own, TOKEN), 290)
            elif self.public.laid(seat):
                self._put(place, action_token(None, TOKEN), 290)
            elif self.public.phase == "actions":
                self._put(place, badges.hourglass(34), 290)
        if self.public.phase in {"challenge", "answer"} and not duel.tokens:
            self._arrow(turned=turned)
        self.canvas.put(badges.tag(str(number + 1), size=24), MIDDLE, self.y)

    def challenge(self, pending: Pending, card: int | None, *, turned: bool = False) -> None:
        """A challenge that waits for its answer; the card is face down unless it is one's own."""
        pair = (pending.challenger, pending.opponent)
        for place, seat in enumerate(reversed(pair) if turned else pair):
            self._name(place, seat)
            if seat == pending.opponent:
                self._card(place, cards.slot(CARD))
                self._put(place, badges.hourglass(34), 234)
            elif card is None:
                self._card(place, cards.back(CARD))
            else:
                self._card(place, cards.number_card(card, CARD, stripe=theme.SEATS[seat]))
        self._arrow(turned=turned)

    def ring(self) -> None:
        """Say that this is the one that has just changed."""
        self.canvas.frame(self.box, radius=20)

    def _x(self, place: int, far: float) -> float:
        return theme.MARGIN + far if place == 0 else theme.WIDTH - theme.MARGIN - far

    def _put(self, place: int, thing: Sprite, far: float) -> None:
        self.canvas.put(thing, self._x(place, far), self.y)

    def _card(self, place: int, card: Sprite) -> None:
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


@sprite
def small_card(card: int | None) -> Sprite:
    """A card so small that eight of them fit a plate; None: the place of one that was played."""
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
        write(
            done,
            str(value),
            size / 2,
            size * 0.47,
            size=max(theme.SMALLEST, round(size * 0.5)),
            colour=theme.INK,
            strong=True,
        )
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
    pen.shape([(50, 24), (60, 32), (73, 33)], [(73, 33), (74, 62), (50, 77)], fill=theme.SEATS[1])


_FACES = MappingProxyType(
    {
        "cooperate": (_cooperate, theme.YES),
        "attack": (_attack, theme.NO),
        "defend": (_defend, theme.TOKENS["blue"]),
    }
)


@sprite
def action_token(action: Action | None, size: int) -> Sprite:
    """An action: rings to ``cooperate``, a sword to ``attack``, a shield to ``defend``; None: face down."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if action is None:
        unit.rounded((6, 10, 94, 98), 26, theme.BACK_EDGE)
        unit.rounded((6, 3, 94, 91), 26, theme.BACK)
        emblem(unit, 50, 47, 26, theme.BACK_PATTERN)
        return pen.done()
    draw, fill = _FACES[action]
    unit.rounded((6, 10, 94, 98), 26, theme.deep(fill))
    unit.rounded((6, 3, 94, 91), 26, fill)
    draw(pen.square(size * 0.13, size * 0.1, size * 0.74))
    return pen.done()
