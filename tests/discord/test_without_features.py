"""The bot without the folder of a feature or a game: its stored data does no harm. The rest: tests/test_features.py."""

from pathlib import Path
from random import Random

from bot.core.facts import CLOSED, OVER, Player
from bot.core.lobby import solo_table, start
from bot.pages.address import Address
from cogs.replays import pages as replays
from tests.kit.house import House, buttons, forged, house, menus, told, without
from tests.kit.players import begin_alone, begin_daily, daily_played, finished, play_alone, played_out, until_mine


async def test_without_the_daily_deal_its_settings_and_tables_stay(tmp_path: Path):
    async with house(tmp_path) as home:
        table, _ = await begin_daily(home)
        await home.mod.slash(home.channel, "config defi", matin=7)
        server, settings = home.guild.id, (await home.app.servers.get(home.guild.id)).features
        assert settings["daily"]["morning"] == 7
    async with house(tmp_path, without("daily")) as home:
        # Its settings stay stored, and are not shown.
        assert (await home.app.servers.get(server)).features == settings
        shown = told(await home.mod.slash(home.channel, "config voir"))
        assert "Annonce des résultats" in shown
        assert "Défi" not in shown
        # Its tables can be read and closed.
        old = await home.after(await home.app.tables.get(table.id), lambda table: table.close("host"))
        assert old.status == CLOSED


async def test_without_playing_alone_solo_tables_and_the_daily_deal_are_played(tmp_path: Path):
    async with house(tmp_path, without("solo")) as home:
        person = home.people[0]
        # A solo table that was begun before is played to its end, without hints and without a next one.
        game, player, now = home.app.games["trio"], Player(user=person.id, name="Ana"), home.app.now()
        ready = solo_table(game, guild=home.guild.id, person=player, level="novice", seats=3, now=now, options={})
        lobby = await home.does(home.app.tables.open, ready)
        solo = await home.after(lobby, lambda table: start(table, person.id, Random(1), now))
        panel = (await person.slash(home.channel, "main")).response
        assert 0 in (await until_mine(home, solo)).to_act
        assert "Un conseil ?" not in buttons(panel)
        solo = await played_out(home, await play_alone(home, solo, panel, most=5))
        assert solo.status == OVER
        assert not {"Rejouer", "Autre partie"} & set(buttons(panel))
        # The deal of the day is a solo table too, and does not need the feature.
        table, panel = await daily_played(home)
        assert table.status == OVER
        assert "Partager" in buttons(panel)


async def test_results_of_a_game_that_is_gone_are_left_out(home: House, monkeypatch):
    monkeypatch.setattr(replays, "EACH", 1)
    person, day = home.people[0], home.daily.dailies.today()
    daily, _ = await daily_played(home)
    key = daily.game.key
    other = "tripot" if key != "tripot" else "trio"
    stays = [await finished(home, other, 3)]
    for _ in range(2):
        await played_out(home, (await begin_alone(home, key))[0])
    stays.append(await finished(home, other, 3))
    home.catalogue = without(key)
    await home.restart()
    profile = told(await person.slash(home.channel, "profil"))
    assert "2 parties" in profile
    assert "solo" not in profile.lower()
    page = (await person.slash(home.channel, "parties")).response
    assert [*menus(page).values()] == [[f"t{stays[1].id}"]]
    await person.click(page, label="Plus anciennes")
    assert [*menus(page).values()] == [[f"t{stays[0].id}"]]
    assert "Plus anciennes" not in buttons(page)
    for step in ("share", "copy"):
        answer = await forged(person, page, Address("daily", path=(step, str(day))))
        assert "rien à partager" in told(answer)
