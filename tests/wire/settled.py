"""Waits until every table is shown in exactly one place, with its present state.

A message the bot lost sight of (Discord had posted it, but the answer never came) may stay until somebody presses
something on it; then it must go, or stop leading anywhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from bot.core.facts import LOBBY, PLAYING
from bot.core.table import Table
from bot.sandbox import Person, World
from bot.sandbox.model import payloads
from bot.sandbox.model.refusals import Refusal
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.text.strings import Words
from tests.wire import onlooker
from tests.wire.boards import Json, addresses, leads, untrue

PLAYS = ("hand", "play", "menu", "aid")
PRESS_INTERVAL_SECONDS = 3.0
"""Seconds between two clicks on a message that should have gone."""
HARMLESS = ("hand", "options", "join", "aid", "rematch")
"""Verbs that are pressed, the first one found, to let the bot notice such a message."""


class Complaint(NamedTuple):
    """Something that is not as it must be, at a table; with the message that is one too many."""

    table: Table
    text: str
    message: Json | None = None

    def __str__(self) -> str:
        where = f" (message {self.message['id']})" if self.message else ""
        return f"table {self.table.id} ({self.table.game.key}, {self.table.status}) {self.text}{where}"


def complaints(world: World, tables: Mapping[int, Table], words: Words) -> list[Complaint]:
    wrong: list[Complaint] = []
    for guild in {table.guild for table in tables.values()}:
        # A table that is in no server may be shown in none.
        places = world.guilds[str(guild)].channels if str(guild) in world.guilds else world.channels
        found = [message for place in places.values() for message in place.messages.values()]
        mine = [each for each in found if each.only_for is None and each.author is world.bot]
        shown = sorted((payloads.message(world, each) for each in mine), key=lambda each: int(each["id"]))
        for table in tables.values():
            if table.guild == guild:
                wrong += _at(table, shown, words, world.clock.now())
    return wrong


def _at(table: Table, shown: list[Json], words: Words, now: float) -> list[Complaint]:
    if table.alone:
        # Solo tables are shown in a private message only.
        return [Complaint(table, "is somebody's own and can be seen", m) for m in shown if leads(m, table, *PLAYS)]
    lobbies = [each for each in shown if leads(each, table, *onlooker.LOBBY)]
    boards = [each for each in shown if leads(each, table, *PLAYS, "rematch")]
    if table.status == LOBBY:
        wrong = [Complaint(table, "is a lobby and has a board", each) for each in boards]
        return wrong + _one(table, "lobby", lobbies)
    wrong = [Complaint(table, "is no lobby any more and still has one", each) for each in lobbies]
    if not table.log:
        return wrong + [Complaint(table, "never began and has a board", each) for each in boards]
    if table.status != PLAYING:
        # The proof of the deal is behind the menu that stays.
        verbs = [verb for verb in PLAYS if verb != "menu"]
        wrong += [Complaint(table, "is over and can be played", m) for m in boards if leads(m, table, *verbs)]
        boards = [each for each in boards if leads(each, table, "rematch")]
    wrong += _one(table, "board", boards)
    if boards and (why := untrue(boards[-1], table, words, now)):
        # A request of a killed bot may be executed last; a click on that board repaints it.
        wrong.append(Complaint(table, f"has a board that {why}", boards[-1]))
    elif boards and boards[-1]["channel_id"] != str(table.place):
        wrong.append(Complaint(table, "has its board elsewhere"))
    return wrong


def _one(table: Table, what: str, found: list[Json]) -> list[Complaint]:
    if not found:
        return [Complaint(table, f"has no {what} that anybody can see")]
    return [Complaint(table, f"has another {what}", each) for each in found[:-1]]


async def settle(
    world: World,
    look: Callable[[], Mapping[int, Table] | Awaitable[Mapping[int, Table]]],
    people: list[Person],
    words: Words,
) -> None:
    """Wait until all messages are correct; press a button of those that should not exist, as people would."""
    loop = asyncio.get_running_loop()
    end, pressed = loop.time() + HANG_TIMEOUT_SECONDS, dict[str, float]()
    waiting: set[asyncio.Task[Any]] = set()
    while True:
        found = look()
        wrong = complaints(world, await found if isinstance(found, Awaitable) else found, words)
        if not wrong:
            break
        if loop.time() > end:
            for task in waiting:
                task.cancel()
            raise AssertionError("\n".join(map(str, wrong)))
        for each in wrong:
            if each.message and loop.time() > pressed.get(each.message["id"], 0.0):
                pressed[each.message["id"]] = loop.time() + PRESS_INTERVAL_SECONDS
                waiting.add(asyncio.create_task(_press(each, people)))
        await asyncio.sleep(0.05)
    for task in waiting:
        task.cancel()


async def _press(complaint: Complaint, people: list[Person]) -> None:
    table, message = complaint.table, complaint.message
    assert message is not None
    found = [each for verb in HARMLESS for each in addresses(message) if (each.verb, each.table) == (verb, table.id)]
    person = next((each for each in people if int(each.id) in table.users), None)
    if found and person:
        try:
            await person.use(message, str(found[0]))
        except Refusal:
            return  # It has gone in this very moment.
