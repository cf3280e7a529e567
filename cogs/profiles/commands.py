"""``/profil`` and ``/classement``."""

from __future__ import annotations

import discord

from bot.app import App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Private, PublicAnswer, Update
from bot.client.commands import CommandCog, choices, command, game_choices
from bot.core.game import Refusal, Seat
from bot.core.results import ALL_TIME, honours
from bot.core.table import Table
from bot.pages.page import Block, Picture, PrivatePage, PublicPage, Text
from bot.tables.tables import Changed
from bot.text.strings import Speech
from cogs.profiles import pages, picture
from cogs.profiles.pages import SCOPE
from cogs.profiles.service import Counting, Profiles

PERIODS = {"season": 0, "previous": 1, "all": None}
"""How many seasons ago each period is; None: all time."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(ProfilesCog(bot.app))


class ProfilesCog(CommandCog):
    """Profiles, rankings, and the counting they need."""

    def __init__(self, app: App) -> None:
        self.counting = Counting(app.store, app.games)
        self.profiles = Profiles(app.store, self.counting, app.now)
        app.tables.on_change(lambda _before, _after: self.counting.start(), only=Changed.ended)
        app.extensions.background_work.append(self.counting)
        app.extensions.result_notes.append(self.new_badges)
        app.extensions.person_erased.append(lambda _user: self.counting.start())
        offered = {"game": game_choices(app.words, app.games), "period": choices(app.words, SCOPE, "period-", PERIODS)}
        added = [command(app, SCOPE, "profile", self.profile), command(app, SCOPE, "ranking", self.ranking, **offered)]
        for each in added:
            each.guild_only = True
        super().__init__(app, added, {pages.PROFILE: self.click, pages.VERB: self.turn})

    # ---- /profil

    async def profile(self, click: Click, person: discord.User | None = None) -> Answer:
        """Show a player's profile on this server; without one, the player's own."""
        if person is None or person.id == click.user:
            return Private(await self._own_profile(click))
        if person.bot:
            raise Refusal("no-profile-of-bots")
        if await self.profiles.hidden(person.id):
            raise Refusal("hidden-profile")
        shown = await self._shown(click, person.id, person.display_name, click.lang)
        return Private(PrivatePage(shown, pages.COLOUR))

    async def click(self, click: Click) -> Answer:
        """Show the player's badges, return from them, or post their profile in the channel."""
        match click.address.path:
            case (key,) if key == pages.SHELF:
                careers = await self._app.store.career(click.user, None, ALL_TIME)
                return Update(pages.shelf(careers, self._app.games, self._say(click)))
            case (key,) if key == pages.SHOW:
                if await self.profiles.hidden(click.user):
                    raise Refusal("hidden-profile")
                click.require_voice()
                shown = await self._shown(click, click.user, click.name, click.server.language_in(click.place))
                return PublicAnswer(PublicPage(shown, pages.COLOUR))
            case _:
                return Update(await self._own_profile(click))

    async def _own_profile(self, click: Click) -> PrivatePage:
        shown, say = await self.profiles.profile(click.user, _guild(click), click.name), self._say(click)
        hidden, card = await self.profiles.hidden(click.user), await self._card(shown, say)
        careers = await self._app.store.career(click.user, None, ALL_TIME)
        found = [await section(click.user, click.lang) for section in self._app.extensions.profile_sections]
        sections = [*filter(None, found)]
        return pages.own_profile(shown, careers, self._app.games, say, card, sections=sections, hidden=hidden)

    async def _shown(self, click: Click, user: int, name: str, lang: str) -> tuple[Block, ...]:
        """A profile on this server, for everybody."""
        shown, say = await self.profiles.profile(user, _guild(click), name), self._app.words.say(SCOPE, lang)
        return pages.profile(shown, self._app.games, say, await self._card(shown, say))

    async def new_badges(self, table: Table, seat: Seat, lang: str) -> str:
        """The badges that a person has earned for the first time with this game."""
        user, earned = table.users[seat], honours(table)[seat]
        if not earned:
            return ""
        before = await self._app.store.honours_before(user, table.game.key, table.log[-1].at, table.id)
        say = self._app.words.say(table.game.key, lang)
        new = [f"## 🎖️ {say(f'honour-{key}')}" for key in earned if key not in before]
        return say.scoped(SCOPE)("new-badge", count=len(new), badges="\n".join(new)) if new else ""

    async def _card(self, shown: pages.Profile, say: Speech) -> Picture | None:
        if not shown.games:
            return None
        text = pages.summary(shown, self._app.games, say)
        return await self._app.pictures.of_feature(picture.__name__, (say.lang, shown), "profile.png", text)

    # ---- /classement

    async def ranking(self, click: Click, game: str = "", period: str = "season") -> Answer:
        """Show a ranking of this server; without a game, of the one they played last."""
        games = self._app.games
        if game not in games:
            last = await self._app.store.results_of(click.user, None, 1, guild=_guild(click))
            game = last[0].game if last and last[0].game in games else next(iter(games))
        back = PERIODS.get(period)
        season = ALL_TIME if back is None else self.profiles.season(back)
        return await self._turn(click, game, season, 0)

    async def turn(self, click: Click) -> Answer:
        """Show another page, game or season, or the player's own line; or post the page."""
        match click.address.path:
            case (season, page, game, *more) if game in self._app.games and season.isdecimal():
                number = int(season[:6])
            case _:
                raise Refusal("old-message")
        if page == pages.ME:
            found = await self.profiles.page_of(_guild(click), game, number, click.user)
            if found is None:
                raise Refusal("not-ranked")
            return await self._turn(click, game, number, found)
        if more == [pages.SHOW]:
            click.require_voice()
            shown = await self.profiles.ranking(_guild(click), game, number, _number(page))
            say = self._app.words.say(SCOPE, click.server.language_in(click.place))
            return PublicAnswer(PublicPage((Text(pages.ranking_text(shown, say)),), pages.COLOUR))
        return await self._turn(click, game, number, _number(page))

    async def _turn(self, click: Click, game: str, season: int, page: int) -> Answer:
        shown = await self.profiles.ranking(_guild(click), game, season, page)
        seasons = tuple(dict.fromkeys((self.profiles.season(), self.profiles.season(1), season, ALL_TIME)))
        return Update(pages.ranking(shown, self._app.games, self._say(click), user=click.user, seasons=seasons))

    def _say(self, click: Click) -> Speech:
        return self._app.words.say(SCOPE, click.lang)


def _guild(click: Click) -> int:
    """The server of a click; Refusal in direct messages."""
    if not click.guild:
        raise Refusal("servers-only")
    return click.guild


def _number(text: str) -> int:
    """A page's number in an address; 0 if it is forged."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
