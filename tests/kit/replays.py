"""Games that have ended, and how somebody sees them again."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, forged, leading, read, told
from tests.kit.players import played_out


async def finished(home: House, game: str = "pinocchio", seats: int = 3, **options: Any) -> Table:
    return await played_out(home, await home.start(game, seats, **options))


async def watch(home: House, table: Table, person: Any) -> Any:
    board = home.board(table)
    result = await person.click(board, custom_id=leading(board, "replay"))
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def answer_to(home: House, person: Any, address: Address) -> str:
    """The answer to an address that no page of this person has."""
    page = (await person.slash(home.channel, "aide")).response
    return f"{told(await forged(person, page, address))}\n{read(page)}"


def files(home: House, message: Any) -> list[Any]:
    places = home.env.backend.messages.values()
    return next(list(each.attachments) for place in places for each in place.values() if each.id == message.id)


class HeldProcesses:
    """Worker processes that answer when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.tell: list[Callable[[tuple[int, int]], None]] = []
        self.let: list[asyncio.Future[Any]] = []

    async def ask(self, question: Any, *, timeout: float, progress: Callable[[tuple[int, int]], None]) -> Any:  # noqa: ARG002, ASYNC109
        future = asyncio.get_running_loop().create_future()
        self.asked.append(question[1])
        self.tell.append(progress)
        self.let.append(future)
        while not future.done():  # noqa: ASYNC110, the simulated clock knows timers
            await asyncio.sleep(0.5)
        return future.result()

    def close(self) -> None:
        """Nothing is asked."""
