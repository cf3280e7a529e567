"""Pictures of views, drawn off the event loop, and never the same picture twice."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from bot.core.game import NOTHING, AnyGame, Choosing, Seat
from bot.core.profile import Profile
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Page, Picture, cut
from bot.pages.profile import summary
from bot.pictures.lobby import gathering, words
from bot.pictures.profile import card
from bot.pictures.worker import WORKERS, DrawingWorker, of_lobby, of_profile, of_view
from bot.recent import Recent
from bot.words import Speech, unmarked

log = logging.getLogger(__name__)

ROOM = 24 * 2**20
"""Bytes of pictures kept."""
PATIENCE = 1.0
"""Seconds a page waits for its picture; then it is text, and the picture follows when it is there."""
UNTABLED = 8.0
"""Seconds a page waits for a picture that would not follow later; whoever waits for the page knows that it comes."""
TOGETHER = 4
"""Pictures that a worker is asked for at once, at most: the first of them waits for the last."""
AWAY = "zzz"
"""Before the name of somebody the table plays for."""

P = TypeVar("P", bound=Page)
Place = tuple[int, Seat | None, str]
"""Whose picture it is: of a table, for a seat or everybody, in a language."""
Late = Callable[[Table, Seat | None], None]
Coming = asyncio.Future[bytes | None]


class Order:
    """A picture that is to be drawn, and who waits for it."""

    def __init__(self, key: bytes, question: bytes, game: str, table: int | None, place: Place | None) -> None:
        """Without a ``place`` it is drawn even if its table has moved on."""
        self.key = key
        self.question = question
        self.game = game
        self.table = table
        self.place = place
        self.over = False
        self.late: list[tuple[Table, Seat | None]] = []
        """Who has not waited for it and wants to be told."""
        self._waiting: list[Coming] = []

    def coming(self) -> Coming:
        """The picture, when it is there; None if there will be none. Who waits no longer does not stop it."""
        coming: Coming = asyncio.get_running_loop().create_future()
        self._waiting.append(coming)
        return coming

    def end(self, data: bytes | None) -> None:
        """Here it is, or there will be none."""
        self.over = True
        for coming in self._waiting:
            _come(coming, data)

    def cancel(self) -> None:
        """Nobody shall wait any more."""
        for coming in self._waiting:
            coming.cancel()


def _come(coming: Coming, data: bytes | None) -> None:
    if not coming.done():
        coming.set_result(data)


class Patience:
    """What has not come after so long is None. All wait equally long: they need one timer, not one each."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: deque[tuple[float, Coming]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def limit(self, coming: Coming) -> Coming:
        """The same; it comes in time."""
        loop = coming.get_loop()
        self._waiting.append((loop.time() + self._seconds, coming))
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, self._over, loop)
        return coming

    def _over(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        while self._waiting and (self._waiting[0][0] <= now or self._waiting[0][1].done()):
            _come(self._waiting.popleft()[1], None)
        self._timer = loop.call_at(self._waiting[0][0], self._over, loop) if self._waiting else None


Drawing = bytes | Order
"""A picture, or one that is being drawn or waits for that."""


class PictureCache:
    """Has pictures drawn and remembers them. Without a worker pages are text."""

    def __init__(self, worker: DrawingWorker | None, *, late: Late = lambda _table, _seat: None) -> None:
        """``late`` is told of a table, and of the seat or everybody, when a picture is there that nobody waited for."""
        self._worker = worker
        self._late = late
        self._kept: Recent[bytes, bytes] = Recent(ROOM, len)
        self._drawing: dict[bytes, Order] = {}
        self._orders: deque[Order] = deque()
        self._too_long, self._far_too_long = Patience(PATIENCE), Patience(UNTABLED)
        self._working: set[asyncio.Task[None]] = set()
        """At most as many as there are workers: a task for each picture would cost more than asking for it."""
        self._newest: dict[Place, bytes] = {}
        self._awaited: set[bytes] = set()
        """Pictures that are drawn even if their table has moved on."""

    @property
    def drawing(self) -> bool:
        """Whether there are pictures at all."""
        return self._worker is not None

    @property
    def waiting(self) -> int:
        """How many pictures are asked for and not there yet."""
        return len(self._drawing)

    async def page(
        self, make: Callable[[Picture | None], P], table: Table, seat: Seat | None, say: Speech, view: Any,
        choice: Choosing,
    ) -> P:  # fmt: skip
        """The page that is made of a picture, as below, or of None. All but the picture is made while it is drawn."""
        drawing = self._begun_view(table, say, view, choice, (table.id, seat, say.lang))
        if drawing is None:
            return make(None)
        picture = _sketch(table.game, view, say, _file(seat))
        page = make(picture)
        data = await self._in_time(table, seat, drawing)
        return page.with_picture(picture, data) if data else make(None)

    async def picture(
        self, table: Table, seat: Seat | None, say: Speech, view: Any, choice: Choosing = NOTHING
    ) -> Picture | None:
        """What a seat (None: everybody) sees and chooses from as a picture, with the words that say it.

        None if it has none, or if it takes too long; it is told when it is there.
        """
        drawing = self._begun_view(table, say, view, choice, (table.id, seat, say.lang))
        return await self._made(_sketch(table.game, view, say, _file(seat)), table, seat, drawing) if drawing else None

    async def lobby(self, table: Table, say: Speech) -> Picture | None:
        """An open lobby as a picture, with the words that say it; None if it takes too long, as above."""
        if self._worker is None:
            return None
        question = of_lobby(table.game.key, gathering(table, say))
        drawing = self._begun(question, table.game.key, table.id, (table.id, None, say.lang))
        return await self._made(Picture("lobby.png", alt(words(table, say)), b""), table, None, drawing)

    async def profile(self, shown: Profile, games: Mapping[str, AnyGame], say: Speech) -> Picture | None:
        """Somebody's profile as a picture, with the words that say it; None if it takes too long."""
        if self._worker is None:
            return None
        # A card is somebody's: of no game, and not to be named in a log.
        drawing = self._begun(of_profile(card(shown, games, say)), "none", None, None)
        return await self._made(Picture("profile.png", alt(summary(shown, games, say)), b""), None, None, drawing)

    async def draw(self, table: Table, view: Any, say: Speech, name: str, choice: Choosing = NOTHING) -> Picture | None:
        """A view of a table as a picture, however long it takes."""
        drawing = self._begun_view(table, say, view, choice, None)
        if drawing is None:
            return None
        picture = _sketch(table.game, view, say, name)
        return picture.drawn(drawing if isinstance(drawing, bytes) else await drawing.coming())

    async def untabled(
        self, game: AnyGame, seats: int, view: Any, say: Speech, choice: Choosing, name: str
    ) -> Picture | None:
        """A view that belongs to no table as a picture; None if it has none, or if it takes far too long."""
        if game.picture is None or self._worker is None:
            return None
        question = of_view(game.key, say.lang, [say.raw_name(seat) for seat in range(seats)], view, choice)
        drawing = self._begun(question, game.key, None, None)
        picture = _sketch(game, view, say, name)
        if isinstance(drawing, bytes):
            return picture.drawn(drawing)
        return picture.drawn(await self._far_too_long.limit(drawing.coming()))

    async def _made(self, picture: Picture, table: Table | None, seat: Seat | None, drawing: Drawing) -> Picture | None:
        return picture.drawn(await self._in_time(table, seat, drawing))

    async def _in_time(self, table: Table | None, seat: Seat | None, drawing: Drawing) -> bytes | None:
        """A picture if it is there soon; otherwise whoever wants the table's is told when it is."""
        if isinstance(drawing, bytes):
            return drawing
        data = await self._too_long.limit(drawing.coming())
        if table is not None and not drawing.over:
            drawing.late.append((table, seat))
        return data

    def finish(self) -> None:
        """Before a stop: draw nothing any more."""
        for each in (*self._drawing.values(), *self._working):
            each.cancel()
        self._drawing.clear()
        self._orders.clear()

    def _begun_view(
        self, table: Table, say: Speech, view: Any, choice: Choosing, place: Place | None
    ) -> Drawing | None:
        """The picture of a view, or the drawing of it that is under way: one for all who see the same."""
        game = table.game
        if table.state is None or game.picture is None or self._worker is None:
            return None
        names = [
            f"{AWAY} {say.raw_name(seat)}" if player.away else say.raw_name(seat)
            for seat, player in enumerate(table.facts.players)
        ]
        shown = game.pictured(view) if game.pictured else view
        return self._begun(of_view(game.key, say.lang, names, shown, choice), game.key, table.id, place)

    def _begun(self, question: bytes, game: str, table: int | None, place: Place | None) -> Drawing:
        key = hashlib.blake2b(question, digest_size=16).digest()
        if (data := self._kept.get(key)) is not None:
            return data
        if place is None:
            self._awaited.add(key)
        elif key not in self._awaited:
            self._newest[place] = key
        if (order := self._drawing.get(key)) is None:
            order = self._drawing[key] = Order(key, question, game, table, place)
            self._orders.append(order)
            if len(self._working) < WORKERS:
                self._working.add(asyncio.create_task(self._work(), name="pictures"))
        return order

    async def _work(self) -> None:
        """Have pictures drawn while there are any to be drawn."""
        try:
            while self._orders:
                # When many wait, several are asked for at once: coming back for each costs more than what it brings.
                count = max(1, min(TOGETHER, len(self._orders) // (2 * WORKERS)))
                orders = [self._orders.popleft() for _ in range(count)]
                for order in (order for order in orders if not self._wanted(order)):
                    self._end(order, None)
                await self._fulfil([order for order in orders if not order.over])
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._working.discard(task)

    def _wanted(self, order: Order) -> bool:
        """Whether somebody will look at it: not if its table has moved on while it waited."""
        return order.key in self._awaited or (order.place is not None and self._newest.get(order.place) == order.key)

    async def _fulfil(self, orders: list[Order]) -> None:
        assert self._worker is not None
        try:
            answers = await self._worker.draw([order.question for order in orders]) if orders else ()
        except Exception as error:  # noqa: BLE001, a page without its picture is text
            if len(orders) > 1:
                # One of them has ended the process, or held it up: that shall cost no other.
                for order in orders:
                    await self._fulfil([order])
                return
            answers = [type(error).__name__]
        for order, answer in zip(orders, answers, strict=True):
            if isinstance(answer, bytes):
                self._kept[order.key] = answer
                self._end(order, answer)
            else:
                # Neither the error's text nor its traceback: it was about somebody's cards.
                table = "none" if order.table is None else order.table
                log.error("drawing failed game=%s table=%s: %s", order.game, table, answer)
                self._end(order, None)

    def _end(self, order: Order, data: bytes | None) -> None:
        self._drawing.pop(order.key, None)
        self._awaited.discard(order.key)
        if order.place is not None and self._newest.get(order.place) == order.key:
            del self._newest[order.place]
        order.end(data)
        for table, seat in order.late if data else ():
            asyncio.get_running_loop().call_soon(self._late, table, seat)


def _file(seat: Seat | None) -> str:
    return "table.png" if seat is None else "hand.png"


def _sketch(game: AnyGame, view: Any, say: Speech, name: str) -> Picture:
    """The picture of a view, all but the drawing."""
    sight = game.face.sight(view, say)
    return Picture(name, alt(sight.scene if view.seat is None else sight.hand), b"")


def alt(words: str) -> str:
    """Words as alt text: without markup, as long as Discord allows. The menu offers the whole text."""
    return cut(unmarked(words) or "…", ALT_LIMIT)
