"""``/config defi``: a channel is invited in the morning and told in the evening, once, whatever happens in between."""

import re
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord

from bot.client.messages import ChannelMessages
from cogs.daily.commands import ANNOUNCED
from cogs.daily.deal import counts, times_of
from cogs.daily.service import kind_at
from tests.kit.house import ENGLISH, House, buttons, house, read, told, widgets
from tests.kit.players import daily_played, play_alone, played_out
from tests.kit.publishing import at_first, breaking, calls

HOUR = 3600.0


async def at_hour(home: House, hour: float) -> None:
    """Let time pass until it is that hour (UTC)."""
    now = home.env.now().timestamp()
    await home.env.advance_time((hour * HOUR - now) % (24 * HOUR))
    await home.env.settle()


async def announced(home: House, hour: float = 5.5, **options: Any) -> tuple[Any, str]:
    """A channel in which the deal of the day is announced from that hour on, and what the moderator was told."""
    channel = home.guild.create_text_channel("defis")
    await at_hour(home, hour)
    options = {"matin": 6, "soir": 19, "fuseau": "UTC", **options}
    return channel, told(await home.mod.slash(home.channel, "config defi", salon=channel, **options))


async def test_a_channel_is_invited_in_the_morning_and_told_in_the_evening(home: House):
    channel, answer = await announced(home)
    assert f"**Défi du jour** : <#{channel.id}>, invitation à 6 h et classement à 19 h, heure de `UTC`" in answer
    assert re.search(r"chez toi <t:\d+:t> et <t:\d+:t>", answer)
    assert "C’est enregistré." in answer
    assert home.written(channel) == []
    await at_hour(home, 6.01)
    (invitation,) = home.written(channel)
    deal = await home.daily.dailies.require(home.daily.dailies.today())
    assert deal.seal not in invitation
    proof: Any = (await home.people[0].click(home.newest(channel.id), label="Preuve")).response
    assert proof.ephemeral
    assert deal.seal in read(proof)
    assert home.app.words.say(deal.game, "fr")("name") in invitation
    assert deal.nonce not in str(home.env.backend.messages[channel.id])
    # The button starts one's try, in private.
    page: Any = (await home.people[0].click(home.newest(channel.id), label="Relever le défi")).response
    assert page.ephemeral
    table = await home.table_of(home.people[0])
    assert counts(table)
    await played_out(home, table)
    await daily_played(home, 1)
    page: Any = (await home.people[1].slash(home.channel, "confidentialite")).response
    await home.people[1].click(page, label="Ne pas me classer")
    await daily_played(home, 2)
    await home.mod.slash(home.channel, "config bannir", personne=home.people[2])
    await at_hour(home, 19.01)
    _, evening = home.written(channel)
    assert re.search(r"`1\.` \*\*Ana\*\* · [⬜🟨🟧🏆]+ · 🔥 1", evening)
    assert "Bo" not in evening
    assert home.people[2].name not in evening
    assert "jusqu’à minuit UTC" in evening
    shown = str(home.env.backend.messages[channel.id])
    assert table.facts.nonce not in shown
    # The same button again is what there is to see, not another try.
    again: Any = (await home.people[0].click(home.public(channel.id)[0], label="Relever le défi")).response
    assert "S’entraîner" in buttons(again)


async def test_an_invitation_shows_the_first_view_where_files_may_be_attached(tmp_path: Path):
    async with house(tmp_path, pictures=True) as home:
        await at_hour(home, 5)
        await home.mod.slash(home.channel, "config defi", matin=6, soir=19, fuseau="UTC")
        await at_hour(home, 6.1)
        home.forbid("attach_files")
        await at_hour(home, 5)
        await at_hour(home, 6.1)
        first, second = [post for post in home.public(home.channel.id) if "Relever le défi" in buttons(post)]
        assert [sum(each["type"] == 12 for each in widgets(post)) for post in (first, second)] == [1, 0]


