"""The result of a game: winners, scores, figures and duration; and the proof of its deal."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Seat
from bot.core.opponents import stand_in_name
from bot.core.results import honours
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Block, Button, Buttons, Document, PrivatePage, Separator, Text, rows
from bot.text.strings import Speech

FIGURES = 3
"""The most figures of a seat: the first of the game's list that are not 0."""
HONOURS = 1
"""The most honours of a seat: the first of the game's list. A profile has them all."""
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
COLOUR = 0x2E8B57


def result(table: Table, say: Speech) -> list[Block]:
    """The result below the board of a finished game."""
    earned = honours(table)
    figures = [_figures(table, say, seat, earned[seat]) for seat in range(table.size)]
    lines = _scores(table, say, figures)
    notes = [f"-# {line}" for line in (_whole(table, say), series(table, say)) if line]
    return [Separator(), Text(f"## {winners(table, say)}"), Text("\n".join(lines)), Text("\n".join(notes))]


def scores(table: Table, say: Speech) -> str:
    """All scores, winners first, without figures."""
    return "\n".join(_scores(table, say, [""] * table.size))


def winners(table: Table, say: Speech) -> str:
    """The winners in words; nobody if all winners by the rules count as having left."""
    assert table.outcome is not None
    won = _won(table)
    return say("win", winners=say.names(won), count=len(won)) if won else say("win-nobody")


def order(table: Table) -> list[Seat]:
    """The seats in the order they finished: winners first, then by score."""
    outcome = table.outcome
    assert outcome is not None
    better = 1 if table.game.lowest_wins else -1
    return sorted(range(table.size), key=lambda seat: (seat not in outcome.winners, better * outcome.scores[seat]))


def series(table: Table, say: Speech) -> str:
    """The running score after several games of the same players; empty after the first."""
    games, wins = table.series
    if games < 2:
        return ""
    seats = sorted(range(table.size), key=lambda seat: -wins.get(table.users[seat], 0))
    standing = " – ".join(f"{say.name(seat)} {wins.get(table.users[seat], 0)}" for seat in seats)
    return say("result-series", games=games, standing=standing)


def lasted(seconds: float, say: Speech) -> str:
    """A duration in words, roughly."""
    if seconds < MINUTE:
        return say("lasted-moment")
    if seconds < HOUR:
        return say("lasted-minutes", minutes=int(seconds // MINUTE))
    if seconds < DAY:
        return say("lasted-hours", hours=int(seconds // HOUR), minutes=f"{int(seconds % HOUR // MINUTE):02}")
    return say("lasted-days", days=int(seconds // DAY))


def ended_menu(table: Table, say: Speech) -> PrivatePage:
    """The menu of a table that has ended."""
    buttons: list[Button] = []
    if table.log:
        buttons.append(Button(say("proof-button"), str(Address("proof", table.id))))
    if table.state is not None:
        buttons.append(Button(say("read-button"), str(Address("read", table.id))))
    text = say("menu-text") if buttons else say("refusal-finished")
    return PrivatePage((Text(text), *rows(buttons)), COLOUR)


def proof(table: Table, say: Speech) -> PrivatePage:
    """The proof that nobody changed the deal: the seal, its nonce, and the whole game as a file."""
    seal = say("proof", seal=table.seal, nonce=table.facts.nonce)
    name = f"{table.game.key}-{table.id}.jsonl"
    return PrivatePage((Text(seal), Document(name, table.record().encode() + b"\n")), COLOUR)


def buttons(table: Table, say: Speech, more: Sequence[Button]) -> tuple[Buttons, ...]:
    """The buttons under a table that has ended, with those of features."""
    again = Button(say("rematch-button"), str(Address("rematch", table.id)), "success")
    rules = Button(say("rules-button"), str(Address("rules", 0, 0, (table.game.key,))))
    return rows([again, *more, rules, Button("⋯", str(Address("menu", table.id)))])


def _scores(table: Table, say: Speech, figures: list[str]) -> list[str]:
    """A line for each seat or team, with its figures below."""
    outcome = table.outcome
    assert outcome is not None
    seats, lines = order(table), list[str]()
    teams = table.game.teams(table.size, table.facts.options) if table.game.teams else ()
    for team in sorted(teams, key=lambda team: min(map(seats.index, team))):
        score = say("final-score", score=sum(outcome.scores[seat] for seat in team))
        won = "yes" if set(team) & set(_won(table)) else "no"
        letter = "ABC"[teams.index(team)]
        lines.append(say("result-team", letter=letter, people=say.names(team), score=score, won=won))
        lines += [f"-# {say.name(seat)} · {figures[seat]}" for seat in team if figures[seat]]
        lines += [_forfeit(table, say, seat) for seat in team if seat in table.forfeited]
    for seat in () if teams else seats:
        score = say("final-score", score=outcome.scores[seat])
        lines.append(say("result-score", seat=seat, score=score, won="yes" if seat in _won(table) else "no"))
        lines += [f"-# {figures[seat]}"] if figures[seat] else []
        lines += [_forfeit(table, say, seat)] if seat in table.forfeited else []
    return lines


def _won(table: Table) -> list[Seat]:
    """The winners by the rules who have not left."""
    assert table.outcome is not None
    return [seat for seat in table.outcome.winners if seat not in table.forfeited]


def _forfeit(table: Table, say: Speech, seat: Seat) -> str:
    """A line about a player who counts as having left, with who finished the game in their place."""
    decisions = table.facts.decisions[seat].last if table.facts.decisions else ()
    if not table.facts.players[seat].left and not any(decisions[-1:]):
        return f"-# {say('result-forfeit', seat=seat)}"
    by = stand_in_name(table, seat) if table.game.opponent is not None else say("result-table")
    return f"-# {say('result-stood-in', keeper=by, seat=seat)}"


def _figures(table: Table, say: Speech, seat: Seat, earned: Sequence[str]) -> str:
    """The first figures of a seat, and an honour it has earned."""
    own = table.tally.seats[seat]
    parts = [say(f"figure-{key}", count=own[key]) for key in table.game.figures if own[key]][:FIGURES]
    return " · ".join(parts + [say("result-honour", honour=say(f"honour-{key}")) for key in earned[:HONOURS]])


def _whole(table: Table, say: Speech) -> str:
    """The game in one line: its length and its totals."""
    whole = table.tally.whole
    parts = [say("result-moves", count=table.revision - 1), lasted(table.log[-1].at - table.log[0].at, say)]
    parts += [say(f"total-{key}", count=whole[key]) for key in table.game.totals if whole[key]]
    return " · ".join(parts)
