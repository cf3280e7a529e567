"""Pictures of tables: ordered from a worker, cached by their content, and given to pages when they are ready."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from cachetools import LRUCache

from bot.core.game import NOTHING, AnyGame, Choosing, Seat
from bot.core.profile import Profile
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Page, Picture, cut
from bot.pages.profile import summary
from bot.pictures.lobby import content, words
from bot.pictures.profile import card
from bot.pictures.worker import WORKERS, DrawingWorker, of_lobby, of_profile, of_view
from bot.text.strings import Speech, unmarked

log = logging.getLogger(__name__)

ROOM = 24 * 2**20
"""Bytes of pictures kept."""
TOGETHER = 4
"""Pictures that a worker is asked for at once, at most: the first of them waits for the last."""

Place = tuple[int, Seat | None, str]
"""Whose picture it is: of a table, for a seat or everybody, in a language."""
Coming = asyncio.Future[bytes | None]


class Patience:
    """What has not come after so long is None. All wait equally long: they need one timer, not one each."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: deque[tuple[float, Coming]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def limit(self, coming: Coming) -> None:
        """Wait so long for this, and no longer."""
        loop = coming.get_loop()
        self._waiting.append((loop.time() + self._seconds, coming))
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, self._over, loop)

    def _over(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        while self._waiting and (self._waiting[0][0] <= now or self._waiting[0][1].done()):
            _come(self._waiting.popleft()[1], None)
        self._timer = loop.call_at(self._waiting[0][0], self._over, loop) if self._waiting else None


class Order:
    """A picture that was asked for, and who waits for it."""

    def __init__(self, key: bytes, question: bytes, game: str, table: int | None) -> None:
        self.key = key
        """The same for all that look the same."""
        self.question = question
        self.game = game
        self.table = table
        self.places: set[Place] = set()
        """Where it has been asked for: several tables may look the same."""
        self.over = False
        self.data: bytes | None = None
        """The PNG when it is over; None if there is none."""
        self.late: list[Callable[[], None]] = []
        """Told when the picture is there: of those who have not waited for it."""
        self._waiting: list[Coming] = []

    async def drawn(self, patience: Patience | None = None) -> bytes | None:
        """The PNG; None if there will be none, or if it takes too long. Who waits no longer does not stop it."""
        if self.over:
            return self.data
        coming: Coming = asyncio.get_running_loop().create_future()
        self._waiting.append(coming)
        if patience is not None:
            patience.limit(coming)
        return await coming

    def end(self, data: bytes | None) -> None:
        """Here it is, or there will be none."""
        self.over, self.data = True, data
        for coming in self._waiting:
            _come(coming, data)
        for tell in self.late if data else ():
            asyncio.get_running_loop().call_soon(tell)

    def cancel(self) -> None:
        """Nobody shall wait any more."""
        for coming in self._waiting:
            coming.cancel()


class Orders:
    """Has pictures drawn and remembers them. Belongs to one event loop."""

    def __init__(self, worker: DrawingWorker) -> None:
        self._worker = worker
        self.kept: LRUCache[bytes, bytes] = LRUCache(ROOM, len)
        self.drawing: dict[bytes, Order] = {}
        """Asked for and not there yet."""
        self._queue: deque[Order] = deque()
        self._working: set[asyncio.Task[None]] = set()
        """At most as many as there are workers: a task for each picture would cost more than asking for it."""
        self._newest: dict[Place, bytes] = {}
        self._awaited: set[bytes] = set()
        """Pictures that are drawn even if their tables have moved on."""

    def get(self, question: bytes, game: str, table: int | None = None, place: Place | None = None) -> Order:
        """A picture, one for all who ask the same; a game and a table are what logs may name of it.

        In a ``place`` the newest alone is drawn; without one, each.
        """
        key = hashlib.blake2b(question, digest_size=16).digest()
        if (data := self.kept.get(key)) is not None:
            order = Order(key, question, game, table)
            order.end(data)
            return order
        if (order := self.drawing.get(key)) is None:
            order = self.drawing[key] = Order(key, question, game, table)
            self._queue.append(order)
            if len(self._working) < WORKERS:
                self._working.add(asyncio.create_task(self._work(), name="pictures"))
        if place is None:
            self._awaited.add(key)
        else:
            order.places.add(place)
            self._newest[place] = key
        return order

    def finish(self) -> None:
        """Before a stop: draw nothing any more."""
        for each in (*self.drawing.values(), *self._working):
            each.cancel()
        self.drawing.clear()
        self._queue.clear()

    async def _work(self) -> None:
        """Have pictures drawn while there are any to be drawn."""
        try:
            while self._queue:
                # When many wait, several are asked for at once: coming back for each costs more than what it brings.
                count = max(1, min(TOGETHER, len(self._queue) // (2 * WORKERS)))
                orders = [self._queue.popleft() for _ in range(count)]
                for order in orders:
                    if not self._wanted(order):
                        self._end(order, None)
                await self._draw([order for order in orders if not order.over])
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._working.discard(task)

    def _wanted(self, order: Order) -> bool:
        """Whether somebody will look at it: not if every table it is of has moved on while it waited."""
        return order.key in self._awaited or any(self._newest.get(place) == order.key for place in order.places)

    async def _draw(self, orders: list[Order]) -> None:
        try:
            answers = await self._worker.draw([order.question for order in orders]) if orders else ()
        except Exception as error:  # noqa: BLE001, a page without its picture is text
            if len(orders) > 1:
                # One of them has ended the process, or held it up: that shall cost no other.
                for order in orders:
                    await self._draw([order])
                return
            answers = [type(error).__name__]
        for order, answer in zip(orders, answers, strict=True):
            if isinstance(answer, bytes):
                self.kept[order.key] = answer
                self._end(order, answer)
            else:
                # Neither the error's text nor its traceback: it was about somebody's cards.
                table = "none" if order.table is None else order.table
                log.error("drawing failed game=%s table=%s: %s", order.game, table, answer)
                self._end(order, None)

    def _end(self, order: Order, data: bytes | None) -> None:
        self.drawing.pop(order.key, None)
        self._awaited.discard(order.key)
        for place in order.places:
            if self._newest.get(place) == order.key:
                del self._newest[place]
        order.end(data)


def _come(coming: Coming, data: bytes | None) -> None:
    if not coming.done():
        coming.set_result(data)


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
