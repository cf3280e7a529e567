"""Every page a table can show, and what Discord allows of a page."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.core.facts import ASLEEP, CLOSED, LOBBY, OPEN, OVER, Log, Player
from bot.core.game import Path, Seat
from bot.core.lobby import QUEUE, SOLO_PACE
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import board
from bot.pages.lobby import call, guest_menu, invitations, lobby, options, removal
from bot.pages.page import TEXT_LIMIT, Button, Buttons, Menu, Page, Picture, PrivatePage, Text
from bot.pages.rulebook import SUMMARY, rulebook, sections
from bot.pages.seat import NOTICE_LENGTH, happened, menu, seat_page
from bot.pictures.cache import alt
from bot.pictures.lobby import words as lobby_words
from bot.testing.examination import some_steps
from bot.text.strings import Speech, Words
from cogs.replays.pages import watch
from cogs.solo.commands import already, choose_game, choose_level, table_buttons
from tests.kit.moments import UGLY, Setting, seats_and_onlookers, when

NOT_DRAWN = b"png"
"""Pages are counted here, not looked at."""


def pages_in_play(table: Table, words: Words, lang: str) -> Iterator[Page]:
    """Every page of a table that is being played or over, as text and with pictures."""
    say = words.say(table.game.key, lang, table.names)
    for now in when(table):
        for seat in seats_and_onlookers(table.size):
            sight = table.game.face.sight(table.view(seat, now), say)
            picture = Picture("table.png", alt(f"{sight.scene}{sight.hand}"), NOT_DRAWN)
            if seat is None:
                below = result_buttons(table, say, now)
                yield board(table, say, now, result_buttons=below)
                yield board(table, say, now, picture=picture, pings=table.users, result_buttons=below)
            else:
                told, notice = happened(table, 0, say), "x" * NOTICE_LENGTH
                page = seat_page(table, seat, say, now, picture=picture, notice=notice)
                yield page if page.length + len(told) >= TEXT_LIMIT or not told else page.with_top(Text(told))
                yield from (
                    seat_page(table, seat, say, now, steps=steps, notice=notice) for steps in some_steps(table, seat)
                )
                yield seat_page(table, seat, say, now, ends_at=now)
    for seat in (None, 0):
        yield menu(table, seat, say, moderator=True)
    closed = replace(table, status=CLOSED).with_facts(paused="asleep").with_facts(closed="agreed")
    yield board(closed, say, now, result_buttons=result_buttons(closed, say, now))


def result_buttons(table: Table, say: Speech, now: float) -> list[Button]:
    """The buttons that features add below an ended table."""
    return [] if table.status in OPEN else [*table_buttons(table, None, say), *watch(table, say, now)]


def alone_page(
    table: Table,
    seat: Seat,
    words: Words,
    lang: str,
    now: float,
    *,
    steps: Path = (),
    pictures: bool = False,
    **more: Any,
) -> PrivatePage:
    say = words.say(table.game.key, lang, table.names)
    sight = table.game.face.sight(table.view(seat, now), say)
    drawn = Picture("seat.png", alt(f"{sight.scene}{sight.hand}"), NOT_DRAWN) if pictures else None
    table = table.with_facts(alone=True, pace=SOLO_PACE)
    ended = table.status == OVER
    buttons = result_buttons(table, say, now) if ended else table_buttons(table, seat, say)
    return seat_page(table, seat, say, now, steps=steps, picture=drawn, buttons=buttons, **more)


def pages_alone(table: Table, words: Words, lang: str) -> Iterator[Page]:
    """Every page of a table that somebody plays alone, from whichever seat, with a long notice."""
    notice = "x" * NOTICE_LENGTH
    for now in when(table):
        for seat in range(table.size):
            yield alone_page(table, seat, words, lang, now, pictures=True, notice=notice)
            for steps in some_steps(table, seat):
                yield alone_page(table, seat, words, lang, now, steps=steps, notice=notice)
    say = words.say(table.game.key, lang, table.names)
    asleep = table.with_facts(paused=ASLEEP)
    yield alone_page(asleep, 0, words, lang, now, ends_at=now)
    yield alone_page(replace(table, status=CLOSED).with_facts(closed="host"), 0, words, lang, now)
    yield menu(table.with_facts(alone=True), 0, say, moderator=False)
    solo = words.say("solo", lang)
    yield already(table, table.game, "regular", table.size, solo)
    yield choose_level(table.game, table.size, solo, (), table)
    yield choose_game([table.game], solo, level="expert", seats=table.size, played=(), learn={}, running=table)


def pages_around(setting: Setting, table: Table, words: Words, lang: str) -> Iterator[Page]:
    say = words.say(setting.game.key, lang, table.names)
    waiting = replace(table, status=LOBBY, state=None, log=Log())
    yield lobby(waiting, say)
    queue = tuple(Player(user=100 + place, name=UGLY[0]) for place in range(QUEUE))
    crowded = waiting.with_facts(waiting=queue)
    yield lobby(
        crowded, say, picture=Picture("lobby.png", alt(lobby_words(crowded, say)), NOT_DRAWN), pings=table.users
    )
    yield lobby(table.with_facts(waiting=queue), say)
    yield removal(crowded, say)
    yield from (call(key, table.users[0], say) for key in ("full", "seat"))
    yield lobby(table, say)
    yield options(waiting, say, say.lang)
    sent_away = waiting.with_facts(removed=tuple(range(10**18, 10**18 + 30)))
    yield options(sent_away, say, say.lang)
    yield invitations(sent_away, say)
    yield guest_menu(waiting, waiting.users[-1], say, moderator=True)
    for section in (SUMMARY, *sections(words, setting.game, lang)):
        yield rulebook(words, setting.game, lang, section)
    for aid in setting.game.aids:
        yield PrivatePage((Text(say(f"aid-{aid}")),))


def reachable(table: Table, seat: Seat, words: Words, now: float, *, alone: bool = False) -> set[Path]:
    """Every move somebody can make with buttons and menus only, starting from their panel.

    ``alone``: from the panel of somebody who plays alone.
    """
    say = words.say(table.game.key, "fr", table.names)
    legal = {table.game.path(move) for move in table.legal(seat)}
    found: set[Path] = set()
    waiting, seen = [()], {()}
    while waiting:
        steps = waiting.pop()
        page = (
            alone_page(table, seat, words, "fr", now, steps=steps)
            if alone
            else seat_page(table, seat, say, now, steps=steps)
        )
        for steps in _steps(page):
            if steps in legal:
                found.add(steps)
            elif steps not in seen:
                seen.add(steps)
                waiting.append(steps)
    return found


def clicks(table: Table, seat: Seat, path: Path, words: Words, *, panel_open: bool = False, alone: bool = False) -> int:
    """How often somebody clicks to make a move, from the public board or from their panel that was just opened.

    ``alone``: from the panel of somebody who plays alone.
    """
    say, now = words.say(table.game.key, "fr", table.names), when(table)[-1]

    def panel(steps: Path = ()) -> Page:
        if alone:
            return alone_page(table, seat, words, "fr", now, steps=steps, pictures=True)
        return seat_page(table, seat, say, now, steps=steps)

    count, page = 0, panel() if panel_open or alone else board(table, say, now)
    if not panel_open and not alone and _towards(page, path) is None:
        count, page = 1, panel()
    for _ in range(20):
        count += 1
        taken = _towards(page, path)
        assert taken is not None, (path, list(page.texts()))
        if taken == path:
            return count
        page = panel(taken)
    raise AssertionError(f"no end of clicks to {path}")


def _towards(page: Page, path: Path) -> Path | None:
    """Where the click leads that goes furthest along a path; to the next page of a menu if none does."""
    ways = list(_steps(page))
    found = [steps for steps in ways if path[: len(steps)] == steps]
    turned = [steps for steps in ways if steps[-1].startswith("~") and path[: len(steps) - 1] == steps[:-1]]
    return max(found, key=len, default=turned[-1] if turned else None)


def _steps(page: Page) -> Iterator[Path]:
    for block in page.blocks:
        targets: list[tuple[str, list[str]]] = []
        if isinstance(block, Buttons):
            targets = [(button.id, []) for button in block.buttons if not button.disabled]
        elif isinstance(block, Menu):
            targets = [(block.id, [choice.value]) for choice in block.choices]
        for custom_id, chosen in targets:
            address = Address.parse(custom_id)
            if address and address.verb == "play" and (led := address.extended(chosen)):
                yield led.path
