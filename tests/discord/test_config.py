"""What moderators decide besides where and how fast: who, which games, what is told where, and that all of it goes."""

import pytest

from bot.client.seats import KEYS_PER_TABLE, LOOKED, SEEN
from bot.core.facts import ASLEEP, CLOSED, LOBBY, OPEN, PLAYING
from bot.tables.servers import Server
from tests.kit.house import House, buttons, leading, read, told
from tests.kit.players import in_phase, open_hand, played_out, type_in


async def test_only_some_roles_open_tables(home: House):
    role = home.guild.create_role("Joueurs")
    await home.mod.slash(home.channel, "config roles", role=role)
    refused = told(await home.people[0].slash(home.channel, "trio nouvelle"))
    assert "Seules certaines personnes" in refused
    assert f"<@&{role.id}>" in refused
    player = home.guild.add_member(home.env.create_user("Zoé"), roles=[role])
    lobby = (await player.slash(home.channel, "trio nouvelle")).response
    await home.people[0].click(lobby, label="Rejoindre")
    assert "Ana" in read(lobby)
    assert not (await home.mod.slash(home.channel, "trio nouvelle")).response.ephemeral
    await home.mod.slash(home.channel, "config roles", role=role, autorise="no")
    assert not (await home.people[0].slash(home.channel, "trio nouvelle")).response.ephemeral


async def test_who_is_banned_leaves_and_does_not_sit_down(home: House):
    journal = await home.journal()
    playing = await home.start("pinocchio", 3)
    lobby = await home.lobby("trio", 3)
    done = told(await home.mod.slash(home.channel, "config bannir", personne=home.people[1]))
    assert "2 tables" in done
    assert "Bo" not in read(lobby)
    assert (await home.now(playing)).facts.players[1].left
    assert "ne te permet pas" in told(await home.people[1].click(lobby, label="Rejoindre"))
    assert "ne te permet pas" in told(await home.people[1].slash(home.channel, "trio nouvelle"))
    assert "déjà plus" in told(await home.mod.slash(home.channel, "config bannir", personne=home.people[1]))
    assert "a banni" in home.written(journal)[-1]
    await home.mod.slash(home.channel, "config gracier", personne=home.people[1])
    assert "permet de nouveau" in home.written(journal)[-1]
    await home.people[1].click(lobby, label="Rejoindre")
    assert "Bo" in read(lobby)
    assert "rien n’a changé" in told(await home.mod.slash(home.channel, "config gracier", personne=home.people[1]))
    assert "quelqu’un d’autre" in told(await home.mod.slash(home.channel, "config bannir", personne=home.mod))
    assert (await home.app.servers.get(home.guild.id)).banned == ()


@pytest.mark.parametrize("way", ["back", "play", "type", "hand"])
async def test_who_is_banned_does_not_come_back_to_a_game(home: House, way: str):
    table = await in_phase(home, "trio", 4, {}, "reveal")
    (seat,) = table.to_act
    person, path = home.person(table, seat), table.game.path(next(iter(table.legal(seat))))
    await home.mod.slash(home.channel, "config bannir", personne=person)
    board = home.board(table)
    if way == "type":
        answer = told(await type_in(home, table, seat, path))
    else:
        label = {"back": "Je suis là", "hand": "Ma main"}.get(way)
        pressed = leading(board, "play")
        answer = told(await person.click(board, custom_id=buttons(board)[label] if label else pressed))
    assert ("ne te permet pas" in answer) == (way != "hand"), "their own cards they may still look at"
    after = await home.now(table)
    assert after.facts.players[seat].left
    assert after.revision == table.revision


async def test_who_is_banned_does_not_wake_a_table(home: House):
    table = await home.start("pinocchio", 2)
    await home.mod.slash(home.channel, "config bannir", personne=home.people[1])
    await home.after(table, lambda table: table.with_player(0, missed=9).pause(ASLEEP))
    assert "ne te permet pas" in told(await home.people[1].click(home.board(table), label="⋯"))
    assert (await home.now(table)).facts.paused == ASLEEP
    await home.people[0].click(home.board(table), label="⋯")
    assert (await home.now(table)).facts.paused is None


