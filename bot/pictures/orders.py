"""Pictures that are asked for: each is drawn once, by whichever worker is free, and remembered."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable

from bot.core.game import Seat
from bot.pictures.worker import WORKERS, DrawingWorker
from bot.recent import Recent

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
        self.kept: Recent[bytes, bytes] = Recent(ROOM, len)
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
