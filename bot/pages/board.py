"""The public board of a table, from the first move to the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bot.core.absence import closes_at, vacant
from bot.core.characters import character_of
from bot.core.facts import ASLEEP, CLOSED, OVER
from bot.core.game import Path, Seat, Sight
from bot.core.opponents import level_of, stand_in_name
from bot.core.results import honours, leavers
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.page import (
    COMPONENT_LIMIT,
    LABEL_LIMIT,
    Block,
    Button,
    Buttons,
    Document,
    Picture,
    PrivatePage,
    PublicPage,
    Separator,
    Text,
    cut,
    rows,
)
from bot.pages.question import PLAY, Question, board_question, grid, verb_buttons
from bot.text.strings import Speech, bare, plain

COLOUR = 0x3B6EA5
WON = 0x2E8B57
STOPPED = 0x8A8F98
BUTTON_CACHE_SIZE = 2_000
NOTE_MOVES = 6
"""Moves for which a note stays on the board: players must be able to read it while the table plays on by itself."""
REMARK_MOVES = 4
RECAP_LINES = 3
RECAP_LIMIT = 900
FIGURES = 3
"""The most figures of a seat: the first of the game's list that are not 0."""
HONOURS = 1
"""The most honours of a seat: the first of the game's list. A profile has them all."""
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def board(
    table: Table,
    say: Speech,
    now: float,
    *,
    pings: tuple[int, ...] = (),
    picture: Picture | None = None,
    view: Any = None,
    asked: Question | None = None,
    result_buttons: Sequence[Button] = (),
) -> PublicPage:
    """The board at this time. A caller that has computed the onlooker's ``view`` passes it with its question."""
    if table.status == CLOSED:
        return _closed(table, say, result_buttons)
    if view is None:
        view = table.view(None, now)
        asked = board_question(table, view, say)
    sight = table.sight(view, say)
    blocks = [*scene(sight, say, picture), *map(Text, filter(None, (note(sight, picture), sight.story)))]
    if table.status == OVER:
        return PublicPage((*blocks, *result(table, say), *ended_buttons(table, say, result_buttons)), WON)
    # One text block: a grid below may need all other components.
    blocks.append(Text("\n".join(filter(None, status(table, view, say, now)))))
    if table.blocked(now):
        # Whatever is pressed now would be refused.
        look = Button(say("look-button"), str(Address("look", table.id)), disabled=True)
        return PublicPage((*blocks, *rows([look])), COLOUR, pings)
    address = Address(PLAY, table.id, table.revision)
    quick = verb_buttons(table.game, asked, address, view, say) if asked else []
    # Private choices are made in the seat message, which this button opens.
    private = bool(table.choosers)
    label = "play-open-button" if not table.game.hands else "play-button" if private else "hand-button"
    hand = Button(say(label), str(Address("hand", table.id, table.revision)), "primary" if private else "secondary")
    missed = [Button(say("missed-button"), str(Address("missed", table.id)), emoji="👁️")] if table.may_be_missed else []
    answers = [*quick, hand, *missed, *_presence(table, say)]
    lookups = _lookups(table.id, table.game.key, table.game.aids, say)
    below = rows(answers, lookups)
    if asked and asked.rows:
        room = COMPONENT_LIMIT - PublicPage((*blocks, *below)).size
        blocks += grid(table.game, asked, address, room)
    return PublicPage((*blocks, *below), COLOUR, pings)


@lru_cache(BUTTON_CACHE_SIZE)
def _lookups(table: int, game: str, aids: tuple[str, ...], say: Speech) -> list[Button]:
    """The buttons that are the same on every board of a table."""
    cards = [Button(say(f"aid-{key}.button"), str(Address("aid", table, 0, (key,)))) for key in aids]
    return [*cards, rules_button(game, say), Button("⋯", str(Address("menu", table)))]


def scene(sight: Sight, say: Speech, picture: Picture | None, hand: str = "", title: str = "") -> list[Block]:
    """The title of a table, begun with ``title``; the board, and the hand of a seat, as a picture or words."""
    return [heading(title, say("name"), sight.title), picture or Text("\n".join(filter(None, (sight.scene, hand))))]


