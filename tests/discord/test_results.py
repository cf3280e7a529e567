"""The end of a game as the channel learns it, and the running score of people who go on playing."""

import dataclasses
import threading
from typing import Any

import pytest

from bot.client import boards
from bot.core.facts import CLOSED, OVER, PLAYING
from bot.core.records import tally
from bot.core.table import Table
from bot.pages.address import Address
from bot.tables import tables
from tests.kit.house import CATALOGUE, House, answer_to, forged, leading, read, told
from tests.kit.players import played_out, press, quick_mind


def announced(home: House) -> str:
    """The text of the one message in the channel of the games, where the lobby was."""
    (text,) = home.written(home.channel)
    return text


async def test_the_channel_learns_how_a_game_in_a_thread_ended(home: House):
    table = await home.start("cappuccino", 2)
    assert table.thread
    assert "La partie se joue dans" in announced(home)
    table: Any = await played_out(home, table)
    text = announced(home)
    assert "🏆" in text
    assert all(f"{score} gobelets" in text for score in table.outcome.scores)
    assert f"https://discord.com/channels/{table.guild}/{table.thread}" in text
    assert "La partie se joue dans" not in text
    assert table.seal not in text
    menu: Any = (await home.people[0].click(home.public(home.channel.id)[0], label="⋯")).response
    proof = await home.people[0].click(menu, label="Preuve de la donne")
    assert table.seal in told(proof)
    assert announced(home) == text


async def test_the_figures_of_a_long_game_do_not_block_the_loop(home: House, monkeypatch):
    counted: list[bool] = []

    def noted(*given: Any) -> Any:
        counted.append(threading.current_thread() is threading.main_thread())
        return tally(*given)

    monkeypatch.setattr("bot.core.table.tally", noted)
    monkeypatch.setattr(boards, "LONG", 5)
    monkeypatch.setattr(tables, "LONG", 5)
    await played_out(home, await home.start("cappuccino", 2))
    assert "🏆" in announced(home)
    assert counted == [False], "once, and not on the loop"


async def test_the_channel_learns_it_after_a_restart_and_when_discord_failed(home: House):
    table = await home.start("cappuccino", 2)
    await home.restart()
    home.env.inject_error("PATCH", f"/channels/{home.channel.id}/messages/*", status=500, times=3)
    table = await played_out(home, await home.now(table))
    assert "🏆" not in announced(home)
    await home.restart()
    await home.env.advance_time(400)
    assert "🏆" in announced(home)


# ---- the channel of results


async def test_the_channel_of_results_is_told_once(home: House):
    results = await home.results_channel()
    table = await played_out(home, await home.start("cappuccino", 2))
    (text,) = home.written(results)
    assert "🏆" in text
    assert f"https://discord.com/channels/{table.guild}/{table.thread}" in text
    await home.restart()
    await home.people[0].click(home.board(table), label="Revanche")
    home.app.boards.request(table.id)
    await home.env.settle()
    assert home.written(results) == [text]
    closed = await home.start("pinocchio", 2)
    await home.after(closed, lambda table: table.close("agreed"))
    assert home.written(results) == [text], "what was given up is no result"


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_result_that_discord_did_not_take_is_told_later(home: House, *, restarted: bool):
    results = await home.results_channel()
    table = await home.start("cappuccino", 2)
    home.env.inject_error("POST", f"/channels/{results.id}/messages", status=500, times=6)
    table = await played_out(home, table)
    assert home.written(results) == []
    assert "🏆" in read(home.board(table)), "the table does not wait for it"
    if restarted:
        await home.restart()
    for _ in range(4):
        await home.env.advance_time(400)
    assert len(home.written(results)) == 1


async def test_a_channel_of_results_that_is_closed_to_us_concerns_no_table(home: House):
    results = await home.results_channel()
    table = await home.start("cappuccino", 2)
    home.env.inject_error("POST", f"/channels/{results.id}/messages", status=403, code=50013, times=None)
    table = await played_out(home, table)
    assert "🏆" in read(home.board(table))
    assert "🏆" in announced(home)
    assert (await home.now(table)).facts.paused is None
    before = len(home.env.http_requests)
    await home.env.advance_time(400)
    assert [request for request in home.env.http_requests[before:] if str(results.id) in request.path] == []


async def test_where_it_was_played_the_result_is_not_told_again(home: House):
    await home.mod.slash(home.channel, "config resultats", salon=home.channel)
    await home.mod.slash(home.channel, "config fils", fils="no")
    table = await played_out(home, await home.start("cappuccino", 2))
    assert sum("🏆" in text for text in home.written(home.channel)) == 1
    assert table.place == home.channel.id


async def test_a_game_that_ends_with_a_click_on_the_board_is_told_everywhere(home: House):
    results = await home.results_channel()
    table = await home.start("trio", 3)
    choose = quick_mind()

    def wins(table: Table) -> bool:
        return table.state.play(table.to_act[0], choose(table, table.to_act[0])).outcome() is not None

    table = await home.reach(table, "reveal", choose, wins)
    seat = table.to_act[0]
    await press(home, table, seat, table.game.path(choose(table, seat)))
    assert (await home.now(table)).status == OVER
    assert "🏆" in announced(home)
    assert len(home.written(results)) == 1


async def test_after_an_update_of_the_rules_a_game_is_closed_and_the_end_of_another_can_be_opened(home: House):
    table = await played_out(home, await home.start("tripot", 2))
    await home.env.advance_time(120)
    other = await home.start("tripot", 2)
    game = CATALOGUE.games["tripot"]
    newer = dataclasses.replace(game, version=game.version + 1)
    home.catalogue = dataclasses.replace(CATALOGUE, games={**CATALOGUE.games, "tripot": newer})
    await home.restart()
    assert "### Le Tripot du Chaos" in await answer_to(home, home.people[0], Address("hand", table.id))
    await home.people[0].click(home.board(other), custom_id=leading(home.board(other), "hand"))
    assert "Les règles ont changé" in read(home.board(other))


# ---- closing a rated game counts as leaving it


async def rated(home: House, table) -> dict[int | None, tuple[int, bool]]:
    """By person their place and whether they left, of those who are rated."""
    found = await home.app.store.results_at(table.id)
    return {result.user: (result.place, result.left) for result in found if result.rated}


async def test_closing_a_rated_game_counts_as_leaving_and_says_so_before(home: House):
    table = await home.start("pinocchio", 3)
    host = home.people[0]
    assert "Seuls l’hôte et la modération" in told(await home.people[1].slash(home.place(table), "table fermer"))
    question = (await host.slash(home.place(table), "table fermer")).response
    assert "tu finis à la dernière place" in read(question)
    question = (await forged(host, home.board(table), Address("close", table.id, 0, ("yes",)))).response
    assert (await home.now(table)).status == PLAYING, "a question of the version before did not say so"
    await host.click(question, label="Fermer la table")
    assert (await home.now(table)).status == CLOSED
    assert "compte comme quittée, avec la dernière place, pour **Ana**" in read(home.board(table))
    assert await rated(home, table) == {
        home.people[0].id: (3, True), home.people[1].id: (1, False), home.people[2].id: (1, False),
    }  # fmt: skip
    assert await home.cog("ProfilesCog").counting.current()
    standings = await home.app.store.standings(table.guild, "pinocchio", [host.id])
    assert [(standing.games, standing.rated, standing.wins) for standing in standings] == [(1, 1, 0)] * 2
    listed = read((await home.people[1].slash(home.channel, "parties")).response)
    assert "partie fermée avant la fin" in listed
