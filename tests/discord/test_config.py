"""``/config …``: what moderators decide: who, which games, how fast, in which language; and that limits hold."""

from typing import Any

import pytest

from bot.client.boards import PostedBoard, users_to_ping
from bot.client.seats import KEYS_PER_TABLE, LOOKED, SEEN
from bot.core.absence import DAY_SECONDS, leave, left_and_forgotten, wake, wake_at
from bot.core.facts import ASLEEP, CLOSED, LOBBY, OPEN, PLAYING
from bot.tables.servers import Server
from tests.kit.house import ENGLISH, LOCALES, House, buttons, leading, menus, plain, read, told
from tests.kit.players import daily_played, in_phase, open_hand, played_out, type_in
from tests.kit.seated import NOW, started


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
    await home.after(table, lambda table: table.with_player(0, missed=9).with_facts(paused=ASLEEP))
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
    await home.after(asleep, lambda table: table.with_facts(paused="asleep"))
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


# ---- settings, permissions, languages


def sent_commands(home: House) -> dict[str, dict[str, Any]]:
    """The commands as Discord got them, by their French names."""
    request = next(
        request for request in home.env.http_requests if request.method == "PUT" and request.path.endswith("/commands")
    )
    return {command["name"]: command for command in request.json}


async def test_everything_can_be_set_and_seen(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    await home.mod.slash(home.channel, "config langue", langue="en")
    await home.mod.slash(home.channel, "config rythme", rythme="steady")
    await home.mod.slash(home.channel, "config fils", fils="no")
    saved = await home.mod.slash(home.channel, "config limites", **{"par-salon": 7, "par-hote": 2})
    assert "✅ C’est enregistré." in told(saved)
    assert await home.app.servers.get(home.guild.id) == Server(
        channels=(home.channel.id, other.id), language="en", pace="steady", threads=False, tables=7, hosted=2
    )
    shown = await home.mod.slash(home.channel, "config voir")
    for line in (
        "anglais",
        "posé",
        "**Un fil par partie** : non",
        "7 au plus par salon, 2 par personne",
        f"<#{other.id}>",
    ):
        assert line in told(shown)
    assert "enregistré" not in told(shown)
    assert shown.response.ephemeral
    await home.restart()
    assert (await home.app.servers.get(home.guild.id)).tables == 7


async def test_channels_are_opened_and_closed_again(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(home.channel, "config salon", salon=other)
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    assert (await home.app.servers.get(home.guild.id)).channels == (other.id,)
    assert "n’est pas ouvert" in told(await home.people[0].slash(home.channel, "trio nouvelle"))
    assert "Rejoindre" in buttons((await home.people[0].slash(other, "trio nouvelle")).response)
    await home.mod.slash(home.channel, "config salon", salon=other, ouvert="no")
    assert "Aucun salon n’est ouvert aux jeux" in told(await home.mod.slash(home.channel, "config voir"))


async def test_a_thread_opens_the_channel_it_belongs_to(home: House):
    table = await home.start("pinocchio", 2)
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    await home.mod.slash(home.place(table), "config salon")
    assert (await home.app.servers.get(home.guild.id)).channels == (home.channel.id,)


async def test_permissions_are_checked_again(home: House):
    """A server may show the command to anybody (Integrations); that does not let them use it."""
    person, before = home.people[0], await home.app.servers.get(home.guild.id)
    assert "config voir" not in person.available_commands(home.channel)
    (config,) = [known for known in await home.bot.tree.fetch_commands() if known.name == "config"]
    home.guild.set_command_permissions(config, {person: True})
    given = {
        "langue": {"langue": "en"}, "rythme": {"rythme": "free"}, "fils": {"fils": "no"}, "limites": {"par-salon": 9},
    }  # fmt: skip
    for command in ("voir", "salon", *given, "tables", "effacer"):
        refused = await person.slash(home.channel, f"config {command}", **given.get(command, {}))
        assert "Il faut la permission **Gérer le serveur**" in told(refused), command
    assert await home.app.servers.get(home.guild.id) == before


async def test_missing_permissions_are_listed_for_each_channel(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    home.forbid("attach_files", "create_public_threads")
    await home.env.settle()
    lines = told(await home.mod.slash(other, "config voir")).split("\n")
    (here,) = [line for line in lines if f"<#{home.channel.id}>" in line]
    (there,) = [line for line in lines if f"<#{other.id}>" in line]
    assert "il me manque **Joindre des fichiers** et **Créer des fils publics**" in here
    assert "toutes les permissions" in there
    await home.mod.slash(other, "config fils", fils="no")
    lines = told(await home.mod.slash(other, "config voir")).split("\n")
    assert "Créer des fils" not in next(line for line in lines if f"<#{home.channel.id}>" in line)
    home.env.backend.delete_channel(home.channel.id)
    await home.env.settle()
    assert "je ne vois pas ce salon" in told(await home.mod.slash(other, "config voir"))


async def test_an_english_client_sees_english(home: House):
    ENGLISH.update({home.mod.id, home.people[1].id})
    assert "Settings of the server" in told(await home.mod.slash(home.channel, "config voir"))
    table = await home.start("trio", 3)
    assert "On attend" in read(home.board(table)), "the board speaks the server's language"
    french = read(await open_hand(home, table, table.seat_of(home.people[0].id)))
    english = read(await open_hand(home, table, table.seat_of(home.people[1].id)))
    words = home.app.words
    seat = table.seat_of(home.people[1].id)
    for lang, panel, whose in (("fr", french, 0), ("en", english, seat)):
        say = words.say("trio", lang, table.names)
        line = table.game.face.sight(table.view(whose, home.env.now().timestamp()), say).hand.split("\n")[0]
        assert plain(line) in panel


async def test_a_client_in_another_language_sees_english_unless_the_server_speaks_french(home: House):
    person = home.people[0]
    LOCALES[person.id] = "pt-BR"
    assert "What would you like to play?" in told(await person.slash(home.channel, "aide"))
    await home.mod.slash(home.channel, "config langue", langue="fr")
    assert "À quoi veux-tu jouer" in told(await person.slash(home.channel, "aide"))
    assert "À quoi veux-tu jouer" in told(await home.people[1].slash(home.channel, "aide"))
    await home.mod.slash(home.channel, "config langue", langue="host", salon=home.channel)
    assert "What would you like to play?" in told(await person.slash(home.channel, "aide"))


@pytest.mark.parametrize("locale", ["en-GB", "ja"])
async def test_names_of_commands_for_clients_that_are_not_french(home: House, locale: str):
    commands = sent_commands(home)
    assert int(commands["config"]["default_member_permissions"]) == 1 << 5, "hidden from others than Manage Server"
    assert "fr" not in commands["menteur"]["name_localizations"], "the default names are French"
    assert commands["menteur"]["name_localizations"][locale] == "liar"
    assert commands["regles"]["name_localizations"][locale] == "rules"
    assert commands["main"]["name_localizations"][locale] == "hand"
    subs = {sub["name"]: sub for sub in commands["pinocchio"]["options"]}
    assert subs["nouvelle"]["name_localizations"][locale] == "new"
    garment = next(option for option in subs["annoncer"]["options"] if option["name"] == "vetement")
    assert garment["name_localizations"][locale] != "vetement"
    described = [
        node
        for command in commands.values()
        for node in (command, *command.get("options", ()))
        if "description" in node
    ]
    assert all(locale in node["description_localizations"] for node in described)


# ---- tables that nobody plays at, and paces


async def test_a_free_table_left_alone_is_announced_and_closed_and_the_channel_is_free_again(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 1, "jours-sans-coup": 2})
    table = await home.start("pinocchio", 2, rythme="free")
    assert "déjà" in told(await home.people[3].slash(home.channel, "trio nouvelle"))
    await home.env.advance_time(0.75 * DAY_SECONDS)
    assert "se ferme" not in read(home.board(table))
    await home.env.advance_time(0.5 * DAY_SECONDS)
    assert (await home.now(table)).status == PLAYING
    assert "Sans nouveau coup, la table se ferme" in read(home.board(table))
    (waited,) = table.to_act
    assert f"<@{table.users[waited]}>" in read(home.board(table))
    await home.env.advance_time(1 * DAY_SECONDS)
    assert (await home.now(table)).status == CLOSED
    board = read(home.board(table))
    assert "Personne n’a joué depuis trop longtemps" in board
    assert f"avec la dernière place, pour **{table.names[waited]}**" in board
    left = [result.user for result in await home.app.store.results_at(table.id) if result.left]
    assert left == [table.users[waited]]
    assert "Rejoindre" in buttons((await home.people[3].slash(home.channel, "trio nouvelle")).response)


@pytest.mark.parametrize("erased", [True, False])
def test_an_announcement_calls_nobody_who_has_left(erased):
    table = started("pinocchio", 2).with_facts(paused=ASLEEP)
    (waited,) = table.to_act
    user = table.users[waited]
    warned = wake(table, wake_at(table), NOW)
    assert users_to_ping(warned, PostedBoard(), NOW) == (user,)
    gone = left_and_forgotten(warned, user) if erased else leave(warned, user)
    assert gone.warned
    assert users_to_ping(gone, PostedBoard(), NOW) == ()


async def test_another_number_of_days_holds_for_open_tables_too_and_after_a_restart(home: House):
    table = await home.start("pinocchio", 2, rythme="free")
    shown = read(home.board(table))
    told_settings = told(await home.mod.slash(home.channel, "config limites", **{"jours-sans-coup": 3}))
    assert "fermées après 3 jours" in told_settings
    assert read(home.board(table)) == shown, "nothing has happened there"
    await home.restart()
    await home.env.advance_time(2.25 * DAY_SECONDS)
    assert "se ferme" in read(home.board(table))
    await home.restart(down=5 * DAY_SECONDS)
    await home.env.settle()
    assert (await home.now(table)).status == PLAYING, "nobody could move while the bot was away"
    await home.env.advance_time(1.25 * DAY_SECONDS)
    assert (await home.now(table)).facts.closed == "abandoned"
    later = await home.start("trio", 3, rythme="free")
    assert later.facts.idle_days == 3


async def test_moderators_limit_the_paces(home: House):
    for pace in ("free", "steady", "flash"):
        await home.mod.slash(home.channel, "config rythmes", rythme=pace, autorise="no")
    assert "Rythmes possibles** : vif et tranquille" in told(await home.mod.slash(home.channel, "config voir"))
    refused = told(await home.people[0].slash(home.channel, "trio nouvelle", rythme="free"))
    assert "On ne joue pas à ce rythme ici. Rythmes possibles : vif et tranquille" in refused
    lobby = (await home.people[0].slash(home.channel, "trio nouvelle")).response
    page = await home.lobby_menu(home.people[0], lobby)
    assert ["quick", "relaxed"] in menus(page).values()
    await home.mod.slash(home.channel, "config rythmes", rythme="quick", autorise="no")
    last = told(await home.mod.slash(home.channel, "config rythmes", rythme="relaxed", autorise="no"))
    assert "au moins un rythme" in last
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(home.channel, "config salon", salon=other)
    await home.mod.slash(home.channel, "config rythmes", rythme="free", autorise="yes", salon=other)
    await home.people[1].slash(other, "trio nouvelle", rythme="free")
    table = await home.table_of(home.people[1], "lobby")
    assert table.facts.pace == "free"
    await home.mod.slash(home.channel, "config rythmes", rythme="server", autorise="no", salon=other)
    assert not (await home.app.servers.get(home.guild.id)).special, "like the server again"
    await home.people[2].slash(home.channel, "trio nouvelle")
    assert (await home.table_of(home.people[2], "lobby")).facts.pace == "relaxed", "the usual one is not allowed"


# ---- nuisances


async def test_limits_hold_for_commands_of_the_same_instant(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 3, "par-hote": 2})
    pest, other = home.people[:2]
    await home.at_once(*(pest.slash(home.channel, "trio nouvelle") for _ in range(5)))
    assert len(await home.app.tables.of(pest.id, OPEN)) == 2
    results = await home.at_once(*(person.slash(home.channel, "trio nouvelle") for person in home.people[1:5]))
    assert len(await home.app.tables.in_place(home.channel.id, OPEN)) == 3
    assert sum("3 tables" in told(result) for result in results) == 3
    assert len(await home.app.tables.of(other.id, OPEN)) <= 1


@pytest.mark.parametrize("why", ["banned", "silent"])
async def test_the_bot_speaks_in_nobodys_name_who_may_not(home: House, why: str):
    """Profile, ranking and the day’s result; a film is in ``test_replays``."""
    await played_out(home, await home.start("tripot", 3))
    _, panel = await daily_played(home)
    person = home.people[0]
    profile = (await person.slash(home.channel, "profil")).response
    ranking = (await person.slash(home.channel, "classement")).response
    assert profile is not None
    assert ranking is not None
    if why == "banned":
        await home.mod.slash(home.channel, "config bannir", personne=person)
    else:
        home.forbid("send_messages", "send_messages_in_threads", person=person)
    before = home.newest(home.channel.id).id
    words = "ne te laisse pas" if why == "banned" else "Tu ne peux pas écrire"
    assert words in told(await person.click(profile, label="Montrer à tous"))
    assert words in told(await person.click(ranking, label="Montrer à tous"))
    assert ("ne te permet pas" if why == "banned" else words) in told(await person.click(panel, label="Partager"))
    assert home.newest(home.channel.id).id == before
