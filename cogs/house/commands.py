"""``/profil`` and ``/classement``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.bot import Bot
from bot.client.commands import Choices, CommandCog, answer, choices, command, game_choices
from bot.client.permissions import require_voice
from bot.client.reply import Reply
from bot.core.game import Refusal
from bot.core.profile import Profile
from bot.core.ratings import ALL_TIME
from bot.pages.address import Address
from bot.pages.page import Picture
from bot.pages.profile import profile, shown_profile
from bot.pages.ranking import ME, SHOW, VERB, ranking, shown_ranking
from bot.text.strings import Speech

SCOPE = "house"
PERIODS = {"season": 0, "previous": 1, "all": None}
"""What may be asked for, and how many seasons ago it is; None: all time."""

Interaction = discord.Interaction[Any]


class HouseCog(CommandCog):
    """What people ask about finished games."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        super().__init__(bot, [self._profile(), self._ranking()], {"profile": self.show_profile, VERB: self.turn})

    # ---- /profil

    def _profile(self) -> app_commands.Command[Any, ..., None]:
        async def body(interaction: Interaction, person: discord.User | None = None) -> None:
            await answer(self.bot, interaction, lambda reply: self.profile(reply, person))

        return self._command("profile", body)

    async def profile(self, reply: Reply, person: discord.User | discord.Member | None) -> None:
        """Show somebody's profile on this server to whoever asked."""
        asked = person or reply.interaction.user
        own = asked.id == reply.user
        hidden = await self.bot.privacy.hidden(asked.id)
        if asked.bot:
            raise Refusal("no-profile-of-bots")
        if hidden and not own:
            raise Refusal("hidden-profile")
        shown = await self._asked(reply, asked)
        say = self._say(reply)
        picture = await self._card(shown, say)
        await reply.private(profile(shown, self.bot.catalogue.games, say, picture, own=own, hidden=hidden))

    async def show_profile(self, reply: Reply, _address: Address) -> None:
        """Show one's own profile to everybody in the channel."""
        if await self.bot.privacy.hidden(reply.user):
            raise Refusal("hidden-profile")
        await require_voice(reply, self.bot.servers)
        shown = await self._asked(reply, reply.interaction.user)
        server = await self.bot.servers.get(_guild(reply))
        lang = server.language_in(reply.interaction.channel_id or 0)
        say = self.bot.words.say(SCOPE, lang)
        await reply.public(shown_profile(shown, self.bot.catalogue.games, say, await self._card(shown, say)))

    async def _asked(self, reply: Reply, person: discord.User | discord.Member) -> Profile:
        return await self.bot.profiles.profile(person.id, _guild(reply), person.display_name)

    async def _card(self, shown: Profile, say: Speech) -> Picture | None:
        return await self.bot.pictures.profile(shown, self.bot.catalogue.games, say) if shown.games else None

    # ---- /classement

    def _ranking(self) -> app_commands.Command[Any, ..., None]:
        async def body(interaction: Interaction, game: str = "", period: str = "season") -> None:
            await answer(self.bot, interaction, lambda reply: self.ranking(reply, game, period))

        words = self.bot.words
        periods = choices(words, SCOPE, "period-", PERIODS)
        return self._command("ranking", body, game=game_choices(words, self.bot.catalogue.games), period=periods)

    async def ranking(self, reply: Reply, game: str, period: str) -> None:
        """Show a ranking of this server; of the game they played last if they name none."""
        games = self.bot.catalogue.games
        if game not in games:
            usual = await self.bot.profiles.usual_game(reply.user, _guild(reply))
            game = usual if usual in games else next(iter(games))
        back = PERIODS.get(period)
        season = ALL_TIME if back is None else self.bot.profiles.season(back)
        await self._turn(reply, game, season, 0)

    async def turn(self, reply: Reply, address: Address) -> None:
        """Show another page, game or season; one's own line; or the page to everybody."""
        match address.path:
            case (season, page, game, *more) if game in self.bot.catalogue.games and season.isdecimal():
                number = int(season[:6])
            case _:
                raise Refusal("old-message")
        if page == ME:
            found = await self.bot.profiles.page_of(_guild(reply), game, number, reply.user)
            if found is None:
                raise Refusal("not-ranked")
            await self._turn(reply, game, number, found)
        elif more == [SHOW]:
            await require_voice(reply, self.bot.servers)
            shown = await self.bot.profiles.ranking(_guild(reply), game, number, _number(page))
            server = await self.bot.servers.get(_guild(reply))
            lang = server.language_in(reply.interaction.channel_id or 0)
            await reply.public(shown_ranking(shown, self.bot.words.say(SCOPE, lang)))
        else:
            await self._turn(reply, game, number, _number(page))

    async def _turn(self, reply: Reply, game: str, season: int, page: int) -> None:
        shown = await self.bot.profiles.ranking(_guild(reply), game, season, page)
        now = self.bot.profiles.season()
        seasons = dict.fromkeys((now, self.bot.profiles.season(1), season, ALL_TIME))
        games = self.bot.catalogue.games
        await reply.update(ranking(shown, games, self._say(reply), user=reply.user, seasons=tuple(seasons)))

    # ---- words

    def _say(self, reply: Reply) -> Speech:
        return self.bot.words.say(SCOPE, reply.lang)

    def _command(self, key: str, body: Any, **choices: Choices) -> app_commands.Command[Any, ..., None]:
        made = command(self.bot.words, SCOPE, key, body, **choices)
        made.guild_only = True
        return made


def _guild(reply: Reply) -> int:
    """The server one is in."""
    guild = reply.interaction.guild_id
    if guild is None:
        raise Refusal("servers-only")
    return guild


def _number(text: str) -> int:
    """A page's number as an address spells it; one that nobody could have pressed is the first."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
