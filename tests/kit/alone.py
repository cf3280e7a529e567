"""Somebody who plays alone or the deal of the day: a whole game in one private message."""

from typing import Any

import simcord

from bot.core.facts import PLAYING
from bot.core.table import Table
from tests.kit.house import House, read
from tests.kit.players import Choose, played_out, press, quick_mind
from tests.kit.words import plain


async def begin(home: House, game: str, level: str = "novice", **given: Any) -> tuple[Table, Any]:
    panel = (await home.people[0].slash(home.channel, "jouer", jeu=game, niveau=level, **given)).response
    assert panel is not None
    assert panel.ephemeral
    return await home.table_of(home.people[0]), panel


async def look_at_daily(home: House, person: int = 0) -> simcord.ResponseMessage:
    page = (await home.people[person].slash(home.channel, "defi")).response
    assert page is not None
    assert page.ephemeral
    return page


async def begin_daily(home: House, person: int = 0, label: str = "Jouer") -> tuple[Table, Any]:
    page = await look_at_daily(home, person)
    await home.people[person].click(page, label=label)
    return await home.table_of(home.people[person]), page


async def daily_played(home: House, person: int = 0) -> tuple[Table, Any]:
    """A try that has ended, of which no move was clicked."""
    table, page = await begin_daily(home, person)
    return await played_out(home, table), page


async def until_mine(home: House, table: Table) -> Table:
    """The table once it is the solo player's turn, or over; opponents act by themselves."""
    for _ in range(400):
        table = await home.now(table)
        if table.status != PLAYING or 0 in table.to_act:
            return table
        assert table.facts.paused is None
        await home.env.advance_time(1.0)
    raise AssertionError("nobody moves any more")


async def play_on(home: House, table: Table, panel: Any, choose: Choose | None = None, most: int = 3000) -> Table:
    """Play by pressing what the panel offers, to the end or so often; without ``choose``, equal tables end alike."""
    choose = choose or quick_mind()
    for _ in range(most):
        table = await until_mine(home, table)
        if table.status != PLAYING:
            break
        assert not secrets(home, table, 0) & set(read(panel).split("\n"))
        await press(home, table, 0, table.game.path(choose(table, 0)), panel)
    await home.env.settle()
    return await home.now(table)


def secrets(home: House, table: Table, *readers: int) -> set[str]:
    """Lines that other seats than these may read at this moment, and that not everybody may."""
    say, now = home.app.words.say(table.game.key, "fr", table.names), home.env.now().timestamp()

    def lines(seat: int | None) -> set[str]:
        sight = table.game.face.sight(table.view(seat, now), say)
        words = plain("\n".join((sight.title, sight.scene, sight.story, sight.note, sight.hand)))
        return {line for line in words.split("\n") if len(line) > 12}

    known = {line for seat in (None, *readers) for line in lines(seat)}
    return {line for seat in range(table.size) for line in lines(seat)} - known
