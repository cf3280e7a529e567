"""Secrets and private pages are never shown to others, however late and in whatever order things happen."""

import json
import logging
from random import Random
from typing import Any

import discord
import pytest

from bot.client.click import Quiet
from bot.client.messages import Answers, NotPrivate, PrivateMessage
from bot.client.seats import SeatMessage
from bot.core.facts import LOBBY, OPEN, PLAYING
from bot.core.game import Path
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, buttons, forged, leading, plain, read, told
from tests.kit.players import any_move, in_phase, open_hand, play_on, press, secrets
from tests.kit.publishing import calls, cut, cut_after, slowly

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
    left = (await home.now(table)).flash_until - home.app.now()
    home.app.now._offset -= 3600
    await home.env.advance_time(left + 0.1)
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


# ---- late, forged and crashed


WINDOW = ("ptipasspass", 3, {}, "doublon")


async def test_a_hand_that_took_long_stays_private_when_the_game_goes_on(home: House):
    table = await in_phase(home, *WINDOW)
    seat, other = table.to_act
    board = home.board(table)
    hand = leading(board, "hand")
    with calls(home.app.pictures, "picture", home, slowly(2.5)):
        opened = await home.person(table, seat).click(board, custom_id=hand)
        await home.env.advance_time(3)
    assert opened.acknowledged
    assert secrets(home, table) & {*told(opened).split("\n")}
    await press(home, table, other, ("ok",))
    await press(home, await home.now(table), seat, ("ok",))
    table = await home.now(table)
    assert buttons(home.board(table)), "the board is still a board"
    assert not [line for line in secrets(home, table) for text in map(read, home.public()) if line in text]
    # And it followed: the panel itself tells of the change.
    assert "On attend" in told(opened)


async def test_a_slow_first_table_keeps_its_lobby(home: House):
    with calls(home.app.store, "create", home, slowly(2.5)):
        opened = await home.people[0].slash(home.channel, "trio nouvelle")
        await home.env.advance_time(3)
    shown = home.newest(home.channel.id)
    assert "Rejoindre" in buttons(shown)
    assert "première fois" in told(opened)
    await home.people[1].click(shown, label="Rejoindre")
    (table,) = await home.app.tables.in_place(home.channel.id, OPEN)
    assert table.size == 2
    assert "**Bo**" in read(home.newest(home.channel.id))


@pytest.mark.parametrize("way", ["opened", "rematch"])
async def test_a_lobby_that_cannot_be_seen_is_taken_back(home: House, way: str):
    table = await home.start("pinocchio", 2)
    table = await home.after(table, lambda table: table.close("host"))
    with calls(Answers, "create", home, cut):
        if way == "opened":
            await home.people[0].slash(home.channel, "trio nouvelle")
        else:
            await home.people[0].click(home.board(table), label="Revanche")
    assert not await home.app.tables.of(home.people[0].id, (LOBBY,))
    if way == "rematch":
        assert (await home.now(table)).facts.rematch is None
        await home.people[0].click(home.board(table), label="Revanche")
        assert (await home.now(table)).facts.rematch is not None


async def test_a_lobby_that_discord_shows_after_all_is_kept(home: House):
    with calls(Answers, "create", home, cut_after):
        lobby = (await home.people[0].slash(home.channel, "trio nouvelle")).response
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    await home.people[1].click(lobby, label="Rejoindre")
    assert (await home.now(table)).size == 2
    await home.env.advance_time(31 * 60)
    assert "Personne n’a commencé à temps" in read(lobby)


async def crashed_lobby(home: House, *joined: Any) -> Any:
    """A lobby whose message was not stored when the bot crashed."""
    lobby = (await home.people[0].slash(home.channel, "pinocchio nouvelle")).response
    for person in joined:
        await person.click(lobby, label="Rejoindre")
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    home.app.boards.cache.stop()
    await home.restart()
    assert await home.app.store.board(table.id) is None
    return lobby


async def test_a_lobby_not_stored_before_a_crash_is_adopted_by_the_first_click(home: House):
    lobby = await crashed_lobby(home)
    await home.people[1].click(lobby, label="Rejoindre")
    await home.env.advance_time(31 * 60)
    assert "Personne n’a commencé à temps" in read(lobby)


async def test_a_lobby_not_stored_before_a_crash_is_edited_when_its_game_starts(home: House):
    lobby = await crashed_lobby(home, home.people[1])
    await home.people[0].click(lobby, label="Commencer")
    assert (await home.table_of(home.people[0])).thread is not None
    assert not {"Rejoindre", "Commencer"} & buttons(lobby).keys()


async def test_no_private_address_is_made_of_a_board(home: House):
    table = await in_phase(home, *WINDOW)
    seen = []

    async def keep(click):
        seen.append(click)
        return Quiet()

    home.app.router._handlers["menu"] = keep
    await home.person(table, 0).click(home.board(table), label="⋯")
    (click,) = seen
    assert click.source.id == home.board(table).id
    with pytest.raises(NotPrivate):
        PrivateMessage(click._interaction, click.source)


async def test_a_click_from_another_server_finds_nothing(home: House):
    table = await in_phase(home, *WINDOW)
    other = home.env.create_guild(name="Ailleurs")
    there = other.create_text_channel("jeux")
    admin = other.add_member(home.env.create_user("Admin"), roles=[
        other.create_role("Chef", permissions=discord.Permissions(manage_guild=True))
    ])  # fmt: skip
    await admin.slash(there, "config salon")
    lobby = (await admin.slash(there, "trio nouvelle")).response
    # Ids are not secret: somebody may send one of ours from anywhere.
    result = await forged(admin, lobby, Address("close", table.id, 0, ("yes",)))
    assert "version plus ancienne" in told(result)
    assert (await home.now(table)).status == PLAYING


@pytest.mark.parametrize("verb", ["menu", "take", "close"])
async def test_a_table_of_a_channel_one_cannot_see_is_nobodys_business(home: House, verb: str):
    table = await in_phase(home, *WINDOW)
    stranger, elsewhere = home.people[5], home.guild.create_text_channel("ailleurs")
    home.forbid("view_channel", person=stranger)
    page = (await stranger.slash(elsewhere, "aide")).response
    result = await forged(stranger, page, Address(verb, table.id))
    assert "version plus ancienne" in told(result)
    home.allow_all(stranger)
    assert "version plus ancienne" not in told(await forged(stranger, page, Address(verb, table.id)))


async def test_a_panel_on_its_way_follows_its_person_to_another_place(home: House):
    before = await home.start("trio", 3)
    person = before.users[0]
    after = before.with_facts(players=(*before.facts.players[1:], before.facts.players[0]))
    panel = home.app.seats._open[before.id, person] = SeatMessage("fr", before, 0, (), 0)
    home.app.seats.changed(before, after)
    assert panel.seat == after.seat_of(person) == 2
