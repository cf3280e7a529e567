"""The page of a solo table: the board and the player's hand in one private message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.core.facts import ASLEEP, CLOSED, OVER
from bot.core.game import Path, Seat, Sight, View
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import STOPPED, WON, recap, result
from bot.pages.page import (
    COMPONENT_LIMIT,
    TEXT_LIMIT,
    Block,
    Button,
    Buttons,
    Menu,
    Picture,
    PrivatePage,
    Text,
    cut,
    rows,
)
from bot.pages.panel import COLOUR, NOTICE
from bot.pages.question import paged, paths, pick, question, trail
from bot.text.strings import Speech

NOTICE_LENGTH = 700
"""Characters reserved for a notice: a refusal, or a hint with its reason."""


class Drawn(NamedTuple):
    """The pictures of a page that are ready."""

    table: Picture | None = None
    """The picture of the board."""
    hand: Picture | None = None
    """The picture of the player's hand."""


class SoloViews(NamedTuple):
    """The views of a page: the onlooker's and the player's."""

    everybody: View
    own: View


def alone(
    table: Table,
    seat: Seat,
    say: Speech,
    now: float,
    *,
    shown: SoloViews,
    steps: Path = (),
    drawn: Drawn | None = None,
    closing: str = "",
    buttons: Sequence[Button] = (),
) -> PrivatePage:
    """The board, hand and question of a solo table at this time, with the steps of a choice already taken.

    ``buttons`` stand below the question or the result, ``closing`` below the result.
    """
    drawn, looks = drawn or Drawn(), look(table, seat, shown.own, say, steps)
    sight, mine = table.game.face.sight(shown.everybody, say), table.game.face.sight(shown.own, say)
    title = " · ".join(part for part in (say("name"), sight.title) if part)
    blocks: list[Block] = [Text(f"### {title}")]
    if looks.table or drawn.hand is None:
        blocks.append(drawn.table or Text(sight.scene))
    if table.status == OVER:
        blocks += [Text(sight.story)] if sight.story else []
        last = [Text(closing)] if closing else []
        return PrivatePage((*blocks, *result(table, say), *last, *_ended(table, say, now, buttons)), WON)
    # One text block: a grid below may need all other components.
    if not looks.halfway and (words := "\n".join(_told(table, seat, say, now, shown, mine, drawn))):
        blocks.append(Text(words))
    if looks.hand:
        blocks.append(drawn.hand or Text(mine.hand or "…"))
    below = rows(_beside(table, seat, say, buttons))
    room = COMPONENT_LIMIT - PrivatePage((*blocks, *below)).size - NOTICE
    blocks += _question(table, seat, shown.own, say, steps, room)
    return _fitting(PrivatePage((*blocks, *below), COLOUR))


def _told(
    table: Table, seat: Seat, say: Speech, now: float, shown: SoloViews, mine: Sight, drawn: Drawn
) -> Iterator[str]:
    """The note, the story, earlier events, the reveal, and the opponents that must move."""
    sight = table.game.face.sight(shown.everybody, say)
    note = mine.note if drawn.table or mine.note not in sight.scene else ""
    lines = (
        note,
        mine.story,
        recap(table, sight, say, since=_moved(table, seat)),
        _looking(table, shown.everybody, say, now),
    )
    yield from (line for line in (*lines, _waiting(table, seat, say)) if line)


def noted(page: PrivatePage, notice: str) -> PrivatePage:
    """The page with a notice just above its buttons: a refusal or a hint."""
    if not notice:
        return page
    place = next((at for at, block in enumerate(page.blocks) if isinstance(block, Buttons | Menu)), len(page.blocks))
    return PrivatePage((*page.blocks[:place], Text(notice), *page.blocks[place:]), page.colour)


def over(table: Table, say: Speech, now: float, buttons: Sequence[Button] = ()) -> PrivatePage:
    """The page of a table that was closed, or never dealt; ``buttons`` stand below one that was closed."""
    text = say("alone-closed" if table.facts.closed == "host" else f"closed-{table.facts.closed}")
    closed = table.status == CLOSED
    blocks = (Text(f"### {say('name')}"), Text(text if closed else say("refusal-not-started")))
    return PrivatePage((*blocks, *(_ended(table, say, now, buttons) if closed else ())), STOPPED)


class Look(NamedTuple):
    """The parts of a page: the board, the hand, or both."""

    table: bool
    hand: bool
    public: bool
    """Whether the choices are on the board, and so marked there."""
    halfway: bool
    """Whether a choice has begun: then the page has only the part with its choices."""


