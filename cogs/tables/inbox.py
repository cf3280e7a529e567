"""The list of a player's tables: those that wait for them first, then the rest, then lobbies they could join."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.facts import LOBBY
from bot.core.lobby import numbers
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Block, Button, PrivatePage, Text, rows
from bot.text.strings import Speech, Words

SCOPE = "tables"
MOST = 15
"""Lines of each kind: more would not fit into a message."""
QUESTIONS = 3
"""Moves that are named at most for each table."""


def inbox(
    words: Words, lang: str, user: int, mine: Sequence[Table], lobbies: Sequence[Table], *, guild: int | None
) -> PrivatePage:
    """Somebody's open tables everywhere, the ones that wait for them first, and open lobbies of this server."""
    say = words.say(SCOPE, lang)
    if not mine and not lobbies:
        return PrivatePage((Text(say("list-empty")),), COLOUR)
    yours = sorted((table for table in mine if _asked(table, user)), key=_urgency)
    others = [table for table in mine if not _asked(table, user)]
    blocks: list[Block] = []
    rest = "list-others" if yours else "list-mine"
    for title, tables in (("list-yours", yours), (rest, others), ("list-lobbies", lobbies)):
        if lines := [_line(table, user, words.say(SCOPE, lang, table.names)) for table in tables[:MOST]]:
            blocks.append(Text("\n".join((say(title), *lines))))
    buttons: list[Button] = []
    if here := [table for table in yours if table.guild == guild and not table.alone]:
        # The most urgent table; a button of another server's table works only in that server.
        buttons.append(Button(say("list-play"), str(Address("hand", here[0].id)), "primary"))
    buttons += [Button(say("list-alone"), str(Address("hand", table.id))) for table in mine if table.alone][:1]
    blocks += rows(buttons)
    return PrivatePage(tuple(blocks), COLOUR)


def link(table: Table) -> str:
    """Where a table is played; a mention of a channel would not lead to another server."""
    return f"https://discord.com/channels/{table.guild}/{table.place}"


def _asked(table: Table, user: int) -> bool:
    return table.seat_of(user) in table.to_act


def _urgency(table: Table) -> tuple[float, int]:
    deadline = table.facts.deadline
    return (deadline if deadline is not None else float("inf"), table.id)


def _line(table: Table, user: int, say: Speech) -> str:
    name = say.scoped(table.game.key)("name")
    if table.alone:
        return f"- **{name}** · {say('list-alone-line')} · {_situation(table, user, say)}"
    return f"- [**{name}**]({link(table)}) · {say.names(range(table.size))} · {_situation(table, user, say)}"


def _situation(table: Table, user: int, say: Speech) -> str:
    if table.status == LOBBY:
        return say("list-lobby", count=table.size, most=numbers(table)[-1])
    if not _asked(table, user):
        return say("list-waiting", people=say.names(table.to_act))
    text = _question(table, user, say)
    deadline = table.facts.deadline
    return text if deadline is None else f"{text} · {say('list-until', time=f'<t:{round(deadline)}:R>')}"


def _question(table: Table, user: int, say: Speech) -> str:
    """The names of the moves that a player can make."""
    seat = table.seat_of(user)
    assert seat is not None
    verbs, own = dict.fromkeys(table.game.path(move)[0] for move in table.legal(seat)), say.scoped(table.game.key)
    return " / ".join(f"**{own(f'verb-{verb}.button')}**" for verb in list(verbs)[:QUESTIONS])
