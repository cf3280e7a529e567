"""Cogs stay loaded when a bot closes; whoever imports this has it so.

discord.py would take them out of ``sys.modules``, and whatever comes later in the same process would have each class of
theirs twice: it could be neither pickled nor decoded.
"""

from discord.ext.commands.bot import BotBase


async def _keep(*_: object) -> None:
    """Finalise nothing: no cog of ours has anything to tear down."""


BotBase._call_module_finalizers = _keep  # type: ignore[method-assign]