async def test_a_rematch_has_no_seat_for_who_is_banned(home: House):
    table = await home.start("trio", 4)
    await home.mod.slash(home.channel, "config bannir", personne=home.people[2])
    await home.after(table, lambda table: table.close("agreed"))
    await home.people[0].click(home.board(table), label="Revanche")
    lobby = home.board(table)
    assert all(name in read(lobby) for name in ("Ana", "Bo", "Dan"))
    assert "Chloé" not in read(lobby)
    assert str(home.people[2].id) not in read(lobby), "nor are they called"
    await home.people[0].click(lobby, label="Commencer")
    assert (await home.table_of(home.people[0])).users == tuple(home.people[seat].id for seat in (0, 1, 3))


async def test_who_is_banned_waits_for_no_seat(home: House):
    lobby = await home.lobby("cappuccino", 5)
    assert "**Liste d’attente** : Eve" in read(lobby)
    await home.mod.slash(home.channel, "config bannir", personne=home.people[4])
    await home.people[1].click(lobby, label="Quitter")
    assert "Eve" not in read(lobby)


async def test_games_are_chosen_for_the_server_and_for_a_channel(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="no")
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="yes", salon=other)
    refused = told(await home.people[0].slash(home.channel, "trio nouvelle"))
    assert "On ne joue pas à ce jeu ici" in refused
    assert "Pinocchio" in refused
    assert not (await home.people[0].slash(other, "trio nouvelle")).response.ephemeral
    shown = told(await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="yes"))
    assert "**Jeux** : tous" in shown
    assert (await home.app.servers.get(home.guild.id)).games is None


async def test_a_lobby_does_not_start_what_has_been_forbidden_since(home: House):
    role = home.guild.create_role("Joueurs")
    lobby = await home.lobby("trio", 3)
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="no")
    assert "On ne joue pas à ce jeu ici" in told(await home.people[0].click(lobby, label="Commencer"))
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="yes")
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    assert "n’est pas ouvert" in told(await home.people[0].click(lobby, label="Commencer"))
    assert not await home.app.store.of_user(home.people[0].id, (PLAYING,))
    assert not home.channel.threads, "and no thread is made for nothing"
    await home.mod.slash(home.channel, "config salon")
    await home.mod.slash(home.channel, "config roles", role=role)
    await home.people[0].click(lobby, label="Commencer")
    assert await home.app.store.of_user(home.people[0].id, (PLAYING,)), "who may open tables was asked before"


async def test_language_and_pace_of_one_channel_until_it_is_like_the_server_again(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    await home.mod.slash(home.channel, "config langue", langue="en", salon=other)
    shown = told(await home.mod.slash(home.channel, "config rythme", rythme="steady", salon=other))
    assert f"<#{other.id}> — anglais · posé" in shown
    there = (await home.people[0].slash(other, "trio nouvelle")).response
    here = (await home.people[1].slash(home.channel, "trio nouvelle")).response
    assert {"Join", "Start"} <= set(buttons(there))
    assert "Rejoindre" in buttons(here)
    paces = [table.facts.pace for table in await home.app.tables.in_guild(home.guild.id, OPEN)]
    assert paces == ["steady", "quick"]
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="no", salon=other)
    await home.mod.slash(home.channel, "config langue", langue="server", salon=other)
    server = await home.app.servers.get(home.guild.id)
    assert server.special[other.id].language is None
    assert server.special[other.id].pace == "steady"
    await home.mod.slash(home.channel, "config rythme", rythme="server", salon=other)
    shown = told(await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="server", salon=other))
    assert "Différent dans certains salons" not in shown
    assert (await home.app.servers.get(home.guild.id)).special == {}
    await home.mod.slash(home.channel, "config rythme", rythme="free")
    assert (await home.app.servers.get(home.guild.id)).pace_in(other.id) == "free", "it follows the server"


