"""The seat message: board, hand, the latest events and the question of one player in one private message.

It serves tables with others and solo tables; lessons and replays use its parts. Also the menu of a table, requests for
free seats, and questions before something that cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.core.absence import vacant
from bot.core.characters import character_of
from bot.core.facts import ASLEEP, CLOSED, OPEN, OVER, PLAYING, SeatRequest
from bot.core.game import Path, Seat, Sight
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.board import (
    STOPPED,
    WON,
    ended_buttons,
    heading,
    may_agree,
    note,
    recap,
    result,
    scene,
    status,
)
from bot.pages.page import (
    COMPONENT_LIMIT,
    LABEL_LIMIT,
    Block,
    Button,
    Buttons,
    Picture,
    PrivatePage,
    Style,
    Text,
    cut,
    rows,
)
from bot.pages.question import PLAY, Question, paths, pick, question, standing, trail
from bot.text.strings import Speech, bare, plain

COLOUR = 0xC77B30
NOTICE_COMPONENTS = 1
NOTICE_LENGTH = 700
MISSED_COMPONENTS = 4
HAPPENED = 3
"""Events listed for a player who comes back."""
HAPPENED_LIMIT = 400


def seat_page(
    table: Table,
    seat: Seat,
    say: Speech,
    now: float,
    *,
    steps: Path = (),
    title: str = "",
    picture: Picture | None = None,
    view: Any = None,
    asked: Question | None = None,
    notice: str = "",
    brief: bool = False,
    ends_at: float | None = None,
    closing: str = "",
    buttons: Sequence[Button] = (),
) -> PrivatePage:
    """The seat message at this time, with the steps of a choice already taken.

    A caller that has computed the seat's ``view`` and question passes them. ``title`` stands before the name of the
    game, ``notice`` above the question, ``buttons`` below it or below the result, ``closing`` below the result.
    ``brief``: a long notice that replaces the latest events, so that the page fits a phone's screen. ``ends_at``: the
    message deletes itself then and offers to stay.
    """
    if table.state is None or table.status not in (PLAYING, OVER):
        return _without_board(table, say, now, title, buttons)
    view = table.view(seat, now) if view is None else view
    sight = table.sight(view, say)
    blocks = scene(sight, say, picture, sight.hand, title)
    if table.status == OVER:
        blocks += [Text(sight.story)] if sight.story else []
        blocks += [*result(table, say, seat), *([Text(closing)] if closing else [])]
        return _with_notice(blocks, notice, _ended(table, say, now, buttons), WON)
    legal = table.legal(seat)
    # Spelt again only for a choice that is half made, or where the caller has not computed the question.
    found = list(paths(table.game, legal)) if steps or asked is None else []
    asked = asked or (standing(table.game, view, found, say, steps) if legal else None)
    halfway = asked is not None and bool(steps) and bool(trail(table.game, view, found, say, asked.steps))
    free = bool(legal) and not table.blocked(now) and not (table.alone and table.facts.paused)
    # Questions without steps have no words: their verbs are the question.
    worded = free and asked is not None and bool(asked.steps)
    told = () if halfway or brief else _told(table, sight, view, say, now, picture, asked=worded)
    # One text block: a grid below may need all other components.
    if words := "\n".join(filter(None, told)):
        blocks.append(Text(words))
    if legal and seat not in table.to_act:
        blocks.append(Text(f"-# {say('seat-change')}"))
    beside = _beside(table, seat, say, buttons, looking=table.blocked(now), staying=ends_at is not None)
    if ends_at is not None:
        time = f"<t:{round(ends_at)}:R>"
        notice = "\n".join(filter(None, (notice, say("seat-ending", time=time))))
        stay = Button(say("seat-stay"), str(Address("hand", table.id, 0, steps)), "success")
        beside.insert(0, stay)
    choices: Sequence[Block] = rows(beside)
    if free:
        reserved = NOTICE_COMPONENTS + (MISSED_COMPONENTS if table.pace.slow and not table.alone else 0)
        room = COMPONENT_LIMIT - PrivatePage((*blocks, *choices)).size - reserved
        deadline = table.facts.deadline if seat in table.to_act and not table.alone and not halfway else None
        # The revision at which the question was asked: its buttons stay the same until the next question.
        revision = table.asked[seat]
        choices = pick(
            table.game,
            view,
            found,
            say,
            table=table.id,
            revision=revision,
            steps=steps,
            room=room,
            asked=asked,
            until=f"· ⏳ <t:{round(deadline)}:R>" if deadline is not None else "",
            beside=beside,
        )
    elif not legal and not table.alone:
        choices = [*_ahead(table, seat, view, say), *choices]
    return _with_notice(blocks, notice, choices, COLOUR)


def _ahead(table: Table, seat: Seat, view: Any, say: Speech) -> list[Block]:
    """The moves a player may choose before they are asked, with the present choice marked."""
    asked = question(table.game, view, list(paths(table.game, table.ahead(seat))), say, ())
    if asked is None:
        return []
    chosen = dict(table.facts.ahead).get(seat)
    buttons: list[Button] = []
    for press in asked.possible:
        target = str(Address(PLAY, table.id, table.asked[seat], press.path))
        marked = press.path == chosen
        buttons.append(Button(f"✓ {press.label}", target, "success") if marked else Button(press.label, target))
    words = f"{say(f'ask-{asked.steps[0]}-{len(asked.steps)}')}\n-# {say('seat-ahead')}"
    return [Text(words), *rows(buttons)]


def _with_notice(blocks: Sequence[Block], notice: str, below: Sequence[Block], colour: int) -> PrivatePage:
    """The page within Discord's limits; the notice stands between the texts and the question."""
    page = PrivatePage((*blocks, *below), colour).fitting(NOTICE_LENGTH)
    if not notice:
        return page
    place = len(blocks)
    return PrivatePage((*page.blocks[:place], Text(notice), *page.blocks[place:]), colour)


