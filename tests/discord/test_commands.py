"""``/table …``, ``/main``, ``/regles``, ``/aide``, and how a typed command finds its table."""

import discord
import pytest

from bot.core.facts import CLOSED, LOBBY, PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from cogs.tables.commands import inbox
from tests.kit.house import ENGLISH, House, buttons, leading, read, told
from tests.kit.players import A_FEW, finished, in_phase, move, open_hand, quick_mind


async def test_table_liste(home: House):
    assert "Tu n’es à aucune table" in told(await home.people[0].slash(home.channel, "table liste"))
    game = await home.start("pinocchio", 2)
    await home.people[0].slash(home.channel, "trio nouvelle")
    waited, idle = game.to_act[0], 1 - game.to_act[0]
    listed = await home.person(game, waited).slash(home.channel, "table liste")
    yours, *_ = told(listed).split("### ")[1:]
    assert yours.startswith("À toi de jouer")
    assert "Pinocchio" in yours
    assert f"/channels/{home.guild.id}/{game.place}" in yours
    assert "⏳ <t:" in yours
    assert "1 sur 6 à table" in told(await home.people[0].slash(home.channel, "table liste"))
    text = told(await home.person(game, idle).slash(home.channel, "table liste"))
    assert f"on attend **{game.names[waited]}**" in text
    assert "### Tes tables" in text, "they are no others where none waits for you"
    played = await home.person(game, waited).click(listed.response, label="Jouer la plus pressée")
    assert played.response is None or played.response.ephemeral
    ENGLISH.add(home.people[5].id)
    there = told(await home.people[5].slash(home.channel, "table liste"))
    assert "Waiting for people here" in there
    assert "Trio" in there
    assert "Pinocchio" not in there


async def test_the_list_is_of_all_servers_without_channels_one_cannot_see(home: House):
    other = home.env.create_guild(name="Ailleurs")
    channel = other.create_text_channel("jeux")
    mods = other.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    mod = other.add_member(home.env.create_user("Autre"), roles=[mods])
    await mod.slash(channel, "config salon")
    await mod.slash(channel, "trio nouvelle")
    listed = told(await mod.slash(channel, "table liste"))
    assert f"/channels/{other.id}/{channel.id}" in listed
    assert "Trio" not in told(await home.people[0].slash(home.channel, "table liste")), "lobbies are this server's only"
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = home.guild.create_text_channel("cachette", overwrites={home.people[5]: hidden})
    await home.mod.slash(secret, "config salon")
    await home.people[0].slash(secret, "trio nouvelle")
    assert "Trio" in told(await home.people[1].slash(home.channel, "table liste"))
    listed = told(await home.people[5].slash(home.channel, "table liste"))
    assert "Trio" not in listed
    assert str(secret.id) not in listed


async def test_the_list_leads_to_the_most_urgent_table_of_this_server(home: House):
    here = await home.start("pinocchio", 2, rythme="steady")
    seat = here.to_act[0]
    person = home.person(here, seat)
    elsewhere = here.but(id=0, guild=home.guild.id + 1).with_facts(deadline=home.app.now() + 60)
    say = home.app.words
    page = inbox(say, "fr", person.id, [elsewhere.but(id=99), here], (), guild=home.guild.id)
    assert [address.table for address in map(Address.parse, page.ids()) if address] == [here.id]
    assert not list(inbox(say, "fr", person.id, [elsewhere], (), guild=home.guild.id).ids())


async def test_table_quitter_in_a_game_asks_first(home: House):
    table = await home.start("pinocchio", 3)
    person = home.people[0]
    seat = table.seat_of(person.id)
    question = (await person.slash(home.place(table), "table quitter")).response
    assert "(**Pinocchio**" in read(question)
    assert not (await home.now(table)).facts.players[seat].left
    await person.click(question, label="Quitter la partie")
    table = await home.now(table)
    assert table.facts.players[seat].left
    assert table.facts.host == table.users[1], "the host's chair passes on"
    assert "**Ana**, qui a quitté la partie" in read(home.board(table))
    assert "Tu as déjà quitté" in told(await person.slash(home.place(table), "table quitter"))
    panel = await open_hand(home, table, seat)
    await person.click(panel, label="Je suis là")
    assert not (await home.now(table)).facts.players[seat].left


