"""The seat message: a player's hand and question, the menu of a table, and requests for free seats."""

from __future__ import annotations

from typing import Any

from bot.core.absence import vacant
from bot.core.facts import ASLEEP, CLOSED, LOBBY, OVER, PLAYING, SeatRequest
from bot.core.game import Path, Seat
from bot.core.table import Table, moment, retold
from bot.pages.address import Address
from bot.pages.page import COMPONENT_LIMIT, LABEL_LIMIT, Block, Button, Picture, PrivatePage, Text, cut, rows
from bot.pages.question import Question, paths, pick
from bot.text.strings import Speech, bare, plain

COLOUR = 0xC77B30
NOTICE = 1
"""Components reserved for a text on top: a confirmation, a refusal, or what has happened."""
MISSED = 4
"""Components reserved for reveals of a slow table since its player last looked."""

HAPPENED = 3
"""Events listed for a player who comes back."""
HAPPENED_LIMIT = 400
"""Characters of each of them."""


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
    """The seat message at this time, with the steps of a choice already taken.

    It contains nothing that changes while nothing changes for this seat: each change is another request to Discord.
    So the board says who must move. A caller that has computed the seat's ``view`` and question passes them.
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
        # The revision at which the question was asked: its buttons stay the same until the next question.
        painted = table.asked[seat]
        blocks += pick(
            table.game, view, found, say, table=table.id, painted=painted, steps=steps, room=room, asked=asked
        )
    return PrivatePage((*blocks, *below), COLOUR)


def happened(table: Table, since: int, say: Speech) -> str:
    """The last events after a revision, the newest last; empty if there are none."""
    # The first revision is the deal, which is not worth a line.
    since = max(since, 1)
    if table.state is None or table.status != PLAYING or since >= table.revision:
        return ""
    moments = (*table.past, moment(table.state, table.revision))
    lines = retold(table.game, moments, since, say)[-HAPPENED:]
    return "\n".join([say("happened"), *(f"- {cut(line, HAPPENED_LIMIT)}" for line in lines)]) if lines else ""


def menu(table: Table, seat: Seat | None, say: Speech, *, moderator: bool) -> PrivatePage:
    """The menu of a table: everything but playing."""
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


def take_button(table: Table, say: Speech) -> Button:
    """SeatRequest for a seat."""
    return Button(say("take-button"), str(Address("take", table.id)))


def choice(table: Table, free: list[Seat], say: Speech) -> PrivatePage:
    """Which of several free seats to ask for."""
    buttons = [
        Button(cut(bare(say.name(seat)), LABEL_LIMIT), str(Address("take", table.id, 0, (str(seat),)))) for seat in free
    ]
    return PrivatePage((Text(say("take-which")), *rows(buttons)), COLOUR)


def decision(table: Table, ask: SeatRequest, say: Speech) -> PrivatePage:
    """The host's question whether somebody gets the seat they ask for."""
    who = str(ask.user)
    yes = Button(say("seat-yes"), str(Address("seat", table.id, 0, (who, "yes", str(ask.seat)))), "success")
    no = Button(say("seat-no"), str(Address("seat", table.id, 0, (who, "no"))))
    return PrivatePage((Text(say("seat-confirm", person=plain(ask.name), seat=ask.seat)), *rows([yes, no])), COLOUR)


def confirm(question: str, yes: str, address: Address) -> PrivatePage:
    """A question before something that cannot be undone."""
    return PrivatePage((Text(question), *rows([Button(yes, str(address), "danger")])), COLOUR)
