"""A server's ranking in one game, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.game import AnyGame
from bot.core.standings import ALL_TIME, RankingLine
from bot.pages.address import Address
from bot.pages.page import Block, Button, Choice, Menu, PrivatePage, PublicPage, Text, rows
from bot.text.strings import Speech, plain
from cogs.profiles.profile import Ranking
from cogs.profiles.profile_page import points

COLOUR = 0x2E8B57
VERB = "ranking"
ME, SHOW = "me", "show"

Games = Mapping[str, AnyGame]


def ranking(shown: Ranking, games: Games, say: Speech, *, user: int, seasons: Sequence[int]) -> PrivatePage:
    """A page of a ranking for one player, with menus of games and ``seasons``."""
    blocks: list[Block] = [Text(_text(shown, say, user))]
    blocks.append(_games(shown, games, say))
    blocks += rows([_season(shown, season, say) for season in seasons])
    last = shown.pages - 1
    turning = [
        Button("◀", _to(shown, str(shown.page - 1)), disabled=not shown.page),
        Button(say("ranking-me"), _to(shown, ME), "primary", disabled=not shown.total),
        Button("▶", _to(shown, str(shown.page + 1)), disabled=shown.page >= last),
    ]
    if shown.total:
        turning.append(Button(say("ranking-show"), _to(shown, str(shown.page), SHOW)))
    return PrivatePage((*blocks, *rows(turning)), COLOUR)


def shown_ranking(shown: Ranking, say: Speech) -> PublicPage:
    """A page of a ranking for everybody."""
    return PublicPage((Text(_text(shown, say, None)),), COLOUR)


def season_name(season: int, say: Speech) -> str:
    """The name of a season."""
    if season == ALL_TIME:
        return say("season-all")
    return say("season", quarter=season % 10, year=str(season // 10))


def _text(shown: Ranking, say: Speech, user: int | None) -> str:
    title = say("ranking-title", game=say.scoped(shown.game)("name"), season=season_name(shown.season, say))
    lines = [_line(line, say, own=line.standing.user == user) for line in shown.lines]
    notes: list[str] = []
    if any(line.standing.provisional for line in shown.lines):
        notes.append(f"-# {say('ranking-provisional')}")
    if shown.pages > 1:
        notes.append(f"-# {say('ranking-page', page=shown.page + 1, pages=shown.pages)}")
    if shown.counting:
        notes.append(f"-# {say('still-counting')}")
    return "\n".join([title, *(lines or [say("ranking-none")]), *notes])


def _line(line: RankingLine, say: Speech, *, own: bool) -> str:
    standing = line.standing
    name = plain(line.name) if line.name else say("somebody")
    return say(
        "ranking-line",
        rank=str(line.rank),
        name=f"**{name}**" if not own else f"__**{name}**__",
        points=points(standing, say),
        games=standing.rated,
        wins=standing.rated_wins,
    )


def _games(shown: Ranking, games: Games, say: Speech) -> Menu:
    choices = tuple(Choice(say.scoped(key)("name"), key, chosen=key == shown.game) for key in games)
    return Menu(str(Address(VERB, path=(str(shown.season), "0"))), say("ranking-game"), choices)


def _season(shown: Ranking, season: int, say: Speech) -> Button:
    chosen = season == shown.season
    # The id differs from those of the arrows, which may lead to the same page.
    id = str(Address(VERB, 0, 1, (str(season), "0", shown.game)))  # noqa: A001, it is what the button calls it
    return Button(season_name(season, say), id, "success" if chosen else "secondary", disabled=chosen)


def _to(shown: Ranking, page: str, *more: str) -> str:
    return str(Address(VERB, path=(str(shown.season), page, shown.game, *more)))
