"""Games that have ended, seen again on Discord: the viewer, and the list of one's games."""

import pytest

from bot.core.facts import PLAYING
from bot.pages.address import Address
from cogs.replays import commands as module
from cogs.replays import pages
from cogs.replays import replay as jobs
from cogs.replays.replay import Replay, TurningPoint, turning_points
from tests.kit.alone import play_on
from tests.kit.house import ENGLISH, House, buttons, forged, menus, read, told
from tests.kit.moments import CATALOGUE
from tests.kit.players import played_out
from tests.kit.replays import HeldProcesses, answer_to, finished, watch


@pytest.mark.parametrize(("game", "seats"), [("cappuccino", 2), ("trio", 3)])
async def test_a_game_can_be_seen_again_by_everybody(home: House, game, seats):
    table = await finished(home, game, seats)
    replay = Replay(table)
    # Somebody who never sat there, too.
    for person in (home.people[0], home.people[5]):
        page = await watch(home, table, person)
        assert "La donne · Tout à découvert" in read(page)
        await person.click(page, label="▶")
        assert f"Coup 1 sur {table.revision - 1}" in read(page)
        await person.click(page, label="⏭")
        assert f"Coup {table.revision - 1} sur {table.revision - 1}" in read(page)
        await person.click(page, label="◀")
        assert f"Coup {table.revision - 2} sur" in read(page)
        jump = next(custom_id for custom_id in menus(page) if custom_id.endswith("~k"))
        offered = menus(page)[jump]
        await person.select(page, [offered[0]], custom_id=jump)
        assert f"Coup {int(offered[0][1:]) - 1} sur" in read(page)
        assert int(offered[0][1:]) in replay.moments
        if replay.game.opened:
            (eyes,) = (custom_id for custom_id in menus(page) if custom_id.endswith("~e"))
            await person.select(page, ["s1"], custom_id=eyes)
            assert f"Comme {table.names[1]} l’a vu" in read(page)
        await person.click(page, label="⏮")
        assert "La donne" in read(page)


# ---- who may look


async def test_there_is_no_viewer_while_a_game_is_played(home: House):
    table = await home.start("pinocchio", 3)
    assert not [i for i in buttons(home.board(table)).values() if i.startswith(("replay:", "film:"))]
    for person in (home.people[0], home.people[5]):
        for verb in ("replay", "film"):
            for path in ((), ("x",), ("s1",), ("o", "p2")):
                answer = await answer_to(home, person, Address(verb, table.id, 1, path))
                assert "n’est pas finie" in answer
                assert "à découvert" not in answer
    lobby = await home.lobby("trio", 2)
    number = (await home.app.store.of_user(home.people[0].id, ("lobby",)))[0].id
    assert lobby
    assert "n’est pas finie" in await answer_to(home, home.people[0], Address("replay", number))
    assert (await home.now(table)).status == PLAYING


async def test_addresses_that_were_made_up_and_games_played_alone_lead_nowhere(home: House):
    table = await finished(home)
    person = home.people[0]
    for path in (("s7",), ("s3",), ("q",), ("opened",)):
        assert "version plus ancienne" in await answer_to(home, person, Address("replay", table.id, 1, path))
    assert f"Coup {table.revision - 1} sur" in await answer_to(home, person, Address("replay", table.id, 10**9, ("o",)))
    assert "n’existe plus" in await answer_to(home, person, Address("replay", 10**12))
    assert "n’ai plus cette partie" in await answer_to(home, person, Address("review", path=("f" * 12, "x")))
    assert "n’ai plus cette partie" in await answer_to(home, person, Address("reel", path=()))
    assert "version plus ancienne" in await answer_to(home, person, Address("watch", path=("7",)))
    await home.after(table, lambda table: table.with_facts(alone=True))
    assert "version plus ancienne" in await answer_to(home, home.people[5], Address("replay", table.id))
    assert "Tout à découvert" in await answer_to(home, home.people[0], Address("replay", table.id))


async def test_other_servers_games_are_seen_by_those_who_played_them(home: House):
    table = await finished(home)
    other = home.env.create_guild(name="Ailleurs")
    there = other.create_text_channel("jeux")
    stranger = other.add_member(home.env.create_user("Inconnue"))
    traveller = other.add_member(home.people[1].user if hasattr(home.people[1], "user") else home.people[1])
    listed = (await traveller.slash(there, "parties")).response
    (menu,) = menus(listed)
    result = await traveller.select(listed, [f"t{table.id}"], custom_id=menu)
    assert "Tout à découvert" in read(listed) + told(result)
    mine = (await stranger.slash(there, "aide")).response
    assert "version plus ancienne" in told(await forged(stranger, mine, Address("replay", table.id)))


