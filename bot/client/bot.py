"""The discord.py client: composes the kernel's parts and keeps them running."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.catalogue import Catalogue
from bot.client import permissions
from bot.client.alone_clicks import AloneClicks
from bot.client.boards import BoardPublisher
from bot.client.commands import FluentTranslator
from bot.client.daily_clicks import DailyClicks, DailyClosing
from bot.client.daily_posts import DailyPosts
from bot.client.discord_clock import DiscordClock, sent_at
from bot.client.journal import Journal
from bot.client.lesson_clicks import LessonClicks
from bot.client.lobby_clicks import LobbyClicks
from bot.client.messages import hide_interaction_tokens
from bot.client.reminders import Reminders
from bot.client.replay_clicks import ReplayClicks
from bot.client.reply import Reply, Unanswered
from bot.client.router import Router
from bot.client.seats import KeptPanels, OpenPanels
from bot.client.sharded import Admission, BucketLocks, ShardedBot
from bot.client.table_clicks import SeatClicks, TableClicks
from bot.core.daily import end_of
from bot.core.facts import OPEN
from bot.core.game import Refusal, Seat
from bot.core.shards import ALL, Shards
from bot.core.table import CLOCK_SKEW_SECONDS, Table
from bot.pictures.cache import PictureCache
from bot.pictures.film import FilmWorker
from bot.pictures.worker import DrawingWorker
from bot.service.advice import Advisor
from bot.service.counting import Counting
from bot.service.daily import Dailies
from bot.service.expert import Expert
from bot.service.given_records import GivenRecords
from bot.service.privacy import Privacy
from bot.service.profiles import Profiles
from bot.service.wishes import Wishes
from bot.store import ShownBoard, Store, Taken, Unavailable
from bot.store.statements import FORGOTTEN, MISSED, REPLACED
from bot.tables.clock import Clock
from bot.tables.opponents import Decisions, Opponents, Thinker, Thinking
from bot.tables.servers import Servers
from bot.tables.tables import SharedTables, Tables, where
from bot.workers import SERVING, STANDBY

if TYPE_CHECKING:
    from bot.metrics import Metrics

log = logging.getLogger(__name__)

COMMANDS = "commands"
"""The hash of the commands Discord has, so that they are sent only when they changed."""
DAY = 86_400.0
DAY_RETRY_SECONDS = 600.0
"""Seconds before it is tried again to forget who has tried the deal of a day that is over."""
FIRST = 0
"""The shard whose process does what is to be done once for all of them."""
GRACE = 0.5
"""Seconds that what is nearly done is waited for before our shards are left to another."""


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _monotonic() -> float:
    return time.monotonic()


class Tree(app_commands.CommandTree["Bot"]):
    """The command tree; what goes wrong in a command is answered like everything else."""

    async def on_error(self, interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
        """Answer with an apology: a command's own refusals never get here."""

        async def fail() -> None:
            raise error.__cause__ or error

        bot = interaction.client
        await bot.router.guard(Reply(interaction), fail())

    async def interaction_check(self, interaction: discord.Interaction[Bot]) -> bool:
        """Whether to run a command or an autocompletion."""
        return await interaction.client.admits(interaction)


