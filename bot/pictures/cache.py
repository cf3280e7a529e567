"""Pictures of views with the words that say the same, drawn off the event loop, and never the same picture twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from bot.core.game import NOTHING, AnyGame, Choosing, Seat
from bot.core.profile import Profile
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Page, Picture, cut
from bot.pages.profile import summary
from bot.pictures.lobby import content, words
from bot.pictures.orders import Order, Orders, Patience, Place
from bot.pictures.profile import card
from bot.pictures.worker import DrawingWorker, of_lobby, of_profile, of_view
from bot.text.strings import Speech, unmarked

PATIENCE = 1.0
"""Seconds a page waits for its picture; then it is text, and the picture follows when it is there."""
UNTABLED = 8.0
"""Seconds a page waits for a picture that would not follow later; whoever waits for the page knows that it comes."""
AWAY = "zzz"
"""Before the name of somebody the table plays for."""

P = TypeVar("P", bound=Page)
Late = Callable[[Table, Seat | None], None]


class PictureCache:
    """Has pictures drawn and remembers them. Without a worker pages are text."""

    def __init__(self, worker: DrawingWorker | None, *, late: Late = lambda _table, _seat: None) -> None:
        """``late`` is told of a table, and of the seat or everybody, when a picture is there that nobody waited for."""
        self._orders = None if worker is None else Orders(worker)
        self._late = late
        self._short, self._long = Patience(PATIENCE), Patience(UNTABLED)

    @property
    def drawing(self) -> bool:
        """Whether there are pictures at all."""
        return self._orders is not None

    @property
    def waiting(self) -> int:
        """How many pictures are asked for and not there yet."""
        return len(self._orders.drawing) if self._orders else 0

    async def page(
        self, make: Callable[[Picture | None], P], table: Table, seat: Seat | None, say: Speech, view: Any,
        choice: Choosing,
    ) -> P:  # fmt: skip
        """The page that is made of a picture, as below, or of None. All but the drawing is made meanwhile."""
        order = self._of_view(table, say, view, choice, (table.id, seat, say.lang))
        if order is None:
            return make(None)
        picture = _sketch(order, table.game, view, say, _file(seat))
        page = make(picture)
        data = await self._in_time(order, table, seat)
        return page.with_drawing(picture, data) if data else make(None)

    async def picture(
        self, table: Table, seat: Seat | None, say: Speech, view: Any, choice: Choosing = NOTHING
    ) -> Picture | None:
        """What a seat (None: everybody) sees and chooses from as a picture, with the words that say it.

        None if it has none, or if it takes too long; it is told when it is there.
        """
        order = self._of_view(table, say, view, choice, (table.id, seat, say.lang))
        if order is None:
            return None
        picture = _sketch(order, table.game, view, say, _file(seat))
        return picture.drawn(await self._in_time(order, table, seat))

    async def lobby(self, table: Table, say: Speech) -> Picture | None:
        """An open lobby as a picture, with the words that say it; None if it takes too long, as above."""
        if self._orders is None:
            return None
        key = table.game.key
        order = self._orders.get(of_lobby(key, content(table, say)), key, table.id, (table.id, None, say.lang))
        picture = Picture("lobby.png", alt(words(table, say)), b"", order.key)
        return picture.drawn(await self._in_time(order, table, None))

    async def profile(self, shown: Profile, games: Mapping[str, AnyGame], say: Speech) -> Picture | None:
        """Somebody's profile as a picture, with the words that say it; None if it takes too long."""
        if self._orders is None:
            return None
        # A card is somebody's: of no game, and not to be named in a log.
        order = self._orders.get(of_profile(card(shown, games, say)), "none")
        picture = Picture("profile.png", alt(summary(shown, games, say)), b"", order.key)
        return picture.drawn(await order.drawn(self._short))

    async def draw(self, table: Table, view: Any, say: Speech, name: str, choice: Choosing = NOTHING) -> Picture | None:
        """A view of a table as a picture, however long it takes."""
        order = self._of_view(table, say, view, choice, None)
        return _sketch(order, table.game, view, say, name).drawn(await order.drawn()) if order else None

    async def untabled(
        self, game: AnyGame, seats: int, view: Any, say: Speech, choice: Choosing, name: str
    ) -> Picture | None:
        """A view that belongs to no table as a picture; None if it has none, or if it takes far too long."""
        if game.picture is None or self._orders is None:
            return None
        names = [say.raw_name(seat) for seat in range(seats)]
        order = self._orders.get(of_view(game.key, say.lang, names, view, choice), game.key)
        return _sketch(order, game, view, say, name).drawn(await order.drawn(self._long))

    def forget(self) -> None:
        """Drop all pictures that are kept: somebody's name may be in them."""
        if self._orders is not None:
            self._orders.kept.clear()

    def finish(self) -> None:
        """Before a stop: draw nothing any more."""
        if self._orders is not None:
            self._orders.finish()

    def _of_view(self, table: Table, say: Speech, view: Any, choice: Choosing, place: Place | None) -> Order | None:
        """The picture of a view, drawn if it is the newest of its place, or, without one, in any case."""
        game = table.game
        if table.state is None or game.picture is None or self._orders is None:
            return None
        names = [
            f"{AWAY} {say.raw_name(seat)}" if player.away else say.raw_name(seat)
            for seat, player in enumerate(table.facts.players)
        ]
        shown = game.pictured(view) if game.pictured else view
        return self._orders.get(of_view(game.key, say.lang, names, shown, choice), game.key, table.id, place)

    async def _in_time(self, order: Order, table: Table, seat: Seat | None) -> bytes | None:
        """A picture if it is there soon; otherwise whoever wants the table's is told when it is."""
        data = await order.drawn(self._short)
        if not order.over:
            order.late.append(partial(self._late, table, seat))
        return data


def _file(seat: Seat | None) -> str:
    return "table.png" if seat is None else "hand.png"


def _sketch(order: Order, game: AnyGame, view: Any, say: Speech, name: str) -> Picture:
    """The picture of a view, all but the drawing."""
    sight = game.face.sight(view, say)
    return Picture(name, alt(sight.scene if view.seat is None else sight.hand), b"", order.key)


def alt(words: str) -> str:
    """Words as alt text: without markup, as long as Discord allows. The menu offers the whole text."""
    return cut(unmarked(words) or "…", ALT_LIMIT)