async def test_own_decisions_are_judged_from_what_was_known_then(home: House):
    table = await finished(home, "pinocchio", 3)
    replay, person = Replay(table), home.people[0]
    seat = table.seat_of(person.id)
    own = [place for place in range(2, replay.length + 1) if (turn := replay.decision(place)) and turn.seat == seat]
    judged = next(place for place in own if replay.view(place - 1, None).phase == "judge")
    page = await watch(home, table, person)
    at = Address("replay", table.id, judged, (f"s{seat}", "on"))
    await forged(person, page, at)
    await person.click(page, custom_id=buttons(page)["Que savais-tu ?"])
    assert "D’après ce que tu pouvais savoir" in read(page)
    number, asked_seat, request = home.app.decisions._thinker.asked[-1]
    assert (number, asked_seat, len(request.views)) == (table.id, seat, judged - 1)
    # Not through other eyes, not at others' moves, and for nobody else.
    other = next(place for place in range(2, replay.length) if place not in own)
    for who, revision, eyes in (
        (person, judged, "x"),
        (person, other, f"s{seat}"),
        (home.people[1], judged, f"s{seat}"),
    ):
        page = await watch(home, table, who)
        await forged(who, page, Address("replay", table.id, revision, (eyes, "judge")))
        assert "🔎" not in read(page)
        assert "Que savais-tu" not in read(page)
    assert home.app.decisions._thinker.asked[-1][2] == request


async def test_turning_points_are_marked_and_one_jumps_from_one_to_the_next(home: House):
    table, finder = await finished(home, "pinocchio", 3), HeldProcesses()
    home.cog("ReplaysCog")._turns._processes = finder
    page = await watch(home, table, home.people[5])
    assert "⚡" not in read(page)
    seen = []
    await home.people[5].click(page, label="Tournant")
    finder.let[0].set_result(turning_points(CATALOGUE, None, *finder.asked[0]))
    await home.env.advance_time(2)
    for number in (1, 2):
        assert f"⚡ {number}/" in read(page)
        assert "pouvait savoir qu’un autre choix réussissait" in read(page)
        seen.append(next(line for line in read(page).split("\n") if "Coup" in line and "⚡" in line))
        await home.people[5].click(page, label="Tournant")
    assert len({*seen}) == 2


