"""Slash commands: their names in every language, and the cog that makes a game's commands from its verbs."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.reply import Reply
from bot.client.router import Handler
from bot.core.facts import PACES, PLAYING
from bot.core.game import AnyGame, Path, Refusal, Verb
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.pages.lobby import token, value_of
from bot.pages.question import paths, tokens
from bot.store import Unavailable
from bot.text.strings import KERNEL, LANGUAGES, Words, bare

if TYPE_CHECKING:
    from bot.client.bot import Bot


Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[Any]]

ENGLISH = (discord.Locale.american_english, discord.Locale.british_english)
OFFERED = 25
"""The most that Discord shows while somebody types."""


def named(words: Words, scope: str, key: str) -> app_commands.locale_str:
    """A string of a scope as discord.py wants it: French, and how to find the other languages."""
    return app_commands.locale_str(words.get(scope, LANGUAGES[0], key), scope=scope, key=key)


class FluentTranslator(app_commands.Translator):
    """French is the default everybody sees; English clients get English."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002, discord.py's signature
    ) -> str | None:
        """The string in that locale, or None for the default."""
        if locale not in ENGLISH or "key" not in string.extras:
            return None
        return self._words.get(string.extras["scope"], "en", string.extras["key"])


def command(words: Words, scope: str, key: str, callback: Any, **choices: Choices) -> Command:
    """A command whose name and description are the strings ``key`` and ``key.help``.

    Those of its parameters are ``key.<parameter>`` and ``key.<parameter>-help``; some may have only these choices.
    """
    _, *parameters = inspect.signature(callback).parameters
    app_commands.rename(**{name: named(words, scope, f"{key}.{name}") for name in parameters})(callback)
    app_commands.describe(**{name: named(words, scope, f"{key}.{name}-help") for name in parameters})(callback)
    app_commands.choices(**choices)(callback)
    return app_commands.Command(
        name=named(words, scope, key), description=named(words, scope, f"{key}.help"), callback=callback
    )


def choices(words: Words, scope: str, before: str, values: Iterable[str]) -> Choices:
    """Choices for these values, each named by the string ``before`` + value."""
    return [app_commands.Choice(name=named(words, scope, f"{before}{value}"), value=value) for value in values]


def game_choices(words: Words, games: Iterable[str]) -> Choices:
    """Games to choose from, by their names."""
    return [app_commands.Choice(name=named(words, game, "name"), value=game) for game in games]


async def answer(bot: Bot, interaction: discord.Interaction[Any], work: Callable[[Reply], Awaitable[None]]) -> None:
    """Do what a command asks for; what is refused, or fails, is told to whoever typed it."""
    reply = Reply(interaction)
    await bot.router.guard(reply, work(reply))


def zones() -> Any:
    """An autocomplete callback for names of time zones."""
    known = ["UTC", *sorted(zone for zone in available_timezones() if "/" in zone)]
    known = [zone for zone in known if not zone.startswith(("Etc/", "posix"))]

    async def fitting(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        wanted = typed.casefold().replace(" ", "_")
        found = [zone for zone in known if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:OFFERED]]

    return fitting


class CommandCog(commands.Cog):
    """Has commands, which come and go with it, and handles the clicks on their answers: those with these verbs."""

    def __init__(
        self, bot: Bot, added: Sequence[Command | app_commands.Group], clicks: Mapping[str, Handler] | None = None
    ) -> None:
        self.bot = bot
        self._added = added
        self._clicks = clicks or {}

    async def cog_load(self) -> None:
        """Add the commands, and have the clicks on their answers led here."""
        for each in self._added:
            self.bot.tree.add_command(each)
        for verb, handler in self._clicks.items():
            self.bot.router.on(verb, handler)

    async def cog_unload(self) -> None:
        """Take the commands away again."""
        for each in self._added:
            self.bot.tree.remove_command(each.name)


SAFE = "_"
"""Put behind an option's key to make it a parameter's name: a step may be called ``from``."""

OPPONENTS, LEVEL = "opponents", "level"
"""How many opponents sit down at once, and how well they play: parameters beside the game's own options."""

LONGEST = 100
"""Characters of a typed step that are read: no suggestion has more, and no token comes near it."""

Body = Callable[[Reply, dict[str, str]], Awaitable[None]]


