"""``/defi``: one deal a day for everybody, one try that counts, and a row of signs that gives nothing away."""

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from bot.core.facts import CLOSED, OVER, PLAYING
from bot.core.game import CHANCE
from bot.core.records import seal
from bot.core.table import Table
from bot.pages.address import Address
from bot.pictures.cache import alt
from bot.tables.opponents import answer_of, answered, new_request, shown
from cogs.daily.deal import FIRST_DAY, counts, end_of, of_table, signs
from cogs.daily.service import DEAL, EXPERT, TRIED, TRIED_KEY, Reached, kind
from tests.kit.house import CATALOGUE, ENGLISH, House, buttons, forged, house, menus, read, told, widgets
from tests.kit.players import begin_daily, daily_played, look_at_daily, play_alone, played_out, until_mine

MISSED_DAY = 3


async def to_midnight(home: House) -> None:
    """Let time pass until a new day has begun."""
    now = home.env.now().timestamp()
    await home.env.advance_time(end_of(home.daily.dailies.today()) - now + 60.0)


def strong_mind(table: Table, seat: int) -> Any:
    """A move of an expert."""
    asked = new_request(table, seat, "expert", shown(table, seat))
    answer = answered(CATALOGUE.games, CATALOGUE.words, asked)
    return answer_of(table.game, answer, table.legal(seat))[0]


async def test_it_is_played_once_and_everybody_has_the_same(home: House):
    ENGLISH.add(home.people[1].id)
    page, number = await look_at_daily(home), home.daily.dailies.today() - FIRST_DAY + 1
    assert read(page).startswith(f"### Défi nº {number} · ")
    assert "Un seul essai compte" in read(page)
    deal = await home.daily.dailies.require(home.daily.dailies.today())
    assert deal.seal not in read(page)
    await home.people[0].click(page, label="Preuve")
    assert deal.seal in read(page)
    await home.people[0].click(page, label="Retour")
    await home.people[0].click(page, label="Jouer")
    first = await home.table_of(home.people[0])
    assert counts(first)
    assert first.seal == deal.seal
    assert {player.level for player in first.facts.players[1:]} == {"regular"}
    assert "Un conseil ?" not in buttons(page)
    before = len(home.public())
    title = f"### Défi nº {number} · {home.app.words.get(first.game.key, 'fr', 'name')}"
    assert read(page).startswith(title)
    first = await play_alone(home, first, page)
    assert first.status == OVER
    assert read(page).startswith(title)
    assert "Personne d’autre n’a encore fini ce défi." in read(page)
    assert "Premier jour" in read(page)
    assert list(buttons(page)) == ["Partager", "Le défi du jour"]
    assert len(home.public()) == before
    # Somebody else, in another language and slower: equal moves, equal answers.
    other: Any = (await home.people[1].slash(home.channel, "defi")).response
    assert read(other).startswith(f"### Daily deal #{number} · ")
    assert "Only one try counts" in read(other)
    await home.people[1].click(other, label="Play")
    second = await home.table_of(home.people[1])
    await home.env.advance_time(100)
    second = await play_alone(home, second, other)
    assert [(turn.seat, turn.move) for turn in second.log] == [(turn.seat, turn.move) for turn in first.log]
    assert "Better than 0% of the others today (one person)." in read(other).replace("**", "")
    assert list(buttons(other)) == ["Share", "The daily deal"]
    result = (await home.app.store.results_at(first.id))[0]
    assert not result.rated
    assert result.guild == 0


async def test_it_shows_the_first_view_of_the_deal(tmp_path: Path):
    async with house(tmp_path, pictures=True) as home:
        page = await look_at_daily(home)
        [gallery] = [each for each in widgets(page) if each["type"] == 12]
        await home.people[0].click(page, label="Jouer")
        table = await home.table_of(home.people[0])
        first = table.game.start(table.size, table.facts.options).play(CHANCE, table.log[0].move).view(0)
        sight = table.game.face.sight(first, home.app.words.say(table.game.key, "fr", table.names))
        assert gallery["items"][0]["description"] == alt(f"{sight.scene}\n{sight.hand}")