def heading(*parts: str) -> Text:
    """The parts of a title, without empty ones."""
    return Text(f"### {' · '.join(filter(None, parts))}")


def note(sight: Sight, picture: Picture | None, hand: str = "") -> str:
    """The note of a view, unless its words have it already."""
    return sight.note if picture or sight.note not in f"{sight.scene}\n{hand}" else ""


def lost_board(say: Speech) -> PublicPage:
    """The board of a table that cannot be loaded any more."""
    return PublicPage((Text(say("closed-broken")),), STOPPED)


def recap(table: Table, sight: Sight, say: Speech, *, since: int = 0) -> str:
    """The events after the revision ``since``, newest first, without those that the story already contains."""
    small: list[str] = []
    for line, revision in table.recaps(say):
        if revision <= since or len(small) == RECAP_LINES:
            break
        if line != sight.recap and line not in sight.story:
            small.append(f"-# {line}")
    while sum(map(len, small)) > RECAP_LIMIT:
        small.pop()
    return "\n".join(small)


def status(table: Table, view: Any, say: Speech, now: float, *, asked: bool = False) -> tuple[str, ...]:
    """The state of a table in lines, for an onlooker or a player: who is away, who must move, a reveal in the view.

    ``asked``: the page has a question in words, which says already that this player must move.
    """
    if table.alone:
        return (
            remark(table, say),
            promised(table, view, say),
            _alone(table, view.seat, say),
            _looking(table, view, say, now),
        )
    return (
        remark(table, say),
        promised(table, view, say),
        _note(table, say),
        _away(table, say),
        _requests(table, say),
        _ending(table, say),
        _waiting(table, view.seat, say, asked=asked),
        _idle(table, say),
        _looking(table, view, say, now),
        _sealed_draw(table, view, say),
    )


def remark(table: Table, say: Speech) -> str:
    """The last remark of an opponent, for a few moves."""
    said = table.facts.remark
    if said is None or table.revision - said.revision >= REMARK_MOVES:
        return ""
    # Somebody else may sit there now.
    character = character_of(table.facts.players[said.seat])
    if character is None:
        return ""
    words = say(f"talk-{character.key}-{said.mood}", way=said.way)
    return say("remark", face=character.face, name=character.name, words=words)


def promised(table: Table, view: Any, say: Speech) -> str:
    """The promises that stand, and those that this revision has shown to be kept or broken."""
    standing: dict[Path, list[str]] = {}
    lines: list[str] = []
    for each in sorted(table.facts.promises, key=lambda promise: promise.path):
        words = table.game.face.label(view, ("promise", *each.path), say)
        if each.kept is None:
            standing.setdefault(each.path[:-1], []).append(say("promised", seat=each.seat, promise=words))
        elif each.settled == table.revision:
            lines.append(say("promise-kept" if each.kept else "promise-broken", seat=each.seat, promise=words))
    return "\n".join([*lines, *(f"🤝 {' · '.join(made)}" for made in standing.values())])


def _alone(table: Table, seat: Seat | None, say: Speech) -> str:
    if table.facts.paused == ASLEEP:
        return say("alone-asleep")
    others = [each for each in table.to_act if each != seat]
    return f"-# {say('alone-waiting', people=say.names(others), count=len(others))}" if others else ""


def _waiting(table: Table, seat: Seat | None, say: Speech, *, asked: bool) -> str:
    if table.facts.paused:
        return say("waiting-asleep") if table.facts.paused == ASLEEP else say("waiting-paused")
    time = f"<t:{round(table.facts.deadline)}:R>" if table.facts.deadline is not None else ""
    until = "waiting-silent" if table.silent else "seat-until" if seat in table.to_act else "waiting-until"
    if table.waits_for_chance:
        return say("waiting-chance")
    if seat in table.to_act and asked and not table.silent:
        return ""
    if seat in table.to_act:
        return say(until, time=time) if time else say("seat-turn")
    # Opponents are not Discord users: they have a name instead of a mention.
    thinking = {
        seat: f"**{_mind(table, seat, say)}**"
        for seat in (*table.opponents, *table.away)
        if seat in table.to_act and level_of(table, seat) is not None
    }
    people = say.join([thinking.get(seat) or f"<@{table.users[seat]}>" for seat in table.to_act])
    if len(thinking) == len(table.to_act):
        return say("thinking", people=people, count=len(thinking))
    return say(until, people=people, time=time) if time else say("waiting", people=people)


