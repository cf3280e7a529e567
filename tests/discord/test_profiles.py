"""``/profil`` and ``/classement``: what people see of finished games, in both languages."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.results import ALL_TIME, Standing
from bot.pages.address import Address
from bot.store.results import HIDDEN, Mark
from cogs.profiles.pages import season_name
from cogs.profiles.service import count_some
from tests.kit.house import ENGLISH, NAMES, House, buttons, forged, house, menus, read, told, widgets
from tests.kit.players import begin_alone, daily_played, finished, played_out, quick_mind


async def crowd(home: House, people: int, season: int | None = None) -> None:
    """So many people with a rating in Trio, the first of the house the eleventh of them."""
    table = await finished(home, "trio", 3)
    with home.env._bot_scope():
        while await count_some(home.app.store) is not None:
            pass
        [row] = [r for r in await home.app.store.results_at(table.id) if r.user == home.people[0].id]
        mark = Mark(row.finished, row.table)
        await home.app.store.recount(home.guild.id, "trio")
        users = [*range(1, 11), home.people[0].id, *range(11, people)]
        standings = [
            Standing(
                guild=home.guild.id, game="trio", season=each, user=user, games=9, rated=9, rated_wins=4, sigma=2.0,
                mu=50.0 - place,
            )
            for place, user in enumerate(users)
            for each in (ALL_TIME, home.cog("ProfilesCog").profiles.season() if season is None else season)
        ]  # fmt: skip
        results = [replace(row, seat=10 + seat, user=user) for seat, user in enumerate(users)]
        await home.app.store.fill_again()
        await home.app.store.fill(table.id, table.row.version, results, {})
        await home.app.store.count(home.guild.id, "trio", None, [mark], standings)


async def test_a_profile_is_for_whoever_asked_until_they_show_their_own(home: House):
    table = await finished(home, "tripot")
    asked: Any = await home.people[0].slash(home.channel, "profil")
    assert asked.response.ephemeral
    text = told(asked)
    assert table.outcome
    won = 0 in table.outcome.winners
    assert f"{table.names[0]} — 1 partie ici, {1 if won else 0} victoire" in text
    assert "Le Tripot du Chaos · 1 partie" in text.replace("*", "")
    assert f"/{table.size}" in text
    assert "pts ?" in text
    before = len(home.channel.history())
    shown: Any = await home.people[0].click(asked.response, label="Montrer à tous")
    public = home.newest(home.channel.id)
    assert len(home.channel.history()) == before + 1
    assert "1 partie ici" in read(public)
    assert not buttons(public)
    assert told(shown) == ""
    onlooker = home.people[5]
    ENGLISH.add(onlooker.id)
    asked: Any = await onlooker.slash(home.channel, "profil", joueur=home.people[1])
    assert asked.response.ephemeral
    assert "1 game here" in told(asked)
    assert "Last places" in told(asked)
    assert "Show everybody" not in buttons(asked.response), "it is not theirs to show"
    mine: Any = await onlooker.slash(home.channel, "profil")
    assert "You have not finished a game yet" in told(mine)
    assert [*buttons(mine.response)] == ["Badges · 0/27"]


async def test_a_profile_without_games_or_of_a_bot_and_an_old_or_made_up_address(home: House):
    nothing: Any = await home.people[4].slash(home.channel, "profil")
    assert "Tu n’as pas encore terminé de partie" in told(nothing)
    others = await home.people[5].slash(home.channel, "profil", joueur=home.people[4])
    assert f"{home.people[4].name} n’a pas encore terminé de partie" in told(others)
    robot = home.guild.add_member(home.env.create_user("Robot", bot=True))
    assert "Les bots n’ont pas de profil" in told(await home.people[4].slash(home.channel, "profil", joueur=robot))
    asked: Any = await home.people[0].slash(home.channel, "classement")
    for path in (("20264", "0", "poker"), ("x", "0", "trio"), ("0",), ()):
        no = await forged(home.people[0], asked.response, Address("ranking", path=path))
        assert "version plus ancienne" in told(no)
    for page in ("99999999999", "x", "-7"):
        shown = await forged(home.people[0], asked.response, Address("ranking", path=("0", page, "trio")))
        assert "Personne n’y est encore" in read(shown.response or asked.response)


async def test_a_profile_tells_figures_honours_and_whom_one_meets(home: House):
    for _ in range(2):
        await finished(home, "pinocchio", 2)
    table = await finished(home, "pinocchio", 2)
    text = told(await home.people[0].slash(home.channel, "profil")).replace("*", "")
    [standing] = await home.app.store.career(home.people[0].id, home.guild.id, ALL_TIME)
    assert standing.games == 3
    assert f"Pinocchio · {standing.tally['lies']} mensonges" in text
    assert f"Adversaire habituel : {table.names[1]}, 3 parties" in text
    assert ("Faits d’armes" in text) == bool(standing.honours)
    earned = [result for result in await home.app.store.results_at(table.id) if result.honours]
    assert read(home.board(table)).count("🎖️") == len(earned) > 0


async def test_ones_own_profile_counts_games_alone_and_the_daily_deal(home: House):
    person = home.people[0]
    for level in ("novice", "novice", "expert"):
        await played_out(home, (await begin_alone(home, "cappuccino", level))[0])
    await daily_played(home)
    await home.env.advance_time(5)
    with home.env._bot_scope():
        found = {each.level: each for each in await home.app.store.played_alone(person.id)}
        careers = await home.app.store.career(person.id, None, ALL_TIME)
    assert {level: each.games for level, each in found.items()} == {"novice": 2, "expert": 1}
    assert {each.guild for each in careers} == {0}
    # /jouer shows the running game first, and which levels are beaten.
    await begin_alone(home, "trio")
    page: Any = (await person.slash(home.channel, "jouer")).response
    assert next(iter(buttons(page))) == "Continuer"
    assert "Retrouve trois numéros" in read(page)
    beaten = sum(bool(each.wins) for each in found.values())
    assert read(page).count("✅") == 1 + beaten
    asked: Any = await person.slash(home.channel, "profil")
    text = told(asked).replace("*", "")
    assert "En solo · 3 parties" in text
    assert f"débutant {found['novice'].wins}/2" in text
    assert f"expert {found['expert'].wins}/1" in text
    assert "Défi du jour · 🔥 premier jour, record 1" in text
    assert "🟦 fini · ❄️ manqué sans rompre la série" in text
    assert len([sign for sign in text if sign in "🏆🟦▫"]) >= 30
    assert "Montrer à tous" not in buttons(asked.response), "there is nothing of this server to show"
    others = told(await home.people[1].slash(home.channel, "profil", joueur=person))
    assert "n’a pas encore terminé de partie" in others
    assert "solo" not in others.lower()
    # Every badge there is, with what earns it; and back.
    shelf = next(label for label in buttons(asked.response) if label.startswith("Badges"))
    earned = {(each.game, key) for each in careers for key in each.honours}
    assert shelf == f"Badges · {len(earned)}/27"
    page = asked.response
    await person.click(page, label=shelf)
    assert read(page).count("🎖️") == len(earned)
    say = home.app.words.say("trio", "fr")
    assert all(say(f"honour-{honour.key}") in read(page) for honour in home.app.games["trio"].honours)
    await person.click(page, label="Retour")
    assert "En solo" in read(page)
    # Nothing of it is left once they are erased.
    await home.does(home.cog("PrivacyCog").erase, person.id)
    assert "pas encore terminé" in told(await person.slash(home.channel, "profil"))


async def test_an_end_speaks_to_its_player_and_announces_new_badges_once(home: House):
    earned, ends, again = set[str](), set[bool](), False
    choose = quick_mind()
    for _ in range(12):
        table, panel = await begin_alone(home, "cappuccino")
        table = await played_out(home, table, choose)
        own, *others = await home.app.store.results_at(table.id)
        words, say = read(panel), home.app.words.say("cappuccino", "fr")
        assert others
        assert ("Tu gagnes" in words) == own.won
        assert ("✅ débutant · ▫️ habitué" in words) == own.won, "the ladder"
        new = [key for key in own.honours if key not in earned]
        assert [key for key in own.honours if f"## 🎖️ {say(f'honour-{key}')}" in words] == new
        assert words.count("🎖️") == len(new) + min(1, len(own.honours)), "opponents collect none"
        again = again or not earned.isdisjoint(own.honours)
        earned.update(own.honours)
        ends.add(own.won)
        if again and len(ends) == 2:
            return
    pytest.fail("no win, no defeat or no badge earned twice")


async def test_whoever_is_hidden_is_seen_by_themselves_alone(home: House):
    await finished(home, "tripot")
    await home.does(home.app.store.put, HIDDEN, home.people[1].id, b"{}")
    refused = await home.people[0].slash(home.channel, "profil", joueur=home.people[1])
    assert "garde son profil pour elle" in told(refused)
    own: Any = await home.people[1].slash(home.channel, "profil")
    assert "Personne d’autre que toi" in told(own)
    assert "Montrer à tous" not in buttons(own.response)
    ranking = told(await home.people[0].slash(home.channel, "classement"))
    assert "`2.`" in ranking
    assert "`3.`" not in ranking
    assert "Bo" not in ranking
    me: Any = await home.people[1].slash(home.channel, "classement")
    assert "pas encore dans ce classement" in told(await home.people[1].click(me.response, label="Moi"))
    await home.does(home.app.store.put, HIDDEN, home.people[1].id, None)
    assert "1 partie ici" in told(await home.people[0].slash(home.channel, "profil", joueur=home.people[1]))
    asked: Any = await home.people[0].slash(home.channel, "profil")
    await home.does(home.app.store.put, HIDDEN, home.people[0].id, b"{}")
    before = len(home.channel.history())
    await home.people[0].click(asked.response, label="Montrer à tous")
    assert len(home.channel.history()) == before


async def test_a_ranking_of_the_game_played_last_and_in_english_for_an_onlooker(home: House):
    table = await finished(home, "tripot")
    asked: Any = await home.people[0].slash(home.channel, "classement")
    text = told(asked)
    assert asked.response.ephemeral
    assert "Classement · Le Tripot du Chaos" in text
    assert all(name in text for name in table.names)
    assert "1 partie" in text
    assert "« ? » : trop peu de parties" in text
    [menu] = menus(asked.response)
    other = await home.people[0].select(asked.response, ["trio"], custom_id=menu)
    assert "Classement · Trio" in read(other.response or asked.response)
    assert "Personne n’y est encore" in read(other.response or asked.response)
    onlooker = home.people[5]
    ENGLISH.add(onlooker.id)
    asked: Any = await onlooker.slash(home.channel, "classement", jeu="tripot", periode="all")
    assert "Le Tripot du Chaos ranking · All time" in told(asked)
    assert table.names[0] in told(asked)
    refused = await onlooker.click(asked.response, label="Me")
    assert "You are not in this ranking yet" in told(refused)
    shown: Any = await onlooker.click(asked.response, label="Show everybody")
    public = home.newest(home.channel.id)
    assert "Classement ·" in read(public), "what all see is in the language of the channel"
    assert not buttons(public)
    assert told(shown) == ""


async def test_pages_and_ones_own_line(home: House):
    await crowd(home, 25)
    name = NAMES[0]
    asked: Any = await home.people[0].slash(home.channel, "classement", jeu="trio")
    assert "Page 1 sur 3" in told(asked)
    assert "`10.`" in told(asked)
    assert name not in told(asked)
    jumped = await home.people[0].click(asked.response, label="Moi")
    text = read(jumped.response or asked.response)
    assert "Page 2 sur 3" in text
    assert f"`11.` __**{name}**__" in text
    further = await home.people[0].click(jumped.response or asked.response, label="▶")
    last = further.response or asked.response
    assert "Page 3 sur 3" in read(last)
    assert {w["label"]: w["disabled"] for w in widgets(last) if w["type"] == 2}["▶"]
    assert "quelqu’un" in read(last), "of whom no name is known"


async def test_seasons(home: House):
    season = home.cog("ProfilesCog").profiles.season(1)
    await crowd(home, 12, season=season)
    now = await home.people[0].slash(home.channel, "classement", jeu="trio")
    assert "Personne n’y est encore" in told(now)
    before = await home.people[0].slash(home.channel, "classement", jeu="trio", periode="previous")
    assert "`1.`" in told(before)
    names = [
        season_name(each, home.app.words.say("profiles", lang))
        for lang in ("fr", "en")
        for each in (20261, 20262, 20263, 20264)
    ]
    assert names == [
        "Janvier–mars 2026", "Avril–juin 2026", "Juillet–septembre 2026", "Octobre–décembre 2026",
        "January–March 2026", "April–June 2026", "July–September 2026", "October–December 2026",
    ]  # fmt: skip
    assert before.response
    ever = await home.people[0].click(before.response, label="Toujours")
    assert "· Toujours" in read(ever.response or before.response)
    assert home.cog("ProfilesCog").profiles.season(4) == home.cog("ProfilesCog").profiles.season() - 10


async def test_a_new_name_shows_with_the_next_game_and_that_games_are_being_counted_is_said(home: House):
    await finished(home, "tripot")
    assert NAMES[0] in told(await home.people[1].slash(home.channel, "classement"))
    table = await home.start("tripot", 3)
    await played_out(home, await home.after(table, lambda table: table.with_player(0, name="Zoé")))
    text = told(await home.people[1].slash(home.channel, "classement"))
    assert "Zoé" in text
    assert NAMES[0] not in text
    await home.does(home.app.store.fill_again)
    assert "encore en train d’être comptées" in told(await home.people[0].slash(home.channel, "classement"))
    assert "encore en train d’être comptées" in told(await home.people[0].slash(home.channel, "profil"))


async def test_a_profile_as_a_picture(tmp_path):
    async with house(tmp_path, pictures=True) as home:
        await finished(home, "tripot")
        pictures: list[Any] = []
        for _ in range(20):
            asked: Any = await home.people[0].slash(home.channel, "profil")
            pictures = [w for w in widgets(asked.response) if w["type"] == 12]
            if pictures:
                break
        [picture] = pictures
        assert "1 partie ici" in picture["items"][0]["description"]
        assert "Dernières places" in picture["items"][0]["description"]
