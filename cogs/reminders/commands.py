"""``/rappels``: reminders that a slow table waits for a player, in the channel, in a direct message, or not at all."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import msgspec
from discord import app_commands

from bot.app import App
from bot.client.boards import PRESENT_SECONDS
from bot.client.bot import Bot
from bot.client.click import Answer, Click, note
from bot.client.commands import ZONE, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import BackgroundWork
from bot.client.messages import ChannelMessages, new_public
from bot.core.facts import PLAYING
from bot.core.game import Refusal, Seat
from bot.core.opponents import last_person
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.board import COLOUR
from bot.pages.page import PublicPage, Text
from bot.tables.servers import Remembered
from bot.tables.tables import Changed
from bot.text.strings import DEFAULT

Hour = app_commands.Range[int, 0, 23]
SCOPE = "reminders"
"""The folder, and the kind of the stored preferences."""
PING, DIRECT, NOTHING = "ping", "direct", "nothing"
WAYS = (PING, DIRECT, NOTHING)


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(RemindersCog(bot.app))


class ReminderPreference(msgspec.Struct, frozen=True, kw_only=True):
    """How one person wants to be reminded; the default is that of somebody who has not chosen."""

    way: str = PING
    quiet: tuple[int, int] | None = None
    """Quiet hours, from the first to the last, in their time zone."""
    zone: str = ZONE
    lang: str = DEFAULT
    """The language of the direct messages."""

    def silent(self, now: float) -> bool:
        """Whether they want no reminder at this time."""
        if self.way == NOTHING:
            return True
        if self.quiet is None:
            return False
        first, last = self.quiet
        hour = datetime.fromtimestamp(now, ZoneInfo(self.zone)).hour
        return first <= hour < last if first <= last else hour >= first or hour < last


class RemindersCog(CommandCog, BackgroundWork):
    """``/rappels``, and reminders at slow tables. At the others people sit together, and the board itself pings."""

    def __init__(self, app: App) -> None:
        self.preferences = Remembered(app.store, SCOPE, ReminderPreference)
        app.tables.on_change(self._changed, only=Changed.slow)
        app.extensions.background_work.append(self)
        app.extensions.ping_filters.append(self._pinged)
        app.extensions.person_erased.append(self.preferences.drop)
        made = command(app, SCOPE, "reminders", self._set, way=choices(app.words, SCOPE, "way-", WAYS))
        made.autocomplete("zone")(zones())
        super().__init__(app, [made])

    async def _set(
        self,
        click: Click,
        way: str | None = None,
        first: Hour | None = None,
        last: Hour | None = None,
        zone: str | None = None,
    ) -> Answer:
        """Change somebody's preference, and show it as it is now."""
        if zone is not None and not known_zone(zone):
            raise Refusal("no-such-zone")
        if (first is None) != (last is None):
            raise Refusal("quiet-needs-both")

        def changed(known: ReminderPreference) -> ReminderPreference:
            hours = known.quiet if first is None or last is None else None if first == last else (first, last)
            return msgspec.structs.replace(
                known, way=way or known.way, quiet=hours, zone=zone or known.zone, lang=click.lang
            )

        _, after = await self.preferences.change(click.user, changed)
        say, hours = self._app.words.say(SCOPE, click.lang), after.quiet
        quiet = say("wish-quiet", first=hours[0], last=hours[1], zone=after.zone) if hours else say("wish-always")
        return note(f"{say(f'wish-{after.way}')}\n{quiet}", COLOUR)

    def _changed(self, before: Table, after: Table) -> None:
        """A slow table has been stored: remind players who are newly asked, or have little time left."""
        if after.status != PLAYING or after.facts.paused:
            return
        here = [seat for seat in after.to_act if seat not in after.away and seat not in after.opponents]
        if after.facts.reminded != before.facts.reminded:
            asked, key = here, "reminder-late"
        elif before.status == PLAYING and after.revision != before.revision:
            # A player who has just moved is looking, also while opponents answer.
            looking = {after.log[-1].seat} | (
                after.moved_since(self._app.now() - PRESENT_SECONDS) & {last_person(after)}
            )
            asked = [seat for seat in here if seat not in before.to_act and seat not in looking]
            key = "reminder-turn"
        else:
            return
        for seat in asked:
            self.spawn(self._remind(after, seat, key), f"reminder at table={after.id}")

    async def _pinged(self, users: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these users whom a message in the channel may ping now."""
        found, now = [(user, await self.preferences.get(user)) for user in users], self._app.now()
        return tuple(user for user, preference in found if preference.way == PING and not preference.silent(now))

    async def _remind(self, table: Table, seat: Seat, key: str) -> None:
        user = table.users[seat]
        preference = await self.preferences.get(user)
        if preference.silent(self._app.now()):
            return
        direct = preference.way == DIRECT and await self._direct(table, user, preference, key)
        # "Your turn" needs no message of its own: the board that is posted for it pings.
        if not direct and (key == "reminder-late" or preference.way == DIRECT):
            server = await self._app.servers.get(table.guild)
            await self._post(table.place, table, user, key, self._page(table, server.language_of(table), key, user))

    async def _direct(self, table: Table, user: int, preference: ReminderPreference, key: str) -> bool:
        """Whether a direct message could be sent."""
        try:
            channel = int((await self._app.bot.http.start_private_message(user))["id"])
            await self._post(channel, table, user, key, self._page(table, preference.lang, key))
        except discord.Forbidden:
            return False
        return True

    async def _post(self, channel: int, table: Table, user: int, key: str, page: PublicPage) -> None:
        # One nonce per reminder: after a broken connection nobody is reminded twice.
        nonce = f"{key[9]}{base36(table.id)}.{base36(table.revision)}.{base36(user % 36**5)}"
        await ChannelMessages(self._app.bot, channel).post(**new_public(page), nonce=nonce)

    def _page(self, table: Table, lang: str, key: str, user: int | None = None) -> PublicPage:
        # The game's scope falls back to the kernel's strings, then to those of features.
        say = self._app.words.say(table.game.key, lang, table.names)
        deadline = table.facts.deadline
        link = f"https://discord.com/channels/{table.guild}/{table.place}"
        text = say(key, game=say("name"), people=say.names(range(table.size)), link=link)
        if deadline is not None:
            text = f"{text} {say('reminder-until', time=f'<t:{round(deadline)}:R>')}"
        if user is None:
            return PublicPage((Text(text),), COLOUR)
        return PublicPage((Text(f"<@{user}> {text}"),), COLOUR, (user,))
