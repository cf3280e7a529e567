"""The replay of a finished game: a position, seen by a seat, an onlooker or with everything face up."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.core.facts import OVER
from bot.core.game import NOTHING, Choosing
from bot.core.records import Fault
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import seen
from bot.pages.page import (
    MENU_LIMIT,
    TEXT_LIMIT,
    Block,
    Button,
    Buttons,
    Choice,
    Menu,
    Picture,
    PrivatePage,
    PublicPage,
    Separator,
    Style,
    Text,
    cut,
    rows,
)
from bot.pages.panel import panel
from bot.pages.question import choosing
from bot.text.strings import Speech, bare, unmarked
from cogs.replays.replay import OPENED, Eyes, Replay

COLOUR = 0x7A5FA8
FILMS = {"replay": "film", "review": "reel"}
"""The verb for a film by the verb of its replay."""
POST = "post"
"""The step that posts a film."""
LABELS = 100
"""Discord's limit on a line of a menu."""
ONLOOKER, UNCOVERED = "o", "x"
"""Perspectives in an address; a seat's is ``s`` and its number."""
_SEAT = re.compile(r"s([0-9]{1,2})")
_JUMP = re.compile(r"p([0-9]{1,7})")


class PositionPicture(NamedTuple):
    """A picture of a position: its view and choices."""

    view: object
    choosing: Choosing
    name: str


def watch(table: Table, say: Speech, now: float) -> list[Button]:
    """The button that opens the viewer, if the game may be seen."""
    if not table.log or table.deal_sealed(now):
        return []
    return [Button(say("replay-button"), str(Address("replay", table.id)), emoji="🎬")]


class Asked(NamedTuple):
    """A position and a perspective. Position 0 is the default one."""

    position: int
    eyes: Eyes


def asked(address: Address, path: tuple[str, ...]) -> Asked | None:
    """The end of an address: perspective, then the target of a menu; None if it is not ours."""
    word, where, *_ = (*path, "", "")
    seat, jump = _SEAT.fullmatch(word), _JUMP.fullmatch(where)
    if not seat and word not in ("", ONLOOKER, UNCOVERED):
        return None
    eyes: Eyes = int(seat[1]) if seat else None if word == ONLOOKER else OPENED
    return Asked(int(jump[1]) if jump else address.painted, eyes)


def spelt(eyes: Eyes) -> str:
    """A perspective as in an address."""
    return UNCOVERED if eyes == OPENED else ONLOOKER if eyes is None else f"s{eyes}"


def pictures(replay: Replay, position: int, eyes: Eyes, say: Speech) -> tuple[PositionPicture, PositionPicture | None]:
    """The pictures of a position: the board, and a seat's hand from its perspective."""
    then, now = replay.then(position), replay.at(position)
    if eyes == OPENED:
        return PositionPicture(replay.view(position, OPENED), NOTHING, "table.png"), None
    public = replay.view(position, None)
    table = PositionPicture(public, choosing(then, None, public, say, now, ()), "table.png")
    if eyes is None:
        return table, None
    own = replay.view(position, eyes)
    return table, PositionPicture(own, choosing(then, eyes, own, say, now, ()), "hand.png")


def viewer(
    replay: Replay,
    position: int,
    eyes: Eyes,
    say: Speech,
    base: Address,
    *,
    table: Picture | None = None,
    hand: Picture | None = None,
    notice: str = "",
) -> PrivatePage:
    """The page of a position. ``base`` is the address of this replay, without perspective and target."""
    sight = replay.game.face.sight(replay.view(position, OPENED if eyes == OPENED else None), say)
    title, *public = seen(sight, say, table)
    # A game that cannot show everything face up is shown as to an onlooker.
    whose = None if eyes == OPENED and replay.game.hands and not replay.game.opened else eyes
    where = say("replay-where", move=position - 1, moves=replay.length - 1, eyes=_eyes(whose, say))
    blocks: list[Block] = [title, Text(f"-# {where}"), *public]
    if eyes not in (None, OPENED):
        blocks += [Separator(), *had(replay, position, eyes, say, hand)]
    if notice:
        blocks.insert(0, Text(notice))
    return PrivatePage((*_fitting(blocks), *_ways(replay, position, eyes, say, base)), COLOUR)


