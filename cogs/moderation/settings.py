"""A server's settings in words."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.client import permissions
from bot.service.daily_times import DailyTimes
from bot.service.servers import Channel, Server
from bot.words import Speech

WRITE = ("view_channel", "send_messages")
"""To announce something in a channel."""


def settings(guild: discord.Guild, server: Server, say: Speech, everything: Collection[str], now: float) -> str:
    """All settings, a line each, and what the bot lacks in each open channel. ``everything``: all games there are."""
    lines = [
        f"### {say('settings')}",
        say("settings-language", value=say(f"language-{server.language}")),
        say("settings-pace", value=say(f"pace-{server.pace}")),
        say("settings-games", value=games(server.games, say, everything)),
        say("settings-threads", value=say("yes" if server.threads else "no")),
        say("settings-limits", tables=server.tables, hosted=server.hosted),
        say("settings-roles", value=" ".join(f"<@&{role}>" for role in server.roles) or say("everybody")),
        say("settings-banned", value=" ".join(f"<@{user}>" for user in server.banned) or say("nobody")),
        say("settings-journal", value=f"<#{server.journal}>" if server.journal else say("none")),
        say("settings-results", value=f"<#{server.results}>" if server.results else say("none")),
        say("settings-daily", value=_daily(guild, server.daily, say, now)),
        say("settings-channels") if server.channels else say("settings-no-channel"),
    ]
    needed = permissions.INVITE if server.threads else permissions.BOARD
    lines += [f"- <#{channel}> — {_access(guild, channel, needed, say)}" for channel in server.channels]
    if server.special:
        lines.append(say("settings-special"))
        lines += [f"- <#{channel}> — {_special(own, say, everything)}" for channel, own in server.special.items()]
    return "\n".join(lines)


def games(chosen: Collection[str] | None, say: Speech, everything: Collection[str]) -> str:
    """The games that may be played, by name."""
    if chosen is None or set(chosen) >= set(everything):
        return say("all-games")
    return say.join(say.scoped(game)("name") for game in everything if game in chosen) if chosen else say("no-games")


def _daily(guild: discord.Guild, times: DailyTimes | None, say: Speech, now: float) -> str:
    """Where and when, by whose clock, when that is for whoever reads it, and what is lacking there."""
    if times is None:
        return say("none")
    invitation, ranking = (f"<t:{round(at)}:t>" for at in times.next_of_each(now))
    told = say(
        "daily-in",
        channel=f"<#{times.channel}>",
        morning=times.morning,
        evening=times.evening,
        zone=times.zone,
        invitation=invitation,
        ranking=ranking,
    )
    access = _access(guild, times.channel, WRITE, say)
    return told if access == say("access-good") else f"{told} — {access}"


def _special(own: Channel, say: Speech, everything: Collection[str]) -> str:
    parts = [
        say(f"language-{own.language}") if own.language else "",
        say(f"pace-{own.pace}") if own.pace else "",
        games(own.games, say, everything) if own.games is not None else "",
    ]
    return " · ".join(filter(None, parts))


def _access(guild: discord.Guild, number: int, needed: tuple[str, ...], say: Speech) -> str:
    channel = guild.get_channel_or_thread(number)
    if channel is None:
        return say("access-unknown")
    missing = permissions.lacking_in(channel, needed)
    if not missing:
        return say("access-good")
    return say("access-lacking", permissions=say.join(f"**{say(f'permission-{name}')}**" for name in missing))
