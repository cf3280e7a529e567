"""People who play, together or alone: with buttons only, or with typed commands only, never by another way."""

from collections.abc import Callable
from random import Random
from typing import Any

import simcord

from bot.core.absence import auto
from bot.core.facts import OVER, PLAYING
from bot.core.game import Path
from bot.core.opponents import any_move, level_of
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, buttons, leading, menus, read
from tests.kit.tables import phases
from tests.kit.words import plain

Choose = Callable[[Table, int], Any]


def quick_mind(seed: int = 0) -> Choose:
    """Chooses at random, but takes a move that ends the game when it sees one (tests may look under the cups)."""
    rng = Random(seed)

    def choose(table: Table, seat: int) -> Any:
        assert table.state is not None
        legal = list(table.legal(seat))
        rng.shuffle(legal)
        score = table.state.view(None)
        for move in legal[:60]:
            after = table.state.play(seat, move)
            if after.outcome() is not None or _gain(after.view(None)) > _gain(score):
                return move
        return any_move(table.game, table.state, seat, rng)

    return choose


def _gain(view: Any) -> int:
    """Something that grows when somebody gets nearer to winning, in games whose views say so."""
    victories = getattr(view.public, "victories", ())
    trios = getattr(view.public, "trios", ())
    return sum(victories) + sum(len(won) for won in trios)


PHASES = phases()
"""Every phase of every game in which somebody must choose: game, seats, options, phase."""
A_FEW = [each for each in PHASES if each[3] in ("place", "judge", "doublon", "exchange", "actions")]
"""One phase of each game: several choose at once or one does, in one step or in many, openly or sealed."""


async def in_phase(
    home: House,
    game: str,
    seats: int,
    options: dict[str, str],
    phase: str,
    when: Callable[[Table], Any] = lambda _: True,
) -> Table:
    """A game that has come to that phase, and to a moment of it that will do."""
    return await home.reach(await home.start(game, seats, **options), phase, quick_mind(), when)


async def open_hand(home: House, table: Table, seat: int) -> Any:
    board = home.board(table)
    return (await home.person(table, seat).click(board, custom_id=leading(board, "hand"))).response


async def press(home: House, table: Table, seat: int, path: Path, panel: Any = None) -> Any:
    """Make a move by pressing buttons and choosing from menus, starting at the public board or an open panel."""
    person = home.person(table, seat)
    if panel is None:
        # People take longer than the second for which edits of the board are merged.
        await home.does(home.app.boards.flush)
    board = panel or home.board(table)
    for custom_id in buttons(board).values():
        address = Address.parse(custom_id)
        if address and address.verb == "play" and address.path == path:
            return await person.click(board, custom_id=custom_id)
    page = panel or await open_hand(home, table, seat)
    for _ in range(12):
        step = _next(page, path)
        if step is None:
            raise AssertionError(f"no way to {path} from\n{read(page)}")
        custom_id, values = step
        result = await (
            person.select(page, values, custom_id=custom_id) if values else person.click(page, custom_id=custom_id)
        )
        after = await home.now(table)
        if after.log != table.log or after.status != PLAYING:
            return result
        # A message that a restart has left is replaced by a new one.
        page = result.followups[-1] if result.followups else page
    raise AssertionError(f"{path} takes too many clicks")


def _next(page: Any, path: Path) -> tuple[str, list[str]] | None:
    """The component of a panel that leads furthest along a path, or to the next page of its menu."""
    best: tuple[int, str, list[str]] = (-1, "", [])
    for custom_id, values in menus(page).items():
        address = Address.parse(custom_id)
        if address is None or address.verb != "play":
            continue
        for value in values:
            steps = address.extended([value]).path
            if path[: len(steps)] == steps:
                best = max(best, (len(steps), custom_id, [value]))
    for custom_id in buttons(page).values():
        address = Address.parse(custom_id)
        if address and address.verb == "play" and path[: len(address.path)] == address.path:
            best = max(best, (len(address.path), custom_id, []))
    if best[0] >= 0:
        return best[1], best[2]
    more = [i for label, i in buttons(page).items() if label in ("Suivants", "Next")]
    return (more[0], []) if more else None


def command(home: House, table: Table, key: str) -> tuple[str, list[str]]:
    verb, say = table.game.verb(key), home.app.words.say(table.game.key, "fr")
    if not verb.command:
        return say(f"shortcut-{verb.shortcut}"), []
    return f"{say('command')} {say(f'verb-{key}')}", [say(f"verb-{key}.{step}") for step in verb.steps]


async def type_in(home: House, table: Table, seat: int, path: Path) -> Any:
    """Make a move by typing its command, with every option taken from what autocomplete offers."""
    person, place = home.person(table, seat), home.place(table)
    name, options = command(home, table, path[0])
    given: dict[str, str] = {}
    for option, token in zip(options, path[1:], strict=False):
        offered = await person.autocomplete(place, name, option, "", **given)
        values = [choice["value"] for choice in offered]
        assert token in values or len(values) == 25, (path, option, values, read(home.board(table)))
        given[option] = token
    return await person.slash(place, name, **given)


async def type_anything(home: House, table: Table, seat: int, path: Path) -> Any:
    """Type a command with these options, whatever autocomplete would have offered."""
    name, options = command(home, table, path[0])
    return await home.person(table, seat).slash(home.place(table), name, **dict(zip(options, path[1:], strict=False)))


async def move(home: House, table: Table) -> Table:
    await home.moved(await home.look(table), quick_mind())
    await home.env.settle()
    return await home.now(table)


async def played_out(home: House, table: Table, choose: Choose | None = None) -> Table:
    choose = choose or quick_mind()
    while table.status != OVER:
        table = await home.moved(table, choose)
    await home.env.settle()
    return table


async def finished(home: House, game: str = "pinocchio", seats: int = 3, **options: Any) -> Table:
    return await played_out(home, await home.start(game, seats, **options))


async def play_on(home: House, table: Table, choose: Choose, make: Callable[..., Any], most: int = 3000) -> Table:
    for _ in range(most):
        table = await home.look(table)
        if table.status != PLAYING:
            break
        seat = next((seat for seat in table.to_act if level_of(table, seat) is None), None)
        if seat is None or auto(table):
            await home.env.advance_time(2.5)
            continue
        path = table.game.path(choose(table, seat))
        result = await make(home, table, seat, path)
        after = await home.now(table)
        assert result.acknowledged
        assert after.revision > table.revision, (path, result)
        table = after
    return table


# ---- alone


async def begin_alone(home: House, game: str, level: str = "novice", **given: Any) -> tuple[Table, Any]:
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


async def play_alone(home: House, table: Table, panel: Any, choose: Choose | None = None, most: int = 3000) -> Table:
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
