"""Games that have ended, and how somebody sees them again."""

from __future__ import annotations

from typing import Any

from simcord.components import walk_components

from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, buttons, read, told
from tests.kit.players import played_out


async def finished(home: House, game: str = "pinocchio", seats: int = 3, **options: Any) -> Table:
    """A table whose game is over."""
    return await played_out(home, await home.start(game, seats, **options))


async def watch(home: House, table: Table, person: Any) -> Any:
    """Somebody's viewer, opened with the button under the result."""
    board = home.board(table)
    custom_id = next(custom_id for custom_id in buttons(board).values() if custom_id.startswith("replay:"))
    result = await person.click(board, custom_id=custom_id)
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def forged(home: House, person: Any, address: Address) -> str:
    """What somebody is told who sends an address that no page of theirs has."""
    page = (await person.slash(home.channel, "aide")).response
    first = next(iter(buttons(page).values()))
    for stored in home.env.backend.messages[home.channel.id].values():
        if stored.id == page.id:
            for widget in walk_components(stored.components):
                if widget.get("custom_id") == first:
                    widget["custom_id"] = str(address)
    result = await person.click(page, custom_id=str(address))
    return f"{told(result)}\n{read(page)}"


def files(home: House, message: Any) -> list[Any]:
    """The files of a message."""
    places = home.env.backend.messages.values()
    return next(list(each.attachments) for place in places for each in place.values() if each.id == message.id)
