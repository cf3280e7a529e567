"""Slash commands: their names in every language, and the cog that makes a game's commands from its verbs."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.click import Answer, Click, Handler
from bot.core.facts import PACES, PLAYING
from bot.core.game import AnyGame, Path, Refusal, Verb
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.pages.lobby import token, value_of
from bot.pages.question import paths, tokens
from bot.store import Unavailable
from bot.tables.tables import Tables
from bot.text.strings import KERNEL, LANGUAGES, Words, bare

if TYPE_CHECKING:
    from bot.app import App
    from bot.client.bot import Bot


Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[Any]]

OFFERED = 25
"""The most that Discord shows while somebody types."""


def named(words: Words, scope: str, key: str) -> app_commands.locale_str:
    """A string of a scope as discord.py wants it: French, and how to find the other languages."""
    return app_commands.locale_str(words.get(scope, LANGUAGES[0], key), scope=scope, key=key)


class FluentTranslator(app_commands.Translator):
    """French names are the default; clients in any other language get the English ones."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002, discord.py's signature
    ) -> str | None:
        """The string in that locale, or None for the default."""
        if locale is discord.Locale.french or "key" not in string.extras:
            return None
        return self._words.get(string.extras["scope"], "en", string.extras["key"])


def command(app: App, scope: str, key: str, handler: Callable[..., Awaitable[Answer]], **choices: Choices) -> Command:
    """A command whose name and description are the strings ``key`` and ``key.help``.

    The handler gets the click, and has the options of the command as its other parameters. Their names and
    descriptions are ``key.<parameter>`` and ``key.<parameter>-help``; some may have only these choices.
    """

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        await app.router.command(interaction, lambda click: handler(click, **given))

    # discord.py reads the options from the signature.
    signature = inspect.signature(handler, eval_str=True)
    _, *options = signature.parameters.values()
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction)
    callback.__signature__ = inspect.Signature([first, *options])  # type: ignore[attr-defined]
    callback.__module__ = handler.__module__
    words, parameters = app.words, [option.name for option in options]
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


ZONE = "Europe/Paris"
"""The time zone of people who have not chosen one."""


def known_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


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
    """A feature's commands, and the handlers of the buttons in their answers."""

    def __init__(
        self, app: App, added: Sequence[Command | app_commands.Group], clicks: Mapping[str, Handler] | None = None
    ) -> None:
        self._bot = app.bot
        self._added = added
        for verb, handler in (clicks or {}).items():
            app.router.on(verb, handler)

    async def cog_load(self) -> None:
        """Add the commands."""
        for each in self._added:
            self._bot.tree.add_command(each)

    async def cog_unload(self) -> None:
        """Remove the commands."""
        for each in self._added:
            self._bot.tree.remove_command(each.name)


SAFE = "_"
"""Put behind an option's key to make it a parameter's name: a step may be called ``from``."""

OPPONENTS, LEVEL = "opponents", "level"
"""How many opponents sit down at once, and how well they play: parameters beside the game's own options."""

LONGEST = 100
"""Characters of a typed step that are read: no suggestion has more, and no token comes near it."""

Body = Callable[[Click, dict[str, str]], Awaitable[Answer]]


