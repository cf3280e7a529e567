"""Pages of finished games: the list, and the viewer, which shows a position to a seat, to an onlooker or face up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.core.facts import OPEN
from bot.core.game import Refusal, percent
from bot.core.records import Fault
from bot.core.results import Result
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import COLOUR as LIST_COLOUR
from bot.pages.board import scene
from bot.pages.page import (
    MENU_LIMIT,
    Block,
    Button,
    Choice,
    Menu,
    Picture,
    PrivatePage,
    PublicPage,
    Style,
    Text,
    cut,
    rows,
)
from bot.pages.question import named
from bot.tables.opponents import Decision
from bot.text.strings import Speech, bare, plain, unmarked
from cogs.replays.replay import OPENED, Eyes, Replay, TurningPoint

LIST, WATCH = "games", "watch"
"""The verbs that turn the page, and that open a game."""
EACH = 8
LABEL = 100
"""Discord's limit on the label and the description of a choice."""
COLOUR = 0x7A5FA8
FILMS = {"replay": "film", "review": "reel"}
"""The verb for a film by the verb of its replay."""
POST = "post"
TURN, JUDGE = "turn", "judge"
"""The steps that lead to the next turning point, and that judge the decision before this position."""
CLOSE_PERCENT = 10
"""Two choices whose chances differ by less are called close."""
ONWARD = "onward"
ONLOOKER, UNCOVERED = "o", "x"
"""Perspectives in an address; a seat's is ``s`` and its number."""
_SEAT = re.compile(r"s([0-9]{1,2})")
_JUMP = re.compile(r"p([0-9]{1,7})")


def games_list(
    games: Sequence[tuple[Result, Sequence[Result]]], names: Mapping[int, str], say: Speech, *, first: bool, more: bool
) -> PrivatePage:
    """A page of the list, by the player's result and those of all; the menu below it opens one.

    ``names`` are those of users. ``more``: there are older ones.
    """
    if not games:
        return PrivatePage(
            (Text(say("games-none" if first else "games-no-more")), *_turns(say, first=first)), LIST_COLOUR
        )
    lines: list[str] = [say("games-title")]
    choices: list[Choice] = []
    for own, everybody in games:
        others = _with([each for each in everybody if each.seat != own.seat], names, say)
        name, result = say.scoped(own.game)("name"), _result(own, say)
        lines.append(f"- **{name}** · {result} · {others} · <t:{round(own.finished)}:d>")
        label = cut(bare(f"{name} · {others}"), LABEL)
        choices.append(Choice(label, f"t{own.table}", cut(bare(result), LABEL)))
    menu = Menu(str(Address(WATCH, path=("~m",))), say("games-watch"), tuple(choices))
    turns = _turns(say, first=first, older=games[-1][0].table if more else 0)
    return PrivatePage((Text("\n".join(lines)), menu, *turns), LIST_COLOUR)


def _turns(say: Speech, *, first: bool, older: int = 0) -> list[Block]:
    """Buttons to the newest and to older games."""
    found = [] if first else [Button(say("games-newest"), str(Address(LIST)), emoji="⏮️")]
    if older:
        found.append(Button(say("games-older"), str(Address(LIST, revision=older)), emoji="▶️"))
    return [*rows(found)]


def _result(own: Result, say: Speech) -> str:
    score = say.scoped(own.game)("final-score", score=own.score)
    if own.left:
        return say("games-left")
    if own.unfinished:
        return say("games-unfinished")
    return say("games-won", score=score) if own.won else say("games-place", place=own.place, score=score)


def _with(others: Sequence[Result], names: Mapping[int, str], say: Speech) -> str:
    """The other players; erased ones are "somebody", and opponents are counted by level."""
    people = [names.get(other.user or 0) for other in others if other.level is None]
    levels = Counter(other.level for other in others if other.level is not None)
    opponents = [say("games-opponents", count=count, level=say(f"level-{level}")) for level, count in levels.items()]
    return say.join([*(say("somebody") if name is None else plain(name) for name in people), *opponents])


