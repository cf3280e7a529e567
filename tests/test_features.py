"""The delete test: without the folder of any one feature the bot starts and plays, and only that feature is missing."""

import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

import discord
import pytest
import simcord

from bot.catalogue import Catalogue
from bot.client.bot import Bot
from bot.core.facts import OVER
from tests.kit.house import SETTLE_TIMEOUT_SECONDS, House, leading, make_bot, without
from tests.kit.moments import CATALOGUE
from tests.kit.players import begin_alone, play_alone, play_on, played_out, press, quick_mind, until_mine

FEATURES = [name for each in CATALOGUE.extensions if (name := each.split(".")[1]) not in CATALOGUE.games]
GAME = "tripot"
PRESSED = 10
"""Moves that are made by pressing; the further ones are made without a click, with the same messages."""


@asynccontextmanager
async def started(folder: Path, catalogue: Catalogue) -> AsyncIterator[House]:
    """A server with one channel open for games; opened without a command, which may be missing."""
    async with simcord.run(make_bot(folder, catalogue), settle_timeout=SETTLE_TIMEOUT_SECONDS) as env:
        home = House(env, folder, catalogue)
        home.make_expert_quick()
        await home.does(home.app.servers.change, home.guild.id, lambda server: server.with_opened(home.channel.id))
        try:
            yield home
        finally:
            await home.app.store.close()


def commands(bot: Bot) -> dict[str, set[str]]:
    """Every command with the folders of the features that it comes from: its own and those of its groups."""
    found: dict[str, set[str]] = {}
    for command in bot.tree.walk_commands():
        parts = [command, *filter(None, (command.parent, command.parent and command.parent.parent))]
        found[command.qualified_name] = {
            part.module.split(".")[1] for part in parts if part.module and part.module.startswith("cogs.")
        }
    return found


def dead_buttons(home: House) -> set[str]:
    """The first words of the addresses on messages, as they are now, for which no handler is registered."""
    messages = [message for place in home.env.backend.messages.values() for message in place.values()]
    found = re.findall(r'"custom_id": "([^"]+)"', json.dumps([message.components for message in messages]))
    return {verb for verb in (custom_id.split(":")[0] for custom_id in found) if verb not in home.app.router._handlers}


async def type_everything(home: House) -> None:
    """Type every command that needs no options."""
    for command in [*home.bot.tree.walk_commands()]:
        if isinstance(command, discord.app_commands.Command) and not any(each.required for each in command.parameters):
            result = await home.mod.slash(home.channel, command.qualified_name)
            assert result.acknowledged, command.qualified_name


COMMANDS: dict[Path, dict[str, set[str]]] = {}
"""The commands of the bot with every feature, by the folder of a database that it has used."""


@pytest.fixture
async def whole(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The commands with every feature. Whatever features store is left behind in the folder of the test."""
    if not COMMANDS:
        folder = tmp_path_factory.mktemp("whole")
        async with started(folder, CATALOGUE) as home:
            await type_everything(home)
            COMMANDS[folder] = commands(home.bot)
    (folder,) = COMMANDS
    copytree(folder, tmp_path, dirs_exist_ok=True)
    return COMMANDS[folder]


@pytest.mark.parametrize("feature", FEATURES)
async def test_a_deleted_feature_is_all_that_is_missing(feature, whole, tmp_path, caplog):
    caplog.set_level(logging.ERROR)
    async with started(tmp_path, without(feature)) as home:
        assert set(whole) - set(commands(home.bot)) == {name for name, owners in whole.items() if feature in owners}

        table = await home.start(GAME, 3)
        menu = await home.people[0].click(home.board(table), custom_id=leading(home.board(table), "menu"))
        assert menu.response is not None
        table = await play_on(home, table, quick_mind(), press, most=PRESSED)
        table = await played_out(home, await home.look(table))
        assert table.status == OVER

        if "jouer" in commands(home.bot):
            table, panel = await begin_alone(home, GAME)
            await play_alone(home, table, panel, most=PRESSED)
            table = await played_out(home, await until_mine(home, table))
            assert table.status == OVER
        await type_everything(home)
        assert dead_buttons(home) == set()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
