"""Reads profiles and rankings of a server from storage."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.standings import ALL_TIME
from bot.store import Store
from bot.store.results import HIDDEN
from cogs.profiles.counting import Counting, season_of
from cogs.profiles.profile import PAGE, Profile, Ranking, favourite, nemesis

FORM_GAMES = 10
"""The latest games on a profile."""
MEETING_GAMES = 200
"""The latest games that decide a player's favourite opponent and nemesis."""


class Profiles:
    """Profiles and rankings. Games that have just ended are counted first."""

    def __init__(self, store: Store, counting: Counting, now: Callable[[], float]) -> None:
        self._store = store
        self._counting = counting
        self._now = now

    async def hidden(self, user: int) -> bool:
        """Whether a player hides from rankings and shows their profile to nobody."""
        return await self._store.get(HIDDEN, user) is not None

    async def profile(self, user: int, guild: int, name: str) -> Profile:
        """A player's profile on a server, with the name they have there now."""
        current = await self._counting.current()
        standings = await self._store.career(user, guild, ALL_TIME)
        met = await self._store.meetings(user, guild, MEETING_GAMES)
        return Profile(
            name=name,
            standings=tuple(sorted(standings, key=lambda standing: (-standing.games, standing.game))),
            form=tuple(await self._store.results_of(user, None, FORM_GAMES, guild=guild)),
            favourite=favourite(met),
            nemesis=nemesis(met),
            counting=not current,
        )

    async def ranking(self, guild: int, game: str, season: int, page: int) -> Ranking:
        """A page of a server's ranking; the last one if there are fewer pages."""
        current = await self._counting.current()
        page = max(0, page)
        total, lines = await self._store.ranking(guild, game, season, page * PAGE, PAGE)
        if page and not lines:
            page = max(0, -(-total // PAGE) - 1)
            total, lines = await self._store.ranking(guild, game, season, page * PAGE, PAGE)
        return Ranking(game, season, page, total, lines, not current)

    async def page_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """The page of a ranking with a player's line; None if they are not ranked."""
        await self._counting.current()
        rank = await self._store.rank_of(guild, game, season, user)
        return None if rank is None else (rank - 1) // PAGE

    async def usual_game(self, user: int, guild: int) -> str | None:
        """The game that a player played last on a server."""
        last = await self._store.results_of(user, None, 1, guild=guild)
        return last[0].game if last else None

    def season(self, back: int = 0) -> int:
        """The current season, or the one ``back`` seasons before it."""
        year, quarter = divmod(season_of(self._now()), 10)
        years, quarters = divmod(year * 4 + quarter - 1 - back, 4)
        return years * 10 + quarters + 1
