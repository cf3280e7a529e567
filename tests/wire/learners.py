"""People who go through a lesson over the wire, pressing what goes on."""

from collections.abc import AsyncIterator

from bot.core.game import AnyGame
from bot.core.lesson import LessonMoment
from bot.pages.address import Address
from bot.sandbox import Person
from cogs.lessons.commands import spot
from tests.kit.lessons import straight
from tests.wire.boards import usable
from tests.wire.hall import Json
from tests.wire.players import newest_panel


async def learn(person: Person, place: str, game: AnyGame) -> AsyncIterator[tuple[LessonMoment, Json]]:
    """Every page of a game's lesson in a channel or conversation, with the moment it shows, to the end."""
    before = newest_panel(person, place)
    await person.command(place, "apprendre", jeu=game.key)

    def shown(last: Json | None) -> Json | None:
        found = newest_panel(person, place)
        return found if found and found["components"] and (last is None or found != last) else None

    page = await person.until(lambda: shown(before))
    for here in straight(game):
        yield here, page
        goal = game.path(here.part.moves[0]) if here.part and here.part.moves else ()
        steps = ()
        while here.part and (steps != goal or not goal):
            last = page
            if goal:
                ways = [address.path for each, _ in usable(page) if (address := Address.parse(each))]
                steps = max((path[2:] for path in ways if len(path) > 2 and path[2:] == goal[: len(path) - 2]), key=len)
                await person.use(page, str(spot(game, here.taken, steps)))
            else:
                await person.use(page, str(spot(game, (*here.taken, 0))))
            page = await person.until(lambda last=last: shown(last))
            if not goal:
                break
            if steps != goal:
                yield here, page
