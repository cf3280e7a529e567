"""A server with people in it, and hands to press its buttons: how the tests use the bot, exactly as people do."""

import asyncio
import json
import pickle
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import simcord
import simcord.actors
import simcord.interactions
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.http.routes import interactions as routes
from simcord.results import to_discord_message

from bot.app import App
from bot.catalogue import Catalogue
from bot.client.bot import Bot
from bot.core.absence import auto
from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from bot.store.sqlite import SqliteStore, migrate
from bot.tables.opponents import Thinking
from bot.text.strings import KERNEL, Words
from tests.kit.moments import CATALOGUE
from tests.kit.thinkers import InlineThinker
from tests.kit.words import NAMES, ROOT, plain, readable

ENGLISH: set[int] = set()
"""People whose client is English; SimCord's own clients all are, ours are French unless they say so."""
LOCALES: dict[int, str] = {}
"""People whose client is neither."""

SETTLE_TIMEOUT_SECONDS = 120.0
"""Real seconds after which SimCord calls the bot hanging."""

Arrival = Callable[[], Awaitable[simcord.InteractionResult]]

_payload = simcord.interactions.base_payload


def _as_discord_sends_it(backend: Any, *arguments: Any, **keywords: Any) -> Any:
    """In the person's language; SimCord counts private messages as a channel's newest, Discord does not."""
    record, payload = _payload(backend, *arguments, **keywords)
    user = keywords["user_id"]
    payload["locale"] = LOCALES.get(user, "en-GB" if user in ENGLISH else "fr")
    said = [message.id for message in backend.messages[record.channel_id].values() if not message.is_ephemeral]
    payload["channel"]["last_message_id"] = str(max(said)) if said else None
    return record, payload


simcord.interactions.base_payload = _as_discord_sends_it

_reached = routes._interaction_message


def _also_clicked(ctx: Any) -> Any:
    """On Discord the token of a click also reaches the message that was clicked, whatever the answer was."""
    record = routes._record(ctx)
    if ctx.int_arg("message_id") == record.source_message_id:
        return ctx.backend.get_message(record.channel_id, record.source_message_id)
    return _reached(ctx)


routes._interaction_message = _also_clicked


_schedule = simcord.Env._schedule_timer


def _at_once_or_never(env: simcord.Env, record: Any, *rest: Any) -> None:
    """SimCord lets timers also run out by the wall clock; here only ``advance_time`` moves time, on any machine.

    A timer that is due looks every two milliseconds whether an earlier one still works, not without a pause.
    """
    if record.when - env._virtual_time >= 0.01:
        return
    runtime = env._runtime
    assert runtime is not None

    def call_at(when: float, *rest: Any, **more: Any) -> asyncio.TimerHandle:
        return runtime.call_at(when + 0.002, *rest, **more)

    env._runtime = replace(runtime, call_at=call_at)
    _schedule(env, record, *rest)
    env._runtime = runtime


simcord.Env._schedule_timer = _at_once_or_never  # type: ignore[method-assign]
# Storage answers from its own thread: look more often whether it has.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.005


def _copied(payload: Any) -> Any:
    """SimCord copies every payload several times; pickle does it many times as fast."""
    return pickle.loads(pickle.dumps(payload))  # noqa: S301, our own objects


for each in (components, results, serializers):
    each.deepcopy = _copied
for each in (gateway, router):
    each.copy = SimpleNamespace(deepcopy=_copied)


def widgets(message: Any) -> Iterator[dict[str, Any]]:
    raw = message.components
    if not isinstance(message, simcord.ResponseMessage):
        raw = [component.to_dict() for component in raw]
    waiting = list(raw)
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting[:0] = component.get("components", [])


def read(message: Any) -> str:
    return plain("\n".join(readable(widgets(message))))


def told(result: simcord.InteractionResult) -> str:
    answers = [result.response, *result.followups]
    return "\n".join(read(answer) for answer in answers if answer is not None and answer.ephemeral)


def buttons(message: Any) -> dict[str, str]:
    return {plain(widget["label"]): widget["custom_id"] for widget in widgets(message) if widget["type"] == 2}


def menus(message: Any) -> dict[str, list[str]]:
    return {w["custom_id"]: [option["value"] for option in w["options"]] for w in widgets(message) if w["type"] == 3}


