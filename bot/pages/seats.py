"""Pages about the seats of those who have left a game: which one, and who gets it."""

from __future__ import annotations

from bot.core.absence import vacant
from bot.core.facts import Ask
from bot.core.game import Seat
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import LABEL_LIMIT, Button, PrivatePage, Text, cut, rows
from bot.text.strings import Speech, bare, plain

COLOUR = 0xC77B30


def choice(table: Table, free: list[Seat], say: Speech) -> PrivatePage:
    """Which of several seats somebody asks for."""
    buttons = [
        Button(cut(bare(say.name(seat)), LABEL_LIMIT), str(Address("take", table.id, 0, (str(seat),)))) for seat in free
    ]
    return PrivatePage((Text(say("take-which")), *rows(buttons)), COLOUR)


def decision(table: Table, ask: Ask, say: Speech) -> PrivatePage:
    """Whether somebody gets the seat they ask for."""
    who = str(ask.user)
    yes = Button(say("seat-yes"), str(Address("seat", table.id, 0, (who, "yes", str(ask.seat)))), "success")
    no = Button(say("seat-no"), str(Address("seat", table.id, 0, (who, "no"))))
    return PrivatePage((Text(say("seat-confirm", person=plain(ask.name), seat=ask.seat)), *rows([yes, no])), COLOUR)


def asks(table: Table, say: Speech) -> str:
    """Who would like whose seat, and who decides."""
    if not table.facts.asks:
        return ""
    host = f"<@{table.facts.host}>"
    return "\n".join(say("seat-asked", person=plain(ask.name), seat=ask.seat, host=host) for ask in table.facts.asks)


def seat_buttons(table: Table, say: Speech) -> list[Button]:
    """What one can press about the seats of those who have left."""
    found = [
        Button(
            cut(say("seat-button", person=bare(plain(ask.name))), LABEL_LIMIT),
            str(Address("seat", table.id, 0, (str(ask.user),))),
            "success",
        )
        for ask in table.facts.asks
    ]
    return [*found, take_button(table, say)] if vacant(table) else found


def take_button(table: Table, say: Speech) -> Button:
    """Ask for a seat."""
    return Button(say("take-button"), str(Address("take", table.id)))