class GameCog(commands.Cog):
    """``/<game> nouvelle``, one subcommand a verb, and the game's share of the top-level shortcuts."""

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        self.__cog_name__ = game.key  # discord.py tells cogs apart by name, and this class serves every game
        self._bot = bot
        self._app = bot.app
        self.game = game
        self.words = bot.app.words
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
        self._bot.tree.add_command(self.group)
        for key in dict.fromkeys(verb.shortcut for verb in self.game.verbs if verb.shortcut):
            if self._bot.tree.get_command(self.words.get(self.game.key, "fr", f"shortcut-{key}")) is None:
                self._bot.tree.add_command(self._shortcut(key))

    async def cog_unload(self) -> None:
        """Take the game's own commands away again."""
        self._bot.tree.remove_command(self.group.name)

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

        async def body(click: Click, given: dict[str, str]) -> Answer:
            pace, level, number = given.pop("pace", None), given.pop(LEVEL, None), given.pop(OPPONENTS, None)
            chosen = {name: value_of(self.game, name, text) for name, text in given.items()}
            count = int(number) if number and number.isdecimal() else None
            return await self._app.lobby_clicks.open(click, self.game, chosen, pace, opponents=count, level=level)

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

        async def body(click: Click, given: dict[str, str]) -> Answer:
            table = await find(self._app.tables, click, games={self.game.key: {verb.key}})
            steps = self._spelt(table, click, verb, given)
            return await self._app.table_clicks.move(click, table, steps, painted=None)

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
            try:
                click = await self._app.router.resolve(interaction)
                table = await find(self._app.tables, click, games={self.game.key: {verb.key}})
            except (Refusal, Unavailable):
                return []
            typed = {name: value for name, value in interaction.namespace}  # noqa: C416, it looks like a mapping but is none
            place = verb.steps.index(step)
            before = {
                earlier: typed[name]
                for earlier in verb.steps[:place]
                if typed.get(name := self.words.get(self.game.key, "fr", f"verb-{verb.key}.{earlier}"))
            }
            prefix = self._spelt(table, click, verb, before)
            labels = self._words_of(table, click, prefix, depth=place + 1)
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
        async def body(click: Click, _given: dict[str, str]) -> Answer:
            games = {
                game.key: {verb.key for verb in game.verbs if verb.shortcut == key}
                for game in self._app.games.values()
                if any(verb.shortcut == key for verb in game.verbs)
            }
            table = await find(self._app.tables, click, games=games)
            (verb,) = games[table.game.key]
            return await self._app.table_clicks.move(click, table, (verb,), painted=None)

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
            filled = {name.removesuffix(SAFE): value for name, value in given.items() if value is not None}
            await self._app.router.command(interaction, lambda click: body(click, filled))

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

    # ---- typed steps

    def _spelt(self, table: Table, click: Click, verb: Verb, given: dict[str, str]) -> Path:
        """The steps somebody typed, each as a token or in the words they saw for it."""
        path: Path = (verb.key,)
        for step in verb.steps:
            if step not in given:
                break
            path = (*path, self._token(table, click, path, given[step].strip()[:LONGEST]))
        return path

    def _token(self, table: Table, click: Click, prefix: Path, text: str) -> str:
        for lang in dict.fromkeys((click.lang, *LANGUAGES)):
            for value, words in self._words_of(table, click, prefix, lang=lang).items():
                if text.casefold() in (value.casefold(), words.casefold()):
                    return value
        return text

    def _words_of(
        self, table: Table, click: Click, prefix: Path, *, depth: int | None = None, lang: str | None = None
    ) -> dict[str, str]:
        """The tokens that may follow these steps now, with their words; from any beginning if a step is still open."""
        seat = table.seat_of(click.user)
        assert seat is not None
        say = self.words.say(table.game.key, lang or click.lang, table.names)
        known = list(paths(table.game, table.legal(seat)))
        view = table.view(seat, self._app.now())
        starts = (
            [prefix]
            if depth is None or len(prefix) == depth
            else {path[:depth] for path in known if path[0] == prefix[0]}
        )
        return {
            following: bare(table.game.face.label(view, (*start, following), say))
            for start in starts
            for following in tokens(known, start)
        }


async def find(
    tables: Tables, click: Click, games: dict[str, set[str]] | None = None, *, shared: bool = False
) -> Table:
    """The table a typed command means: here if possible, waiting for this person if possible, longest first.

    ``games`` limits it to some games, each with the verbs in question. A table in a thread of this channel is here. One
    that they play alone is wherever they are, unless it must be ``shared`` with others.
    """
    place = click.place
    mine = await tables.of(click.user, (PLAYING,))
    mine = [table for table in mine if (not shared if table.alone else table.guild == click.guild)]
    mine = [table for table in mine if games is None or table.game.key in games]
    if not mine:
        raise Refusal("no-table-here")
    here = (
        [table for table in mine if table.thread == place]
        or [table for table in mine if table.channel == place]
        or mine
    )

    def order(table: Table) -> tuple[bool, bool, float]:
        seat = table.seat_of(click.user)
        assert seat is not None
        verbs = {table.game.path(move)[0] for move in table.legal(seat)}
        wanted = not games or bool(verbs & games[table.game.key])
        return (not wanted, seat not in table.to_act, table.asked_at[seat] if table.asked_at else 0.0)

    return min(here, key=order)
