"""``/apprendre``, and the buttons of lessons: choose one, press, look, leave."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.app import App
from bot.client.click import Answer, Click, Private, Update
from bot.client.commands import CommandCog, command, game_choices
from bot.core.game import NOTHING, AnyGame, Choosing, Path, Refusal
from bot.core.lesson import LessonMoment, Taken, moment, seat_names
from bot.pages.page import Button, Picture
from bot.pages.question import paths
from bot.pages.rulebook import rulebook
from bot.text.strings import KERNEL, Speech
from cogs.lessons.pages import LEARN, LESSONS, choices, choosing, end, lesson, lessons, people, spot

SCOPE = "lessons"
Interaction = discord.Interaction[Any]


class LessonsCog(CommandCog):
    """The command and its buttons. Nothing of a lesson is stored: an address says how far it is."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._games = app.games
        self._words = app.words
        self._pictures = app.pictures
        app.extensions.game_buttons.append(_learn)
        app.extensions.welcome_buttons.append(_learn)

        async def callback(interaction: Interaction, game: str | None = None) -> None:
            await app.router.command(interaction, lambda click: self.begin(click, game))

        taught = [game.key for game in app.games.values() if game.lesson]
        made = command(app.words, SCOPE, "learn", callback, game=game_choices(app.words, taught))
        super().__init__(app, [made], {LEARN: self.learn, LESSONS: self.aside})

    async def begin(self, click: Click, game: str | None) -> Answer:
        """Show the first page of a game's lesson; without a game, what can be learnt."""
        if game is None:
            return await self._list(click, left=False)
        return await self._go(click, self._taught(game), (), ())

    async def learn(self, click: Click) -> Answer:
        """Go a step further in a lesson, or on to its next part."""
        match click.address.path:
            case (key,):
                return await self._go(click, self._taught(key), (), ())
            case (key, token, *steps) if (taken := choices(token)) is not None:
                return await self._go(click, self._taught(key), taken, tuple(steps))
            case _:
                raise Refusal("old-message")

    async def aside(self, click: Click) -> Answer:
        """Show the rules beside a lesson; or the list of lessons, also to who leaves one."""
        match click.address.path:
            case ("rules", key) if key in self._games:
                return Private(rulebook(self._words, self._games[key], click.lang))
            case _:
                return await self._list(click, left=click.address.path == ("left",))

    async def _list(self, click: Click, *, left: bool) -> Answer:
        taught, no = list[AnyGame](), Refusal("old-message")
        for game in self._games.values():
            try:
                click.allow_game(game.key)
            except Refusal as refusal:
                no = refusal
            else:
                taught += [game] if game.lesson else []
        if not taught:
            raise no
        return Update(lessons(taught, self._words.say(KERNEL, click.lang), left=left))

    def _taught(self, key: str) -> AnyGame:
        game = self._games.get(key)
        if game is None or game.lesson is None:
            raise Refusal("old-message")
        return game

    async def _go(self, click: Click, game: AnyGame, taken: Taken, steps: Path) -> Answer:
        """Show where these choices lead, after the one that these steps spell, if they spell one."""
        click.allow_game(game.key)
        here, notice = moment(game, taken), ""
        assert game.lesson is not None
        say = self._words.say(game.key, click.lang, seat_names(game.lesson, click.name))
        if here is not None and here.part is not None:
            chosen = paths(game, here.legal).get(steps)
            if chosen in here.part.moves:
                here, steps = moment(game, (*taken, here.part.moves.index(chosen))), ()
            elif chosen is not None:
                key = f"lesson-{here.part.key}.{here.part.explanation(steps)}"
                notice, steps = say("learning-not-so", words=say(key, **people(say, game.lesson.seats))), ()
        if here is None:
            raise Refusal("old-message")
        pictures = await self._drawn(game, here, say, steps)
        if here.part is None:
            further = [button for buttons in self._app.extensions.after_lesson for button in buttons(game, say)]
            page = end(game, here, say, further, pictures=pictures)
        else:
            page = lesson(game, here, say, steps=steps, notice=notice, pictures=pictures)
        return Update(page)

    async def _drawn(self, game: AnyGame, here: LessonMoment, say: Speech, steps: Path) -> list[Picture]:
        """The table, and below it what is the learner's own, as at a real table; none if one of them is missing."""
        assert game.lesson is not None
        at_table, own = choosing(game, here, say, steps) if here.part else (NOTHING, NOTHING)
        wanted: list[tuple[str, object, Choosing]] = []
        if game.hands:
            wanted.append(("table.png", here.board, at_table))
        if here.view.own is not None or not game.hands:
            wanted.append(("hand.png", here.view, own))
        seats = game.lesson.seats
        draw = self._pictures.untabled
        drawn = await asyncio.gather(*(draw(game, seats, view, say, choice, name) for name, view, choice in wanted))
        return [picture for picture in drawn if picture] if all(drawn) else []


def _learn(game: AnyGame, say: Speech) -> list[Button]:
    return [Button(say("welcome-learn.button"), str(spot(game, ())), "primary")] if game.lesson else []