def _sealed_draw(table: Table, view: Any, say: Speech) -> str:
    """The seal of what chance drew last, if it drew after the deal; on the board only."""
    seal = table.draw_seal if view.seat is None else None
    return f"-# {say('sealed-draw', seal=seal)}" if seal else ""


def _idle(table: Table, say: Speech) -> str:
    return say("closing-idle", time=f"<t:{round(closes_at(table))}:R>") if table.warned else ""


def _mind(table: Table, seat: Seat, say: Speech) -> str:
    """The name of the opponent that plays in a seat, or for its absent player."""
    return say.name(seat) if table.facts.players[seat].opponent else stand_in_name(table, seat)


def _away(table: Table, say: Speech) -> str:
    """The stand-ins, and the players they play for."""
    kept = ((seat, "left" if table.facts.players[seat].left else "away") for seat in table.away)
    return "\n".join(f"-# {say(f'kept-{key}', keeper=stand_in_name(table, seat), seat=seat)}" for seat, key in kept)


def _requests(table: Table, say: Speech) -> str:
    """Requests for the seats of players who left, and who decides."""
    if not table.facts.asks:
        return ""
    host = f"<@{table.facts.host}>"
    return "\n".join(say("seat-asked", person=plain(ask.name), seat=ask.seat, host=host) for ask in table.facts.asks)


def _ending(table: Table, say: Speech) -> str:
    if not (agreed := _agreed(table)):
        return ""
    return say("ending", people=say.names(agreed), count=len(agreed), all=len(table.here))


def _agreed(table: Table) -> list[Seat]:
    """The seats that have agreed to stop without a winner."""
    return [seat for seat in table.here if table.users[seat] in table.facts.ending] if table.facts.ending else []


def may_agree(table: Table, seat: Seat | None) -> bool:
    """Whether others have proposed to stop, and this seat's player can agree."""
    agreed = _agreed(table)
    return bool(agreed) and seat in table.here and seat not in agreed


def _presence(table: Table, say: Speech) -> list[Button]:
    """Buttons to agree to stop, to come back, and about the seats of players who left."""
    found: list[Button] = []
    if _agreed(table):
        found.append(Button(say("ending-button"), str(Address("end", table.id)), "danger"))
    if table.away:
        found.append(Button(say("back-button"), str(Address("back", table.id)), "success"))
    for ask in table.facts.asks:
        label = cut(say("seat-button", person=bare(plain(ask.name))), LABEL_LIMIT)
        found.append(Button(label, str(Address("seat", table.id, 0, (str(ask.user),))), "success"))
    if vacant(table):
        found.append(Button(say("take-button"), str(Address("take", table.id))))
    return found


def _looking(table: Table, view: Any, say: Speech, now: float) -> str:
    time = f"<t:{round(table.flash_until)}:R>"
    if not table.reveals(now) or view.flash is None:
        return ""
    if not view.flash.hides:
        return say("looking-on", time=time) if table.blocked(now) else ""
    return say("alone-looking" if table.alone else "looking", time=time)


def _note(table: Table, say: Speech) -> str:
    note = table.facts.note
    if note is None or table.revision - note.revision >= NOTE_MOVES:
        return ""
    # Players who are still away have a line of their own.
    seats = [seat for seat in note.seats if seat not in table.away]
    if note.key == "taken" and seats:
        # A mention: the board pings them.
        return say("note-taken", people=say.join(f"<@{table.users[seat]}>" for seat in seats))
    return say(f"note-{note.key}", people=say.names(seats), count=len(seats)) if seats else ""


def _closed(table: Table, say: Speech, result_buttons: Sequence[Button]) -> PublicPage:
    lines = [say(f"closed-{table.facts.closed}")]
    if gone := sorted(leavers(table)):
        lines.append(f"-# {say('closed-left', people=say.names(gone))}")
    blocks: list[Block] = [Text(f"### {say('name')}"), *map(Text, lines)]
    return PublicPage((*blocks, *ended_buttons(table, say, result_buttons)), STOPPED)