async def test_the_second_time_is_practice(home: House):
    table, panel = await daily_played(home)
    standing = await home.daily.dailies.story(home.people[0].id, home.daily.dailies.today())
    await home.people[0].click(panel, label="Le défi du jour")
    assert {"S’entraîner", "Partager", "Règles"} <= set(buttons(panel))
    await home.people[0].click(panel, label="S’entraîner")
    again = await home.table_of(home.people[0])
    assert again.id != table.id
    assert not counts(again)
    assert again.seal == table.seal
    again = await played_out(home, again)
    assert "Partager" not in buttons(panel)
    assert "jour de suite" not in read(panel)
    assert await home.daily.dailies.story(home.people[0].id, home.daily.dailies.today()) == standing


async def test_giving_up_is_a_try_too_and_hints_are_for_practice(home: House):
    table, _ = await begin_daily(home)
    table = await until_mine(home, table)
    page = await look_at_daily(home)
    await home.people[0].click(page, label="Continuer")
    assert "Un conseil ?" not in buttons(page)
    assert "sans conseil" in told(await forged(home.people[0], page, Address("advice", table.id, table.asked[0])))
    page = (await home.people[0].slash(home.channel, "table abandonner")).response
    assert "C’est ton seul essai du jour" in read(page)
    await home.people[0].click(page, label="Abandonner la partie")
    page = await look_at_daily(home)
    assert "s’est arrêté sans résultat" in read(page)
    assert "Partager" not in buttons(page)
    # The deal stays closed while others play it.
    for verb in ("proof", "replay", "film"):
        result = await forged(home.people[0], await look_at_daily(home), Address(verb, table.id))
        assert "à partir de demain" in told(result), verb
        assert table.facts.nonce not in told(result)
    again, page = await begin_daily(home, label="S’entraîner")
    await until_mine(home, again)
    assert "Un conseil ?" in buttons(page)
    assert "seul essai" not in told(await home.people[0].slash(home.channel, "table abandonner"))
    assert not counts(again)
    await to_midnight(home)
    page = await look_at_daily(home)
    assert "à partir de demain" not in told(await forged(home.people[0], page, Address("proof", table.id)))


async def test_sharing_gives_nothing_away(home: House):
    table, panel = await daily_played(home)
    await home.people[0].click(panel, label="Partager")
    shared = home.newest(home.channel.id)
    words = read(shared)
    say = home.app.words.say(table.game.key, "fr")
    assert "Ana" in words
    title, signs, score, _ = [line for line in words.split("\n") if line]
    assert say("name") in title
    assert re.fullmatch(r"[🟪🟦]{5,}", signs)
    assert re.fullmatch(rf"[⬜🟨🟧🏆]{{2}} · expert [\d,]+ · moi {table.outcome.scores[0]}( 🎉)? · 🔥 1", score)
    assert table.facts.nonce not in str(list(shared.components))
    # The same to copy, in one's own language.
    ENGLISH.add(home.people[0].id)
    page = await look_at_daily(home)
    await home.people[0].click(page, label="Copy")
    day = home.daily.dailies.today()
    assert read(page).startswith(f"```\nTablée, daily deal #{day - FIRST_DAY + 1} · {say('name')}\n{signs}\n")
    ENGLISH.clear()
    # Once in a channel; elsewhere again.
    count = len(home.public())
    assert "connaît déjà" in told(await home.people[0].click(panel, label="Partager"))
    assert len(home.public()) == count
    # Every player who sees it plays their own table, in private.
    page: Any = (await home.people[1].click(shared, label="Le défi du jour")).response
    assert page.ephemeral
    assert "Jouer" in buttons(page)
    assert read(home.newest(home.channel.id)) == words