def look(table: Table, seat: Seat, view: View, say: Speech, steps: Path) -> Look:
    """The parts of a page after these steps."""
    hand = view.own is not None and table.status != OVER
    found = list(paths(table.game, table.legal(seat)))
    asked = question(table.game, view, found, say, paged(steps)[0])
    keys = [asked.steps[0]] if asked and asked.steps else [press.path[0] for press in asked.verbs] if asked else []
    public = not hand or (bool(keys) and all(table.game.verb(key).public for key in keys))
    halfway = asked is not None and bool(steps) and bool(trail(table.game, view, found, say, asked.steps))
    return Look(not halfway or public, hand and not (halfway and public), public, halfway)


def alone_menu(table: Table, say: Speech) -> PrivatePage:
    """The menu of a solo table."""
    buttons = [
        _rules(table, say),
        Button(say("read-button"), str(Address("read", table.id))),
        Button(say("alone-close-button"), str(Address("close", table.id)), "danger"),
    ]
    return PrivatePage((Text(say("menu-text")), *rows(buttons)), COLOUR)


def _question(table: Table, seat: Seat, view: View, say: Speech, steps: Path, room: int) -> list[Block]:
    """The player's question in at most ``room`` components."""
    legal = table.legal(seat)
    if not legal or table.facts.paused:
        return []
    sealed = [Text(f"-# {say('panel-change')}")] if seat not in table.to_act else []
    found = list(paths(table.game, legal))
    asked = pick(
        table.game, view, found, say, table=table.id, painted=table.asked[seat], steps=steps, room=room - len(sealed)
    )
    return [*sealed, *asked]


def _beside(table: Table, seat: Seat, say: Speech, buttons: Sequence[Button]) -> list[Button]:
    """The buttons below the question: continue, those of features, aids, rules, menu."""
    found: list[Button] = []
    if seat not in table.to_act or table.facts.paused:
        # After a restart this page is not updated any more: a press reopens it.
        style = "success" if table.facts.paused == ASLEEP else "secondary"
        found.append(Button(say("alone-resume"), str(Address("hand", table.id)), style))
    found += buttons
    found += [Button(say(f"aid-{key}.button"), str(Address("aid", table.id, 0, (key,)))) for key in table.game.aids]
    if not table.game.aids:
        found.append(_rules(table, say))
    return [*found, Button("⋯", str(Address("menu", table.id)))]


def _rules(table: Table, say: Speech) -> Button:
    return Button(say("rules-button"), str(Address("rules", table.id, 0, (table.game.key,))))


def _ended(table: Table, say: Speech, now: float, buttons: Sequence[Button]) -> list[Block]:
    """The buttons below a table that is over; the proof of its deal only once that is not secret any more."""
    shown = list(buttons)
    if table.log and not table.deal_sealed(now):
        shown.append(Button(say("proof-button"), str(Address("proof", table.id))))
    return list(rows(shown))


def _looking(table: Table, view: View, say: Speech, now: float) -> str:
    if not table.reveals(now) or view.flash is None or not view.flash.hides:
        return ""
    return say("alone-looking", time=f"<t:{round(table.flash_until)}:R>")


def _waiting(table: Table, seat: Seat, say: Speech) -> str:
    if table.facts.paused == ASLEEP:
        return say("alone-asleep")
    others = [each for each in table.to_act if each != seat]
    return f"-# {say('alone-waiting', people=say.names(others), count=len(others))}" if others else ""


def _moved(table: Table, seat: Seat) -> int:
    """The revision of a seat's last move: its player has seen everything before."""
    return next((place + 1 for place in reversed(range(table.revision)) if table.log[place].seat == seat), 0)


def _fitting(page: PrivatePage) -> PrivatePage:
    """The page within Discord's limits: the longest texts are cut."""
    while (excess := page.length - (TEXT_LIMIT - NOTICE_LENGTH)) > 0:
        texts = [place for place, block in enumerate(page.blocks) if isinstance(block, Text)]
        longest = max(texts, key=lambda place: len(_text(page, place)))
        words = _text(page, longest)
        blocks = list(page.blocks)
        blocks[longest] = Text(cut(words, max(200, len(words) - excess)))
        page = PrivatePage(tuple(blocks), page.colour)
    return page


def _text(page: PrivatePage, place: int) -> str:
    block = page.blocks[place]
    assert isinstance(block, Text)
    return block.text