def had(replay: Replay, position: int, eyes: int, say: Speech, picture: Picture | None) -> list[Block]:
    """The seat message at the time of a position, without its buttons."""
    then = replay.then(position)
    page = panel(then, eyes, say, replay.at(position), picture=picture)
    blocks: list[Block] = [block for block in page.blocks if not isinstance(block, Buttons | Menu)]
    # At the end its last block only says that the game is over.
    return blocks[:-1] if then.status == OVER else blocks


def film_page(replay: Replay, say: Speech, base: Address, film: Picture, *, post: bool) -> PrivatePage:
    """The film of a game, for the player who requested it, with a button to post it where possible."""
    text = Text(say("film-done", game=say("name"), people=say.names(range(replay.size))))
    address = base._replace(verb=FILMS[base.verb], path=(*base.path, POST))
    return PrivatePage((text, film, *(rows([Button(say("film-post"), str(address))]) if post else ())), COLOUR)


def shared_film(replay: Replay, say: Speech, person: int, film: Picture) -> PublicPage:
    """The film of a game, posted by a player."""
    blanks = {"person": f"<@{person}>", "game": say("name"), "people": say.names(range(replay.size))}
    return PublicPage((Text(say("film-shared", **blanks)), film), COLOUR)


def fault(found: Fault, say: Speech) -> str:
    """The fault of a record in words; the reason is technical and in English."""
    word, _, number = (found.where or "unread").partition(" ")
    reason = found.reason.replace("`", "'")
    return f"{say(f'record-bad-{word}', number=number)}\n-# {say('record-reason', reason=f'`{reason}`')}"


def _fitting(blocks: list[Block]) -> list[Block]:
    """The same blocks within Discord's limit: the longest text is cut."""
    texts = [block for block in blocks if isinstance(block, Text)]
    over = sum(len(block.text) for block in texts) - TEXT_LIMIT
    if over <= 0:
        return blocks
    longest = max(texts, key=lambda block: len(block.text))
    return [Text(cut(longest.text, len(longest.text) - over)) if block is longest else block for block in blocks]


def _ways(replay: Replay, position: int, eyes: Eyes, say: Speech, base: Address) -> list[Block]:
    """Buttons and menus: steps, the film, perspectives, key moments."""
    path = (*base.path, spelt(eyes))

    def step(name: str, label: str, to: int, style: Style = "secondary") -> Button:
        target = base._replace(painted=replay.clamped(to), path=(*path, name))
        return Button(label, str(target), style, disabled=replay.clamped(to) == position)

    steps = [
        step("first", "⏮", 1),
        step("back", "◀", position - 1),
        step("on", "▶", position + 1, "primary"),
        step("last", "⏭", replay.length),
        Button(say("film-button"), str(base._replace(verb=FILMS[base.verb], painted=0)), emoji="🎞️"),
    ]
    found: list[Block] = [*rows(steps)]
    if replay.game.opened:
        others: list[Eyes] = [OPENED, None, *range(replay.size)]
        choices = tuple(Choice(cut(bare(_eyes(who, say)), LABELS), spelt(who), chosen=who == eyes) for who in others)
        found.append(Menu(str(base._replace(painted=position, path=(*base.path, "~e"))), say("replay-eyes"), choices))
    near = _near(list(replay.moments), position)
    lines = tuple(Choice(_told(replay, place, say), f"p{place}", chosen=place == position) for place in near)
    found.append(Menu(str(base._replace(painted=position, path=(*path, "~k"))), say("replay-moments"), lines))
    return found


def _near(places: list[int], position: int) -> list[int]:
    """As many moments around a position as a menu holds."""
    before = sum(place <= position for place in places)
    start = max(0, min(before - MENU_LIMIT // 2, len(places) - MENU_LIMIT))
    return places[start : start + MENU_LIMIT]


def _told(replay: Replay, position: int, say: Speech) -> str:
    """A key moment in one line."""
    sight = replay.game.face.sight(replay.moments[position], say)
    words = unmarked(sight.recap or sight.story).split("\n")[0]
    return cut(" · ".join(filter(None, (str(position - 1), words))), LABELS)


def _eyes(eyes: Eyes, say: Speech) -> str:
    if eyes == OPENED:
        return say("replay-opened")
    return say("replay-onlooker") if eyes is None else say("replay-seat", name=say.name(eyes))