async def test_nobody_gets_at_another_day_by_an_address(home: House):
    """Days in addresses are only compared: no sealed deal is seen before its day, no old one counts again."""
    yesterday, _ = await daily_played(home)
    await to_midnight(home)
    day, person = home.daily.dailies.today(), home.people[1]
    tomorrow = await home.daily.dailies.require(day + 1)
    page, count = await look_at_daily(home, 1), len(home.public())
    seen: list[str] = []
    days = (day - 1, day + 1, day + 2, 0, -1, 10**6, 9_999_999, 10**12, "٣", "1e3", "x")
    for verb in ("accept", "share", "opened", "play", "ranked", "nothing"):
        for each in days:
            result = await forged(person, page, Address("daily", path=(verb, str(each))))
            assert result.acknowledged, (verb, each)
            seen.append(told(result) + read(page))
            page = await look_at_daily(home, 1)
    await forged(person, page, Address("daily", path=("share", str(day))))
    assert not await home.app.store.of_user(person.id, (PLAYING, OVER, CLOSED))
    assert [await home.daily.dailies.claim(person.id, each) for each in (day - 1, day, day + 1)] == [None] * 3
    assert len(home.public()) == count
    whole = "\n".join(seen)
    assert tomorrow.nonce not in whole
    assert json.dumps(tomorrow.deal, separators=(",", ":")) not in whole
    # Absurd days are not drawn.
    assert [await home.app.store.get(DEAL, each) for each in (day + 2, 10**6, 9_999_999)] == [None] * 3
    assert await home.daily.dailies.deal(day + 2) is None
    # A player who has finished yesterday's cannot play it again today, by any way.
    for address in (Address("again", yesterday.id), Address("rematch", yesterday.id), Address("start", yesterday.id)):
        await forged(home.people[0], await look_at_daily(home), address)
    for row in await home.app.store.of_user(home.people[0].id, (PLAYING,)):
        table = await home.app.tables.get(row.id)
        assert of_table(table) is None
        assert table.seal != yesterday.seal
    assert await home.daily.dailies.claim(home.people[0].id, day) is None


async def test_others_tables_of_the_day_stay_theirs(home: House):
    table, _ = await begin_daily(home)
    page = await look_at_daily(home, 1)
    for verb in ("hand", "menu", "replay", "film", "proof", "again", "advice", "read", "close"):
        words = told(await forged(home.people[1], page, Address(verb, table.id)))
        page = await look_at_daily(home, 1)
        assert table.facts.nonce not in words
        assert "```" not in words, verb
    assert (await home.now(table)).status == PLAYING
    assert home.people[1].id not in (await home.now(table)).users


async def test_how_far_an_expert_comes_is_told_after_ones_own_try(home: House):
    day, nonce = home.daily.dailies.today(), "07" * 16
    deal = await home.daily.dailies.require(day)
    # Everything that opponents decide follows from the nonce: this game is won.
    deal = msgspec.structs.replace(deal, nonce=nonce, seal=seal(nonce, deal.deal))
    await home.app.store.put(DEAL, day, msgspec.json.encode(deal))
    kept = Reached(seal=deal.seal, games=4, score=-5)
    await home.app.store.put(EXPERT, day, msgspec.json.encode(kept))
    page = await look_at_daily(home)
    assert "expert" not in read(page)
    await home.people[0].click(page, label="Jouer")
    table = await home.table_of(home.people[0])
    assert "expert" not in read(page)
    assert "expert" not in read(await look_at_daily(home))
    table = await play_alone(home, table, page, strong_mind)
    for after in (page, await look_at_daily(home)):
        assert "Tu bats l’expert !" in read(after)
        assert f"Expert -1,2 en moyenne · toi {table.outcome.scores[0]}" in read(after).replace("**", "")
    ENGLISH.add(home.people[1].id)
    assert "expert" not in read(await look_at_daily(home, 1))
    given_up, _ = await begin_daily(home, 1, label="Play")
    await home.after(given_up, lambda table: table.close("host"))
    words = read(await look_at_daily(home, 1))
    assert "With this deal an expert scores -1.2 on average." in words
    assert "without a result" in words


async def test_an_expert_who_takes_longer_is_told_in_the_message_of_the_end(home: House):
    expert, play = home.daily.expert, home.daily.expert.play
    expert.play = lambda *_: None  # type: ignore[method-assign]
    _, page = await daily_played(home)
    assert "en moyenne" not in read(page)
    deal = await home.daily.dailies.require(home.daily.dailies.today())
    await home.does(play, home.daily.dailies.today(), deal)
    await home.env.advance_time(2)
    assert "en moyenne" in read(page)


async def test_a_deal_is_seen_again_when_nobody_plays_it_any_more(home: House):
    _, panel = await daily_played(home)
    assert "Revoir" not in buttons(panel)
    await to_midnight(home)
    listed: Any = (await home.people[0].slash(home.channel, "parties")).response
    [(menu, [only])] = menus(listed).items()
    viewer: Any = (await home.people[0].select(listed, custom_id=menu, values=[only])).response
    assert "Film" in buttons(viewer)


