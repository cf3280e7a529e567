"""Time zones as somebody types them: a command offers those that fit."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands

Interaction = discord.Interaction[Any]
OFFERED = 25
"""The most that Discord shows."""


def zones() -> Any:
    """What completes the name of a time zone."""
    known = ["UTC", *sorted(zone for zone in available_timezones() if "/" in zone)]
    known = [zone for zone in known if not zone.startswith(("Etc/", "posix"))]

    async def fitting(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        wanted = typed.casefold().replace(" ", "_")
        found = [zone for zone in known if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:OFFERED]]

    return fitting
