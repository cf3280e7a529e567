"""The two Discords we test on must agree: the same game on SimCord and on the sandbox leaves the same messages."""

import asyncio
import re

import pytest

from bot.cli.local import GAMES
from bot.core.facts import OVER
from tests.kit import house as simulated
from tests.kit import players as simulated_players
from tests.wire import hall as wired
from tests.wire import players as wired_players


def plain(text, names):
    """A text without what cannot be the same: who is called how, ids, times, and the seal's random number."""
    text = text.replace("\u00a0", " ").replace("\u202f", " ")  # as the house reads
    for seat, name in enumerate(names):
        text = text.replace(name, f"Seat{seat}")
    text = re.sub(r"<@!?\d+>", "<@>", text)
    text = re.sub(r"<#\d+>", "<#>", text)
    text = re.sub(r"/channels/\d+/\d+", "/channels/", text)
    text = re.sub(r"<t:\d+", "<t:", text)
    return re.sub(r"[0-9a-f]{32,}", "<hex>", text)


async def on_simcord(folder, key, seats):
    async with simulated.house(folder) as home:
        table = await home.start(key, seats)
        table = await simulated_players.play_on(home, table, simulated_players.quick_mind(), simulated_players.press)
        assert table.status == OVER
        seen = [*home.channel.history(), *home.place(table).history()]
        texts = [simulated.read(message) for message in seen if not message.flags.ephemeral]
        return table.record(), [plain(text, table.names) for text in texts if text]


async def on_the_wire(folder, key, seats):
    async with wired.hall(folder) as home:
        table = await home.start(key, seats)
        table = await wired_players.play_on(home, table, simulated_players.quick_mind())
        assert table.status == OVER
        onlooker = home.named("Maëlle")
        last = await home.board(table, onlooker)
        # The board before it goes when the new one is there.
        await onlooker.until(lambda: [m["id"] for m in onlooker.in_channel(str(table.place))] == [last["id"]])
        # And what was the lobby becomes the result.
        await onlooker.until(lambda: any("/channels/" in str(message) for message in onlooker.in_channel(GAMES)))
        seen = [*onlooker.in_channel(GAMES), *onlooker.in_channel(str(table.place))]
        texts = [wired.read(message) for message in seen if message["type"] != wired.NOTICE]
        return table.record(), [plain(text, table.names) for text in texts if text]


@pytest.mark.parametrize(("key", "seats"), [("cappuccino", 2), ("tripot", 3)])
async def test_the_same_game_ends_with_the_same_messages(tmp_path, key, seats):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    # Each in a task of its own: SimCord answers interactions in the whole context it was started in.
    one_record, one = await asyncio.create_task(on_simcord(tmp_path / "one", key, seats))
    other_record, other = await asyncio.create_task(on_the_wire(tmp_path / "other", key, seats))
    assert plain(one_record, ()) == plain(other_record, ())
    assert len(one) == 2
    assert one == other