async def test_in_english_and_in_the_language_of_the_channel(home: House):
    ENGLISH.add(home.mod.id)
    channel = home.guild.create_text_channel("daily")
    await home.mod.slash(home.channel, "config langue", langue="en")
    await at_hour(home, 5)
    answer = told(await home.mod.slash(home.channel, "config defi", salon=channel, matin=6))
    # Nobody has said which clock: that of everybody.
    assert f"**Daily deal**: <#{channel.id}>, invitation at 6:00 and ranking at 20:00 by the clock of `UTC`" in answer
    await at_hour(home, 6.1)
    assert "Take the challenge" in home.written(channel)[0]
    await daily_played(home)
    await at_hour(home, 20.1)
    assert "Who played it here" in home.written(channel)[1]
    # An old invitation leads to today's deal, and starts nothing.
    await at_hour(home, 5)
    page: Any = (await home.people[1].click(home.public(channel.id)[0], label="Take the challenge")).response
    assert "Jouer" in buttons(page)
    assert not await home.app.store.of_user(home.people[1].id, ("playing",))


async def test_a_restart_loses_and_repeats_nothing(home: House):
    channel, _ = await announced(home)
    await home.restart()
    # Told, but the program is killed before it can plan the next time, and starts long after Discord has forgotten.
    home.app.store.post_at = AsyncMock(side_effect=OSError)
    await at_hour(home, 6.0)
    await home.env.advance_time(5)
    assert len(home.written(channel)) == 1
    await home.restart(down=HOUR)
    await home.env.advance_time(600)
    assert len(home.written(channel)) == 1
    await home.restart()
    await home.env.advance_time(HOUR)
    assert len(home.written(channel)) == 1
    await daily_played(home)
    # Down while the hour comes: told after the start, though late.
    await at_hour(home, 18.9)
    await home.restart(down=HOUR)
    await home.env.advance_time(5)
    assert len(home.written(channel)) == 2
    assert "**Ana**" in home.written(channel)[1]


async def test_a_day_that_nobody_played_has_no_ranking(home: House):
    channel, _ = await announced(home, 7)
    await at_hour(home, 18)
    assert home.written(channel) == [], "who has just chosen is told nothing before the next time"
    await at_hour(home, 5)
    assert home.written(channel) == []
    await at_hour(home, 7)
    assert len(home.written(channel)) == 1
    await at_hour(home, 23)
    assert len(home.written(channel)) == 1


async def test_what_cannot_be_is_said_and_a_moderator_ends_it(home: House):
    channel, _ = await announced(home)
    before = await home.app.servers.get(home.guild.id)
    assert "deux heures différentes" in told(await home.mod.slash(home.channel, "config defi", matin=19))
    assert "fuseau horaire" in told(await home.mod.slash(home.channel, "config defi", fuseau="Lune/Mer"))
    assert await home.app.servers.get(home.guild.id) == before
    offered = await home.mod.autocomplete(home.channel, "config defi", "fuseau", "paris")
    assert [each["value"] for each in offered] == ["Europe/Paris"]
    answer = told(await home.mod.slash(home.channel, "config defi", actif="no"))
    assert "**Défi du jour** : aucun salon" in answer
    await at_hour(home, 23)
    assert home.written(channel) == []
    assert await home.app.store.next_post() is None
    assert await home.app.store.get(ANNOUNCED, home.guild.id) is None


async def test_a_channel_that_is_closed_to_us_is_told_to_moderators_once(home: House):
    journal = await home.journal()
    await at_hour(home, 5)
    await home.mod.slash(home.channel, "config defi", matin=6, soir=19, fuseau="UTC")
    home.forbid("view_channel", "send_messages")
    assert "il me manque" in told(await home.mod.slash(journal, "config voir"))
    since = len(home.env.http_requests)
    await at_hour(home, 7)
    tried = [each for each in home.env.http_requests[since:] if each.path == f"/channels/{home.channel.id}/messages"]
    assert len(tried) == 1
    complaints = [line for line in home.written(journal) if "annoncer le défi" in line]
    assert len(complaints) == 1
    await at_hour(home, 5)
    await at_hour(home, 7)
    assert len([line for line in home.written(journal) if "annoncer le défi" in line]) == 1
    home.allow_all()
    await at_hour(home, 6.1)
    assert any("Un seul essai compte" in line for line in home.written(home.channel))