def watch(table: Table, say: Speech, now: float) -> list[Button]:
    """The button that opens the viewer, if the game may be seen."""
    if table.status in OPEN or not table.log or table.deal_sealed(now):
        return []
    return [Button(say("replay-button"), str(Address("replay", table.id)), emoji="🎬")]


def asked(address: Address, base: Address, replay: Replay) -> tuple[int, Eyes]:
    """The position and perspective of an address that begins like ``base``; Refusal if the game has no such seat."""
    word, where, *_ = (*address.path[len(base.path) :], "", "")
    seat, jump = _SEAT.fullmatch(word), _JUMP.fullmatch(where)
    if int(seat[1]) >= replay.size if seat else word not in ("", ONLOOKER, UNCOVERED):
        raise Refusal("old-message")
    eyes: Eyes = int(seat[1]) if seat else None if word == ONLOOKER else OPENED
    return replay.clamped(int(jump[1]) if jump else address.revision), eyes


def spelt(eyes: Eyes) -> str:
    """A perspective as in an address."""
    return UNCOVERED if eyes == OPENED else ONLOOKER if eyes is None else f"s{eyes}"


def viewer(
    replay: Replay,
    position: int,
    eyes: Eyes,
    say: Speech,
    base: Address,
    *,
    picture: Picture | None = None,
    notice: str = "",
    turning: Sequence[TurningPoint] = (),
    judged: str = "",
    more: Sequence[Button] = (),
) -> PrivatePage:
    """The page of a position. ``base`` is the address of this replay, without perspective and target.

    ``judged``: the judgement of the decision that led here. ``more``: buttons for this position.
    """
    sight = replay.game.face.sight(replay.view(position, eyes), say)
    title, shown = scene(sight, say, picture, sight.hand)
    # A game that cannot show everything face up is shown as to an onlooker.
    whose = None if eyes == OPENED and replay.game.hands and not replay.game.opened else eyes
    where = say("replay-where", move=position - 1, moves=replay.length - 1, eyes=_eyes(whose, say))
    mark, turned = _turn(position, turning, say)
    # Not the note: it asks the players of that moment, and repeats the score of the scene.
    blocks: list[Block] = [title, Text(f"-# {where}{mark}"), shown]
    # A judgement names the choice that the story tells of; both together are taller than a phone's screen.
    blocks += [Text(text) for text in ((judged,) if judged else (sight.story, turned)) if text]
    if notice:
        blocks.insert(0, Text(notice))
    return PrivatePage((*blocks, *_ways(replay, position, eyes, say, base, more)), COLOUR).fitting()


def _turn(position: int, turning: Sequence[TurningPoint], say: Speech) -> tuple[str, str]:
    """The mark of a turning point, and its reason; both empty elsewhere."""
    for number, point in enumerate(turning, start=1):
        if point.position == position:
            mark = say("replay-turn", number=number, count=len(turning))
            return f" · {mark}", say("replay-turn-loss", seat=point.seat, loss=percent(point.loss))
    return "", ""


def judge_button(base: Address, position: int, eyes: Eyes, say: Speech) -> Button:
    """The button that judges the player's decision before this position."""
    target = base._replace(revision=position, path=(*base.path, spelt(eyes), JUDGE))
    return Button(say("known-button"), str(target), emoji="🔎")


def onward_button(base: Address, position: int, eyes: Eyes, say: Speech, *, again: bool = False) -> Button:
    """The button that continues the game from this position, alone against opponents; ``again``: a decision anew."""
    target = Address(ONWARD, base.table, position, (spelt(eyes),))
    return Button(say("onward-again" if again else "onward-button"), str(target), "success", emoji="🔁")