def leading(message: Any, verb: str) -> str:
    return next(custom_id for custom_id in buttons(message).values() if custom_id.startswith(f"{verb}:"))


async def forged(person: Any, message: Any, address: object) -> simcord.InteractionResult:
    """A click on a button that a message does not have (any more): ids are not secret, and old messages stay."""
    stored = simcord.actors._visible_message(person, message)
    return await simcord.actors._component_interaction(person, stored, {"custom_id": str(address), "component_type": 2})


def without(name: str) -> Catalogue:
    """The catalogue as it is when the folder of a feature or a game is deleted."""
    folders = {path.name: path for path in (ROOT / "cogs").iterdir() if path.is_dir() and path.name != name}
    games = {key: game for key, game in CATALOGUE.games.items() if key != name}
    extensions = tuple(each for each in CATALOGUE.extensions if each.split(".")[1] != name)
    features = [each for each in folders if each not in games]
    words = Words({KERNEL: ROOT / "bot", **folders}, features)
    return replace(CATALOGUE, games=games, extensions=extensions, words=words)


@cache
def empty_database() -> bytes:
    """A database with the present schema and nothing in it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        while migrate(connection):
            connection.commit()
        return connection.serialize()


class QuickStore(SqliteStore):
    """Storage that is not migrated for every bot, and that does not wait for the disk: nothing cuts the power here."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        if not file.exists():
            file.write_bytes(empty_database())

    async def open(self) -> None:
        await super().open()
        await self._connections[0].execute_fetchall("PRAGMA synchronous = OFF")


def make_bot(
    folder: Path, catalogue: Any = CATALOGUE, *, pictures: bool = False, thinker: Thinking | None = None
) -> Bot:
    """The bot as it runs, with a deal that can be foreseen; in words unless a test is about pictures.

    Opponents think here and at once, unless a test is about that.
    """
    thinker = thinker or InlineThinker(catalogue.games, catalogue.words)
    # SimCord shows its virtual monotonic clock to the bot only, not to tests that ask for ``app.now()``.
    now = lambda: discord.utils.utcnow().timestamp()  # noqa: E731
    return App(
        catalogue, QuickStore(folder / "tablee.sqlite3"), now=now, rng=Random(7), pictures=pictures, thinker=thinker
    ).bot


