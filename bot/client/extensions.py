"""The points at which features add to the kernel. A feature's ``setup`` registers here; the kernel knows no feature."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import cached_property
from typing import Any, Protocol

from bot.client.click import STOP_TIMEOUT_SECONDS, Answer, Click
from bot.client.commands import Command
from bot.core.game import AnyGame, Seat
from bot.core.table import Table
from bot.pages.page import Button
from bot.tables.servers import Server
from bot.tables.tables import error_summary
from bot.text.strings import Speech

log = logging.getLogger(__name__)


class BackgroundWork:
    """Base of work that starts when this process begins to serve and ends when it stops."""

    @cached_property
    def tasks(self) -> set[asyncio.Task[None]]:
        """The tasks under way."""
        return set()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do it in a task; if it fails that is logged."""

        def done(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            error = None if task.cancelled() else task.exception()
            if isinstance(error, Exception):
                log.warning("%s fails: %s", name, error_summary(error))

        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(done)
        return task

    def start(self) -> None:
        """Begin, or look again for work: storage may have been unavailable, and others may have written."""

    async def finish(self) -> None:
        """Stop, and let work under way be finished."""
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=STOP_TIMEOUT_SECONDS)


SettingChange = Callable[[Server], Server]
ChangeSettings = Callable[[Click, SettingChange], Awaitable[Answer]]
"""Changes the settings of the server where a command was typed; gives the answer."""
HELP, WELCOME, LESSON = "help", "welcome", "lesson"
"""Where games are offered: in ``/aide``, to players who join a table for the first time, and after a lesson."""


class Setting(Protocol):
    """Something about a feature that moderators decide: a command, and a line among the settings of a server."""

    scope: str
    """The feature's folder. Its string ``unwritable`` warns that the bot cannot write in ``channel``."""

    def command(self, change: ChangeSettings) -> Command:
        """The subcommand of ``/config``."""
        ...

    def channel(self, server: Server) -> int | None:
        """The channel in which the feature posts, if any."""
        ...

    def line(self, server: Server, lang: str, announced: Callable[[int | None, str], str]) -> str:
        """The line of the settings page. ``announced`` adds to a text what the bot lacks in that channel."""
        ...

    async def changed(self, guild: int, before: Server, after: Server) -> None:
        """A moderator has changed settings of a server, these or others."""
        ...


class Extensions:
    """Everything that features have registered, each list in the order of registration."""

    def __init__(self) -> None:
        self.background_work: list[BackgroundWork] = []
        """Started when this process begins to serve, again after storage was unavailable; finished when it stops."""
        self.game_buttons: list[Callable[[str, AnyGame | None, Speech], Sequence[Button]]] = []
        """Ways to play or learn a game, or any game (None), where games are offered."""
        self.table_buttons: list[Callable[[Table, Seat | None, Speech], Sequence[Button]]] = []
        """Buttons below an ended or closed table, and below a solo table of this seat, also while its player waits."""
        self.table_titles: list[Callable[[Table, Speech], str]] = []
        """A name for a solo table, before that of its game in the seat message; empty at tables of other features."""
        self.result_notes: list[Callable[[Table, Seat, str], Awaitable[str]]] = []
        """Lines below the result in the message of one seat, in a language."""
        self.profile_sections: list[Callable[[int, str], Awaitable[str]]] = []
        """Sections of a person's profile that only they see, by user and language; empty if there is nothing yet."""
        self.ping_filters: list[Callable[[tuple[int, ...]], Awaitable[tuple[int, ...]]]] = []
        """Each takes user ids and returns those who may be pinged now; a user must pass all of them."""
        self.settings: list[Setting] = []
        """Settings of features, in ``/config``."""
        self.person_erased: list[Callable[[int], object]] = []
        """Called when a person has been erased, in this process or another one."""
        self.loaded: list[Callable[[], object]] = []
        """Called once all features are loaded."""
        self.guild_erased: list[Callable[[int], Awaitable[object]]] = []
        """Called when everything stored about a server is erased."""
        self.every_day: list[Callable[[], Awaitable[object]]] = []
        """Called after a start and at the beginning of every day of UTC, in one process of the bot."""

    async def pinged(self, users: tuple[int, ...]) -> tuple[int, ...]:
        """Those of some users who may be pinged now."""
        for allowed in self.ping_filters:
            users = await allowed(users)
        return users

    def ways(self, place: str, game: AnyGame | None, say: Speech) -> list[Button]:
        """The ways to play or learn a game, or any game, for this place."""
        return [button for buttons in self.game_buttons for button in buttons(place, game, say)]

    def buttons(self, table: Table, say: Speech, seat: Seat | None = None) -> list[Button]:
        """The buttons below an ended or closed table, or below the question of a solo table of this seat."""
        return [button for buttons in self.table_buttons for button in buttons(table, seat, say)]

    def title(self, table: Table, say: Speech) -> str:
        """A feature's name for a solo table, before that of its game."""
        return next(filter(None, (title(table, say) for title in self.table_titles)), "")

    async def notes(self, table: Table, seat: Seat, lang: str) -> str:
        """The lines below the result in the message of one seat. A note that fails is left out."""
        found: list[str] = []
        for text in self.result_notes:
            try:
                found.append(await text(table, seat, lang))
            except Exception as error:  # noqa: BLE001, storage is unavailable, say: the result is shown all the same
                log.warning("no note below the result of table=%s: %s", table.id, error_summary(error))
        return "\n".join(filter(None, found))