async def test_discord_that_fails_is_tried_again(home: House):
    channel, _ = await announced(home)
    failing = breaking(discord.DiscordServerError(Mock(status=500), None))
    with calls(ChannelMessages, "post", home, at_first(failing, 8)) as tries:
        await at_hour(home, 6.5)
    assert len(tries) == 9
    assert len(home.written(channel)) == 1


async def test_a_channel_that_is_deleted_ends_it(home: House):
    journal = await home.journal()
    channel, _ = await announced(home)
    home.env.backend.delete_channel(channel.id)
    await at_hour(home, 7)
    assert times_of(await home.app.servers.get(home.guild.id)) is None
    assert any("n’existe plus" in line for line in home.written(journal))
    assert await home.app.store.next_post() is None


async def test_a_server_that_sent_us_away_is_left_in_peace(home: House):
    channel, _ = await announced(home)
    home.env.backend.remove_guild(home.guild.id)
    await home.env.settle()
    since = len(home.env.http_requests)
    await home.env.advance_time(24 * HOUR)
    assert not [each for each in home.env.http_requests[since:] if str(channel.id) in each.path]
    # Should it want us back, it is told again.
    assert await home.app.store.next_post() is not None


async def test_erasing_a_server_erases_that_too(home: House):
    channel, _ = await announced(home)
    await daily_played(home)
    day = home.daily.dailies.today()
    assert await home.app.store.get(kind_at(home.guild.id, day), home.people[0].id)
    page: Any = (await home.mod.slash(home.channel, "config effacer")).response
    await home.mod.click(page, label="Tout effacer")
    assert await home.app.store.next_post() is None
    assert await home.app.store.get(ANNOUNCED, home.guild.id) is None
    assert await home.app.store.get(kind_at(home.guild.id, day), home.people[0].id) is None
    await at_hour(home, 23)
    assert home.written(channel) == []
    # The try itself is no server's.
    assert await home.daily.dailies.story(home.people[0].id, day) is not None


async def test_a_game_that_is_not_allowed_there_is_not_offered(home: House):
    channel, _ = await announced(home)
    deal = await home.daily.dailies.require(home.daily.dailies.today())
    await home.mod.slash(home.channel, "config jeux", jeu=deal.game, autorise="no")
    await at_hour(home, 12)
    assert home.written(channel) == []


async def test_who_shares_belongs_to_the_ranking_and_who_is_forgotten_does_not(home: House):
    other = home.env.create_guild(name="Ailleurs")
    place = other.create_text_channel("jeux")
    here, there = home.people[0], other.add_member(home.people[0].user)
    page: Any = (await there.slash(place, "defi")).response
    await there.click(page, label="Jouer")
    table = await home.table_of(home.people[0])
    home.people[0] = there
    table = await play_alone(home, table, page)
    home.people[0] = here
    day = home.daily.dailies.today()
    assert [line.name for line in (await home.daily.dailies.ranking(day, other.id))[0]] == ["Ana"]
    assert await home.daily.dailies.ranking(day, home.guild.id) == ([], 0)
    page: Any = (await home.people[0].slash(home.channel, "defi")).response
    await home.people[0].click(page, label="Partager")
    (line,), more = await home.daily.dailies.ranking(day, home.guild.id)
    assert (line.rank, line.name, line.result.table, line.streak, more) == (1, "Ana", table.id, 1, 0)
    await home.does(home.cog("PrivacyCog").erase, home.people[0].id)
    assert await home.daily.dailies.ranking(day, home.guild.id) == ([], 0)
    assert await home.daily.dailies.ranking(day, other.id) == ([], 0)