async def test_turning_points_are_searched_once_for_all_and_again_after_a_failure(home: House, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_JOBS", 1)
    table, other = await finished(home), await finished(home)
    finder = home.cog("ReplaysCog")._turns._processes = HeldProcesses()
    people = [home.people[0], home.people[5]]
    pages = [await watch(home, table, person) for person in people]
    answers = [await person.click(page, label="Tournant") for person, page in zip(people, pages, strict=True)]
    busy = await people[0].click(await watch(home, other, people[0]), label="Tournant")
    assert "très demandée" in told(busy)
    assert len(finder.let) == 1
    finder.let[0].set_exception(TimeoutError())
    await home.env.advance_time(2)
    assert all("Aucun jugement" in told(answer) for answer in answers)
    await people[0].click(pages[0], label="Tournant")
    finder.let[1].set_result([TurningPoint(9, 0, 0.5)])
    await home.env.advance_time(2)
    assert "⚡ 1/1" in read(pages[0])
    await people[1].click(pages[1], label="Tournant")
    assert "⚡ 1/1" in read(pages[1])
    assert len(finder.let) == 2


async def test_a_game_goes_on_from_any_moment_and_counts_for_nothing(home: House):
    old = await finished(home, "pinocchio", 3)
    person = home.people[0]
    listed = told(await person.slash(home.channel, "parties"))
    page = await watch(home, old, person)
    await forged(person, page, Address("replay", old.id, 30, ("s0", "on")))
    result = await person.click(page, label="Rejouer d’ici")
    (table,) = [each for each in await home.app.tables.of(person.id, (PLAYING,)) if each.facts.feature == "replays"]
    assert [turn.move for turn in table.log] == [turn.move for turn in old.log[:30]]
    assert table.alone
    assert not table.facts.counts
    assert table.seat_of(person.id) == 0
    panel = result.response or page
    assert "ne compte pour rien" in read(panel)
    assert read(panel).startswith("### Ne compte pas · Pinocchio · ")
    assert "Partie d’origine" in buttons(panel)
    table = await play_on(home, table, panel)
    assert table.outcome
    assert "elle ne compte pour rien" in read(panel)
    assert {each.table for each in await home.app.store.results_of(person.id, None, 10)} == {old.id}
    assert await home.app.store.played_alone(person.id) == []
    assert told(await person.slash(home.channel, "parties")) == listed


async def test_a_player_may_choose_differently_from_their_own_decision_on(home: House):
    old, person = await finished(home, "pinocchio", 3), home.people[0]
    decided = next(number for number, turn in enumerate(old.log) if number > 5 and turn.seat == 0)
    page = await watch(home, old, person)
    await forged(person, page, Address("replay", old.id, decided + 1, ("s0", "on")))
    assert "Rejouer d’ici" not in buttons(page)
    await person.click(page, label="Choisir autrement")
    (table,) = [each for each in await home.app.tables.of(person.id, (PLAYING,)) if each.facts.feature == "replays"]
    assert [turn.move for turn in table.log] == [turn.move for turn in old.log[:decided]]
    assert 0 in table.to_act


async def test_no_game_goes_on_whose_deal_is_still_sealed_or_that_one_may_not_see(home: House):
    old = await finished(home, "pinocchio", 3)
    address = Address("onward", old.id, 30, ("x",))
    await home.after(old, lambda table: table.with_facts(alone=True))
    assert "version plus ancienne" in await answer_to(home, home.people[5], address)
    sealed = home.env.now().timestamp() + 3600
    await home.after(old, lambda table: table.with_facts(sealed_until=sealed))
    assert "reprends" not in await answer_to(home, home.people[0], address)
    assert not await home.app.tables.of(home.people[0].id, (PLAYING,))
    await home.after(old, lambda table: table.with_facts(sealed_until=0.0))
    assert "À partir du coup 29, tu es" in await answer_to(home, home.people[0], address)


async def test_whoever_is_forgotten_is_somebody_in_open_viewers_too(home: House):
    table = await finished(home)
    gone = table.users[1]
    page = await watch(home, table, home.people[0])
    assert table.names[1] in read(page)
    person = next(person for person in home.people if person.id == gone)
    await person.slash(home.channel, "verifier", fichier=("p", table.record().encode()))
    assert b"tablee/1" in await home.cog("PrivacyCog").privacy.export(gone)
    await home.does(home.cog("PrivacyCog").erase, gone)
    await home.people[0].click(page, label="▶")
    assert table.names[1] not in read(page)
    assert "quelqu’un" in read(page)
    assert await home.app.store.get(module.KIND, gone) is None
    assert "encore fini aucune" in told(await person.slash(home.channel, "parties"))
    listed = told(await home.people[0].slash(home.channel, "parties"))
    assert "quelqu’un" in listed
    assert table.names[1] not in listed


# ---- /parties


async def test_the_list_has_ones_games_newest_first_and_pages(home: House, monkeypatch):
    monkeypatch.setattr(pages, "EACH", 3)
    tables = [await finished(home, "cappuccino", 2) for _ in range(4)]
    await finished(home, "pinocchio", 3)
    person = home.people[0]
    page = (await person.slash(home.channel, "parties")).response
    text = read(page)
    assert text.index("Pinocchio") < text.index("Cappuccino")
    assert "Bo" in text
    assert "Chloé" in text
    (menu,) = menus(page)
    assert menus(page)[menu][1:] == [f"t{table.id}" for table in reversed(tables[2:])]
    assert "Les plus récentes" not in buttons(page)
    await person.click(page, label="Plus anciennes")
    (menu,) = menus(page)
    assert menus(page)[menu] == [f"t{table.id}" for table in reversed(tables[:2])]
    assert "Plus anciennes" not in buttons(page)
    await person.click(page, label="Les plus récentes")
    assert "Pinocchio" in read(page)
    assert "encore fini aucune" in told(await home.people[4].slash(home.channel, "parties"))


async def test_the_list_in_english_counts_opponents(home: House):
    person = home.people[0]
    ENGLISH.add(person.id)
    assert "You have not finished" in told(await person.slash(home.channel, "parties"))
    page = (await person.slash(home.channel, "jouer", jeu="tripot", niveau="novice")).response
    await played_out(home, await home.table_of(person))
    listed = told(await person.slash(home.channel, "parties"))
    assert "Your games" in listed
    assert "2 novice opponents" in listed
    assert "-#" not in listed
    assert page
