"""The points at which features add to the kernel. A feature's ``setup`` registers here; the kernel knows no feature."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.client.click import Answer, Click
from bot.core.game import AnyGame
from bot.core.table import Table
from bot.pages.page import Button
from bot.tables.servers import Server
from bot.text.strings import Speech


class Part(Protocol):
    """Background work that starts when this process begins to serve and ends when it stops."""

    def start(self) -> None:
        """Begin, or look again for work: storage may have been unavailable, and others may have written."""
        ...

    async def finish(self) -> None:
        """Stop, and let work under way be finished."""
        ...


class Extensions:
    """Everything that features have registered, each list in the order of registration."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.game_buttons: list[Callable[[AnyGame, Speech], Sequence[Button]]] = []
        """Ways to begin a game, in ``/aide``."""
        self.welcome_buttons: list[Callable[[AnyGame, Speech], Sequence[Button]]] = []
        """Ways to learn a game, for players who join a table of it for the first time."""
        self.after_lesson: list[Callable[[AnyGame, Speech], Sequence[Button]]] = []
        """Buttons at the end of a game's lesson."""
        self.result_buttons: list[Callable[[Table, Speech], Sequence[Button]]] = []
        """Buttons below the result of a table."""
        self.result_notes: list[Callable[[Table, str], Awaitable[str]]] = []
        """Lines below the result of a solo table, in a language."""
        self.sealed: list[Callable[[Table], bool]] = []
        """Whether the deal of an ended table must stay secret for now."""
        self.pings: list[Callable[[tuple[int, ...]], Awaitable[tuple[int, ...]]]] = []
        """Those of some users who may be pinged now."""
        self.table_closed: list[Callable[[Table, Click], Awaitable[Answer | None]]] = []
        """Called when a moderator has closed somebody's table; may add to the answer."""
        self.settings_changed: list[Callable[[int, Server, Server], Awaitable[object]]] = []
        """Called with a server's settings before and after a moderator has changed them."""
        self.person_erased: list[Callable[[int], object]] = []
        """Called when a person has been erased, in this process or another one."""
        self.guild_erased: list[Callable[[int], Awaitable[object]]] = []
        """Called when everything stored about a server is erased."""
        self.every_day: list[Callable[[], Awaitable[object]]] = []
        """Called after a start and at the beginning of every day of UTC, in one process of the bot."""

    def is_sealed(self, table: Table) -> bool:
        """Whether the deal of an ended table must stay secret for now."""
        return any(sealed(table) for sealed in self.sealed)

    async def pinged(self, users: tuple[int, ...]) -> tuple[int, ...]:
        """Those of some users who may be pinged now."""
        for allowed in self.pings:
            users = await allowed(users)
        return users

    async def closed(self, table: Table, click: Click) -> Answer | None:
        """A moderator has closed somebody's table."""
        for callback in self.table_closed:
            if answer := await callback(table, click):
                return answer
        return None

    async def notes(self, table: Table, lang: str) -> str:
        """The lines below the result of a solo table."""
        return "\n".join(filter(None, [await text(table, lang) for text in self.result_notes]))
