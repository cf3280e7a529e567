"""Random play with chat: one private message a person and table, none opens during a reveal, and no reveal stays."""

from random import Random
from typing import Any

import pytest
from simcord.results import to_discord_message

from bot.core.facts import PLAYING
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import CATALOGUE, House, buttons, forged, plain
from tests.kit.players import type_in

PRESSES = 40


def private(home: House, table: Table) -> dict[int, list[Any]]:
    """The private messages where a table is played, by the person who sees them."""
    stored = [each for each in home.env.backend.messages[table.place].values() if each.is_ephemeral]
    return {user: [each for each in stored if each.visible_to(user)] for user in table.users}


def revealed(home: House, table: Table) -> set[str]:
    """Lines that are only visible while something is revealed."""
    say = home.app.words.say(table.game.key, "fr", table.names)
    views = table.position.view(None), table.position.hidden_view(None)
    shown, hidden = (set(plain(table.game.face.sight(view, say).scene).split("\n")) for view in views)
    return {line for line in shown - hidden if len(line) > 8}


@pytest.mark.parametrize("game", CATALOGUE.games)
async def test_random_play_with_chat(home: House, game: str):
    rng = Random(game)
    table = await home.start(game, 3)
    for _ in range(PRESSES):
        table = await home.now(table)
        if table.status != PLAYING:
            break
        before = {user: {each.id for each in seen} for user, seen in private(home, table).items()}
        looking = table.blocked(home.app.now())
        seat = rng.randrange(table.size)
        person = home.person(table, seat)
        board = next(each for each in reversed(home.public(table.place)) if buttons(each))
        match rng.randrange(5):
            case 0:
                await home.people[5].send(home.place(table), "…")
            case 1:
                await forged(person, board, Address("hand", table.id))
            case 2:
                await forged(person, board, Address("menu", table.id))
            case _ if table.to_act and not looking:
                seat = rng.choice(table.to_act)
                path = table.game.path(any_move(table.game, table.state, seat, rng))
                if rng.random() < 0.5:
                    await type_in(home, table, seat, path)
                else:
                    play = Address("play", table.id, table.revision, path)
                    mine = home.app.seats.live(table, table.users[seat])
                    shown = private(home, table)[table.users[seat]] if mine and rng.random() < 0.7 else []
                    await forged(
                        home.person(table, seat), to_discord_message(home.env, shown[0]) if shown else board, play
                    )
            case _:
                await home.env.advance_time(1)
        await home.env.advance_time(rng.choice((0.3, 1.5, 6.0)))
        table = await home.now(table)
        for user, seen in private(home, table).items():
            assert len(seen) <= 1, "one private message a person and table"
            if looking and table.blocked(home.app.now()):
                assert {each.id for each in seen} <= before[user], "nothing opens while everybody looks"
        if not table.reveals(home.app.now()) and table.status == PLAYING and (gone := revealed(home, table)):
            texts = plain(str([each.components for seen in private(home, table).values() for each in seen]))
            assert not [line for line in gone if line in texts], "nothing revealed outlives its seconds"