class GameCog(commands.Cog):
    """``/<game> nouvelle``, one subcommand a verb, and the game's share of the top-level shortcuts."""

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        self.__cog_name__ = game.key  # discord.py tells cogs apart by name, and this class serves every game
        self.bot = bot
        self.game = game
        self.words = bot.words
        self.group = app_commands.Group(
            name=named(self.words, game.key, "command"),
            description=named(self.words, game.key, "command.help"),
            guild_only=True,
        )
        self.group.add_command(self._new())
        for verb in game.verbs:
            if verb.command:
                self.group.add_command(self._verb(verb))

    async def cog_load(self) -> None:
        """Add the commands; a shortcut that another game has already brought is shared."""
        self.bot.tree.add_command(self.group)
        for key in dict.fromkeys(verb.shortcut for verb in self.game.verbs if verb.shortcut):
            if self.bot.tree.get_command(self.words.get(self.game.key, "fr", f"shortcut-{key}")) is None:
                self.bot.tree.add_command(self._shortcut(key))

    async def cog_unload(self) -> None:
        """Take the game's own commands away again."""
        self.bot.tree.remove_command(self.group.name)

    # ---- /<game> nouvelle

    def _new(self) -> app_commands.Command[Any, ..., None]:
        key = self.game.key
        names = {option.key: f"option-{option.key}" for option in self.game.options}
        offered = {
            option.key: choices(self.words, key, f"option-{option.key}.", map(token, option.values))
            for option in self.game.options
        }
        offered["pace"] = choices(self.words, KERNEL, "pace-", PACES)
        kernel = ["pace"]
        if self.game.opponent is not None:
            kernel += [OPPONENTS, LEVEL]
            most = self.game.seats[-1] - 1
            offered[OPPONENTS] = [app_commands.Choice(name=str(n), value=str(n)) for n in range(1, most + 1)]
            offered[LEVEL] = choices(self.words, KERNEL, "level-", LEVELS)

        async def body(reply: Reply, given: dict[str, str]) -> None:
            pace, level, number = given.pop("pace", None), given.pop(LEVEL, None), given.pop(OPPONENTS, None)
            chosen = {name: value_of(self.game, name, text) for name, text in given.items()}
            count = int(number) if number and number.isdecimal() else None
            await self.bot.lobby_clicks.open(reply, self.game, chosen, pace, opponents=count, level=level)

        return self._command(
            names=(KERNEL, "command-new"),
            parameters={name: (key, f"{string}.command", f"{string}.help") for name, string in names.items()}
            | {word: (KERNEL, f"{word}.command", f"{word}.command-help") for word in kernel},
            body=body,
            choices=offered,
        )

    # ---- /<game> <verb>

    def _verb(self, verb: Verb) -> app_commands.Command[Any, ..., None]:
        key = f"verb-{verb.key}"

        async def body(reply: Reply, given: dict[str, str]) -> None:
            table = await find(self.bot, reply, games={self.game.key: {verb.key}})
            await self.bot.table_clicks.move(reply, table, spelt(self.bot, table, reply, verb, given), painted=None)

        command = self._command(
            names=(self.game.key, key),
            parameters={step: (self.game.key, f"{key}.{step}", f"{key}.{step}-help") for step in verb.steps},
            body=body,
        )
        for step in verb.steps:
            command.autocomplete(step + SAFE)(self._suggest(verb, step))
        return command

    def _suggest(self, verb: Verb, step: str) -> Any:
        async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            reply = Reply(interaction)
            reply.done()
            try:
                table = await find(self.bot, reply, games={self.game.key: {verb.key}})
            except (Refusal, Unavailable):
                return []
            typed = {name: value for name, value in interaction.namespace}  # noqa: C416, it looks like a mapping but is none
            place = verb.steps.index(step)
            before = {
                earlier: typed[name]
                for earlier in verb.steps[:place]
                if typed.get(name := self.words.get(self.game.key, "fr", f"verb-{verb.key}.{earlier}"))
            }
            prefix = spelt(self.bot, table, reply, verb, before)
            labels = words_of(self.bot, table, reply, prefix, depth=place + 1)
            wanted = current.casefold().strip()
            fitting = [
                (name, value)
                for value, name in labels.items()
                if wanted in name.casefold() or wanted == value.casefold()
            ]
            return [app_commands.Choice(name=name[:100], value=value) for name, value in fitting[:25]]

        return suggest

    # ---- /<shortcut>

    def _shortcut(self, key: str) -> app_commands.Command[Any, ..., None]:
        async def body(reply: Reply, _given: dict[str, str]) -> None:
            games = {
                game.key: {verb.key for verb in game.verbs if verb.shortcut == key}
                for game in self.bot.catalogue.games.values()
                if any(verb.shortcut == key for verb in game.verbs)
            }
            table = await find(self.bot, reply, games=games)
            (verb,) = games[table.game.key]
            await self.bot.table_clicks.move(reply, table, (verb,), painted=None)

        return self._command(names=(self.game.key, f"shortcut-{key}"), parameters={}, body=body, guild_only=True)

    # ---- making a command

    def _command(
        self,
        *,
        names: tuple[str, str],
        parameters: dict[str, tuple[str, str, str]],
        body: Body,
        choices: dict[str, Choices] | None = None,
        guild_only: bool = False,
    ) -> app_commands.Command[Any, ..., None]:
        """A command whose options are all optional texts. discord.py reads them from the callback's signature."""

        async def callback(interaction: discord.Interaction, **given: str | None) -> None:
            reply = Reply(interaction)
            filled = {name.removesuffix(SAFE): value for name, value in given.items() if value is not None}
            await self.bot.router.guard(reply, body(reply, filled))

        safe = {name + SAFE: strings for name, strings in parameters.items()}
        first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction)
        rest = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=str | None, default=None)
            for name in safe
        ]
        callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
        scope, key = names
        renamed = {name: named(self.words, where, word) for name, (where, word, _) in safe.items()}
        described = {name: named(self.words, where, text) for name, (where, _, text) in safe.items()}
        app_commands.rename(**renamed)(callback)
        app_commands.describe(**described)(callback)
        if choices:
            app_commands.choices(**{name + SAFE: offered for name, offered in choices.items()})(callback)
        if guild_only:
            app_commands.guild_only()(callback)
        return app_commands.Command(
            name=named(self.words, scope, key), description=named(self.words, scope, f"{key}.help"), callback=callback
        )


