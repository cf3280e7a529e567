"""Who and what is there at the start: a server, a moderator, six players, two channels and the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox import model, permissions
from bot.sandbox.events import Event

if TYPE_CHECKING:
    from bot.sandbox.world import World

MODERATOR = ("maelle", "Maëlle", "fr")
PLAYERS = (
    ("ana", "Ana", "fr"),
    ("bastien", "Bastien", "fr"),
    ("chloe", "Chloé", "fr"),
    ("dimitri", "Dimitri", "fr"),
    ("eloise", "Éloïse", "fr"),
    ("felix", "Félix", "en-GB"),
)
GAMES, GENERAL = "jeux", "général"


def settle(world: World) -> None:
    """Fill an empty world."""
    owner = add_user(world, *MODERATOR)
    guild = model.Guild(id=world.ids.new(), name="La Tablée", owner_id="")
    world.guilds[guild.id] = guild
    everyone = model.Role(id=guild.id, name="@everyone", permissions=int(permissions.EVERYONE))
    guild.roles[guild.id] = everyone
    moderators = add_role(world, guild, "Modération", int(permissions.MODERATOR), 0x3BA55D)
    bots = add_role(world, guild, world.bot.name, int(permissions.BOT), 0xE8A33D)
    # Nobody in the cast owns the server: an owner may do everything, and would hide what permissions refuse.
    guild.owner_id = world.ids.new()
    join(world, guild, world.bot, [bots.id])
    join(world, guild, owner, [moderators.id])
    for each in PLAYERS:
        join(world, guild, add_user(world, *each), [])
    add_channel(world, guild, GAMES)
    add_channel(world, guild, GENERAL)


def add_user(world: World, username: str, name: str, locale: str = "fr") -> model.User:
    """A new person."""
    user = model.User(id=world.ids.new(), username=username, global_name=name, locale=locale)
    world.users[user.id] = user
    return user


def add_role(world: World, guild: model.Guild, name: str, bits: int, colour: int = 0) -> model.Role:
    """A new role in a server."""
    role = model.Role(id=world.ids.new(), name=name, permissions=bits, position=len(guild.roles), colour=colour)
    guild.roles[role.id] = role
    return role


def join(world: World, guild: model.Guild, user: model.User, roles: list[str]) -> model.Member:
    """Somebody enters a server."""
    member = model.Member(user=user, roles=roles, joined=world.clock.stamp())
    guild.members[user.id] = member
    world.events.tell(Event(name="PEOPLE", for_bot=False))
    return member


def add_channel(world: World, guild: model.Guild, name: str) -> model.Channel:
    """A new text channel in a server."""
    position = sum(each.guild_id == guild.id and not each.thread for each in world.channels.values())
    channel = model.Channel(id=world.ids.new(), name=name, guild_id=guild.id, position=position)
    world.channels[channel.id] = channel
    world.tell_channel("CHANNEL_CREATE", channel)
    return channel