def judgement(replay: Replay, position: int, found: Decision, say: Speech) -> str:
    """The decision that led to a position, compared with what its player could have known."""
    turn = replay.decision(position)
    assert turn is not None
    view, legal = replay.view(position - 1, turn.seat), replay.state(position - 1).legal(turn.seat)

    def label(move: object) -> str:
        return named(replay.game, view, legal, move, say)

    chances = {move: percent(chance) for move, chance in found.odds}
    reason = f"\n-# {found.reason}"
    blanks = {"move": label(turn.move), "best": label(found.move)}
    # A move that needs a higher chance than another one is not explained by the chances alone.
    if turn.move not in chances or chances[found.move] < max(chances.values()):
        return say("known-same" if turn.move == found.move else "known-advice", **blanks) + reason
    lost = chances[found.move] - chances[turn.move]
    key = "known-best" if lost <= 0 else "known-close" if lost < CLOSE_PERCENT else "known-better"
    blanks |= {"chance": chances[turn.move], "most": chances[found.move]}
    return say(key, **blanks) + (reason if lost > 0 else "")


def film_page(replay: Replay, eyes: Eyes, say: Speech, base: Address, film: Picture, *, post: bool) -> PrivatePage:
    """The film of a game, for the player who requested it, with a button to post it where possible."""
    text = Text(say("film-done", game=say("name"), people=say.names(range(replay.size))))
    address = base._replace(verb=FILMS[base.verb], path=(*base.path, spelt(eyes), POST))
    return PrivatePage((text, film, *(rows([Button(say("film-post"), str(address))]) if post else ())), COLOUR)


def shared_film(replay: Replay, say: Speech, person: int, film: Picture) -> PublicPage:
    """The film of a game, posted by a player."""
    blanks = {"person": f"<@{person}>", "game": say("name"), "people": say.names(range(replay.size))}
    return PublicPage((Text(say("film-shared", **blanks)), film), COLOUR)


def fault(found: Fault, say: Speech) -> str:
    """The fault of a record in words, without its technical reason, which is in English."""
    word, _, number = (found.where or "unread").partition(" ")
    return say(f"record-bad-{word}", number=number)


def _ways(replay: Replay, position: int, eyes: Eyes, say: Speech, base: Address, more: Sequence[Button]) -> list[Block]:
    """Buttons and menus: steps, the film, turning points, perspectives, key moments."""
    path = (*base.path, spelt(eyes))

    def step(name: str, label: str, to: int, style: Style = "secondary") -> Button:
        target = base._replace(revision=replay.clamped(to), path=(*path, name))
        return Button(label, str(target), style, disabled=replay.clamped(to) == position)

    steps = [
        step("first", "⏮", 1),
        step("back", "◀", position - 1),
        step("on", "▶", position + 1, "primary"),
        step("last", "⏭", replay.length),
        Button(say("film-button"), str(base._replace(verb=FILMS[base.verb], revision=0, path=path)), emoji="🎞️"),
    ]
    if replay.game.odds is not None:
        turn = base._replace(revision=position, path=(*path, TURN))
        more = [Button(say("replay-turn-button"), str(turn), emoji="⏭️"), *more]
    found: list[Block] = [*rows(steps), *rows(more)]
    if replay.game.opened:
        others: list[Eyes] = [OPENED, None, *range(replay.size)]
        choices = tuple(Choice(cut(bare(_eyes(who, say)), LABEL), spelt(who), chosen=who == eyes) for who in others)
        found.append(Menu(str(base._replace(revision=position, path=(*base.path, "~e"))), say("replay-eyes"), choices))
    places = list(replay.moments)
    # As many moments around the position as a menu holds.
    start = sum(place <= position for place in places) - MENU_LIMIT // 2
    start = max(0, min(start, len(places) - MENU_LIMIT))
    near = places[start : start + MENU_LIMIT]
    lines = tuple(Choice(_told(replay, place, say), f"p{place}", chosen=place == position) for place in near)
    found.append(Menu(str(base._replace(revision=position, path=(*path, "~k"))), say("replay-moments"), lines))
    return found


def _told(replay: Replay, position: int, say: Speech) -> str:
    """A key moment in one line."""
    sight = replay.game.face.sight(replay.moments[position], say)
    words = unmarked(sight.recap or sight.story).split("\n")[0]
    return cut(" · ".join(filter(None, (str(position - 1), words))), LABEL)


def _eyes(eyes: Eyes, say: Speech) -> str:
    if eyes == OPENED:
        return say("replay-opened")
    return say("replay-onlooker") if eyes is None else say("replay-seat", name=say.name(eyes))