def _told(
    table: Table, sight: Sight, view: Any, say: Speech, now: float, picture: Picture | None, *, asked: bool
) -> Iterator[str]:
    """The note, the story, and the state of the table: who must move, until when.

    A solo table also has earlier events: its opponents move at once. Elsewhere the message has followed each of them.
    """
    yield note(sight, picture, sight.hand)
    yield sight.story
    if table.alone:
        yield recap(table, sight, say, since=_moved(table, view.seat))
    yield from status(table, view, say, now, asked=asked)


def happened(table: Table, since: int, say: Speech) -> str:
    """The last events after a revision, the newest last; empty if there are none."""
    # The first revision is the deal, which is not worth a line.
    since = max(since, 1)
    if table.state is None or table.status != PLAYING or since >= table.revision:
        return ""
    lines = [line for line, revision in table.recaps(say, present=True) if revision > since][:HAPPENED]
    return "\n".join([say("happened"), *(f"- {cut(line, HAPPENED_LIMIT)}" for line in lines[::-1])]) if lines else ""


def menu(table: Table, seat: Seat | None, say: Speech, *, moderator: bool) -> PrivatePage:
    """The menu of a table: the last events and everything but playing."""
    buttons: list[Button] = []

    def add(key: str, verb: str, style: Style = "secondary", emoji: str | None = None) -> None:
        buttons.append(Button(say(f"{key}-button"), str(Address(verb, table.id)), style, emoji))

    if table.alone:
        buttons.append(rules_button(table.game.key, say, table.id))
        add("alone-close", "close", "danger")
    elif seat is not None:
        if table.facts.players[seat].away:
            add("back", "back", "success")
        else:
            add("quit", "quit")
        add("ending" if may_agree(table, seat) else "end", "end")
    if not table.alone and (moderator or (seat is not None and table.users[seat] == table.facts.host)):
        add("close", "close", "danger")
    if seat is None and vacant(table) and table.status == PLAYING:
        add("take", "take")
    if seat is not None and any(map(character_of, table.facts.players)):
        add("unmute" if table.facts.muted else "mute", "mute", emoji="💬")
    text = say("menu-text") if buttons else say("menu-onlooker")
    if table.status == PLAYING and not table.alone:
        # The board only has the newest event.
        sight = table.sight(table.position.hidden_view(None), say)
        text = "\n".join(filter(None, (recap(table, sight, say), text)))
    add("read", "read")
    return PrivatePage((Text(text), *rows(buttons)), COLOUR)