class House:
    """One server: a moderator, six people, a channel open for games, and the bot."""

    def __init__(self, env: simcord.Env, folder: Path, catalogue: Any) -> None:
        self.env = env
        self.folder = folder
        self.catalogue = catalogue
        self.guild = env.create_guild(name="Chez nous")
        self.channel = self.guild.create_text_channel("jeux")
        mods = self.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
        self.mod = self.guild.add_member(env.create_user("Mod"), roles=[mods])
        self.people = [self.guild.add_member(env.create_user(name)) for name in NAMES]

    @property
    def bot(self) -> Bot:
        return self.env.bot  # type: ignore[return-value]

    @property
    def app(self) -> App:
        """The parts of that bot."""
        return self.bot.app

    def cog(self, name: str) -> Any:
        """A feature of that bot."""
        found = self.bot.get_cog(name)
        assert found is not None, name
        return found

    @property
    def daily(self) -> Any:
        """The daily deal."""
        return self.cog("DailyCog")

    def make_expert_quick(self) -> None:
        """Let the expert of the daily deal play one game: it thinks in this process."""
        if self.bot.get_cog("DailyCog") is not None:
            self.daily.expert.tries = 1

    async def restart(self, *, down: float = 0, thinker: Thinking | None = None, stopped: bool = False) -> None:
        """Kill the bot, or stop it, and start it again, perhaps much later; the world and the database stay."""
        old = self.bot
        if stopped:
            await old.app._store_open_seats()
        # As good as dead: it writes nothing more, its lock on the database is gone, and time passes without it.
        old.app.clock.stop()
        if old.app._day_timer is not None:
            old.app._day_timer.cancel()
        for part in (old.app.opponents, *old.app.extensions.background_work, old.app.boards, old.app.seats):
            await part.finish()
        await old.app.store.close()
        if down:
            await self.env.advance_time(down)
        await self.env.restart_bot(make_bot(self.folder, self.catalogue, thinker=thinker))
        self.make_expert_quick()
        await self.env.settle()

    async def start(self, game: str, seats: int, **options: Any) -> Table:
        """A game that has just begun: opened, joined and started by its people."""
        lobby = await self.lobby(game, seats, **options)
        await self.people[0].click(lobby, custom_id=leading(lobby, "start"))
        return await self.table_of(self.people[0])

    async def lobby(self, game: str, seats: int, **options: Any) -> simcord.ResponseMessage:
        lobby = (await self.people[0].slash(self.channel, f"{game} nouvelle", **options)).response
        assert lobby is not None
        for person in self.people[1:seats]:
            await person.click(lobby, custom_id=leading(lobby, "join"))
        return lobby

    async def lobby_menu(self, person: Any, lobby: Any) -> simcord.ResponseMessage:
        """The private answer to ⋯ on a lobby."""
        menu = (await person.click(lobby, label="⋯")).response
        assert menu is not None
        assert menu.ephemeral
        return menu

    async def cancel(self, person: Any, lobby: Any) -> simcord.InteractionResult:
        """Close a lobby by its private menu, and say yes to the question."""
        asked = await person.click(await self.lobby_menu(person, lobby), label="Fermer la table")
        return await person.click(asked.response, label="Fermer la table")

    async def journal(self) -> simcord.ChannelHandle:
        journal = self.guild.create_text_channel("journal")
        await self.mod.slash(self.channel, "config journal", salon=journal)
        return journal

    async def results_channel(self) -> simcord.ChannelHandle:
        results = self.guild.create_text_channel("resultats")
        await self.mod.slash(self.channel, "config resultats", salon=results)
        return results

    async def table_of(self, person: Any, status: str = PLAYING) -> Table:
        rows = await self.bot.app.store.of_user(person.id, (status,))
        return await self.bot.app.tables.get(rows[-1].id)

    async def now(self, table: Table) -> Table:
        return await self.bot.app.tables.get(table.id)

    def place(self, table: Table) -> simcord.ChannelHandle:
        return next((thread for thread in self.channel.threads if thread.id == table.place), self.channel)

    def board(self, table: Table) -> discord.Message:
        return self.newest(self.place(table).id)

    def newest(self, place: int) -> discord.Message:
        return self.public(place)[-1]

    def public(self, *places: int) -> list[discord.Message]:
        """All messages everybody sees, in these channels or in every one, oldest first."""
        stored = self.env.backend.messages
        found = [
            message for place in places or stored for message in stored[place].values() if not message.is_ephemeral
        ]
        return [to_discord_message(self.env, message) for message in sorted(found, key=lambda message: message.id)]

    def private(self, table: Table, user: int) -> list[discord.Message]:
        """The private messages that somebody sees where a table is played, oldest first."""
        found = self.env.backend.messages[table.place].values()
        mine = sorted((each for each in found if each.is_ephemeral and each.visible_to(user)), key=lambda each: each.id)
        return [to_discord_message(self.env, each) for each in mine]

    async def journalled(self) -> None:
        """Wait until the journal has posted what it can: its entries are stored first, in a thread."""

        async def posted() -> None:
            while tasks := {task for task in self.bot.app.journal.tasks if not task.done()}:
                await asyncio.wait(tasks)

        await self.env.settle()
        await self.does(posted)
        await self.env.settle()

    def written(self, place: Any) -> list[str]:
        return list(filter(None, map(read, self.public(place.id))))

    def in_public(self) -> str:
        """All that everybody can read now, in every channel, as JSON has it."""
        found = [message for place in self.env.backend.messages.values() for message in place.values()]
        shown = [message.components for message in found if not message.is_ephemeral]
        return plain(json.dumps(shown, ensure_ascii=False))

    async def at_once(self, *deeds: Awaitable[simcord.InteractionResult]) -> list[simcord.InteractionResult]:
        """Do all these in the same instant: the bot receives all before it answers any."""
        with self._breathless():
            results = [await deed for deed in deeds]
        await self.env.settle()
        return results

    async def on_its_way(self, deed: Awaitable[simcord.InteractionResult]) -> Arrival:
        """Something a person has done, which reaches the bot only when the arrival is awaited."""
        emit, held = self.env.backend.emit, []
        self.env.backend.emit = lambda *event: held.append(event)  # type: ignore[method-assign]
        try:
            with self._breathless():
                result = await deed
        finally:
            self.env.backend.emit = emit  # type: ignore[method-assign]

        async def arrive() -> simcord.InteractionResult:
            for event in held:
                emit(*event)
            await self.env.settle()
            return result

        return arrive

    @contextmanager
    def _breathless(self) -> Iterator[None]:
        """While this lasts nobody waits for the bot after having done something."""

        async def not_yet(**_: Any) -> None:
            """Let the next one speak first."""

        self.env._settle_internal = not_yet  # type: ignore[method-assign]
        try:
            yield
        finally:
            del self.env._settle_internal

    async def does(self, work: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """Run something in the bot's context and settle; its result."""
        with self.env._bot_scope():
            result = work(*given, **more)
            if isinstance(result, Awaitable):
                result = await result
        await self.env.settle()
        return result

    async def after(self, table: Table, *steps: Callable[[Table], Table]) -> Table:
        for step in steps:
            await self.does(self.bot.app.tables.change, table.id, step)
        return await self.now(table)

    async def reach(
        self,
        table: Table,
        phase: str,
        choose: Callable[[Table, int], Any],
        when: Callable[[Table], Any] = lambda _: True,
    ) -> Table:
        """The table when it waits for somebody to choose in that phase; the moves before are made without clicks."""
        table = await self.look(table)
        for _ in range(600):
            assert table.state is not None
            if table.state.view(None).phase == phase and not auto(table) and when(table):
                await self.env.settle()
                return table
            assert table.to_act, f"{table.game.key} was over before"
            table = await self.look(await self.moved(table, choose))
        raise AssertionError(f"{table.game.key} never gets to {phase}")

    async def moved(self, table: Table, choose: Callable[[Table, int], Any]) -> Table:
        seat = table.to_act[0]
        move, now = choose(table, seat), max(self.env.now().timestamp(), table.flash_until)
        with self.env._bot_scope():
            return (await self.bot.app.tables.change(table.id, lambda table: table.after(seat, move, now))).after

    def forbid(self, *permissions: str, person: Any = None, channel: Any = None) -> None:
        """Take permissions away from somebody, or from the bot, in a channel (that of the games) and in its threads."""
        deny = discord.Permissions(**dict.fromkeys(permissions, True)).value
        target = (person or self.env.backend.bot_user).id
        overwrite = Overwrite(target_id=target, type=OverwriteType.MEMBER, allow=0, deny=deny)
        self.env.backend.set_overwrite((channel or self.channel).id, overwrite)

    def allow_all(self, person: Any = None, channel: Any = None) -> None:
        self.env.backend.delete_overwrite((channel or self.channel).id, (person or self.env.backend.bot_user).id)

    def person(self, table: Table, seat: int) -> simcord.MemberActor:
        return next(person for person in self.people if person.id == table.users[seat])

    async def look(self, table: Table) -> Table:
        """Let everybody look at what was revealed until it is hidden again."""
        table = await self.now(table)
        while (wait := table.flash_until - self.env.now().timestamp()) > 0:
            await self.env.advance_time(wait + 0.1)
            table = await self.now(table)
        return table


async def answer_to(home: House, person: Any, address: Address) -> str:
    """The answer to an address that no page of this person has."""
    page = (await person.slash(home.channel, "aide")).response
    return f"{told(await forged(person, page, address))}\n{read(page)}"


async def furnished(env: simcord.Env, folder: Path, catalogue: Any = CATALOGUE) -> House:
    ENGLISH.clear()
    LOCALES.clear()
    home = House(env, folder, catalogue)
    home.make_expert_quick()
    await home.mod.slash(home.channel, "config salon")
    return home


@asynccontextmanager
async def house(
    folder: Path, catalogue: Any = CATALOGUE, *, pictures: bool = False, thinker: Thinking | None = None
) -> AsyncIterator[House]:
    """A house with other games, with pictures or with another thinker; tests that want none of it ask for ``home``."""
    bot = make_bot(folder, catalogue, pictures=pictures, thinker=thinker)
    async with simcord.run(bot, settle_timeout=SETTLE_TIMEOUT_SECONDS) as env:
        home = await furnished(env, folder, catalogue)
        try:
            yield home
        finally:
            await home.app.store.close()