def result(table: Table, say: Speech, seat: Seat | None = None) -> list[Block]:
    """The result below the board of a finished game, or for a seat in its own message, which speaks to its player."""
    earned = honours(table)
    # Alone one looks for one's own figures, and the end fits on a phone's screen.
    told = [seat] if table.alone and seat is not None else range(table.size)
    figures = [_figures(table, say, each, earned[each]) if each in told else "" for each in range(table.size)]
    lines = _scores(table, say, figures)
    notes = [f"-# {line}" for line in (remark(table, say), _whole(table, say), series(table, say)) if line]
    return [Separator(), Text(f"## {winners(table, say, seat)}"), Text("\n".join(lines)), Text("\n".join(notes))]


def scores(table: Table, say: Speech) -> str:
    """All scores, winners first, without figures."""
    return "\n".join(_scores(table, say, [""] * table.size))


def winners(table: Table, say: Speech, seat: Seat | None = None) -> str:
    """The winners in words, for a seat or an onlooker; nobody, and why, if all winners by the rules have left."""
    assert table.outcome is not None
    won, by_rules = _won(table), table.outcome.winners
    if seat in won:
        others = [each for each in won if each != seat]
        return say("win-you", others=say.names(others), count=len(others))
    if not won:
        return say("win-gone", people=say.names(by_rules), count=len(by_rules))
    return say("win", winners=say.names(won), count=len(won))


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
    return PrivatePage((Text(text), *rows(buttons)), WON)


def proof(table: Table, say: Speech) -> PrivatePage:
    """The proof that nobody changed the deal: the seal, its nonce, and the whole game as a file."""
    seal = say("proof", seal=table.seal, nonce=table.facts.nonce)
    name = f"{table.game.key}-{table.id}.jsonl"
    return PrivatePage((Text(seal), Document(name, table.record().encode() + b"\n")), WON)


def ended_buttons(table: Table, say: Speech, more: Sequence[Button]) -> tuple[Buttons, ...]:
    """The buttons under a table that has ended, with those of features."""
    again = Button(say("rematch-button"), str(Address("rematch", table.id)), "success")
    return rows([again, *more, rules_button(table.game.key, say), Button("⋯", str(Address("menu", table.id)))])


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
    if not table.facts.players[seat].left and not table.stood_in(seat):
        return f"-# {say('result-forfeit', seat=seat)}"
    return f"-# {say('result-stood-in', keeper=stand_in_name(table, seat), seat=seat)}"


def _figures(table: Table, say: Speech, seat: Seat, earned: Sequence[str]) -> str:
    """The first figures of a seat, the promises it has kept and broken, and an honour that a person has earned."""
    own = table.tally.seats[seat]
    parts = [say(f"figure-{key}", count=own[key]) for key in table.game.figures if own[key]][:FIGURES]
    for key, kept in (("kept", True), ("broken", False)):
        if count := sum((each.seat, each.kept) == (seat, kept) for each in table.facts.promises):
            parts.append(say(f"promises-{key}", count=count))
    if table.facts.players[seat].opponent:
        earned = ()
    return " · ".join(parts + [say("result-honour", honour=say(f"honour-{key}")) for key in earned[:HONOURS]])


def highlight(table: Table, say: Speech) -> str:
    """The best figure of a game: the first honour, else the first figure, of a seat that finished well."""
    earned = honours(table)
    for seat in order(table):
        if earned[seat]:
            return f"{say.name(seat)} · {say('result-honour', honour=say(f'honour-{earned[seat][0]}'))}"
    for seat in order(table):
        own = table.tally.seats[seat]
        if figure := next((key for key in table.game.figures if own[key]), ""):
            return f"{say.name(seat)} · {say(f'figure-{figure}', count=own[figure])}"
    return ""


def _whole(table: Table, say: Speech) -> str:
    """The game in one line: its length and its totals."""
    whole = table.tally.whole
    parts = [say("result-moves", count=table.revision - 1), lasted(table.log[-1].at - table.log[0].at, say)]
    parts += [say(f"total-{key}", count=whole[key]) for key in table.game.totals if whole[key]]
    return " · ".join(parts)
