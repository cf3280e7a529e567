"""What people do in a lesson: choose one, press, look, leave. Nothing of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.client.reply import Reply
from bot.client.router import Router
from bot.core.game import NOTHING, AnyGame, Choosing, Path, Refusal
from bot.core.lesson import LessonMoment, Taken, moment, seat_names
from bot.pages.address import Address
from bot.pages.lesson import ALONE, LEARN, LESSONS, choices, choosing, end, lesson, lessons, people
from bot.pages.page import Picture
from bot.pages.question import paths
from bot.pages.rulebook import rulebook
from bot.pictures.cache import PictureCache
from bot.text.strings import KERNEL, Speech, Words


@dataclass(eq=False)
class LessonClicks:
    """Handles lessons."""

    _games: Mapping[str, AnyGame]
    _words: Words
    _pictures: PictureCache
    _leads: Callable[[str], bool]
    """Whether somebody handles a verb's clicks."""
    _allow: Callable[[Reply, AnyGame], Awaitable[None]]
    """Refuses what moderators do not want."""

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(LEARN, self.learn)
        router.on(LESSONS, self.aside)

    async def begin(self, reply: Reply, game: str | None) -> None:
        """Show the first page of a game's lesson; without a game, what can be learnt."""
        if game is None:
            await self._list(reply, left=False)
        else:
            await self._go(reply, self._taught(game), (), ())

    async def learn(self, reply: Reply, address: Address) -> None:
        """Go a step further in a lesson, or on to its next part."""
        match address.path:
            case (key,):
                await self._go(reply, self._taught(key), (), ())
            case (key, token, *steps) if (taken := choices(token)) is not None:
                await self._go(reply, self._taught(key), taken, tuple(steps))
            case _:
                raise Refusal("old-message")

    async def aside(self, reply: Reply, address: Address) -> None:
        """Show the rules beside a lesson; or the list of lessons, also to who leaves one."""
        match address.path:
            case ("rules", key) if key in self._games:
                await reply.private(rulebook(self._words, self._games[key], reply.lang))
            case _:
                await self._list(reply, left=address.path == ("left",))

    async def _list(self, reply: Reply, *, left: bool) -> None:
        taught, no = list[AnyGame](), Refusal("old-message")
        for game in self._games.values():
            try:
                await self._allow(reply, game)
            except Refusal as refusal:
                no = refusal
            else:
                taught += [game] if game.lesson else []
        if not taught:
            raise no
        await reply.update(lessons(taught, self._words.say(KERNEL, reply.lang), left=left))

    def _taught(self, key: str) -> AnyGame:
        game = self._games.get(key)
        if game is None or game.lesson is None:
            raise Refusal("old-message")
        return game

    async def _go(self, reply: Reply, game: AnyGame, taken: Taken, steps: Path) -> None:
        """Show where these choices lead, after the one that these steps spell, if they spell one."""
        await self._allow(reply, game)
        here, notice = moment(game, taken), ""
        assert game.lesson is not None
        say = self._words.say(game.key, reply.lang, seat_names(game.lesson, reply.name))
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
            page = end(game, here, say, alone=self._leads(ALONE), pictures=pictures)
        else:
            page = lesson(game, here, say, steps=steps, notice=notice, pictures=pictures)
        await reply.update(page)

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
