"""Pictures of views, drawn off the event loop, and never the same picture twice."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple

import msgspec

from bot.core.game import NOTHING, AnyGame, Choosing, Path, Seat
from bot.core.profile import Profile
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Picture, cut
from bot.pages.profile import summary
from bot.pages.question import choosing
from bot.pictures.lobby import gathering, words
from bot.pictures.profile import card
from bot.pictures.worker import WORKERS, DrawingWorker
from bot.processes import Failed
from bot.recent import Recent
from bot.words import Speech, unmarked

log = logging.getLogger(__name__)

ROOM = 24 * 2**20
"""Bytes of pictures kept."""
PATIENCE = 1.0
"""Seconds a page waits for its picture; then it is text, and the picture follows when it is there."""
UNTABLED = 8.0
"""Seconds a page waits for a picture that would not follow later; whoever waits for the page knows that it comes."""
AWAY = "zzz"
"""Before the name of somebody the table plays for."""

Place = tuple[int, Seat | None, str]
"""Whose picture it is: of a table, for a seat or everybody, in a language."""
Late = Callable[[Table, Seat | None], None]
Draw = Callable[..., Coroutine[Any, Any, bytes]]
Coming = asyncio.Future[bytes | None]
Drawing = bytes | Coming
"""A picture, or one that is being drawn or waits for that; None comes of it if there will be none."""


class Order(NamedTuple):
    """A picture that is to be drawn."""

    key: bytes
    place: Place | None
    """None if it is drawn even if its table has moved on."""
    table: int | None
    draw: Draw
    what: tuple[Any, ...]
    coming: Coming


class PictureCache:
    """Has pictures drawn and remembers them. Without a worker pages are text."""

    def __init__(self, worker: DrawingWorker | None, *, late: Late = lambda _table, _seat: None) -> None:
        """``late`` is told of a table, and of the seat or everybody, when a picture is there that nobody waited for."""
        self._worker = worker
        self._late = late
        self._kept: Recent[bytes, bytes] = Recent(ROOM, len)
        self._drawing: dict[bytes, Coming] = {}
        self._orders: deque[Order] = deque()
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

    async def picture(
        self,
        table: Table,
        seat: Seat | None,
        say: Speech,
        now: float,
        steps: Path = (),
        *,
        view: Any = None,
        choice: Choosing | None = None,
    ) -> Picture | None:
        """What a seat (None: everybody) sees as a picture after these steps of a choice, with the words that say it.

        None if it has none, or if it takes too long; it is told when it is there. ``view`` is what they see at this
        instant, and ``choice`` what they choose from, from who knows it already.
        """
        if table.state is None or self._worker is None:
            return None
        view = table.view(seat, now) if view is None else view
        choice = choosing(table, seat, view, say, now, steps) if choice is None else choice
        task = self._task(table, view, say, choice, (table.id, seat, say.lang))
        data = await self._in_time(table, seat, task)
        return self._made(table.game, view, say, "table.png" if seat is None else "hand.png", data)

    async def lobby(self, table: Table, say: Speech) -> Picture | None:
        """An open lobby as a picture, with the words that say it; None if it takes too long, as above."""
        if self._worker is None:
            return None
        what = (table.game.key, gathering(table, say))
        task = self._begun(table, (table.id, None, say.lang), self._worker.draw_lobby, what)
        data = await self._in_time(table, None, task)
        return Picture("lobby.png", alt(words(table, say)), data) if data else None

    async def profile(self, shown: Profile, games: Mapping[str, AnyGame], say: Speech) -> Picture | None:
        """Somebody's profile as a picture, with the words that say it; None if it takes too long."""
        if self._worker is None:
            return None
        task = self._begun(None, None, self._worker.draw_profile, (card(shown, games, say),))
        data = await self._in_time(None, None, task)
        return Picture("profile.png", alt(summary(shown, games, say)), data) if data else None

    async def _in_time(self, table: Table | None, seat: Seat | None, drawing: Drawing | None) -> bytes | None:
        """A picture if it is there soon; otherwise whoever wants the table's is told when it is."""
        if drawing is None or isinstance(drawing, bytes):
            return drawing
        await _either(drawing, PATIENCE)
        if drawing.done():
            return drawing.result()
        if table is not None:
            drawing.add_done_callback(
                lambda done: self._late(table, seat) if not done.cancelled() and done.result() else None
            )
        return None

    async def draw(self, table: Table, view: Any, say: Speech, name: str, choice: Choosing = NOTHING) -> Picture | None:
        """A view of a table as a picture, however long it takes."""
        task = self._task(table, view, say, choice, None)
        if task is None:
            return None
        data = task if isinstance(task, bytes) else await asyncio.shield(task)
        return self._made(table.game, view, say, name, data)

    async def untabled(
        self, game: AnyGame, seats: int, view: Any, say: Speech, choice: Choosing, name: str
    ) -> Picture | None:
        """A view that belongs to no table as a picture; None if it has none, or if it takes far too long."""
        if game.picture is None or self._worker is None:
            return None
        what = (game.key, say.lang, [say.raw_name(seat) for seat in range(seats)], view, choice)
        task = self._begun(None, None, self._worker.draw, what)
        if not isinstance(task, bytes):
            await _either(task, UNTABLED)
            task = task.result() if task.done() and not task.cancelled() else None
        return self._made(game, view, say, name, task)

    def finish(self) -> None:
        """Before a stop: draw nothing any more."""
        for coming in (*self._drawing.values(), *self._working):
            coming.cancel()
        self._drawing.clear()
        self._orders.clear()

    def _made(self, game: AnyGame, view: Any, say: Speech, name: str, data: bytes | None) -> Picture | None:
        if data is None:
            return None
        sight = game.face.sight(view, say)
        return Picture(name, alt(sight.scene if view.seat is None else sight.hand), data)

    def _task(self, table: Table, view: Any, say: Speech, choice: Choosing, place: Place | None) -> Drawing | None:
        """The picture of a view, or the drawing of it that is under way: one for all who see the same."""
        if table.game.picture is None or self._worker is None:
            return None
        names = [
            f"{AWAY} {say.raw_name(seat)}" if player.away else say.raw_name(seat)
            for seat, player in enumerate(table.facts.players)
        ]
        shown = table.game.pictured(view) if table.game.pictured else view
        return self._begun(table, place, self._worker.draw, (table.game.key, say.lang, names, shown, choice))

    def _begun(self, table: Table | None, place: Place | None, draw: Draw, what: tuple[Any, ...]) -> Drawing:
        key = hashlib.blake2b(msgspec.json.encode(what), digest_size=16).digest()
        if (data := self._kept.get(key)) is not None:
            return data
        if place is None:
            self._awaited.add(key)
        elif key not in self._awaited:
            self._newest[place] = key
        if (coming := self._drawing.get(key)) is None:
            coming = self._drawing[key] = asyncio.get_running_loop().create_future()
            self._orders.append(Order(key, place, table.id if table else None, draw, what, coming))
            if len(self._working) < WORKERS:
                self._working.add(asyncio.create_task(self._work(), name="pictures"))
        return coming

    async def _work(self) -> None:
        """Have pictures drawn one after the other while there are any to be drawn."""
        try:
            while self._orders:
                await self._fulfil(self._orders.popleft())
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._working.discard(task)

    async def _fulfil(self, order: Order) -> None:
        key, place, data = order.key, order.place, None
        try:
            # If the table has moved on while this one waited, nobody will look at it any more.
            if key in self._awaited or (place is not None and self._newest.get(place) == key):
                data = self._kept[key] = await order.draw(*order.what)
        except Exception as error:  # noqa: BLE001, a page without its picture is text
            # Neither the error's text nor its traceback: it was about somebody's cards.
            # A card is somebody's: of no game, and not to be named here.
            game, number = (
                order.what[0] if isinstance(order.what[0], str) else "none",
                "none" if order.table is None else order.table,
            )
            kind = str(error) if isinstance(error, Failed) else type(error).__name__
            log.error("drawing failed game=%s table=%s: %s", game, number, kind)  # noqa: TRY400
        finally:
            self._drawing.pop(key, None)
            self._awaited.discard(key)
            if place is not None and self._newest.get(place) == key:
                del self._newest[place]
            if not order.coming.done():
                order.coming.set_result(data)


async def _either(coming: Coming, seconds: float) -> None:
    """Wait until a picture is there, or so long; who stops waiting does not keep it from being drawn."""
    loop = asyncio.get_running_loop()
    over = loop.create_future()

    def end(_: object = None) -> None:
        if not over.done():
            over.set_result(None)

    coming.add_done_callback(end)
    timer = loop.call_later(seconds, end)
    try:
        await over
    finally:
        timer.cancel()
        coming.remove_done_callback(end)


def alt(words: str) -> str:
    """Words as alt text: without markup, as long as Discord allows. The menu offers the whole text."""
    return cut(unmarked(words) or "…", ALT_LIMIT)
