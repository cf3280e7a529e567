"""The pages of a lesson: the coach's words, the board, and the game's own question.

A button's address contains the game, the choices made so far and the steps of the present one: nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.core.game import NOTHING, AnyGame, Choosing, Path
from bot.core.lesson import LessonMoment, Taken
from bot.pages.address import Address, base36
from bot.pages.page import (
    COMPONENT_LIMIT,
    Block,
    Button,
    Buttons,
    Menu,
    Picture,
    PrivatePage,
    Separator,
    Text,
    cut,
    rows,
)
from bot.pages.question import HOLE, REPEAT, asked, paged, paths, pick
from bot.text.strings import Speech

LEARN = "learn"
"""The verb of addresses within a lesson."""
LESSONS = "lessons"
"""The verb of the list of lessons, and of the rules beside one."""
COLOUR = 0x7A5AA6
EARLIER = 2
"""Earlier events on a page."""
STORY_LIMIT = 700
"""Characters of each event."""
SCENE_LIMIT = 1200
"""Characters of the board in words."""
_MARK = "p"
"""The prefix of the choices made so far: a step may not be empty."""


def spot(game: AnyGame, taken: Taken, steps: Path = ()) -> Address:
    """The address of a place in a game's lesson."""
    return Address(LEARN, path=(game.key, _MARK + "".join(map(base36, taken)), *steps))


def choices(token: str) -> Taken | None:
    """The choices in a step of an address; None if it is not ours."""
    if not token.startswith(_MARK):
        return None
    try:
        return tuple(int(digit, 36) for digit in token.removeprefix(_MARK))
    except ValueError:
        return None


def choosing(game: AnyGame, moment: LessonMoment, say: Speech, steps: Path) -> tuple[Choosing, Choosing]:
    """The choices that the pictures mark: on the board, and in the learner's hand."""
    found = list(paths(game, moment.legal))
    public = [path for path in found if game.verb(path[0]).public]
    taken = paged(steps)[0]
    at_table = asked(game, moment.board, public, say, taken) if public else NOTHING
    return at_table, asked(game, moment.view, found, say, taken) if found else NOTHING


def lesson(
    game: AnyGame,
    moment: LessonMoment,
    say: Speech,
    *,
    steps: Path = (),
    notice: str = "",
    pictures: Sequence[Picture] = (),
) -> PrivatePage:
    """A moment of a lesson with the steps of a choice already taken; ``notice`` answers a wrong choice."""
    part, lesson = moment.part, game.lesson
    assert lesson is not None
    assert part is not None
    title = say("learning-title", game=say("name"), number=len(moment.taken) + 1, count=len(lesson.parts))
    # The answer to a wrong choice repeats what to press, so one of the two is enough. It is just above the buttons: a
    # phone shows the end of a message that is longer than its screen.
    said = notice or say(f"lesson-{part.key}", **people(say, lesson.seats))
    blocks: list[Block] = [Text(f"### {title}")]
    blocks += [*_table(game, moment, say, pictures), *_told(game, moment, say), Text(said)]
    below = [*_aside(game, moment, say, begun=bool(steps))]
    if not part.moves:
        go_on = Button(say("learning-go-on"), str(spot(game, (*moment.taken, 0))), "primary")
        return PrivatePage((*blocks, *rows([go_on, *below])), COLOUR)
    foot = rows(below)
    room = COMPONENT_LIMIT - PrivatePage((*blocks, *foot)).size
    found = list(paths(game, moment.legal))
    question = pick(game, moment.view, found, say, table=0, painted=0, steps=steps, room=room)
    blocks += _led(question, game, moment.taken)
    return PrivatePage((*blocks, *foot), COLOUR)


