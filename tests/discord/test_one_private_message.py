"""Random play with chat: one board, one private message a person and table, and a question that nobody must look for.

None opens during a reveal, and no reveal stays.
"""

from random import Random
from typing import Any

import pytest
from simcord.results import to_discord_message

from bot.core.facts import PLAYING
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import CATALOGUE, House, buttons, forged, plain, read
from tests.kit.players import type_in

PRESSES = 25
# Every game where players wait for each other, and a game where they do not and one with very short windows.
TABLES = [*((game, "quick") for game in CATALOGUE.games), ("cappuccino", "free"), ("ptipasspass", "flash")]


def revealed(home: House, table: Table) -> set[str]:
    """Lines that are only visible while something is revealed."""
    say = home.app.words.say(table.game.key, "fr", table.names)
    views = table.position.view(None), table.position.hidden_view(None)
    shown, hidden = (set(plain(table.game.face.sight(view, say).scene).split("\n")) for view in views)
    return {line for line in shown - hidden if len(line) > 8}


async def chat(home: House, table: Table, lines: int) -> None:
    """Somebody writes where a table is played."""
    for _ in range(lines):
        await home.people[5].send(home.place(table), "…")


def is_board(message: Any) -> bool:
    """Whether a public message is the board of a table that is being played."""
    return any(each.startswith(("menu:", "look:")) for each in buttons(message).values())


def near(home: House, table: Table, user: int) -> bool:
    """Whether the board or a person's seat message is among the last three messages that they see."""
    stored = home.env.backend.messages[table.place].values()
    seen = sorted((each for each in stored if not each.is_ephemeral or each.visible_to(user)), key=lambda each: each.id)
    return any(each.is_ephemeral or is_board(to_discord_message(home.env, each)) for each in seen[-3:])


async def everybody_finds_the_question(home: House, table: Table) -> None:
    """There is one board, and players waited for have it or their seat message near, after one press at most."""
    boards = [each for each in home.public(table.place) if is_board(each)]
    assert len(boards) == 1, "never two boards"
    for seat in table.to_act if not table.blocked(home.app.now()) else ():
        user = table.users[seat]
        if not near(home, table, user):
            message = (home.private(table, user) or boards)[0]
            await forged(home.person(table, seat), message, Address("hand", table.id))
            assert near(home, table, user), "one press brings the question to the bottom"


@pytest.mark.parametrize(("game", "pace"), TABLES)
async def test_random_play_with_chat(home: House, game: str, pace: str):
    rng = Random(f"{game} {pace}")
    table: Any = await home.start(game, 3, rythme=pace)
    for _ in range(PRESSES):
        table = await home.now(table)
        if table.status != PLAYING:
            break
        before = {user: {each.id for each in home.private(table, user)} for user in table.users}
        looking = table.blocked(home.app.now())
        seat = rng.randrange(table.size)
        person = home.person(table, seat)
        board = next(each for each in reversed(home.public(table.place)) if buttons(each))
        match rng.randrange(5):
            case 0:
                await chat(home, table, rng.randrange(1, 5))
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
                    shown = home.private(table, table.users[seat]) if mine and rng.random() < 0.7 else []
                    await forged(home.person(table, seat), shown[0] if shown else board, play)
            case _:
                await home.env.advance_time(1)
        await home.env.advance_time(rng.choice((0.3, 1.5, 6.0)))
        table = await home.now(table)
        for user in table.users:
            seen = home.private(table, user)
            assert len(seen) <= 1, "one private message a person and table"
            if looking and table.blocked(home.app.now()):
                assert {each.id for each in seen} <= before[user], "nothing opens while everybody looks"
        await everybody_finds_the_question(home, table)
        if not table.reveals(home.app.now()) and table.status == PLAYING and (gone := revealed(home, table)):
            texts = "\n".join(read(each) for user in table.users for each in home.private(table, user))
            assert not [line for line in gone if line in texts], "nothing revealed outlives its seconds"
