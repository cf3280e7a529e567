"""Playing alone: a whole game in one private message, of which nobody else ever hears; and hints."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.client.messages import LIFE
from bot.core.facts import ASLEEP, CLOSED, LOBBY, OPEN, OVER, PLAYING, UNSTORED, Log
from bot.core.game import Refusal
from bot.core.opponents import any_move
from bot.core.records import verify
from bot.pages.address import Address
from cogs.solo.commands import advise
from tests.kit.house import CATALOGUE, ENGLISH, House, buttons, forged, menus, read, told
from tests.kit.players import begin_alone, play_alone, played_out, press, quick_mind, secrets, until_mine
from tests.kit.publishing import Wire, at_first, calls
from tests.kit.words import plain, saying


@pytest.mark.parametrize("game", CATALOGUE.games)
async def test_a_whole_game_is_played_by_pressing_what_the_panel_offers(home: House, game: str):
    before, wire = len(home.public()), Wire(home)
    table, panel = await begin_alone(home, game)
    assert table.alone
    assert table.people == (home.people[0].id,)
    assert table.size == (table.game.usual or table.game.seats[0])
    # A long game ends without clicks.
    table = await played_out(home, await play_alone(home, table, panel, most=25))
    shown = read(panel)
    for seat in table.outcome.winners:
        assert any("🏆" in line and table.facts.players[seat].name in line for line in shown.split("\n"))
    assert list(buttons(panel)) == ["Rejouer", "Autre partie", "Revoir", "Preuve de la donne"]
    # It opens beside the end, which stays.
    viewer = (await home.people[0].click(panel, label="Revoir")).response
    assert viewer.ephemeral
    assert viewer.id != panel.id
    assert "Film" in buttons(viewer)
    assert "Rejouer" in buttons(panel)
    proof = (await home.people[0].click(panel, label="Preuve de la donne")).response
    assert proof.ephemeral
    assert proof.id != panel.id
    (file,) = proof.attachments
    assert verify(await file.read(), home.catalogue.games) is None
    # Nobody else has seen anything, and nothing was even tried.
    assert len(home.public()) == before
    assert wire() == []
    assert not home.channel.threads
    # And again.
    await home.people[0].click(panel, label="Rejouer")
    following = await home.table_of(home.people[0])
    assert following.id != table.id
    assert [each.name for each in following.facts.players] == [each.name for each in table.facts.players]
    assert following.log[0].move.first == (table.log[0].move.first + 1) % table.size
    assert following.series[0] == 1
    following = await play_alone(home, following, panel, most=2)
    assert following.revision > 1


async def test_more_opponents_can_be_asked_for(home: House):
    table, _ = await begin_alone(home, "trio", "expert", joueurs=6)
    assert table.size == 6
    assert {player.level for player in table.facts.players[1:]} == {"expert"}


async def test_choosing_takes_two_clicks(home: House):
    ENGLISH.add(home.people[1].id)
    person = home.people[0]
    page = (await person.slash(home.channel, "jouer")).response
    assert "[Trio]" in read(page)
    await person.click(page, label="Trio")
    assert {"Débutant", "Habitué", "Expert", "Règles", "Retour"} == set(buttons(page))
    rules = (await person.click(page, label="Règles")).response
    (menu,) = menus(rules)
    await person.select(rules, custom_id=menu, values=[menus(rules)[menu][1]])
    assert {"Débutant", "Retour"} <= set(buttons(page)), "the rules open below, and the game can still be chosen"
    await person.click(page, label="Habitué")
    table = await home.table_of(home.people[0])
    assert table.facts.players[1].level == "regular"
    assert "Trio" in read(page)
    assert {"Un conseil ?", "Actualiser"} & set(buttons(page))
    english = (await home.people[1].slash(home.channel, "jouer", jeu="pinocchio", niveau="novice")).response
    assert {"A hint?", "Refresh"} & set(buttons(english))


# ---- one at a time


async def test_a_second_game_is_begun_only_after_a_question(home: House):
    table, panel = await begin_alone(home, "trio")
    person = home.people[0]
    page = (await person.slash(home.channel, "jouer", jeu="tripot", niveau="expert")).response
    assert "Tu as déjà une partie en solo : **Trio**" in read(page)
    await person.click(page, label="Continuer")
    assert (await home.table_of(home.people[0])).id == table.id
    assert "Trio" in read(page)
    assert panel.id not in home.env.backend.messages[home.channel.id]
    again = (await person.slash(home.channel, "jouer", jeu="tripot")).response
    assert next(iter(buttons(again))) == "Continuer"
    await person.click(again, label="Expert")
    assert "Tu as déjà une partie en solo : **Trio**" in read(again)
    await person.click(again, label="Abandonner et recommencer")
    assert (await home.now(table)).status == CLOSED
    assert (await home.table_of(home.people[0])).game.key == "tripot"
    assert "Tripot" in read(again)
    assert "Tu as abandonné cette partie" in read(page)


@pytest.mark.parametrize(
    "given", [{}, {"jeu": "trio"}, {"jeu": "tripot"}, {"joueurs": 4}, {"jeu": "trio", "niveau": "expert"}]
)
async def test_a_running_game_is_one_press_away_however_the_command_is_typed(home: House, given: dict[str, object]):
    table, _ = await begin_alone(home, "trio")
    person = home.people[0]
    page = (await person.slash(home.channel, "jouer", **given)).response
    assert "**Trio**" in read(page)
    await person.click(page, label="Continuer")
    assert (await home.table_of(person)).id == table.id
    assert "Trio" in read(page)


async def test_two_clicks_at_once_begin_one_game(home: House):
    person = home.people[0]
    page = (await person.slash(home.channel, "jouer", jeu="trio")).response
    other = (await person.slash(home.channel, "jouer", jeu="trio")).response
    await home.at_once(person.click(page, label="Expert"), person.click(other, label="Expert"))
    assert len(await home.app.store.of_user(person.id, OPEN)) == 1


async def test_a_click_while_another_one_deals_does_not_end_that_game(home: House):
    person = home.people[0]
    page = (await person.slash(home.channel, "jouer", jeu="trio")).response
    other = (await person.slash(home.channel, "jouer", jeu="trio")).response

    emit, held = home.env.backend.emit, list[tuple[Any, ...]]()
    home.env.backend.emit = lambda *event: held.append(event)  # type: ignore[method-assign]
    with home._breathless():
        await person.click(other, label="Expert")
    home.env.backend.emit = emit  # type: ignore[method-assign]

    async def meanwhile(deal: Callable[[], Any]) -> Any:
        for event in held:
            emit(*event)
        # Time for the other click to go as far as it gets.
        for _ in range(20):
            await home.app.store.of_user(person.id, OPEN)
        return await deal()

    with calls(home.app.tables, "change", home, at_first(meanwhile)):
        await person.click(page, label="Expert")
    [row] = await home.app.store.of_user(person.id, (LOBBY, PLAYING, CLOSED))
    assert row.status == PLAYING


async def test_a_table_that_was_never_dealt_is_forgotten(home: House):
    table, _ = await begin_alone(home, "trio")
    with home.env._bot_scope():
        await home.app.tables.change(table.id, lambda table: table.close("host"))
        left = await home.app.tables.open(table.but(id=0, status=LOBBY, state=None, log=Log(), row=UNSTORED))
    again, _ = await begin_alone(home, "pinocchio")
    assert again.game.key == "pinocchio"
    assert (await home.now(left)).status == CLOSED


# ---- coming back


async def test_it_waits_while_nobody_looks_and_goes_on_after_a_restart(home: House):
    table, panel = await begin_alone(home, "pinocchio")
    rng = Random(4)
    table = await until_mine(home, table)
    while 0 in table.to_act:
        table = await until_mine(home, table)
        await press(home, table, 0, table.game.path(any_move(table.game, table.state, 0, rng)), panel)
        table = await home.now(table)
    assert table.status == PLAYING
    await home.look(table)
    await home.restart()
    await home.env.advance_time(120)
    table = await home.now(table)
    assert table.facts.paused == ASLEEP, "the opponents wait too: nobody would see what they reveal"
    revision = table.revision
    fresh = (await home.people[0].slash(home.channel, "main")).response
    assert fresh.ephemeral
    assert (await home.now(table)).facts.paused is None
    table = await until_mine(home, table)
    assert table.revision > revision
    assert table.status == PLAYING
    await play_alone(home, table, fresh, lambda t, s: any_move(t.game, t.state, s, rng), most=2)
    # The page of before the restart still works.
    table = await until_mine(home, table)
    await home.people[0].click(panel, label="Garde-robe")
    assert (await home.now(table)).facts.paused is None


async def test_nothing_is_revealed_in_a_panel_about_to_die(home: House):
    table, panel = await begin_alone(home, "trio")
    rng = Random(5)
    table = await until_mine(home, table)
    born = home.env.now().timestamp()
    # Ana thinks for a long time; then something is revealed while her panel is nearly dead.
    await home.env.advance_time(LIFE - 10)
    revealing = None
    for _ in range(60):
        seat, move = table.to_act[0], any_move(table.game, table.state, table.to_act[0], rng)
        table = table.after(seat, move, home.env.now().timestamp())
        if table.state.view(None).flash:
            revealing = table
            break
    assert revealing is not None
    await home.does(home.app.tables.change, revealing.id, lambda _now: revealing)
    assert home.env.now().timestamp() - born < LIFE
    assert "Regarde bien" not in read(panel)


# ---- leaving


async def test_one_can_give_up(home: House):
    table, panel = await begin_alone(home, "trio")
    person = home.people[0]
    menu = (await person.click(panel, label="⋯")).response
    kept = {"Règles", "Lire le plateau", "Faire taire les adversaires", "Abandonner la partie", "Retour"}
    assert set(buttons(menu)) == kept
    await person.click(menu, label="Abandonner la partie")
    assert "Abandonner ta partie contre" in read(menu)
    assert "<#0>" not in read(menu)
    await person.click(menu, label="Abandonner la partie")
    assert (await home.now(table)).status == CLOSED
    assert "Tu as abandonné cette partie" in read(panel)
    await person.click(panel, label="Rejouer")
    assert (await home.table_of(home.people[0])).id != table.id


@pytest.mark.parametrize("command", ["table quitter", "table abandonner"])
async def test_typed_commands_leave_it_too(home: House, command: str):
    table, _ = await begin_alone(home, "trio")
    person = home.people[0]
    page = (await person.slash(home.channel, command)).response
    assert "Abandonner ta partie" in read(page)
    await person.click(page, label="Abandonner la partie")
    assert (await home.now(table)).status == CLOSED


async def test_a_typed_move_is_made_there(home: House):
    table, panel = await begin_alone(home, "trio")
    table = await until_mine(home, table)
    result = await home.people[0].slash(home.channel, "trio devoiler", source="centre", carte="0")
    assert (await home.now(table)).revision > table.revision
    assert result.response.ephemeral
    assert "<#" not in told(result)
    assert panel.id not in home.env.backend.messages[home.channel.id]


# ---- others


async def test_nobody_else_can_touch_or_see_it(home: House):
    table, panel = await begin_alone(home, "trio")
    table = await until_mine(home, table)
    stranger, before = home.people[1], await home.now(table)
    pages = {each: (await each.slash(home.channel, "aide")).response for each in (stranger, home.mod)}
    for verb in ("hand", "play", "menu", "read", "close", "advice", "again", "rematch", "join", "proof", "back"):
        address = Address(verb, table.id, table.revision, ("reveal", "centre", "0") if verb == "play" else ())
        for person, page in pages.items():
            result = await forged(person, page, address)
            assert "version plus ancienne" in told(result), verb
    assert (await home.now(table)) == before
    listed = (await home.mod.slash(home.channel, "config tables")).response
    assert "Trio" not in read(listed)
    assert "Trio" not in read((await stranger.slash(home.channel, "table liste")).response)
    assert "Ana" not in read((await home.mod.slash(home.channel, "table fermer")).response)
    assert read(panel)


async def test_its_own_person_cannot_make_it_public(home: House):
    table, panel = await begin_alone(home, "trio")
    before = len(home.public())
    await home.after(table, lambda table: table.close("host"))
    for verb in ("rematch", "join", "start", "options", "cancel", "shuffle"):
        result = await forged(home.people[0], panel, Address(verb, table.id))
        assert "n’existe plus" in told(result) or "plus ancienne" in told(result), verb
    assert (await home.people[0].slash(home.channel, "table voir")).response.ephemeral
    assert len(home.public()) == before
    with home.env._bot_scope():
        home.app.boards.request(table.id)
        await home.app.boards.flush()
        await home.app.boards.catch_up()
    await home.env.settle()
    assert len(home.public()) == before


async def test_results_journal_and_limits_know_nothing_of_it(home: House):
    await home.mod.slash(home.channel, "config journal", salon=home.channel)
    await home.mod.slash(home.channel, "config resultats", salon=home.guild.create_text_channel("scores"))
    before = len(home.public())
    table, panel = await begin_alone(home, "tripot")
    await play_alone(home, table, panel)
    assert (await home.now(table)).status == OVER
    assert len(home.public()) == before
    await begin_alone(home, "trio")
    for _ in range(3):
        lobby = (await home.people[0].slash(home.channel, "trio nouvelle")).response
        assert not lobby.ephemeral, "one's own table counts for no limit"


async def test_it_works_where_the_channel_is_closed_to_games(home: House):
    quiet = home.guild.create_text_channel("silence")
    page = (await home.people[0].slash(quiet, "jouer", jeu="trio", niveau="novice")).response
    assert page.ephemeral
    assert (await home.table_of(home.people[0])).alone


async def test_it_outlives_the_server_it_was_begun_in(home: House):
    table, _ = await begin_alone(home, "trio")
    shared = await home.start("trio", 3)
    await home.does(home.bot.dispatch, "guild_remove", home.bot.get_guild(home.guild.id))
    assert (await home.now(shared)).status == CLOSED
    assert (await home.now(table)).status == PLAYING, "it is played anywhere"


async def test_moderators_decide_who_and_which_games(home: House):
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="no")
    result = await home.people[0].slash(home.channel, "jouer", jeu="trio", niveau="novice")
    assert "On ne joue pas à ce jeu ici" in told(result)
    page = (await home.people[0].slash(home.channel, "jouer")).response
    assert "Trio" not in read(page)
    assert "Pinocchio" in read(page)
    await home.mod.slash(home.channel, "config bannir", personne=home.people[0])
    result = await home.people[0].slash(home.channel, "jouer", jeu="tripot", niveau="novice")
    assert "ne te permet pas" in told(result)


# ---- wrong clicks


async def test_wrong_clicks_are_answered_kindly(home: House):
    table, panel = await begin_alone(home, "trio")
    table = await until_mine(home, table)
    person = home.people[0]
    stale = Address("play", table.id, 0, ("reveal", "centre", "0"))
    if table.asked[0] > 0:
        await forged(person, panel, stale)
        story = plain(table.game.face.sight(table.view(0, 0), saying("trio", "fr", table.names)).story)
        assert "a avancé entre-temps" in read(panel)
        assert read(panel).count(story) == 1, "the page has it already"
    await forged(person, panel, Address("play", table.id, table.revision, ("reveal", "centre", "99")))
    assert (await home.now(table)).revision == table.revision
    for path in (("nope",), ("trio", "grandmaster"), ("trio", "novice", "99"), ("trio", "99")):
        result = await forged(person, panel, Address("alone", path=path))
        assert result.acknowledged
    assert len(await home.app.store.of_user(person.id, OPEN)) == 1


# ---- in a direct message


async def test_it_works_in_a_direct_message(home: House):
    user = home.env.create_user("Solo")
    page = (await user.slash("jouer", jeu="pinocchio", niveau="novice")).response
    assert page is not None
    assert page.ephemeral
    (row,) = await home.app.store.of_user(user.id, (PLAYING,))
    assert row.guild == 0
    again = (await user.slash("main")).response
    assert "Pinocchio" in read(again)


# ---- hints


@pytest.mark.parametrize("game", ["trio", "cappuccino"])
async def test_a_hint_names_a_legal_move_and_why(home: House, game: str):
    table, panel = await begin_alone(home, game)
    for _ in range(4):
        table = await until_mine(home, table)
        if table.status != PLAYING or len(list(table.legal(0))) < 2:
            break
        await home.people[0].click(panel, custom_id=buttons(panel)["Un conseil ?"])
        shown = read(panel)
        assert "💡" in shown, shown
        line = next(line for line in shown.split("\n") if "💡" in line)
        assert len(line.split("—", 1)[1].strip()) > 10
        assert (await home.now(table)) == table, "a hint changes nothing"
        assert not secrets(home, table, 0) & set(shown.split("\n"))
        await press(home, table, 0, table.game.path(quick_mind()(table, 0)), panel)
        assert "💡" not in read(panel)


async def test_a_hint_stays_until_the_whole_move_is_made(home: House):
    table, panel = await begin_alone(home, "cappuccino")
    table = await until_mine(home, table)
    person = home.people[0]
    await person.click(panel, custom_id=buttons(panel)["Un conseil ?"])
    told_before = next(line for line in read(panel).split("\n") if "💡" in line)
    first = next(i for i in buttons(panel).values() if (found := Address.parse(i)) and found.verb == "play")
    await person.click(panel, custom_id=first)
    assert Address.parse(first).path[0] == "stack"
    assert (await home.now(table)).revision == table.revision, "this was only the first step"
    assert told_before in read(panel)
    await person.click(panel, custom_id=buttons(panel)["⋯"])
    await person.click(panel, label="Retour")
    assert told_before in read(panel)
    await press(home, table, 0, table.game.path(quick_mind()(table, 0)), panel)
    assert "💡" not in read(panel)


async def test_the_thinking_process_is_told_only_what_the_seat_was_shown(home: House):
    table, panel = await begin_alone(home, "trio")
    table = await until_mine(home, table)
    await home.people[0].click(panel, custom_id=buttons(panel)["Un conseil ?"])
    number, seat, request = home.app.decisions._thinker.asked[-1]
    assert (number, seat) == (table.id, 0)
    told_of = b"".join(request.views).decode("latin-1")
    deal = table.log[0].move
    for other in (1, 2):
        hand = json.dumps(list(deal.hands[other]))
        assert hand not in told_of
    assert len(request.views) == table.revision
    assert table.facts.nonce not in str(request)
    # Somebody else has no turn.
    with pytest.raises(Refusal, match="advice-turn"):
        await advise(home.app.decisions, table, 1, "fr")
    with pytest.raises(Refusal, match="advice-turn"):
        await advise(home.app.decisions, table.close("host"), 0, "fr")


async def test_a_hint_is_refused_wherever_others_play(home: House):
    table = await home.start("trio", 3)
    seat = table.to_act[0]
    person = home.person(table, seat)
    page = (await person.slash(home.place(table), "main")).response
    result = await forged(person, page, Address("advice", table.id, table.revision))
    assert "Les conseils ne se donnent qu’en solo" in told(result)
    assert not home.app.decisions._thinker.asked
    with pytest.raises(Refusal, match="advice-alone"):
        await advise(home.app.decisions, table, seat, "fr")
