"""People who play over the wire, reading nothing but what their socket brought them."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any

from bot.core.facts import PLAYING
from bot.core.game import AnyGame, Path
from bot.core.lesson import LessonMoment
from bot.core.table import Table
from bot.pages.address import Address
from bot.sandbox import Person
from cogs.lessons.commands import spot
from tests.kit.lessons import straight
from tests.kit.players import quick_mind
from tests.wire.boards import Json, addresses, private, read, usable
from tests.wire.hall import Hall

MOST = 12
"""No move takes more clicks."""


def newest_panel(person: Person, place: str) -> Json | None:
    mine = [m for m in person.messages.values() if m["channel_id"] == place and private(m)]
    return max(mine, key=lambda m: int(m["id"]), default=None)


async def press(hall: Hall, table: Table, seat: int, path: Path) -> Json:
    """Make a move by pressing, starting at the public board; gives what the last press was answered with."""
    person = hall.person(table, seat)
    board = await hall.board(table, person)
    for address in addresses(board):
        if address.verb == "play" and address.path == path:
            return await person.use(board, str(address))
    page = await open_panel(person, board)
    for _ in range(MOST):
        step = towards(page, path)
        assert step is not None, f"no way to {path} from\n{read(page)}"
        answer = await person.use(page, *step)
        after = await hall.now(table)
        if after.revision > table.revision or after.status != PLAYING:
            return answer
        shown = page
        page = await person.until(lambda shown=shown: changed(person, shown))
    raise AssertionError(f"{path} takes too many clicks")


async def open_panel(person: Person, board: Json) -> Json:
    hand = next(str(each) for each in addresses(board) if each.verb == "hand" and not each.path)
    before = newest_panel(person, board["channel_id"])
    await person.use(board, hand)

    def newer() -> Json | None:
        panel = newest_panel(person, board["channel_id"])
        # A slow answer is first announced, by a message without anything in it.
        return panel if panel and panel["components"] and (not before or panel["id"] != before["id"]) else None

    return await person.until(newer)


def changed(person: Person, shown: Json) -> Json | None:
    panel = person.messages[shown["id"]]
    return panel if panel["components"] != shown["components"] else None


def towards(page: Json, path: Path) -> tuple[str, ...] | None:
    """The id (and menu value) to press in a panel to get furthest along a path, or to the menu's next page."""
    best: tuple[int, tuple[str, ...]] = (-1, ())
    more: tuple[str, ...] | None = None
    for custom_id, values in usable(page):
        address = Address.parse(custom_id)
        if address is None or address.verb != "play":
            continue
        if not values and address.path and address.path[-1].startswith("~"):
            if path[: len(address.path) - 1] == address.path[:-1]:
                more = (custom_id,)
            continue
        for taken in [value.split(".") for value in values] or [[]]:
            steps = address.extended([".".join(taken)] if taken else []).path
            if path[: len(steps)] == steps:
                best = max(best, (len(steps), (custom_id, ".".join(taken)) if taken else (custom_id,)))
    return best[1] if best[0] >= 0 else more


async def learn(person: Person, place: str, game: AnyGame) -> AsyncIterator[tuple[LessonMoment, Json]]:
    """Every page of a game's lesson in a channel or conversation, with the moment it shows, to the end."""
    page = newest_panel(person, place)

    def next_page() -> Json | None:
        found = newest_panel(person, place)
        return found if found and found["components"] and found != page else None

    await person.command(place, "apprendre", jeu=game.key)
    page = await person.until(next_page)
    for here in straight(game):
        yield here, page
        goal = game.path(here.part.moves[0]) if here.part and here.part.moves else ()
        steps = None
        while here.part and steps != goal:
            # One press may take several steps of a move; a part without a move has one button.
            paths = [address.path[2:] for address in addresses(page)]
            steps = max((path for path in paths if path and path == goal[: len(path)]), key=len, default=())
            await person.use(page, str(spot(game, here.taken, steps) if goal else spot(game, (*here.taken, 0))))
            page = await person.until(next_page)
            if steps != goal:
                yield here, page


def any_step(page: Json, rng: Random) -> tuple[str, ...] | None:
    """Something in a panel that leads to a move, at random; None if nothing does."""
    steps: list[tuple[str, ...]] = []
    for custom_id, values in usable(page):
        address = Address.parse(custom_id)
        if address and address.verb == "play":
            steps += [(custom_id, value) for value in values] or [(custom_id,)]
    return rng.choice(steps) if steps else None


async def play_on(hall: Hall, table: Table, choose: Any, most: int = 3000) -> Table:
    for _ in range(most):
        table = await hall.look(table)
        if table.status != PLAYING:
            break
        seat = table.to_act[0]
        path = table.game.path(choose(table, seat))
        answer = await press(hall, table, seat, path)
        after = await hall.now(table)
        assert answer["outcome"] == "answered"
        assert after.revision > table.revision, (path, answer)
        table = after
    return table


async def play_out(hall: Hall, table: Table) -> Table:
    """The table at its end; its moves are made without a click."""
    choose = quick_mind()
    while table.status == PLAYING:
        seat, now = table.to_act[0], max(hall.app.now(), table.flash_until)
        move = choose(table, seat)
        table = (await hall.app.tables.change(table.id, lambda t, s=seat, m=move, n=now: t.after(s, m, n))).after
    return table
