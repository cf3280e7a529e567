"""Tables in private threads: whether a table is private is stored with it, whatever discord.py's cache holds."""

from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from simcord.enums import ChannelType

from bot.core.facts import CLOSED, LOBBY
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, answer_to, buttons, forged, leading, read, told
from tests.kit.players import played_out

OUT_OF_SIGHT = "que tu ne vois pas"
FACE_UP = "Tout à découvert"
OLD_MESSAGE = "version plus ancienne"


async def thread_of(home: House, kind: ChannelType, *members: Any) -> ChannelHandle:
    """A thread of the games channel that people opened themselves; the bot is in it."""
    backend = home.env.backend
    made = backend.create_thread(home.channel.id, "entre nous", members[0].id, type=kind)
    for member in (*members[1:], backend.bot_user):
        backend.add_thread_member(made.id, member.id)
    await home.env.settle()
    return next(each for each in home.channel.threads if each.id == made.id)


async def archive(home: House, thread: ChannelHandle) -> None:
    """Archive a thread: discord.py drops it from its cache."""
    home.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await home.env.settle()
    assert home.bot.get_guild(home.guild.id).get_thread(thread.id) is None


async def opened_in(home: House, thread: ChannelHandle, game: str = "cappuccino") -> Table:
    """A lobby that Ana has opened in a thread."""
    await home.people[0].slash(thread, f"{game} nouvelle")
    return await home.table_of(home.people[0], LOBBY)


async def started_in(home: House, thread: ChannelHandle, game: str = "cappuccino") -> Table:
    """A game of Ana and Bo in a thread."""
    lobby = (await home.people[0].slash(thread, f"{game} nouvelle")).response
    await home.people[1].click(lobby, label="Rejoindre")
    await home.people[0].click(lobby, label="Commencer")
    return await home.table_of(home.people[0])


def keeper(home: House, **permissions: bool) -> Any:
    """A member with these permissions."""
    role = home.guild.create_role("Fils", permissions=discord.Permissions(**permissions))
    return home.guild.add_member(home.env.create_user("Zoé"), roles=[role])


async def listed(person: Any, place: Any) -> str:
    """The inbox of somebody."""
    return told(await person.slash(place, "table liste"))


# ---- who sees it


ARCHIVED = pytest.mark.parametrize("archived", [False, True])


@ARCHIVED
async def test_the_lobby_of_a_private_thread_is_not_listed_for_outsiders(home: House, *, archived: bool):
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1])
    table = await opened_in(home, thread)
    if archived:
        await archive(home, thread)
    outsider = home.people[5]
    text = await listed(outsider, home.channel)
    assert "Ana" not in text
    assert str(thread.id) not in text
    assert OLD_MESSAGE in await answer_to(home, outsider, Address("join", table.id))
    assert "Ana" in await listed(keeper(home, manage_threads=True), home.channel)
    assert "Ana" in await listed(home.people[1], thread), "from within the thread"


async def test_the_lobby_of_an_archived_public_thread_is_listed(home: House):
    thread = await thread_of(home, ChannelType.PUBLIC_THREAD, home.people[0])
    await opened_in(home, thread)
    await archive(home, thread)
    assert "Ana" in await listed(home.people[5], home.channel)


@ARCHIVED
async def test_the_replay_of_a_private_thread_is_refused_to_outsiders(home: House, *, archived: bool):
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1], home.people[2])
    table = await played_out(home, await started_in(home, thread))
    board = home.board(table)
    if archived:
        await archive(home, thread)
    replay = Address("replay", table.id)
    assert OUT_OF_SIGHT in await answer_to(home, home.people[5], replay)
    assert OUT_OF_SIGHT in await answer_to(home, home.people[5], Address("film", table.id))
    for verb in ("menu", "proof", "read"):
        assert OLD_MESSAGE in await answer_to(home, home.people[5], Address(verb, table.id))
    assert FACE_UP in await answer_to(home, home.people[1], replay), "who sat there sees it everywhere"
    assert FACE_UP in await answer_to(home, keeper(home, manage_threads=True), replay)
    within = await home.people[2].click(board, custom_id=leading(board, "replay"))
    assert FACE_UP in told(within), "an onlooker in the thread"


async def test_the_replay_of_an_archived_public_thread_is_shown_to_everybody(home: House):
    results = await home.results_channel()
    table = await played_out(home, await home.start("cappuccino", 2))
    await archive(home, home.place(table))
    (notice,) = [message for message in home.public(results.id) if "🏆" in read(message)]
    assert FACE_UP in told(await home.people[5].click(notice, custom_id=leading(notice, "replay")))


