"""Who may have the bot tell everybody something where they are: their profile, a ranking, how they did, a film."""

from __future__ import annotations

from bot.client import permissions
from bot.client.reply import Reply
from bot.core.refusal import Refusal
from bot.service.servers import Servers


async def require_voice(reply: Reply, servers: Servers) -> None:
    """Refuse whom moderators do not let play here, and whoever may not write here themselves."""
    guild = reply.interaction.guild_id
    if guild is None:
        return
    if reply.user in (await servers.get(guild)).banned:
        raise Refusal("voice-banned")
    if not permissions.may_write(reply.interaction):
        raise Refusal("voice-silent")
