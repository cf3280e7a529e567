"""What is for one person alone is never shown to others, however late and in whatever order things happen."""

from typing import Any

import discord
import msgspec
import pytest
from simcord.results import to_discord_message

from bot.client.boards import PostedBoard
from bot.client.click import Quiet
from bot.client.messages import (
    Answers,
    NotPrivate,
    PrivateMessage,
    WrongDoor,
    changed_private,
    changed_public,
    new_private,
    new_public,
)
from bot.client.seats import SeatMessage
from bot.core.facts import CLOSED, LOBBY, OPEN, PLAYING
from bot.pages.address import Address
from bot.pages.page import Page, PrivatePage, PublicPage, Text
from bot.store import ShownBoard
from tests.kit.house import House, buttons, forged, leading, plain, read, told
from tests.kit.players import in_phase, press
from tests.kit.publishing import calls, cut, cut_after, slowed

WINDOW = ("ptipasspass", 3, {}, "doublon")


def private_words(table, seat: int, home: House) -> str:
    """What only that seat is told of its own situation."""
    say = home.app.words.say(table.game.key, "fr", table.names)
    return plain(table.game.face.sight(table.view(seat, home.app.now()), say).hand)


async def test_a_hand_that_took_long_stays_private_when_the_game_goes_on(home: House, monkeypatch):
    table = await in_phase(home, *WINDOW)
    seat, other = table.to_act
    board = home.board(table)
    hand = leading(board, "hand")
    with monkeypatch.context() as patched:
        patched.setattr(home.app.pictures, "picture", slowed(home.app.pictures.picture))
        opened = await home.person(table, seat).click(board, custom_id=hand)
        await home.env.advance_time(3)
    assert opened.acknowledged
    assert private_words(table, seat, home).splitlines()[0] in told(opened)
    await press(home, table, other, ("ok",))
    await press(home, await home.now(table), seat, ("ok",))
    table = await home.now(table)
    assert buttons(home.board(table)), "the board is still a board"
    for text in map(read, home.public()):
        for someone in range(table.size):
            assert private_words(table, someone, home) not in text
    # And it followed: the panel itself tells of the change.
    assert "On attend" in told(opened)


async def test_a_slow_first_table_keeps_its_lobby(home: House, monkeypatch):
    monkeypatch.setattr(home.app.store, "create", slowed(home.app.store.create))
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
    assert "Personne n’a commencé à temps" in read(_now(home, lobby.id))


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
    assert "Personne n’a commencé à temps" in read(_now(home, lobby.id))


async def test_a_lobby_not_stored_before_a_crash_is_edited_when_its_game_starts(home: House):
    lobby = await crashed_lobby(home, home.people[1])
    await home.people[0].click(lobby, label="Commencer")
    assert (await home.table_of(home.people[0])).thread is not None
    assert not {"Rejoindre", "Commencer"} & buttons(_now(home, lobby.id)).keys()


async def test_a_lobby_nobody_has_seen_does_not_count(home: House):
    for _ in range(3):
        await home.people[0].slash(home.channel, "trio nouvelle")
    assert "déjà 3 tables" in told(await home.people[0].slash(home.channel, "trio nouvelle"))
    number = (await home.app.tables.of(home.people[0].id, (LOBBY,)))[0].id
    await home.env.advance_time(1)
    await home.app.store.mark_shown(ShownBoard(number, None, msgspec.json.encode(PostedBoard())))
    await home.restart()
    await home.env.advance_time(61)
    await home.people[0].slash(home.channel, "trio nouvelle")
    assert (await home.app.tables.get(number)).status == CLOSED
    assert len(await home.app.tables.of(home.people[0].id, (LOBBY,))) == 3


def _now(home: House, message: int):
    return to_discord_message(home.env, home.env.backend.messages[home.channel.id][message])


def test_pages_leave_by_their_own_door_only():
    secret, open_to_all = PrivatePage((Text("x"),)), PublicPage((Text("x"),))
    for door in (new_public, changed_public):
        door(open_to_all)
        for wrong in (secret, Page((Text("x"),))):
            with pytest.raises(WrongDoor) as error:
                door(wrong)
            assert "x'" not in str(error.value)
    for door in (new_private, changed_private):
        door(secret)
        for wrong in (open_to_all, Page((Text("x"),))):
            with pytest.raises(WrongDoor):
                door(wrong)
    assert new_private(secret)["ephemeral"] is True


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