async def test_the_next_day_has_another_deal_and_opens_the_last(home: House):
    table, _ = await daily_played(home)
    page = await look_at_daily(home)
    assert "La donne d’hier" not in buttons(page)
    assert table.seal
    await home.people[0].click(page, label="Preuve")
    promised = re.search(r"Sceau de demain : `([0-9a-f]{64})`", read(page))
    assert promised
    await to_midnight(home)
    page = await look_at_daily(home)
    assert "2ᵉ jour de suite, si tu finis ce défi." in read(page)
    await home.people[0].click(page, label="Preuve")
    assert f"Sceau d’aujourd’hui : `{promised[1]}`" in read(page)
    assert table.seal not in read(page)
    await home.people[0].click(page, label="La donne d’hier")
    words = read(page)
    assert table.seal in words
    nonce = re.search(r"octets `([0-9a-f]{32})`", words)
    deal = re.search(r"```json\n(.*)\n```", words)
    assert nonce
    assert deal
    assert hashlib.sha256(bytes.fromhex(nonce[1]) + deal[1].encode()).hexdigest() == table.seal
    await home.people[0].click(page, label="Retour")
    await home.people[0].click(page, label="Jouer")
    following = await home.table_of(home.people[0])
    assert following.seal == promised[1]
    assert following.game.key != table.game.key


async def test_the_first_days_of_a_newcomer(home: House):
    """One day is missed in between: the streak survives it, and everything that makes one come back is there."""
    day, played, games = home.daily.dailies.today(), 0, list[str]()
    for number in range(1, 6):
        if number != MISSED_DAY:
            page = await look_at_daily(home)
            words = read(page)
            games.append((await home.daily.dailies.require(day + number - 1)).game)
            assert words.startswith(f"### Défi nº {number} · {home.app.words.get(games[-1], 'fr', 'name')} · <t:")
            assert ("🔥" in words) == (played > 0)
            assert not played or f"🔥 {played + 1}ᵉ jour de suite" in words
            assert ("Hier manqué, mais ta série tient" in words) == (number == MISSED_DAY + 1)
            assert "Apprendre" in buttons(page)
            assert ("Hier ici : 🥇 Ana" in words) == (number - 1 not in (0, MISSED_DAY))
            await home.people[0].click(page, label="Jouer")
            table = await played_out(home, await home.table_of(home.people[0]))
            played += 1
            words = read(page)
            assert "Premier jour" in words if played == 1 else f"🔥 {played} jours de suite" in words
            assert re.search(rf"Expert \**[\d,]+\** en moyenne · toi \**{table.outcome.scores[0]}\**", words)
            assert signs(table) in words
            following = (await home.daily.dailies.require(day + number)).game
            assert f"Demain : {home.app.words.get(following, 'fr', 'name')} (" in read(await look_at_daily(home))
        await to_midnight(home)
    assert all(one != other for one, other in pairwise(games))
    found = await home.daily.dailies.history(home.people[0].id)
    assert (found.streak, found.best) == (4, 4)
    assert [each == "frozen" for each in found.days[-6:-1]] == [number == MISSED_DAY for number in range(1, 6)]
    # A second missed day of the month ends it.
    await to_midnight(home)
    table, page = await daily_played(home)
    assert "Premier jour" in read(page)


async def test_what_is_finished_after_midnight_does_not_count(home: House):
    table, panel = await begin_daily(home)
    day = home.daily.dailies.today()
    await to_midnight(home)
    page: Any = (await home.people[0].slash(home.channel, "defi")).response
    assert "Jouer" in buttons(page)
    panel: Any = (await home.people[0].slash(home.channel, "main")).response
    table = await play_alone(home, table, panel)
    assert table.status == OVER
    assert await home.daily.dailies.story(home.people[0].id, day) is None
    assert "cet essai ne compte pas" in read(panel)
    assert "rien à partager" in told(await home.people[0].click(panel, label="Partager"))


async def test_yesterdays_game_ends_when_todays_begins(home: House):
    table, _ = await begin_daily(home)
    await to_midnight(home)
    following, _ = await begin_daily(home)
    assert following.id != table.id
    assert (await home.now(table)).status == CLOSED
    assert counts(following)