async def test_table_abandonner_needs_everybody(home: House):
    table = await home.start("pinocchio", 2)
    ana, bo = home.people[:2]
    panel = await open_hand(home, table, table.seat_of(bo.id))
    question = (await ana.slash(home.place(table), "table abandonner")).response
    assert "sans vainqueur" in read(question)
    await ana.click(question, label="Proposer d’arrêter")
    assert "Tu as déjà donné ton accord" in told(await ana.slash(home.place(table), "table abandonner"))
    assert "Arrêter aussi" not in buttons(await open_hand(home, table, table.seat_of(ana.id)))
    assert (await home.now(table)).status == PLAYING
    # Where the proposal is told there is an answer to it.
    assert "propose d’arrêter" in read(panel)
    question = (await bo.click(panel, label="Arrêter aussi")).response or panel
    assert "sans vainqueur" in read(question)
    assert "Proposer d’arrêter" not in buttons(question), "somebody has"
    await bo.click(question, label="Arrêter aussi")
    table = await home.now(table)
    assert (table.status, table.facts.closed) == (CLOSED, "agreed")
    assert "Tout le monde est d’accord" in read(home.board(table))
    assert "Revanche" in buttons(home.board(table))


async def test_the_menu_offers_the_same(home: House):
    table = await home.start("pinocchio", 2)
    board = home.board(table)
    host = set(buttons((await home.people[0].click(board, label="⋯")).response))
    guest = set(buttons((await home.people[1].click(board, label="⋯")).response))
    mod = set(buttons((await home.mod.click(board, label="⋯")).response))
    assert {"Quitter la partie", "Proposer d’arrêter", "Fermer la table"} <= host
    assert host - guest == {"Fermer la table"}
    assert "Fermer la table" in mod
    assert "Quitter la partie" not in mod


async def test_regles_with_its_sections_and_aide(home: House):
    for key, game in home.catalogue.games.items():
        result = await home.people[5].slash(home.channel, "regles", jeu=key)
        assert home.app.words.get(key, "fr", "name") in told(result)
        assert result.response.ephemeral
        page = (await home.people[5].slash(home.channel, "aide")).response
        await home.people[5].click(page, label=home.app.words.get(key, "fr", "name"))
        assert f"/{game.key} nouvelle" in read(page)
        await home.people[5].click(page, label="Retour")
        assert "À quoi veux-tu jouer" in read(page)
    ENGLISH.add(home.people[5].id)
    page = (await home.people[5].slash(home.channel, "aide")).response
    await home.people[5].click(page, label="Cappuccino")
    assert "/cappuccino new" in read(page)
    page = (await home.people[4].slash(home.channel, "regles", jeu="cappuccino")).response
    before = read(page)
    await home.people[4].select(page, ["end"])
    assert "La fin et les points" in read(page)
    assert read(page) != before
    await home.people[4].select(page, ["summary"])
    assert read(page) == before


async def test_a_table_is_opened_from_the_help(home: House):
    page = (await home.people[0].slash(home.channel, "aide")).response
    await home.people[0].click(page, label="Trio")
    await home.people[0].click(page, label="Ouvrir une table ici")
    assert {"Rejoindre", "Commencer"} <= set(buttons(home.newest(home.channel.id)))
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    assert table.game.key == "trio"


async def test_of_several_tables_one_is_chosen(home: House):
    await home.lobby("trio", 2)
    await home.lobby("pinocchio", 2)
    for command, question, last in (("quitter", "quitter", "Quitter"), ("fermer", "fermer", "Fermer la table")):
        page = (await home.people[0].slash(home.channel, f"table {command}")).response
        assert f"Quelle table veux-tu {question} ?" in read(page)
        await home.people[0].click(page, label="Pinocchio · Ana, Bo" if command == "quitter" else "Trio · Ana, Bo")
        await home.people[0].click(page, label=last)
        if command == "quitter":
            left = await home.app.tables.of(home.people[0].id, (LOBBY,))
            assert [table.game.key for table in left] == ["trio"]
            await home.lobby("pinocchio", 2)
    left = await home.app.tables.of(home.people[0].id, (LOBBY,))
    assert [table.game.key for table in left] == ["pinocchio"]


async def test_a_command_in_a_thread_means_the_table_of_that_thread(home: House):
    first, second = await home.start("pinocchio", 2), await home.start("pinocchio", 2)
    for table in (second, first):
        seat = table.to_act[0]
        person = home.person(table, seat)
        await person.slash(home.place(table), "pinocchio annoncer", vetement="bonnet", couleur="red")
        assert (await home.now(table)).revision == 2


async def test_a_game_one_does_not_play(home: House):
    await home.start("pinocchio", 2)
    result = await home.people[0].slash(home.channel, "trio devoiler", source="centre", carte="0")
    assert "pas de partie en cours" in told(result)
    assert await home.people[0].autocomplete(home.channel, "trio devoiler", "source", "") == []
    assert len(await home.app.store.of_user(home.people[0].id, (LOBBY, PLAYING))) == 1