def promise_page(table: Table, seat: Seat, view: Any, say: Speech) -> PrivatePage:
    """The promises that a player may make now, a row for each subject, with the present ones marked."""
    made = {each.path for each in table.facts.promises if each.seat == seat and each.kept is None}
    subjects: dict[Path, list[Button]] = {}
    for path in table.promises(seat):
        label = table.game.face.label(view, ("promise", *path), say)
        address = str(Address("promise", table.id, table.revision, path))
        button = Button(f"✓ {label}", address, "success") if path in made else Button(label, address)
        subjects.setdefault(path[:-1], []).append(button)
    return PrivatePage((Text(say("promise-text")), *(Buttons(tuple(row)) for row in subjects.values())), COLOUR)


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


def _without_board(table: Table, say: Speech, now: float, title: str, buttons: Sequence[Button]) -> PrivatePage:
    """The seat message of a table that was closed, has not begun, or was played by older rules."""
    if table.status in OPEN:
        return PrivatePage((Text(say("seat-lobby")),), COLOUR)
    key = f"closed-{table.facts.closed}" if table.status == CLOSED else "refusal-finished"
    text = say("alone-closed" if table.alone and table.facts.closed == "host" else key)
    return PrivatePage((heading(title, say("name")), Text(text), *_ended(table, say, now, buttons)), STOPPED)


def _beside(
    table: Table, seat: Seat, say: Speech, buttons: Sequence[Button], *, looking: bool, staying: bool
) -> list[Button]:
    """The buttons below the question: continue or come back, those of features, aids, rules, menu."""
    found: list[Button] = []
    if looking and seat in table.unseen:
        found.append(Button(say("seen-button"), str(Address("seen", table.id, table.revision)), "primary"))
    if table.alone and not staying and (seat not in table.to_act or table.facts.paused):
        # After a restart this page is not updated any more: a press reopens it.
        asleep = table.facts.paused == ASLEEP
        label, style = say("alone-resume" if asleep else "alone-refresh"), "success" if asleep else "secondary"
        found.append(Button(label, str(Address("hand", table.id)), style))
    elif table.facts.players[seat].away or table.facts.paused == ASLEEP:
        found.append(Button(say("back-button"), str(Address("back", table.id)), "success"))
    if may_agree(table, seat):
        found.append(Button(say("ending-button"), str(Address("end", table.id)), "danger"))
    # Opponents do not listen to promises.
    if not table.alone and table.promises(seat):
        found.append(Button(say("promise-button"), str(Address("promise", table.id)), emoji="🤝"))
    found += buttons
    found += [Button(say(f"aid-{key}.button"), str(Address("aid", table.id, 0, (key,)))) for key in table.game.aids]
    if not table.game.aids:
        found.append(rules_button(table.game.key, say, table.id))
    return [*found, Button("⋯", str(Address("menu", table.id)))]


def _ended(table: Table, say: Speech, now: float, buttons: Sequence[Button]) -> Sequence[Block]:
    """The buttons below a table that is over; the proof of a solo deal only once that is not secret any more."""
    if not table.alone:
        return ended_buttons(table, say, buttons) if table.log else rows(buttons)
    shown = list(buttons)
    if table.log and not table.deal_sealed(now):
        shown.append(Button(say("proof-button"), str(Address("proof", table.id))))
    return rows(shown)


def _moved(table: Table, seat: Seat) -> int:
    """The revision of a seat's last move: its player has seen everything before."""
    return next((place + 1 for place in reversed(range(table.revision)) if table.log[place].seat == seat), 0)
