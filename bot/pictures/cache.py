"""Pictures of tables: requested from a worker, cached by their content, and added to pages when they are ready."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from cachetools import LRUCache

from bot.core.facts import PLAYING
from bot.core.game import NOTHING, AnyGame, Choosing, Seat, Sight
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Page, Picture, cut
from bot.pictures.lobby import content, words
from bot.pictures.worker import WORKERS, DrawingWorker, feature_request, lobby_request, view_request
from bot.text.strings import AWAY, Speech, seen, unmarked

log = logging.getLogger(__name__)

CACHE_BYTES = 24 * 2**20
BATCH_SIZE = 4
"""The most pictures in one request to a worker: the first of them waits for the last."""
PICTURE_TIMEOUT_SECONDS = 1.0
"""After this a page is sent as text, and edited when its picture is ready."""
UNTABLED_TIMEOUT_SECONDS = 8.0
"""The same for pictures without a table, whose pages are not edited later."""
Place = tuple[int, Seat | None, str]
"""A table, a seat or None for its board, and a language: only the newest picture of a place is needed."""
P = TypeVar("P", bound=Page)
Late = Callable[[Table, Seat | None], None]


class Order:
    """A requested picture, shared by all who wait for it."""

    def __init__(self, key: bytes, request: bytes, game: str, table: int | None) -> None:
        self.key = key
        """Equal for pictures that look the same."""
        self.request = request
        self.game = game
        self.table = table
        self.places: set[Place] = set()
        """Several tables may look the same."""
        self._result: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()

    @property
    def done(self) -> bool:
        """Whether the picture is there, or has failed."""
        return self._result.done()

    async def drawn(self, seconds: float | None = None) -> bytes | None:
        """The PNG; None if it failed or takes longer. A caller that stops waiting does not cancel it."""
        if not self._result.done():
            await asyncio.wait([self._result], timeout=seconds)
        return self._result.result() if self._result.done() else None

    def when_drawn(self, notify: Callable[[], None]) -> None:
        """Call ``notify`` when the PNG is there, unless it fails."""
        self._result.add_done_callback(lambda result: notify() if not result.cancelled() and result.result() else None)

    def end(self, data: bytes | None) -> None:
        """Set the PNG, or None for a failure."""
        if not self._result.done():
            self._result.set_result(data)

    def cancel(self) -> None:
        """Cancel everybody who waits."""
        self._result.cancel()


class OrderQueue:
    """Sends orders to the worker and caches the pictures. Belongs to one event loop."""

    def __init__(self, worker: DrawingWorker) -> None:
        self._worker = worker
        self.cache: LRUCache[bytes, bytes] = LRUCache(CACHE_BYTES, len)
        self.drawing: dict[bytes, Order] = {}
        """Orders that are not done."""
        self._queue: deque[Order] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        """At most one for each worker process."""
        self._newest: dict[Place, bytes] = {}
        self._required: set[bytes] = set()
        """Keys of pictures that are drawn even if their tables have changed since."""

    def get(self, request: bytes, game: str, table: int | None = None, place: Place | None = None) -> Order:
        """The order of a picture, one for equal requests. Logs name the game and the table.

        Of several orders for one ``place`` only the newest is drawn; orders without a place are always drawn.
        """
        key = hashlib.blake2b(request, digest_size=16).digest()
        if (data := self.cache.get(key)) is not None:
            order = Order(key, request, game, table)
            order.end(data)
            return order
        if (order := self.drawing.get(key)) is None:
            order = self.drawing[key] = Order(key, request, game, table)
            self._queue.append(order)
            if len(self._tasks) < WORKERS:
                self._tasks.add(asyncio.create_task(self._work(), name="pictures"))
        if place is None:
            self._required.add(key)
        else:
            order.places.add(place)
            self._newest[place] = key
        return order

    def finish(self) -> None:
        """Before a stop: cancel all orders."""
        for each in (*self.drawing.values(), *self._tasks):
            each.cancel()
        self.drawing.clear()
        self._queue.clear()

    async def _work(self) -> None:
        """Draw until the queue is empty."""
        try:
            while self._queue:
                # Pictures that are requested together are sent in batches: a round trip for each would cost more.
                count = max(1, min(BATCH_SIZE, len(self._queue) // WORKERS))
                orders = [self._queue.popleft() for _ in range(count)]
                for order in orders:
                    if not self._needed(order):
                        self._end(order, None)
                await self._draw([order for order in orders if not order.done])
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.discard(task)

    def _needed(self, order: Order) -> bool:
        """False if all its tables have changed while it was queued."""
        return order.key in self._required or any(self._newest.get(place) == order.key for place in order.places)

    async def _draw(self, orders: list[Order]) -> None:
        try:
            answers = await self._worker.draw([order.request for order in orders]) if orders else ()
        except Exception as error:  # noqa: BLE001, a page without its picture is text
            if len(orders) > 1:
                # One of them killed or blocked the process: draw each separately, so that only that one fails.
                for order in orders:
                    await self._draw([order])
                return
            answers = [type(error).__name__]
        for order, answer in zip(orders, answers, strict=True):
            if isinstance(answer, bytes):
                self.cache[order.key] = answer
                self._end(order, answer)
            else:
                # Neither the error's text nor its traceback: they may name a player's cards.
                table = "none" if order.table is None else order.table
                log.error("drawing failed game=%s table=%s: %s", order.game, table, answer)
                self._end(order, None)

    def _end(self, order: Order, data: bytes | None) -> None:
        self.drawing.pop(order.key, None)
        self._required.discard(order.key)
        for place in order.places:
            if self._newest.get(place) == order.key:
                del self._newest[place]
        order.end(data)


class PictureCache:
    """Pictures of tables, of lobbies and of features. Without a worker there are none, and pages are text."""

    def __init__(self, worker: DrawingWorker | None, *, late: Late = lambda _table, _seat: None) -> None:
        """``late`` is called with a table, and a seat or None, when a picture is ready after its timeout."""
        self._orders = None if worker is None else OrderQueue(worker)
        self._late = late
        self.drawing = worker is not None
        """Whether there is a worker."""

    @property
    def waiting(self) -> int:
        """The number of pictures that are requested and not ready."""
        return len(self._orders.drawing) if self._orders else 0

    async def page(
        self, make: Callable[[Picture | None], P], table: Table, seat: Seat | None, say: Speech, view: Any,
        choice: Choosing,
    ) -> P:  # fmt: skip
        """The page that ``make`` renders with the picture of a view; without one if it is not ready in time.

        The page is rendered while the picture is drawn.
        """
        order = self._of_view(table, say, view, choice, (table.id, seat, say.lang))
        if order is None:
            return make(None)
        picture = _undrawn(order, table.sight(view, say), view, _file(seat))
        page = make(picture)
        data = await self._in_time(order, table, seat)
        return page.with_drawing(picture, data) if data else make(None)

    async def picture(
        self, table: Table, seat: Seat | None, say: Speech, view: Any, choice: Choosing = NOTHING
    ) -> Picture | None:
        """The picture of a seat's view (None: the onlooker's) with its choices; None if it is not ready in time."""
        order = self._of_view(table, say, view, choice, (table.id, seat, say.lang))
        if order is None:
            return None
        picture = _undrawn(order, table.sight(view, say), view, _file(seat))
        return picture.drawn(await self._in_time(order, table, seat))

    async def lobby(self, table: Table, say: Speech) -> Picture | None:
        """The picture of an open lobby; None if it is not ready in time."""
        if self._orders is None:
            return None
        key = table.game.key
        order = self._orders.get(lobby_request(key, content(table, say)), key, table.id, (table.id, None, say.lang))
        picture = Picture("lobby.png", alt(words(table, say)), b"", order.key)
        return picture.drawn(await self._in_time(order, table, None))

    async def of_feature(self, module: str, content: object, name: str, text: str) -> Picture | None:
        """A picture that a module of a feature draws, with its alt text; None if it is not ready in time."""
        if self._orders is None:
            return None
        # Logs must not say whose picture it is.
        order = self._orders.get(feature_request(module, content), "none")
        picture = Picture(name, alt(text), b"", order.key)
        return picture.drawn(await order.drawn(PICTURE_TIMEOUT_SECONDS))

    async def draw(self, table: Table, view: Any, say: Speech, name: str, choice: Choosing = NOTHING) -> Picture | None:
        """The picture of a view of a table, without a timeout."""
        order = self._of_view(table, say, view, choice, None)
        if order is None:
            return None
        return _undrawn(order, table.game.face.sight(view, say), view, name).drawn(await order.drawn())

    async def untabled(
        self, game: AnyGame, seats: int, view: Any, say: Speech, choice: Choosing, name: str
    ) -> Picture | None:
        """The picture of a view without a table; None if it is not ready in time."""
        if game.picture is None or self._orders is None:
            return None
        names = [say.raw_name(seat) for seat in range(seats)]
        order = self._orders.get(view_request(game.key, say.lang, names, view, choice), game.key)
        picture = _undrawn(order, game.face.sight(view, say), view, name)
        return picture.drawn(await order.drawn(UNTABLED_TIMEOUT_SECONDS))

    def forget(self) -> None:
        """Clear the cache: pictures contain names."""
        if self._orders is not None:
            self._orders.cache.clear()

    def finish(self) -> None:
        """Before a stop: cancel everything."""
        if self._orders is not None:
            self._orders.finish()

    def _of_view(self, table: Table, say: Speech, view: Any, choice: Choosing, place: Place | None) -> Order | None:
        game = table.game
        if table.state is None or game.picture is None or self._orders is None:
            return None
        away = table.away if table.status == PLAYING else table.forfeited
        names = [f"{AWAY if seat in away else ''}{seen(say.raw_name(seat))}" for seat in range(table.size)]
        return self._orders.get(view_request(game.key, say.lang, names, view, choice), game.key, table.id, place)

    async def _in_time(self, order: Order, table: Table, seat: Seat | None) -> bytes | None:
        data = await order.drawn(PICTURE_TIMEOUT_SECONDS)
        if not order.done:
            order.when_drawn(lambda: self._late(table, seat))
        return data


def _file(seat: Seat | None) -> str:
    return "table.png" if seat is None else "seat.png"


def _undrawn(order: Order, sight: Sight, view: Any, name: str) -> Picture:
    """The picture of a view without its image data; its alt text says the same in words."""
    words = sight.scene if view.seat is None else f"{sight.scene}\n{sight.hand}"
    return Picture(name, alt(words), b"", order.key)


def alt(words: str) -> str:
    """Words as alt text: without markup, and cut to Discord's limit. The menu offers the whole text."""
    return cut(unmarked(words) or "…", ALT_LIMIT)
