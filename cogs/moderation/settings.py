"""A server's settings as text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bot.client import permissions
from bot.client.extensions import Setting
from bot.core.facts import PACES
from bot.tables.servers import ChannelSettings, Server
from bot.text.strings import Speech

Lacks = Callable[[int, tuple[str, ...]], "tuple[str, ...] | None"]
"""Gives the permissions that the bot lacks in a channel; None if it does not know the channel."""


def settings(
    lacks: Lacks, server: Server, say: Speech, everything: Collection[str], features: Sequence[Setting]
) -> str:
    """All settings, a line each, and what the bot lacks in each open channel. ``everything``: all games there are."""
    return "\n".join((f"### {say('settings')}", *_lines(lacks, server, say, everything, features)))


def changes(
    before: Server, after: Server, say: Speech, everything: Collection[str], features: Sequence[Setting]
) -> tuple[str, str]:
    """The lines of the settings that a change has replaced, and those that replace them."""
    old, new = (_lines(None, server, say, everything, features) for server in (before, after))
    return (
        "\n".join(line.removeprefix("- ") for line in old if line not in new),
        "\n".join(line.removeprefix("- ") for line in new if line not in old),
    )


def _lines(
    lacks: Lacks | None, server: Server, say: Speech, everything: Collection[str], features: Sequence[Setting]
) -> list[str]:
    """The settings, a line each; permissions are spoken of only where a server is given."""

    def announced(channel: int | None, text: str) -> str:
        return _warned(lacks, channel, text, say) if channel else say("none")

    lines = [
        say("settings-language", value=say(f"language-{server.language}")),
        say("settings-pace", value=say(f"pace-{server.pace}")),
        say("settings-games", value=games(server.games, say, everything)),
        say("settings-threads", value=say("yes" if server.threads else "no")),
        say("settings-limits", tables=server.tables, hosted=server.hosted),
        say("settings-idle", days=server.idle_days),
        say("settings-paces", value=paces(server.paces, say)),
        say("settings-roles", value=" ".join(f"<@&{role}>" for role in server.roles) or say("everybody")),
        say("settings-banned", value=" ".join(f"<@{user}>" for user in server.banned) or say("nobody")),
        say("settings-journal", value=announced(server.journal, f"<#{server.journal}>")),
        say("settings-results", value=announced(server.results, f"<#{server.results}>")),
        *(setting.line(server, say.lang, announced) for setting in features),
        say("settings-channels") if server.channels else say("settings-no-channel"),
    ]
    needed = permissions.INVITE if server.threads else permissions.BOARD
    lines += [
        f"- <#{channel}>" + (f" — {_access(lacks, channel, needed, say)}" if lacks else "")
        for channel in server.channels
    ]
    if server.special:
        lines.append(say("settings-special"))
        lines += [f"- <#{channel}> — {_special(own, say, everything)}" for channel, own in server.special.items()]
    return lines


def games(chosen: Collection[str] | None, say: Speech, everything: Collection[str]) -> str:
    """The games that may be played, by name."""
    if chosen is None or set(chosen) >= set(everything):
        return say("all-games")
    return say.join(say.scoped(game)("name") for game in everything if game in chosen) if chosen else say("no-games")


def paces(chosen: Collection[str] | None, say: Speech) -> str:
    """The paces that people may choose, by name."""
    if chosen is None:
        return say("all-paces")
    return say.join(say(f"pace-{pace}") for pace in PACES if pace in chosen)


def _warned(lacks: Lacks | None, channel: int, text: str, say: Speech) -> str:
    """A text about a channel, with what the bot lacks to write there."""
    access = _access(lacks, channel, permissions.WRITE, say) if lacks else say("access-good")
    return text if access == say("access-good") else f"{text} — {access}"


def _special(own: ChannelSettings, say: Speech, everything: Collection[str]) -> str:
    parts = [
        say(f"language-{own.language}") if own.language else "",
        say(f"pace-{own.pace}") if own.pace else "",
        games(own.games, say, everything) if own.games is not None else "",
        paces(own.paces, say) if own.paces is not None else "",
    ]
    return " · ".join(filter(None, parts))


def _access(lacks: Lacks, number: int, needed: tuple[str, ...], say: Speech) -> str:
    missing = lacks(number, needed)
    if missing is None:
        return say("access-unknown")
    if not missing:
        return say("access-good")
    return say("access-lacking", permissions=say.join(f"**{say(f'permission-{name}')}**" for name in missing))
