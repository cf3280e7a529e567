"""``/apprendre``: lessons, in which a player learns a game by playing it.

A button of a lesson has an address with the game, the choices made so far and the steps of the present one: nothing is
stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from bot.app import App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Update
from bot.client.commands import CommandCog, command, game_choices
from bot.client.extensions import LESSON
from bot.core.game import AnyGame, Path, Refusal
from bot.core.lesson import LessonMoment, Taken, moment, seat_names
from bot.pages.address import Address, base36, rules_button
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
from bot.pages.question import HOLE, REPEAT, asked, paths, pick
from bot.text.strings import KERNEL, Speech

SCOPE = "lessons"
LEARN = "learn"
LESSONS = "lessons"
"""The verb of the list of lessons."""
COLOUR = 0x7A5AA6
SCENE_LIMIT = 1200
_MARK = "p"
"""The prefix of the choices made so far: a step may not be empty."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(LessonsCog(bot.app))


class LessonsCog(CommandCog):
    """The command and its buttons. Nothing of a lesson is stored: an address says how far it is."""

    def __init__(self, app: App) -> None:
        app.extensions.game_buttons.append(_learn)
        taught = [game.key for game in app.games.values() if game.lesson]
        made = command(app, SCOPE, "learn", self.begin, game=game_choices(app.words, taught))
        super().__init__(app, [made], {LEARN: self.learn, LESSONS: self.list})

    async def begin(self, click: Click, game: str | None = None) -> Answer:
        """Show the first page of a game's lesson; without a game, what can be learnt."""
        return await (self.list(click) if game is None else self._go(click, game))

    async def learn(self, click: Click) -> Answer:
        """Go a step further in a lesson, or on to its next part."""
        match click.address.path:
            case (key, token, *steps) if (taken := choices(token)) is not None:
                return await self._go(click, key, taken, tuple(steps))
            case _:
                raise Refusal("old-message")

    async def list(self, click: Click) -> Answer:
        """Show the lessons there are, also to who leaves one."""
        taught, no = list[AnyGame](), Refusal("old-message")
        for game in self._app.games.values():
            try:
                click.allow_game(game.key)
            except Refusal as refusal:
                no = refusal
            else:
                taught += [game] if game.lesson else []
        if not taught:
            raise no
        left = click.address.path == ("left",)
        return Update(lessons(taught, self._app.words.say(KERNEL, click.lang), left=left))

    async def _go(self, click: Click, key: str, taken: Taken = (), steps: Path = ()) -> Answer:
        """Show where these choices lead, after the one that these steps spell, if they spell one."""
        game = self._app.games.get(key)
        if game is None or game.lesson is None:
            raise Refusal("old-message")
        click.allow_game(game.key)
        here, notice = moment(game, taken), ""
        say = self._app.words.say(game.key, click.lang, seat_names(game.lesson, click.name))
        if here is not None and here.part is not None:
            chosen = paths(game, here.legal).get(steps)
            if chosen in here.part.moves:
                here, steps = moment(game, (*taken, here.part.moves.index(chosen))), ()
            elif chosen is not None:
                key = f"lesson-{here.part.key}.{here.part.explanation(steps)}"
                notice, steps = say("learning-not-so", words=say(key, **people(say, game.lesson.seats))), ()
        if here is None:
            raise Refusal("old-message")
        choice = asked(game, here.view, list(paths(game, here.legal)), say, steps)
        picture = await self._app.pictures.untabled(game, game.lesson.seats, here.view, say, choice, "seat.png")
        if here.part is None:
            return Update(end(game, here, say, self._app.extensions.ways(LESSON, game, say), picture))
        return Update(lesson(game, here, say, steps=steps, notice=notice, picture=picture))


def _learn(place: str, game: AnyGame | None, say: Speech) -> list[Button]:
    if game is None:
        return [Button(say.scoped(SCOPE)("help-lessons"), str(Address(LESSONS)), "primary")]
    if game.lesson is None or place == LESSON:
        return []
    return [Button(say("welcome-learn.button"), str(spot(game, ())), "primary")]


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


