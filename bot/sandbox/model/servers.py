"""Servers, and who and what is in them: founding one, its roles and channels, people who come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sandbox.model import objects, permissions
from bot.sandbox.model.events import Event

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

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
NAME = "La Tablée"


def found_first(world: World) -> objects.Guild:
    """The server everybody starts in: a moderator, six players, two channels and the bot."""
    owner = add_user(world, *MODERATOR)
    guild = _found(world, world.ids.new(), NAME)
    moderators = add_role(world, guild, "Modération", int(permissions.MODERATOR), 0x3BA55D)
    _let_in_bot(world, guild)
    join(world, guild, owner, [moderators.id])
    for each in PLAYERS:
        join(world, guild, add_user(world, *each), [])
    add_channel(world, guild, GAMES)
    add_channel(world, guild, GENERAL)
    return guild


def found_another(world: World, people: int = 0) -> objects.Guild:
    """One more server: the bot, a channel for games and so many people of its own ("Ana 2").

    Each is a millisecond older than the one before it, so that they lie evenly over any number of shards.
    """
    number = len(world.guilds) + 1
    guild = _found(world, world.ids.earlier(world.guild.id, number - 1), f"{NAME} {number}")
    _let_in_bot(world, guild)
    for index in range(people):
        (username, name, locale), again = PLAYERS[index % len(PLAYERS)], index // len(PLAYERS)
        which = f"{number}.{again + 1}" if again else str(number)
        join(world, guild, add_user(world, f"{username}{which}", f"{name} {which}", locale), [])
    add_channel(world, guild, GAMES)
    return guild


def _found(world: World, key: str, name: str) -> objects.Guild:
    # Nobody who is there owns the server: an owner may do everything, and would hide what permissions refuse.
    guild = objects.Guild(id=key, name=name, owner_id=world.ids.new())
    world.guilds[guild.id] = guild
    guild.roles[guild.id] = objects.Role(id=guild.id, name="@everyone", permissions=int(permissions.EVERYONE))
    return guild


def _let_in_bot(world: World, guild: objects.Guild) -> None:
    role = add_role(world, guild, world.bot.name, int(permissions.BOT), 0xE8A33D)
    join(world, guild, world.bot, [role.id])


def add_user(world: World, username: str, name: str, locale: str = "fr") -> objects.User:
    """A new person."""
    user = objects.User(id=world.ids.new(), username=username, global_name=name, locale=locale)
    world.users[user.id] = user
    return user


def add_role(world: World, guild: objects.Guild, name: str, bits: int, colour: int = 0) -> objects.Role:
    """A new role in a server."""
    role = objects.Role(id=world.ids.new(), name=name, permissions=bits, position=len(guild.roles), colour=colour)
    guild.roles[role.id] = role
    return role


def join(world: World, guild: objects.Guild, user: objects.User, roles: list[str]) -> objects.Member:
    """Somebody enters a server."""
    member = objects.Member(user=user, roles=roles, joined=world.clock.stamp())
    guild.members[user.id] = member
    user.guilds.append(guild.id)
    world.events.tell(Event(name="PEOPLE", guild_id=guild.id, for_bot=False))
    return member


def add_channel(world: World, guild: objects.Guild, name: str) -> objects.Channel:
    """A new text channel in a server."""
    position = sum(not each.thread for each in guild.channels.values())
    channel = objects.Channel(id=world.ids.new(), name=name, guild_id=guild.id, position=position)
    world.put(channel)
    world.tell_channel("CHANNEL_CREATE", channel)
    return channel
