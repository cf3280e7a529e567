"""What is secret stays secret: in the channel, on the wire and in the log; and what was revealed is hidden again."""

import json
import logging
from random import Random
from typing import Any

import pytest

from bot.client.boards import MAX_HIDE_DELAY_SECONDS
from bot.core.facts import PLAYING
from bot.core.game import Path
from bot.core.table import Table
from tests.kit.house import House, plain, read
from tests.kit.players import any_move, in_phase, open_hand, play_on, press, secrets

KINDS = [
    ("ptipasspass", 3, {}),
    ("trio", 3, {}),
    ("trio", 4, {"equipes": "yes"}),
    ("tripot", 3, {}),
    ("pinocchio", 2, {}),
]


def sent_in_public(home: House, since: int) -> str:
    """All that the bot has sent to channels, and not as an answer, since then."""
    bodies = [request.json for request in home.env.http_requests[since:] if request.path.startswith("/channels/")]
    return plain(json.dumps(bodies, ensure_ascii=False))


@pytest.mark.parametrize(("game", "seats", "options"), KINDS)
async def test_nothing_secret_in_public_or_in_the_log(home: House, game, seats, options, caplog):
    caplog.set_level(logging.DEBUG)
    for name in ("aiosqlite", "asyncio", "discord"):
        caplog.set_level(logging.INFO, name)
    seen: set[str] = set()

    async def watch(home: House, table: Table, seat: int, path: Path) -> Any:
        since = len(home.env.http_requests)
        panel = await open_hand(home, table, seat)
        assert panel.ephemeral
        hidden = secrets(home, table)
        seen.update(hidden)
        assert any(line in read(panel) for line in hidden) or not hidden
        assert table.facts.nonce not in home.in_public()
        result = await press(home, table, seat, path, panel)
        for text in (home.in_public(), sent_in_public(home, since), plain(caplog.text)):
            assert not [line for line in hidden if json.dumps(line, ensure_ascii=False)[1:-1] in text]
        return result

    rng = Random(1)
    table = await home.start(game, seats, **options)
    table = await play_on(home, table, lambda t, s: any_move(t.game, t.state, s, rng), watch, most=25)
    assert seen, "there was something to hide"
    assert table.revision > 20
    if table.status == PLAYING:
        assert table.facts.nonce not in caplog.text
    deal = str(table.log[0].move)
    assert deal not in caplog.text


async def test_every_answer_to_one_person_is_for_that_person_only(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    seat = table.to_act[0]
    person, place = home.person(table, seat), home.place(table)
    panel = await open_hand(home, table, seat)
    results = [
        await person.slash(place, "main"),
        await person.slash(place, "table liste"),
        await person.slash(place, "table quitter"),
        await person.slash(place, "regles", jeu="trio"),
        await person.slash(place, "trio devoiler"),
        await home.people[5].slash(place, "main"),
        await person.click(home.board(table), label="⋯"),
        await person.click(home.board(table), label="Règles"),
    ]
    assert panel.ephemeral
    assert not any(message.flags.ephemeral for message in home.public())
    assert all(result.response is None or result.response.ephemeral for result in results)
    newest = results[-1].response
    for other in home.people[:3]:
        visible = [message.id for message in place.history(viewer=other)]
        assert (newest.id in visible) == (other is person)


async def test_what_was_revealed_vanishes_although_the_clock_was_set_back(home: House):
    """A clock behind the last move cannot say how long it has been shown: it is hidden, not shown for an hour."""
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    await press(home, table, table.to_act[0], ("doubt",))
    assert "👀 Regardez bien" in read(home.board(table))
    home.app.now._offset -= 3600
    await home.env.advance_time(MAX_HIDE_DELAY_SECONDS)
    assert "👀" not in read(home.board(table))


async def test_a_record_is_given_only_when_the_game_is_over(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    assert not home.board(table).attachments
    assert table.facts.nonce not in table.record()
    table = await home.after(table, lambda table: table.close("host"))
    board = home.board(table)
    assert not board.attachments
    assert table.facts.nonce not in read(board)
    menu = (await home.people[4].click(board, label="⋯")).response
    shown = (await home.people[4].click(menu, label="Preuve de la donne")).response
    assert [file.filename for file in shown.attachments] == [f"trio-{table.id}.jsonl"]
    assert table.facts.nonce in read(shown)