def lesson(
    game: AnyGame, moment: LessonMoment, say: Speech, *, steps: Path, notice: str, picture: Picture | None
) -> PrivatePage:
    """A moment of a lesson with the steps of a choice already taken; ``notice`` answers a wrong choice."""
    part, lesson = moment.part, game.lesson
    assert lesson is not None
    assert part is not None
    title = say("learning-title", game=say("name"), number=len(moment.taken) + 1, count=len(lesson.parts))
    # The answer to a wrong choice repeats what to press, so one of the two is enough. It is just above the buttons: a
    # phone shows the end of a message that is longer than its screen.
    said = notice or say(f"lesson-{part.key}", **people(say, lesson.seats))
    blocks = [Text(f"### {title}"), *_table(game, moment, say, picture), Text(said)]
    below = [rules_button(game.key, say), Button(say("learning-leave"), str(Address(LESSONS, path=("left",))))]
    # Within a choice the game has its own way back.
    if moment.back is not None and not steps:
        below.insert(0, Button(say("learning-page-back"), str(spot(game, moment.back))))
    if not part.moves:
        go_on = Button(say("learning-go-on"), str(spot(game, (*moment.taken, 0))), "primary")
        return PrivatePage((*blocks, *rows([go_on, *below])), COLOUR)
    foot = rows(below)
    room = COMPONENT_LIMIT - PrivatePage((*blocks, *foot)).size
    found = list(paths(game, moment.legal))
    question = pick(game, moment.view, found, say, table=0, revision=0, steps=steps, room=room)
    # The coach has asked already.
    shown = [block for block in question if not isinstance(block, Text)]
    goals = {game.path(move) for move in part.moves} if len(part.moves) == 1 else set[Path]()
    blocks += _led(shown, game, say, moment.taken, goals)
    return PrivatePage((*blocks, *foot), COLOUR)


def end(
    game: AnyGame, moment: LessonMoment, say: Speech, further: Sequence[Button], picture: Picture | None
) -> PrivatePage:
    """The end of a lesson; ``further`` buttons lead on to playing."""
    assert game.lesson is not None
    blocks = (
        Text(f"### {say('learning-title-end', game=say('name'))}"),
        *_table(game, moment, say, picture),
        Text(say("lesson-end", **people(say, game.lesson.seats))),
        Separator(),
        Text(say("learning-done" if further else "learning-done-only")),
    )
    buttons = [
        *further,
        Button(say("learning-again"), str(spot(game, ()))),
        Button(say("learning-others"), str(Address(LESSONS)), "secondary" if further else "primary"),
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


def _table(game: AnyGame, moment: LessonMoment, say: Speech, picture: Picture | None) -> list[Block]:
    """The board and the learner's hand, as a picture or in words."""
    if picture is not None:
        return [picture]
    words = (game.face.sight(moment.board, say).scene, game.face.sight(moment.view, say).hand)
    return [Text(cut(text, SCENE_LIMIT)) for text in words if text]


def _led(blocks: Sequence[Block], game: AnyGame, say: Speech, taken: Taken, goals: Collection[Path]) -> Iterator[Block]:
    """A game's question with addresses of the lesson instead of a table, and without repeated moves.

    The buttons that lead to ``goals`` are green. The way back to an earlier choice is named: a lesson has another one.
    """

    def led(block: Button | Menu) -> tuple[str, Path]:
        address = Address.parse(block.id)
        assert address is not None
        return address.verb, address.path

    def button(shown: Button) -> Button:
        verb, path = led(shown)
        if verb == HOLE:
            return msgspec.structs.replace(shown, style="secondary")
        right = path and any(goal[: len(path)] == path for goal in goals)
        label = say("learning-choice-back") if verb == "hand" else shown.label
        style = "success" if right else "secondary"
        return msgspec.structs.replace(shown, label=label, id=str(spot(game, taken, path)), style=style)

    for block in blocks:
        if isinstance(block, Buttons):
            yield Buttons(tuple(button(each) for each in block.buttons if led(each)[0] != REPEAT))
        elif isinstance(block, Menu):
            yield msgspec.structs.replace(block, id=str(spot(game, taken, led(block)[1])))
        else:
            yield block
