"""What people want others to know of them: who is in rankings, and whose profile others may see."""

from __future__ import annotations

from bot.service.store import Store
from bot.service.store.results import HIDDEN


class People:
    """Everybody's wish to be seen or not; whoever has not said anything is seen."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hidden(self, user: int) -> bool:
        """Whether somebody is in no ranking and has a profile for nobody but themselves."""
        return await self._store.get(HIDDEN, user) is not None

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Keep what somebody wants. Rankings and whom others have met leave them out from now on."""
        await self._store.put(HIDDEN, user, b"{}" if hidden else None)