async def test_a_table_that_does_not_say_whether_it_is_public_is_private(home: House):
    table = await home.start("cappuccino", 2)
    await home.after(table, lambda table: table.with_facts(public=False), lambda table: table.close("host"))
    assert OUT_OF_SIGHT in await answer_to(home, home.people[5], Address("replay", table.id))


# ---- what is published outside


async def test_a_game_in_a_public_thread_is_told_to_the_results_channel(home: House):
    results = await home.results_channel()
    thread = await thread_of(home, ChannelType.PUBLIC_THREAD, home.people[0], home.people[1])
    await played_out(home, await started_in(home, thread))
    (text,) = home.written(results)
    assert "🏆" in text


async def test_a_private_table_stays_in_its_thread_when_that_is_locked(home: House):
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1])
    table = await started_in(home, thread)
    home.env.inject_error("*", f"/channels/{thread.id}/messages*", status=403, code=160005, times=None)
    await home.env.advance_time(130)
    table = await home.now(table)
    assert table.thread == thread.id
    assert table.facts.paused
    assert home.written(home.channel) == []


async def test_the_journal_names_neither_the_thread_nor_the_people_of_a_private_table(home: House):
    journal = await home.journal()
    before = len(home.written(journal))
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1])
    table = await started_in(home, thread)
    home.forbid("attach_files")
    home.env.inject_error("*", f"/channels/{thread.id}/messages*", status=403, code=50013, times=2)
    await home.does(home.app.boards.repost, table.id)
    moderator = keeper(home, manage_threads=True, manage_guild=True)
    page = (await moderator.slash(home.channel, "aide")).response
    home.allow_all()
    await forged(moderator, page, Address("close", table.id, 0, ("yes",)))
    assert (await home.now(table)).status == CLOSED
    # The last line of an entry is its number and time.
    assert [text.rpartition("\n")[0] for text in home.written(journal)[before:]] == [
        "⚠️ Cappuccino dans un fil privé est en pause : il me manque **Joindre des fichiers**.",
        f"✖️ <@{moderator.id}> a fermé Cappuccino dans un fil privé.",
    ]


async def test_moderators_without_the_right_are_told_of_private_tables_only_how_many_there_are(home: House):
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1])
    await started_in(home, thread)
    text = told(await home.mod.slash(home.channel, "config tables"))
    assert "Ana" not in text
    assert str(thread.id) not in text
    assert "Une table est dans un fil privé" in text
    page = (await home.mod.slash(home.channel, "table fermer")).response
    assert "Ana" not in read(page)
    assert "pas de partie en cours" in read(page)
    moderator = keeper(home, manage_threads=True, manage_guild=True)
    page = (await moderator.slash(home.channel, "config tables")).response
    assert "Ana" in read(page)
    assert "✖ 1" in buttons(page)
    assert "Ana" in told(await moderator.slash(home.channel, "table fermer"))


async def test_a_game_in_a_private_thread_and_the_next_one_are_for_its_members_alone(home: House):
    results = await home.results_channel()
    thread = await thread_of(home, ChannelType.PRIVATE_THREAD, home.people[0], home.people[1])
    table = await played_out(home, await started_in(home, thread))
    assert "🏆" in read(home.board(table)), "those in the thread learn it"
    await home.restart()
    await home.env.advance_time(400)
    assert home.written(results) == []
    assert home.written(home.channel) == []
    assert await home.app.store.behind() == []
    own = told(await home.people[0].slash(home.channel, "profil"))
    assert "1 partie" in own, "it counts all the same"
    # A member who manages threads must see the parent channel too.
    manager, elsewhere = keeper(home, manage_threads=True), home.guild.create_text_channel("ailleurs")
    home.forbid("view_channel", person=manager)
    page = (await manager.slash(elsewhere, "aide")).response
    assert OUT_OF_SIGHT in told(await forged(manager, page, Address("replay", table.id)))
    # The next game is opened in the thread only, and is private.
    assert f"<#{table.place}>" in await answer_to(home, home.people[0], Address("rematch", table.id))
    assert home.written(home.channel) == []
    await home.people[0].click(home.board(table), label="Revanche")
    following = await home.table_of(home.people[0], LOBBY)
    assert following.thread == thread.id
    await archive(home, thread)
    assert "Ana" not in await listed(home.people[5], home.channel)