async def test_tables_of_the_server_are_listed_and_closed(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 25, "par-hote": 25})
    assert "Aucune table" in told(await home.mod.slash(home.channel, "config tables"))
    table = await home.start("pinocchio", 2)
    for _ in range(16):
        await home.people[2].slash(home.channel, "trio nouvelle")
    listed = await home.mod.slash(home.channel, "config tables")
    assert "17 tables ouvertes" in told(listed)
    assert f"<#{table.place}>" in told(listed)
    sure = await home.mod.click(listed.response, label="✖ 1")
    await home.mod.click(sure.response or listed.response, label="Fermer la table")
    assert (await home.now(table)).status == CLOSED
    listed = await home.mod.slash(home.channel, "config tables")
    turned = await home.mod.click(listed.response, label="Suivants")
    assert "✖ 16" in buttons(turned.response or listed.response)


async def test_everything_of_a_server_goes(home: House):
    table = await home.start("pinocchio", 2, rythme="steady")
    await open_hand(home, table, table.to_act[0])
    kinds = (SEEN, LOOKED)
    keys = [table.id * KEYS_PER_TABLE + seat for seat in range(KEYS_PER_TABLE)]
    assert [key for key in keys for kind in kinds if await home.app.store.get(kind, key)]
    await home.lobby("trio", 3)
    asked = await home.mod.slash(home.channel, "config effacer")
    assert "ne peut pas être annulé" in told(asked)
    assert (await home.now(table)).status == PLAYING
    await home.mod.click(asked.response, label="Tout effacer")
    assert await home.app.store.in_guild(home.guild.id, (*OPEN, "over", CLOSED)) == []
    assert await home.app.store.load(table.id) is None
    assert await home.app.servers.get(home.guild.id) == Server()
    assert "La modération a fermé la table" in read(home.board(table))
    refused = told(await home.people[0].slash(home.channel, "trio nouvelle"))
    assert "n’est pas ouvert aux jeux. Aucun ne l’est encore. Une personne" in refused
    assert "n’est pas encore ouvert aux jeux. Ouvre-le" in told(await home.mod.slash(home.channel, "trio nouvelle"))
    assert not [key for key in keys for kind in kinds if await home.app.store.get(kind, key)]


async def test_a_rematch_obeys_the_moderators(home: House):
    table = await home.start("pinocchio", 2)
    await home.after(table, lambda table: table.close("host"))
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    refused = told(await home.people[0].click(home.board(table), label="Revanche"))
    assert "n’est pas ouvert aux jeux" in refused
    await home.mod.slash(home.channel, "config salon")
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 1})
    await home.people[3].slash(home.channel, "trio nouvelle")
    assert "déjà une table ouverte" in told(await home.people[0].click(home.board(table), label="Revanche"))


async def test_tables_in_threads_count_for_their_channel_unless_they_sleep(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 1})
    table = await home.start("pinocchio", 2)
    assert table.thread is not None
    assert "déjà une table ouverte" in told(await home.people[3].slash(home.channel, "trio nouvelle"))
    assert "déjà une table ouverte" in told(await home.people[3].slash(home.place(table), "trio nouvelle"))
    table = await home.after(table, lambda table: table.close("host"))
    again = await home.people[0].click(home.board(table), label="Revanche")
    following = await home.app.tables.in_guild(home.guild.id, (LOBBY,))
    assert [(each.channel, each.thread) for each in following] == [(home.channel.id, table.thread)]
    assert again is not None
    assert "déjà une table ouverte" in told(await home.people[3].slash(home.channel, "trio nouvelle"))
    await home.after(following[0], lambda table: table.close("host"))
    asleep = await home.start("pinocchio", 2)
    await home.after(asleep, lambda table: table.pause("asleep"))
    assert not (await home.people[3].slash(home.channel, "trio nouvelle")).response.ephemeral


async def test_a_rematch_is_asked_for_where_the_game_was_played(home: House):
    elsewhere = home.guild.create_text_channel("annonces")
    table = await home.start("tripot", 2)
    message = (await home.people[0].slash(elsewhere, "main")).response
    await played_out(home, table)
    await home.env.settle()
    assert f"<#{table.place}>" in told(await home.people[0].click(message, label="Revanche"))
    assert home.public(elsewhere.id) == [], "moderators have not opened this channel"
    await home.people[0].slash(home.channel, "table revanche")
    assert (await home.table_of(home.people[0], LOBBY)).thread is None, "its lobby is in the channel"
