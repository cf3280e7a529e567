"""A Discord on loopback, with a live page: play without a token, and test over the wire.

    async with serve(World(), port=0) as sandbox:
        sandbox.api       # "http://127.0.0.1:…/api/v10", for discord.http.Route.BASE
        sandbox.gateway   # "ws://127.0.0.1:…/gateway", for DiscordWebSocket.DEFAULT_GATEWAY
        sandbox.token     # the bot's token
        sandbox.page      # the page for people

It imports nothing else of ours: the bot reaches it only over HTTP and WebSocket, as it reaches Discord.
"""

from bot.sandbox.api.rate_limits import Limits
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.world import World
from bot.sandbox.person import Person
from bot.sandbox.server import Sandbox, serve

__all__ = ["Clock", "Limits", "Person", "Sandbox", "World", "serve"]