async def test_a_restart_loses_nothing(home: House):
    page = await look_at_daily(home)
    seals = re.findall(r"`([0-9a-f]{64})`", read(page))
    await home.people[0].click(page, label="Jouer")
    table = await home.table_of(home.people[0])
    await home.restart()
    page = await look_at_daily(home)
    assert re.findall(r"`([0-9a-f]{64})`", read(page)) == seals
    assert "Ton essai t’attend." in read(page)
    await home.people[0].click(page, label="Continuer")
    assert (await home.table_of(home.people[0])).id == table.id
    table = await play_alone(home, table, page)
    assert table.status == OVER
    await home.restart()
    page = await look_at_daily(home)
    assert "S’entraîner" in buttons(page)
    assert "Premier jour" in read(page)


async def test_a_try_that_was_dealt_before_the_program_stopped_is_the_try(home: House):
    table, _ = await begin_daily(home)
    await home.app.store.put(kind(home.daily.dailies.today()), home.people[0].id, None)
    await home.app.store.drop_kinds(TRIED)
    again, _ = await begin_daily(home, label="Continuer")
    assert again.id == table.id
    claim = await home.daily.dailies.claim(home.people[0].id, home.daily.dailies.today())
    assert claim
    assert claim.table == table.id


async def test_it_stands_beside_a_game_of_ones_own(home: House):
    await home.people[0].slash(home.channel, "jouer", jeu="trio", niveau="novice")
    table, _ = await begin_daily(home)
    assert len(await home.app.store.of_user(home.people[0].id, (PLAYING,))) == 2
    again: Any = (await home.people[0].slash(home.channel, "jouer", jeu="trio", niveau="novice")).response
    await home.people[0].click(again, label="Abandonner et recommencer")
    assert (await home.now(table)).status == PLAYING


async def test_moderators_decide_which_games_are_played(home: House):
    deal = await home.daily.dailies.require(home.daily.dailies.today())
    await home.mod.slash(home.channel, "config jeux", jeu=deal.game, autorise="no")
    page = await look_at_daily(home)
    assert "[Jouer]" not in told(await home.people[0].click(page, label="Jouer"))
    assert not await home.app.store.of_user(home.people[0].id, (PLAYING,))


async def test_a_deal_for_older_rules_is_drawn_anew(home: House):
    day = home.daily.dailies.today() + 1
    old = await home.daily.dailies.require(day)
    kept = msgspec.structs.replace(old, rules=old.rules + 1)
    await home.app.store.put(DEAL, day, msgspec.json.encode(kept))
    assert (await home.daily.dailies.require(day)).seal != old.seal
    assert await home.daily.dailies.deal(18_000) is None


async def test_erasing_oneself_leaves_nothing_behind_and_gives_no_second_try(home: House):
    table, old = await begin_daily(home)
    day, person = home.daily.dailies.today(), home.people[0]
    invited = Address("daily", path=("accept", str(day)))
    await home.does(home.cog("PrivacyCog").erase, person.id)
    assert (await home.now(table)).status == CLOSED
    assert await home.app.store.documents_of(person.id) == {}
    assert await home.daily.dailies.claim(person.id, day) is None
    assert await home.daily.dailies.ranking(day, home.guild.id) == ([], 0)
    page = await look_at_daily(home)
    assert "Tu as déjà eu ton essai d’aujourd’hui" in read(page)
    assert "Jouer" not in buttons(page)
    # An invitation, and a button of before, do not count either, and say so.
    await forged(home.people[0], page, invited)
    assert "Tu as déjà eu ton essai d’aujourd’hui" in read(page)
    assert not await home.app.store.of_user(home.people[0].id, (PLAYING,))
    await forged(home.people[0], page, Address("daily", path=("play",)))
    again = await home.table_of(home.people[0])
    assert not counts(again)
    assert again.id != table.id
    assert "Tu as déjà eu ton essai d’aujourd’hui" in read(page)
    assert again.seal == table.seal
    assert old is not None
    ENGLISH.add(home.people[0].id)
    await home.after(again, lambda table: table.close("host"))
    assert "You have already had your try of today" in read(await look_at_daily(home))
    await to_midnight(home)
    assert await home.app.store.get(TRIED_KEY, day) is None, "who has tried is forgotten when the day is over"