async def find(bot: Bot, reply: Reply, games: dict[str, set[str]] | None = None, *, shared: bool = False) -> Table:
    """The table a typed command means: here if possible, waiting for this person if possible, longest first.

    ``games`` limits it to some games, each with the verbs in question. A table in a thread of this channel is here. One
    that they play alone is wherever they are, unless it must be ``shared`` with others.
    """
    guild, place = reply.interaction.guild_id, reply.interaction.channel_id
    mine = await (bot.shared_tables if shared else bot.tables).of(reply.user, (PLAYING,))
    mine = [table for table in mine if table.alone or table.guild == guild]
    mine = [table for table in mine if games is None or table.game.key in games]
    if not mine:
        raise Refusal("no-table-here")
    here = (
        [table for table in mine if table.thread == place]
        or [table for table in mine if table.channel == place]
        or mine
    )

    def order(table: Table) -> tuple[bool, bool, float]:
        seat = table.seat_of(reply.user)
        assert seat is not None
        verbs = {table.game.path(move)[0] for move in table.legal(seat)}
        wanted = not games or bool(verbs & games[table.game.key])
        return (not wanted, seat not in table.to_act, table.asked_at[seat] if table.asked_at else 0.0)

    return min(here, key=order)


def spelt(bot: Bot, table: Table, reply: Reply, verb: Verb, given: dict[str, str]) -> Path:
    """The steps somebody typed, each as a token or in the words they saw for it."""
    path: Path = (verb.key,)
    for step in verb.steps:
        if step not in given:
            break
        path = (*path, _token(bot, table, reply, path, given[step].strip()[:LONGEST]))
    return path


def _token(bot: Bot, table: Table, reply: Reply, prefix: Path, text: str) -> str:
    for lang in dict.fromkeys((reply.lang, *LANGUAGES)):
        for value, words in words_of(bot, table, reply, prefix, lang=lang).items():
            if text.casefold() in (value.casefold(), words.casefold()):
                return value
    return text


def words_of(
    bot: Bot, table: Table, reply: Reply, prefix: Path, *, depth: int | None = None, lang: str | None = None
) -> dict[str, str]:
    """The tokens that may follow these steps now, with their words; from any beginning if a step is still open."""
    seat = table.seat_of(reply.user)
    assert seat is not None
    say = bot.words.say(table.game.key, lang or reply.lang, table.names)
    known = list(paths(table.game, table.legal(seat)))
    view = table.view(seat, bot.now())
    starts = (
        [prefix] if depth is None or len(prefix) == depth else {path[:depth] for path in known if path[0] == prefix[0]}
    )
    return {
        following: bare(table.game.face.label(view, (*start, following), say))
        for start in starts
        for following in tokens(known, start)
    }