@pytest.mark.parametrize(("game", "seats", "options", "phase"), A_FEW)
async def test_autocomplete_offers_only_what_is_legal_now(home: House, game, seats, options, phase):
    table = await in_phase(home, game, seats, options, phase)
    words, seat = home.app.words, table.to_act[0]
    legal = {table.game.path(move) for move in table.legal(seat)}
    for verb in table.game.verbs:
        if not verb.command or not verb.steps:
            continue
        name = f"{words.get(game, 'fr', 'command')} {words.get(game, 'fr', f'verb-{verb.key}')}"
        prefix, given = (verb.key,), {}
        for step in verb.steps:
            option = words.get(game, "fr", f"verb-{verb.key}.{step}")
            offered = await home.person(table, seat).autocomplete(home.place(table), name, option, "", **given)
            values = [choice["value"] for choice in offered]
            allowed = {path[len(prefix)] for path in legal if path[: len(prefix)] == prefix and len(path) > len(prefix)}
            assert set(values) <= allowed
            assert len(values) == min(25, len(allowed))
            if not values:
                break
            prefix, given[option] = (*prefix, values[0]), values[0]
        for other in range(table.size):
            if other not in table.to_act and not table.legal(other) and not table.ahead(other):
                option = words.get(game, "fr", f"verb-{verb.key}.{verb.steps[0]}")
                assert await home.person(table, other).autocomplete(home.place(table), name, option, "") == []


async def test_autocomplete_narrows_while_one_types_and_only_the_beginning_of_a_long_text_is_read(home: House):
    table = await home.reach(await home.start("ptipasspass", 3), "aim", quick_mind())
    person = home.person(table, table.to_act[0])
    offered = await person.autocomplete(home.place(table), "ptipasspass viser", "gobelet", "b2", jeton="blue")
    assert [choice["value"] for choice in offered] == ["B2"]
    assert await person.autocomplete(home.place(table), "ptipasspass viser", "gobelet", "zzz", jeton="blue") == []
    token = table.state.secrets.hands[table.to_act[0]][0]
    answer = told(await person.slash(home.place(table), "ptipasspass viser", jeton=token, gobelet="x" * 6_000))
    assert "X" * 100 in answer
    assert "X" * 101 not in answer
    assert await home.now(table) == table


async def test_joining_and_starting_can_be_typed(home: House):
    ana, bo, chloe = home.people[:3]
    assert "Aucune table n’attend de monde" in told(await bo.slash(home.channel, "table rejoindre"))
    assert "Aucune table n’attend de monde" in told(await bo.slash(home.channel, "table commencer"))
    lobby = (await ana.slash(home.channel, "trio nouvelle")).response
    joined = await bo.slash(home.channel, "table rejoindre")
    assert "Son hôte, **Ana**" in told(joined)
    assert "2. **Bo**" in read(lobby)
    assert "Tu es déjà à cette table" in told(await bo.slash(home.channel, "table rejoindre"))
    other = (await ana.slash(home.channel, "cappuccino nouvelle")).response
    asked = await chloe.slash(home.channel, "table rejoindre")
    assert "Quelle table veux-tu rejoindre" in told(asked)
    await chloe.click(asked.response, custom_id=leading(asked.response, "join"))
    assert "3. **Chloé**" in read(lobby)
    await home.cancel(ana, other)
    assert "Seul l’hôte, Ana" in told(await bo.slash(home.channel, "table commencer"))
    begun = await ana.slash(home.channel, "table commencer")
    table = await home.table_of(ana)
    assert f"<#{table.thread}>" in told(begun), "it has its thread"
    assert "On attend" in read(home.board(table))


async def test_a_rematch_can_be_typed(home: House):
    ana, bo = home.people[:2]
    assert "Tu n’as pas fini de partie dans ce salon" in told(await bo.slash(home.channel, "table revanche"))
    old = await finished(home, "pinocchio", 2)
    lobby = (await bo.slash(home.channel, "table revanche")).response
    table = await home.table_of(bo, "lobby")
    assert (table.facts.host, set(table.users)) == (bo.id, {ana.id, bo.id})
    assert "une revanche ?" in read(lobby)
    assert (await home.now(old)).facts.rematch == table.id
    assert "déjà ouverte" in told(await ana.slash(home.channel, "table revanche"))


async def until_asked(home: House, table: Table) -> Table:
    """The table when it waits for Ana; the other's move is made without a click."""
    table = await home.now(table)
    while table.to_act != (0,):
        table = await move(home, table)
    await home.env.advance_time(2)
    return table


async def test_a_typed_command_means_the_table_that_has_waited_longest(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 5})
    tables = [await until_asked(home, await home.start("cappuccino", 2)) for _ in range(2)]
    # Then the older table has asked her more recently.
    for meant in tables:
        before = [await until_asked(home, table) for table in tables]
        path = meant.game.path(quick_mind()(before[tables.index(meant)], 0))
        answer = await home.people[0].slash(home.channel, "cappuccino empiler", pile=path[1], cible=path[2])
        assert f"<#{meant.place}>" in told(answer)
        for table, old in zip(tables, before, strict=True):
            assert (await home.now(table)).revision - old.revision == (table is meant)
