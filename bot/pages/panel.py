"""The private panel of a seat: what only its player may see, and the question they are asked."""

from __future__ import annotations

from typing import Any

from bot.core.absence import vacant
from bot.core.facts import ASLEEP, CLOSED, LOBBY, OVER, PLAYING
from bot.core.game import Path, Seat
from bot.core.table import Table, moment, retold
from bot.pages.address import Address
from bot.pages.page import COMPONENT_LIMIT, Block, Button, Picture, PrivatePage, Text, cut, rows
from bot.pages.question import Question, paths, pick
from bot.pages.seats import take_button
from bot.text.strings import Speech

COLOUR = 0xC77B30
NOTICE = 1
"""Room kept for a word on top: that it is done, or why not; and what has happened."""
MISSED = 4
"""Components that are left for what a slow table has revealed since somebody last looked."""

HAPPENED = 3
"""Things told to who comes back."""
HAPPENED_LIMIT = 400
"""Characters that each of them may take."""


def panel(
    table: Table,
    seat: Seat,
    say: Speech,
    now: float,
    *,
    steps: Path = (),
    picture: Picture | None = None,
    view: Any = None,
    asked: Question | None = None,
) -> PrivatePage:
    """What a seat sees for itself at this instant, with the steps of a choice already taken.

    It says nothing that changes while nothing changes for this seat, for it would have to be sent again each time:
    whom we wait for is told by the board. ``view`` is the seat's, and ``asked`` its question, from who knows them.
    """
    blocks: list[Block] = []
    if table.status in (LOBBY, CLOSED) or table.state is None:
        blocks.append(Text(say("panel-lobby" if table.status == LOBBY else "refusal-finished")))
        return PrivatePage(tuple(blocks), COLOUR)
    view = table.view(seat, now) if view is None else view
    sight = table.game.face.sight(view, say)
    if picture:
        blocks.append(picture)
    elif sight.hand:
        blocks.append(Text(sight.hand))
    if table.status == OVER:
        return PrivatePage((*blocks, Text(say("refusal-finished"))), COLOUR)
    legal = table.legal(seat)
    mine = seat in table.to_act
    if mine and sight.note and (picture or sight.note not in sight.hand):
        blocks.append(Text(sight.note))
    below: list[Block] = []
    if not mine:
        below.append(Text(f"-# {say('panel-waiting')}"))
    elif table.facts.deadline is not None and not table.facts.paused:
        below.append(Text(f"-# {say('panel-until', time=f'<t:{round(table.facts.deadline)}:R>')}"))
    if table.facts.players[seat].away or table.facts.paused == ASLEEP:
        below += rows([Button(say("back-button"), str(Address("back", table.id)), "success")])
    if legal and table.blocked(now):
        blocks.append(Text(say("panel-look")))
    elif legal:
        if not mine:
            blocks.append(Text(f"-# {say('panel-change')}"))
        above = NOTICE + (MISSED if table.pace.slow else 0)
        room = COMPONENT_LIMIT - PrivatePage((*blocks, *below)).size - above
        found = list(paths(table.game, legal)) if steps or asked is None else ()
        # Painted when the question was asked: while it stands, its buttons stay the same.
        painted = table.asked[seat]
        blocks += pick(
            table.game, view, found, say, table=table.id, painted=painted, steps=steps, room=room, asked=asked
        )
    return PrivatePage((*blocks, *below), COLOUR)


def happened(table: Table, since: int, say: Speech) -> str:
    """What has happened after a revision, the last three things, the newest last; empty if nothing has."""
    # That the game has begun is no news to anybody at its table.
    since = max(since, 1)
    if table.state is None or table.status != PLAYING or since >= table.revision:
        return ""
    moments = (*table.past, moment(table.state, table.revision))
    lines = retold(table.game, moments, since, say)[-HAPPENED:]
    return "\n".join([say("happened"), *(f"- {cut(line, HAPPENED_LIMIT)}" for line in lines)]) if lines else ""


def menu(table: Table, seat: Seat | None, say: Speech, *, moderator: bool) -> PrivatePage:
    """What one can do with a table besides playing."""
    address = Address("menu", table.id)
    buttons: list[Button] = []
    if seat is not None:
        away = table.facts.players[seat].away
        buttons.append(
            Button(say("back-button"), str(address._replace(verb="back")), "success")
            if away
            else Button(say("quit-button"), str(address._replace(verb="quit")))
        )
        buttons.append(Button(say("end-button"), str(address._replace(verb="end"))))
    if moderator or (seat is not None and table.users[seat] == table.facts.host):
        buttons.append(Button(say("close-button"), str(address._replace(verb="close")), "danger"))
    if seat is None and vacant(table) and table.status == PLAYING:
        buttons.append(take_button(table, say))
    text = say("menu-text") if buttons else say("menu-onlooker")
    buttons.append(Button(say("read-button"), str(address._replace(verb="read"))))
    return PrivatePage((Text(text), *rows(buttons)), COLOUR)


def confirm(question: str, yes: str, address: Address) -> PrivatePage:
    """A question before something that cannot be undone."""
    return PrivatePage((Text(question), *rows([Button(yes, str(address), "danger")])), COLOUR)
