"""Every moment of every lesson, and the pages that somebody can press their way to."""

import re
from collections.abc import Iterator

from bot.core.game import AnyGame, Path
from bot.core.lesson import LessonMoment, Taken, moment, seat_names
from bot.pages.address import Address
from bot.pages.page import Button, Buttons, Menu, Page, Picture, PrivatePage
from bot.text.strings import Speech, Words
from cogs.lessons.commands import LEARN, choices, end, lesson, people
from tests.kit.moments import CATALOGUE

TAUGHT = [game for game in CATALOGUE.games.values() if game.lesson]
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def moments(game: AnyGame, taken: Taken = ()) -> Iterator[LessonMoment]:
    here = moment(game, taken)
    assert here is not None
    yield here
    if here.part:
        for choice in range(len(here.part.moves) or 1):
            yield from moments(game, (*taken, choice))


def straight(game: AnyGame) -> Iterator[LessonMoment]:
    """The moments of a lesson in which the first good move is always chosen."""
    return (here for here in moments(game) if not any(here.taken))


def voice(words: Words, game: AnyGame, lang: str, name: str = "Ana") -> Speech:
    assert game.lesson is not None
    return words.say(game.key, lang, seat_names(game.lesson, name))


def page(
    game: AnyGame, here: LessonMoment, say: Speech, steps: Path = (), picture: Picture | None = None
) -> PrivatePage:
    if here.part is None:
        return end(game, here, say, [Button("Alone", "alone:::", "success")], picture)
    return lesson(game, here, say, steps=steps, notice="", picture=picture)


def pages(
    game: AnyGame, here: LessonMoment, say: Speech, picture: Picture | None = None
) -> Iterator[tuple[Path, Page]]:
    """Every page of a moment that pressing leads to, with the steps taken."""
    whole = {game.path(move) for move in here.legal}
    waiting, seen = list[Path]([()]), set[Path]([()])
    while waiting:
        steps = waiting.pop()
        shown = page(game, here, say, steps, picture)
        yield steps, shown
        for led in presses(shown, here.taken):
            if led not in whole and led not in seen:
                seen.add(led)
                waiting.append(led)


def presses(shown: Page, taken: Taken) -> list[Path]:
    """The steps that the buttons and menus of a page lead to within one moment of a lesson."""
    found: list[Path] = []
    for block in shown.blocks:
        if isinstance(block, Buttons):
            targets = [(button.id, ()) for button in block.buttons if not button.disabled]
        elif isinstance(block, Menu):
            targets = [(block.id, (choice.value,)) for choice in block.choices]
        else:
            continue
        for custom_id, values in targets:
            address = Address.parse(custom_id)
            led = address and address.verb == LEARN and address.extended(values)
            if led and len(led.path) > 2 and choices(led.path[1]) == taken:
                found.append(led.path[2:])
    return found


def named(shown: Page, words: str) -> Button | None:
    buttons = {
        button.label: button
        for block in shown.blocks
        if isinstance(block, Buttons)
        for button in block.buttons
        if not button.disabled
    }
    return next((buttons[label] for label in _BOLD.findall(words) if label in buttons), None)


def said(game: AnyGame, here: LessonMoment, say: Speech, attribute: str = "") -> str:
    """The coach's text in a moment; with an attribute, the answer to a choice that does not go on."""
    assert here.part is not None
    assert game.lesson is not None
    return say(f"lesson-{here.part.key}{attribute and '.'}{attribute}", **people(say, game.lesson.seats))


def explained(game: AnyGame, here: LessonMoment) -> dict[Path, str]:
    """Every legal choice that does not go on, with the attribute that explains it."""
    part = here.part
    other = [game.path(move) for move in here.legal if part and move not in part.moves]
    return {path: part.explanation(path) for path in other} if part else {}