def end(
    game: AnyGame,
    moment: LessonMoment,
    say: Speech,
    further: Sequence[Button],
    *,
    pictures: Sequence[Picture] = (),
) -> PrivatePage:
    """The end of a lesson; ``further`` buttons lead on to playing."""
    assert game.lesson is not None
    names = people(say, game.lesson.seats)
    blocks: list[Block] = [Text(f"### {say('learning-title-end', game=say('name'))}")]
    blocks += [*_table(game, moment, say, pictures), *_told(game, moment, say), Text(say("lesson-end", **names))]
    blocks += [Separator(), Text(say("learning-done" if further else "learning-done-only", game=say("name")))]
    buttons = [
        *further,
        Button(say("learning-again"), str(spot(game, ()))),
        Button(say("learning-others"), str(Address(LESSONS)), "secondary" if further else "primary"),
        _rules(game, say),
    ]
    return PrivatePage((*blocks, *rows(buttons)), COLOUR)


def lessons(games: Sequence[AnyGame], say: Speech, *, left: bool = False) -> PrivatePage:
    """The list of lessons; ``left``: the player has just left one."""
    text = Text(say("learning-left" if left else "learning"))
    buttons = [Button(say.scoped(game.key)("name"), str(spot(game, ())), "primary") for game in games]
    return PrivatePage((text, *rows(buttons)), COLOUR)


def people(say: Speech, seats: int) -> dict[str, str]:
    """The names in the coach's words: the learner, and the others in the order of seats."""
    return {name: say.name(seat) for seat, name in enumerate(("you", "one", "two", "three", "four", "five")[:seats])}


def _table(game: AnyGame, moment: LessonMoment, say: Speech, pictures: Sequence[Picture]) -> Iterator[Block]:
    """The board and the learner's hand, as pictures or in words."""
    if pictures:
        yield from pictures
        return
    yield Text(cut(game.face.sight(moment.board, say).scene, SCENE_LIMIT))
    if hand := game.face.sight(moment.view, say).hand:
        yield Text(cut(hand, SCENE_LIMIT))


def _told(game: AnyGame, moment: LessonMoment, say: Speech) -> Iterator[Text]:
    """The last events, the newest last; of earlier ones only the first line."""
    *before, now = (game.face.sight(view, say).story for view in (*moment.earlier, moment.view))
    told = dict.fromkeys(story.split("\n")[0] for story in before if story and story != now)
    lines = [*(f"-# {cut(line, STORY_LIMIT)}" for line in [*told][-EARLIER:]), cut(now, STORY_LIMIT)]
    if words := "\n".join(filter(None, lines)):
        yield Text(words)


def _aside(game: AnyGame, moment: LessonMoment, say: Speech, *, begun: bool) -> Iterator[Button]:
    """The buttons below the game's own; within a choice the game has its own way back."""
    if moment.back is not None and not begun:
        yield Button(say("back"), str(spot(game, moment.back)), emoji="↩️")
    yield _rules(game, say)
    yield Button(say("learning-leave"), str(Address(LESSONS, path=("left",))))


def _rules(game: AnyGame, say: Speech) -> Button:
    """The rules in a new message: the lesson stays."""
    return Button(say("rules-button"), str(Address(LESSONS, path=("rules", game.key))))


def _led(blocks: Sequence[Block], game: AnyGame, taken: Taken) -> Iterator[Block]:
    """A game's question with addresses of the lesson instead of a table, and without repeated moves."""
    for block in blocks:
        if isinstance(block, Buttons):
            single = [button for button in block.buttons if not button.id.startswith(f"{REPEAT}:")]
            yield Buttons(tuple(msgspec.structs.replace(each, id=_to(each.id, game, taken)) for each in single))
        elif isinstance(block, Menu):
            yield msgspec.structs.replace(block, id=_to(block.id, game, taken))
        else:
            yield block


def _to(custom_id: str, game: AnyGame, taken: Taken) -> str:
    address = Address.parse(custom_id)
    assert address is not None
    return custom_id if address.verb == HOLE else str(spot(game, taken, address.path))
