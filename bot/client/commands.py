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
from bot.text.strings import DEFAULT, FALLBACK, KERNEL, LANGUAGES, Words, bare, language

if TYPE_CHECKING:
    from bot.app import App
    from bot.client.bot import Bot


Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[Any]]

OFFERED = 25
"""The most that Discord shows while somebody types."""


def named(words: Words, scope: str, key: str) -> app_commands.locale_str:
    """A string of a scope as discord.py wants it: in the default language, and how to find the others."""
    return app_commands.locale_str(words.get(scope, DEFAULT, key), scope=scope, key=key)


class FluentTranslator(app_commands.Translator):
    """Names in the language of a client; the English ones if there is no such language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002, discord.py's signature
    ) -> str | None:
        """The string in that locale, or None for the default."""
        lang = language(locale.value) or FALLBACK
        if lang == DEFAULT or "key" not in string.extras:
            return None
        return self._words.get(string.extras["scope"], lang, string.extras["key"])


def command(app: App, scope: str, key: str, handler: Callable[..., Awaitable[Answer]], **choices: Choices) -> Command:
    """A command whose name and description are the strings ``key`` and ``key.help``.

    The handler gets the click, and has the options of the command as its other parameters. Their names and
    descriptions are ``key.<parameter>`` and ``key.<parameter>-help``; some may have only these choices.
    """
    _, *options = inspect.signature(handler, eval_str=True).parameters.values()
    strings = {option.name: (scope, f"{key}.{option.name}", f"{key}.{option.name}-help") for option in options}
    return _command(app, (scope, key), handler, options, strings, choices)


def _command(
    app: App,
    name: tuple[str, str],
    handler: Callable[..., Awaitable[Answer]],
    options: Sequence[inspect.Parameter],
    strings: Mapping[str, tuple[str, str, str]],
    choices: Mapping[str, Choices],
) -> Command:
    """A command named by a scope and a key; ``strings``: for each option its scope and the keys of name and help."""

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        await app.router.command(interaction, handler, given)

    # discord.py reads the options from the signature.
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction)
    callback.__signature__ = inspect.Signature([first, *options])  # type: ignore[attr-defined]
    callback.__module__ = handler.__module__
    words, (scope, key) = app.words, name
    app_commands.rename(**{each: named(words, where, word) for each, (where, word, _) in strings.items()})(callback)
    app_commands.describe(**{each: named(words, where, text) for each, (where, _, text) in strings.items()})(callback)
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
        self._app = app
        for each in added:
            app.bot.tree.add_command(each)
        for verb, handler in (clicks or {}).items():
            app.router.on(verb, handler)


SAFE = "_"
"""Put behind an option's key to make it a parameter's name: a step may be called ``from``."""

OPPONENTS, LEVEL = "opponents", "level"
"""How many opponents sit down at once, and how well they play: parameters beside the game's own options."""

LONGEST = 100
"""Characters of a typed step that are read: no suggestion has more, and no token comes near it."""


class GameCog(commands.Cog):
    """``/<game> nouvelle``, one subcommand a verb, and the game's share of the top-level shortcuts."""

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        self.__cog_name__ = game.key  # discord.py tells cogs apart by name, and this class serves every game
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
        bot.tree.add_command(self.group)
        for key in dict.fromkeys(verb.shortcut for verb in game.verbs if verb.shortcut):
            # Another game may have added the same shortcut: they share it.
            if bot.tree.get_command(self.words.get(game.key, DEFAULT, f"shortcut-{key}")) is None:
                bot.tree.add_command(self._shortcut(key))

    # ---- /<game> nouvelle

    def _new(self) -> Command:
        key = self.game.key
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

        strings = {
            option.key: (key, f"option-{option.key}.command", f"option-{option.key}.help")
            for option in self.game.options
        } | {word: (KERNEL, f"{word}.command", f"{word}.command-help") for word in kernel}
        return self._command((KERNEL, "command-new"), body, strings, offered)

    # ---- /<game> <verb>

    def _verb(self, verb: Verb) -> Command:
        key = f"verb-{verb.key}"

        async def body(click: Click, given: dict[str, str]) -> Answer:
            table = await find(self._app.tables, click, games={self.game.key: {verb.key}})
            steps = self._spelt(table, click, verb, given)
            return await self._app.table_clicks.move(click, table, steps, revision=None)

        strings = {step: (self.game.key, f"{key}.{step}", f"{key}.{step}-help") for step in verb.steps}
        command = self._command((self.game.key, key), body, strings, {})
        for step in verb.steps:
            command.autocomplete(step + SAFE)(self._suggest(verb, step))
        return command

    def _suggest(self, verb: Verb, step: str) -> Any:
        async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            try:
                click = Click(interaction)
                click.server = await self._app.servers.get(click.guild)
                table = await find(self._app.tables, click, games={self.game.key: {verb.key}})
            except (Refusal, Unavailable):
                return []
            typed = {name: value for name, value in interaction.namespace}  # noqa: C416, it looks like a mapping but is none
            place = verb.steps.index(step)
            before = {
                earlier: typed[name]
                for earlier in verb.steps[:place]
                if typed.get(name := self.words.get(self.game.key, DEFAULT, f"verb-{verb.key}.{earlier}"))
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

    def _shortcut(self, key: str) -> Command:
        async def body(click: Click, _given: dict[str, str]) -> Answer:
            games = {
                game.key: {verb.key for verb in game.verbs if verb.shortcut == key}
                for game in self._app.games.values()
                if any(verb.shortcut == key for verb in game.verbs)
            }
            table = await find(self._app.tables, click, games=games)
            (verb,) = games[table.game.key]
            return await self._app.table_clicks.move(click, table, (verb,), revision=None)

        return app_commands.guild_only(self._command((self.game.key, f"shortcut-{key}"), body, {}, {}))

    def _command(
        self,
        name: tuple[str, str],
        body: Callable[[Click, dict[str, str]], Awaitable[Answer]],
        strings: Mapping[str, tuple[str, str, str]],
        choices: Mapping[str, Choices],
    ) -> Command:
        """A command whose options are all optional texts."""

        async def handler(click: Click, **given: str | None) -> Answer:
            return await body(
                click, {name.removesuffix(SAFE): value for name, value in given.items() if value is not None}
            )

        options = [
            inspect.Parameter(name + SAFE, inspect.Parameter.KEYWORD_ONLY, annotation=str | None, default=None)
            for name in strings
        ]
        safe = {name + SAFE: each for name, each in strings.items()}
        return _command(self._app, name, handler, options, safe, {key + SAFE: each for key, each in choices.items()})

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
        known = list(paths(table.game, [*table.legal(seat), *table.ahead(seat)]))
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
        verbs = {table.game.path(move)[0] for move in (*table.legal(seat), *table.ahead(seat))}
        wanted = not games or bool(verbs & games[table.game.key])
        return (not wanted, seat not in table.to_act, table.asked_at[seat] if table.asked_at else 0.0)

    return min(here, key=order)