class Bot(ShardedBot):
    """The bot. Cogs reach everything they need through its attributes."""

    _retiring: asyncio.Task[None] | None = None
    _ending_day: asyncio.Task[None] | None = None
    _day_timer: asyncio.TimerHandle | None = None
    _catching_up: asyncio.Task[None] | None = None
    _rewaking: asyncio.Task[None] | None = None

    def __init__(
        self,
        catalogue: Catalogue,
        store: Store,
        *,
        shards: Shards | None = ALL,
        now: Callable[[], float] = _now,
        rng: Random | None = None,
        pictures: bool = True,
        retention: int | None = None,
        thinker: Thinker | None = None,
        metrics: Metrics | None = None,
        bucket_locks: BucketLocks | None = None,
        admission: Callable[[Store, Callable[[], float]], Admission] | None = None,
        standby: bool = False,
        tell: Callable[[str], None] = lambda _state: None,
        **options: Any,
    ) -> None:
        """``shards``: those to serve; None: all that Discord recommends.

        ``retention``: days after which finished games lose the names and numbers of their people; None: never.

        ``thinker`` finds the moves of opponents; without one, processes that start when they are needed.
        ``metrics``, where given, are filled with how the bot does.
        ``bucket_locks`` are shared with the other processes of the bot; None: there are none.
        ``admission`` decides which of them handles an interaction, from storage and a clock; None: this one.
        ``standby``: connect, then wait until another process leaves these shards to us.
        ``tell`` is told when we are on standby, and when we serve.
        """
        hide_interaction_tokens()
        self.now = DiscordClock(now, _monotonic if now is _now else None)
        super().__init__(
            shards,
            bucket_locks=bucket_locks,
            http_trace=metrics.request_trace(self.now) if metrics else None,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self._standby, self._tell, self._others = standby, tell, bucket_locks is not None
        self._serves = False
        self.catalogue = catalogue
        self.words = catalogue.words
        self.unanswered = Unanswered()
        store = self.store = metrics.timed_storage(store) if metrics else store
        self.hand_over = admission(store, self.now) if admission else Admission()
        self.servers = Servers(store)
        self.wishes = Wishes(store)
        self.reminders = Reminders(self, self.servers, self.wishes, self.words, self.now)
        self.tables = Tables(store, catalogue.games, now=self.now, rng=rng or SystemRandom())
        self.privacy = Privacy(self.tables, store)
        self.retention = retention
        self.counting = Counting(store, catalogue.games)
        self.profiles = Profiles(store, self.counting, self.now)
        self.shared_tables = SharedTables(self.tables)
        self.router = Router(self.words, self._concerns)
        self.drawing_worker = DrawingWorker(catalogue.package) if pictures else None
        drawing = metrics.timed_drawing(self.drawing_worker) if metrics and self.drawing_worker else self.drawing_worker
        self.pictures = PictureCache(drawing, late=self._drawn)
        self.dailies = Dailies(self.tables, store, self.now)
        self.thinker = thinker or Thinking(catalogue.package)
        thinking = metrics.timed_thinking(self.thinker) if metrics else self.thinker
        decisions = Decisions(thinking, metrics.decision_failed) if metrics else Decisions(thinking)
        self.expert = Expert(store, catalogue.games, decisions)
        closing = DailyClosing(self.dailies, self.expert, self.words)
        self.panels = OpenPanels(store, self.words, self.pictures, self.now, closing)
        self.kept_panels = KeptPanels(self.http, store, self.tables, self.panels)
        self.publisher = BoardPublisher(
            self,
            self.shared_tables,
            self.servers,
            self.wishes,
            self.words,
            self.pictures,
            self.now,
            self.panels.repaint,
        )
        self.films = FilmWorker(catalogue.package) if pictures else None
        given = GivenRecords(store, catalogue.games, self.now)
        self.replay_clicks = ReplayClicks(self.tables, self.servers, given, self.words, self.pictures, self.films)
        self.journal = Journal(self, store, self.servers, self.words, self.now, retention)
        self.opponents = Opponents(self.tables, decisions, self.now, self.panels.watched)
        self.clock = Clock(store, self._wake, self.now)
        self.table_clicks = TableClicks(
            self.tables, self.servers, self.words, self.publisher, self.panels, self.journal, self.now
        )
        self.seat_clicks = SeatClicks(
            self.tables, self.servers, self.words, self.publisher, self.now, self.table_clicks
        )
        self.lobby_clicks = LobbyClicks(
            self.shared_tables, self.servers, self.words, self.publisher, self.now, self, self.journal
        )
        self.alone_clicks = AloneClicks(
            self.tables, self.servers, self.words, self.table_clicks, self.panels, Advisor(decisions), self.now
        )
        self.lesson_clicks = LessonClicks(
            catalogue.games, self.words, self.pictures, self.router.leads, self.alone_clicks.allow
        )
        allow = self.alone_clicks.allow
        self.daily_clicks = DailyClicks(
            self.dailies, self.expert, catalogue.games, self.servers, self.words, self.table_clicks, self.panels, allow
        )
        self.daily_posts = DailyPosts(self, self.dailies, store, self.servers, self.words, self.journal, self.now)
        self.monitor = metrics.monitor(self) if metrics else None

    async def setup_hook(self) -> None:
        """Open storage, load the cogs, and catch up with what happened meanwhile, unless another still serves."""
        self.now.start()
        shards = await self.choose_shards()
        self.store.serve(shards)
        await self.store.open()
        if not self._standby:
            await self.store.hold()
        self.shared_tables.watch(self.publisher.changed)
        self.tables.watch(self.panels.changed)
        self.shared_tables.watch(self.reminders.changed)
        self.shared_tables.watch(self.journal.changed)
        self.tables.watch(self.counting.changed)
        self.tables.watch_lost(self.publisher.lost)
        self.tables.watch_leaving(self.panels.left)
        self.tables.watch_leaving(self.opponents.left)
        self.store.hear(MISSED, self._missed)
        self.store.hear(REPLACED, self._replaced)
        self.store.hear(FORGOTTEN, self._repaint_erased)
        self.tables.watch(self.opponents.changed)
        self.tables.watch(lambda _before, after: self.clock.poke(after.kept.wake))
        for clicks in (
            self.table_clicks, self.lobby_clicks, self.lesson_clicks, self.seat_clicks, self.alone_clicks,
            self.replay_clicks, self.daily_clicks,
        ):  # fmt: skip
            clicks.register(self.router)
        for extension in self.catalogue.extensions:
            await self.load_extension(extension)
        if not self._standby:
            await self._sync()
            await self._begin()

    async def serve(self) -> None:
        """All shards are connected: serve them, on standby once nobody else does."""
        if self._standby:
            self._tell(STANDBY)
            await self.store.hold(wait=True)
            self.tables.started = self.now()
            await self.hand_over.begin(self.store.shards)
            await self._begin()
            try:
                await self._sync()
            except (discord.HTTPException, Unavailable) as error:
                # People are served already; the next start sends them.
                log.error("commands not sent: %s", where(error))  # noqa: TRY400
        self._tell(SERVING)

    async def _begin(self) -> None:
        """Do what must be done without being asked to."""
        self._serves = True
        self.tables.started = self.now()
        if self._others:
            # First: what somebody plays alone waits unless they look at it.
            await self._follow_panels()
        self.clock.start()
        self.daily_posts.start()
        self.journal.start()
        self.counting.start()
        await self._catch_up()
        if self.retention is not None and FIRST in self.store.shards:
            self._retiring = asyncio.create_task(self._retire(self.retention), name="retention")
        if FIRST in self.store.shards:
            self._end_day()

    async def close(self) -> None:
        """Stop, leave our shards to whoever waits for them, and let storage finish what it has begun."""
        for each in (self._retiring, self._ending_day, self._day_timer, self._catching_up, self._rewaking):
            if each is not None:
                each.cancel()
        if self._serves and self._others:
            await self._leave()
        self.clock.stop()
        for part in (
            self.daily_posts, self.expert, self.opponents, self.router, self.counting, self.publisher, self.reminders,
            self.journal,
        ):  # fmt: skip
            await part.finish()
        self.panels.finish()
        await self.panels.written()
        self.pictures.finish()
        await super().close()
        await self.store.close()
        if self.drawing_worker:
            self.drawing_worker.close()
        if self.films:
            self.films.close()

    async def _leave(self) -> None:
        """Leave our shards to another process, soon enough that it still answers what it has heard meanwhile."""
        self._serves = False
        self.hand_over.stop()
        # What is nearly done is done by one process alone. The rest goes on afterwards: versions make that safe.
        begun = [
            asyncio.create_task(each)
            for each in (
                self.clock.finish(),
                self.daily_posts.finish(),
                self.journal.finish(),
                self.router.finish(),
                self.publisher.painted(),
            )
        ]
        _, late = await asyncio.wait(begun, timeout=GRACE)
        for task in late:
            task.cancel()
        await self.opponents.finish()
        self.publisher.rest()
        try:
            await asyncio.gather(
                self.hand_over.leave(self.store.shards), self.kept_panels.leave(), self.panels.written()
            )
            await self.store.let_go()
        except Exception as error:  # noqa: BLE001, storage that does not answer: whoever comes next gets what is ours
            log.error("could not leave in order: %s", where(error))  # noqa: TRY400

    def _missed(self, _: object) -> None:
        """Storage was away, and others may have written meanwhile: look for whatever was left."""
        if not self._serves:
            return
        self.clock.poke(self.now())
        self.daily_posts.look()
        self.journal.look()
        self.counting.start()
        self._catching_up = asyncio.create_task(self._catch_up(), name="catching up")

    def _replaced(self, by: object) -> None:
        """Another process got our shards while storage was away: it answers everybody, so we do no more."""
        self._serves = False
        self.hand_over.stop()
        self.clock.stop()
        self.publisher.rest()
        self.give_up(Taken(by))

    async def _follow_panels(self) -> None:
        try:
            await self.kept_panels.take_over(self.store.shards)
        except Exception as error:  # noqa: BLE001, whoever clicks on theirs has it anew
            log.error("open panels are not followed: %s", where(error))  # noqa: TRY400

    async def _catch_up(self) -> None:
        try:
            await self.publisher.catch_up()
        except Unavailable:
            log.warning("storage is away again")

    async def _sync(self) -> None:
        """Send the commands if they are not the ones Discord has: it is counted, and replaces everything.

        Of several processes one does it, that of the first shard.
        """
        if FIRST not in self.store.shards:
            return
        translator = FluentTranslator(self.words)
        await self.tree.set_translator(translator)
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        digest = hashlib.sha256(msgspec.json.encode([self.application_id, payload])).hexdigest().encode()
        if await self.store.get(COMMANDS, 0) != digest:
            await self.tree.sync()
            await self.store.put(COMMANDS, 0, digest)
            log.info("commands sent count=%s", len(payload))

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this process handles an interaction that has just arrived. Discord's time is measured by it."""
        before = self.now()
        if self.now.received(sent_at(interaction.id)):
            self.reconnected()
        elif self._serves and before - self.now() > CLOCK_SKEW_SECONDS:
            log.warning("time went back by %.1f s: waits are worked out anew", before - self.now())
            self._rewaking = asyncio.create_task(self._clock_set_back(), name="clock set back")
        return await self.hand_over.admits(interaction.id, interaction.guild_id)

    async def _clock_set_back(self) -> None:
        """By Discord's clock it is earlier than thought: no table waits until its former times come again."""
        self.tables.started = min(self.tables.started, self.now())
        try:
            await self.tables.clock_set_back()
        except Exception as error:  # noqa: BLE001, storage: every table goes on with its next click
            log.error("tables keep the times of before: %s", where(error))  # noqa: TRY400
        self.clock.poke(self.now())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Lead clicks to their handlers; discord.py does the same for commands."""
        if interaction.type is discord.InteractionType.component and await self.admits(interaction):
            await self.router.click(interaction)

    def reconnected(self) -> None:
        """Ask players again who timed out while the gateway was down or the machine was suspended."""
        if self._serves:
            self.tables.started = self.now()
            # Its timer was set by a clock that may have been hours behind: look at once.
            self.clock.poke(0.0)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a channel that is gone, and announce nothing there any more."""
        if await self.hand_over.admits_event():
            await self._close([row.id for row in await self.store.in_place(channel.id, OPEN)])
            await self.daily_posts.channel_gone(channel.guild.id, channel.id)

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Post what waited for a permission, if it is there now."""
        self.journal.permissions_changed(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Post what waited for a permission, if it is there now."""
        self.journal.permissions_changed(after.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        if await self.hand_over.admits_event():
            rows = await self.store.in_place(payload.thread_id, OPEN)
            await self._close([row.id for row in rows])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that does not want us any more."""
        if await self.hand_over.admits_event():
            await self._close([table.id for table in await self.shared_tables.in_guild(guild.id, OPEN)])

    async def erase_guild(self, guild: int) -> None:
        """Remove all that is kept of a server. Games in progress are closed first, and their boards say so."""
        for table in await self.tables.in_guild(guild, OPEN):
            with contextlib.suppress(Refusal):
                await self.tables.change(table.id, lambda table: table.close("moderator"))
        await self.publisher.painted()
        for number in await self.store.erase_guild(guild):
            self.tables.forget(number)
            await self.panels.forget(number)
        await self.servers.remove(guild)
        await self.daily_posts.forget(guild)

    async def forget_person(self, user: int) -> None:
        """Remove all that is kept of a person; others' games stay."""
        await self.privacy.erase(user)
        self.wishes.drop(user)
        self._repaint_erased(user)
        # Others' ratings follow from their games without this person: nobody need ask for them first.
        self.counting.start()

    def _repaint_erased(self, _user: object) -> None:
        """Somebody was erased, here or in another process: repaint what ended tables show of them."""
        self.pictures.forget()
        self.replay_clicks.forget()
        if self._serves:
            self._catching_up = asyncio.create_task(self._catch_up(), name="catching up")

    async def _retire(self, days: int) -> None:
        """Every day, have old games forget their people."""
        while True:
            try:
                if retired := await self.privacy.retire(self.now() - days * DAY):
                    log.info("finished games without names count=%s", retired)
                    self.counting.start()
            except Exception as error:  # noqa: BLE001, it is tried again tomorrow
                log.error("old games keep their names: %s", where(error))  # noqa: TRY400
            await asyncio.sleep(DAY)

    def _end_day(self) -> None:
        self._ending_day = asyncio.create_task(self._drop_tries(), name="end of the day")

    async def _drop_tries(self) -> None:
        """Forget who has had their try of a past day's deal, now and at the end of every day of UTC."""
        seconds = DAY_RETRY_SECONDS
        try:
            await self.dailies.drop_tries()
            seconds = end_of(self.dailies.today()) - self.now() + 1.0
        except Exception as error:  # noqa: BLE001, it is tried again
            log.error("tries of the days before are not dropped: %s", where(error))  # noqa: TRY400
        self._day_timer = asyncio.get_running_loop().call_later(seconds, self._end_day)

    def _drawn(self, table: Table, seat: Seat | None) -> None:
        """A picture is there that nobody waited for: whoever would see it sees it now."""
        if table.alone:
            # Its board is in the panel.
            self.panels.repaint(table)
        elif seat is None:
            self.publisher.request(table.id)
        else:
            self.panels.repaint(table, (seat,))

    async def _concerns(self, reply: Reply, number: int) -> bool:
        """Whether somebody may click at a table: they sit at it or see it; solo tables only their own, anywhere."""
        table, here = await self.tables.get(number), reply.interaction
        if reply.user in table.users:
            return table.alone or table.guild == here.guild_id
        return permissions.sees(here, table)

    async def _wake(self, number: int) -> None:
        idle_days = None
        with contextlib.suppress(Refusal):
            table = await self.tables.get(number)
            if self.disconnected and not self.receives(table.guild):
                return  # Nobody's time runs out meanwhile. It is claimed again after its lease.
            idle_days = (await self.servers.get(table.guild)).idle_days
        # After a long stop very many are overdue: no faster than their boards can be painted.
        await self.publisher.room()
        await self.tables.wake(number, idle_days)

    async def _close(self, numbers: list[int]) -> None:
        for number in numbers:
            self.publisher.abandon(number)
            try:
                table = await self.tables.change(number, lambda table: table.close("gone"))
            except Refusal:
                log.info("already closed table=%s", number)
            else:
                # There is nowhere to show it any more.
                await self.store.mark_shown(ShownBoard(number, table.kept.revision))
