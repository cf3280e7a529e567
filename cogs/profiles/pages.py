"""Pages of profiles and rankings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.core.game import AnyGame
from bot.core.results import ALL_TIME, Meeting, RankingLine, Result, Standing
from bot.pages.address import Address
from bot.pages.page import Block, Button, Choice, Menu, Picture, PrivatePage, Text, rows
from bot.text.strings import Speech, plain

SCOPE = "profiles"
PAGE = 10
"""Lines on one page of a ranking."""
COLOUR = 0x2E8B57
TOLD = 4
"""The most figures of a game: the first of its list that are not 0."""
HONOURS = 6
"""The most honours altogether: those earned most often."""
Games = Mapping[str, AnyGame]
VERB = "ranking"
PROFILE = "profile"
ME, SHOW, SHELF = "me", "show", "shelf"


def nemesis(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """The person who was ahead most often on balance, with at least that many games; None if nobody was."""
    worse = [meeting for meeting in meetings if meeting.games >= least and meeting.ahead > meeting.behind]
    return max(worse, key=lambda each: (each.ahead - each.behind, each.games, -each.user), default=None)


def favourite(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """The most frequent other player, with at least that many games; None if there is none."""
    often = [meeting for meeting in meetings if meeting.games >= least]
    return max(often, key=lambda each: (each.games, -each.user), default=None)


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile on one server."""

    name: str
    standings: tuple[Standing, ...] = ()
    """All-time standings, one per game, the most played first."""
    form: tuple[Result, ...] = ()
    """Their last results, the newest first."""
    favourite: Meeting | None = None
    nemesis: Meeting | None = None
    counting: bool = False

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(standing.games for standing in self.standings)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(standing.wins for standing in self.standings)


class Ranking(NamedTuple):
    """One page of a ranking."""

    game: str
    season: int
    page: int
    """Counted from 0."""
    total: int
    lines: list[RankingLine]
    counting: bool

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.total // PAGE))


def own_profile(
    shown: Profile,
    careers: Sequence[Standing],
    games: Games,
    say: Speech,
    picture: Picture | None,
    *,
    sections: Sequence[str],
    hidden: bool,
) -> PrivatePage:
    """The profile of the user who asked: this server, all servers, games alone, the daily deal, badges.

    ``careers``: all-time standings on all servers, and of games alone (server 0). ``sections`` are those of features.
    ``hidden``: others may not see it.
    """
    if shown.games or shown.counting:
        blocks = list(profile(shown, games, say, picture))
    else:
        blocks = [Text(say("profile-own-alone" if sections else "profile-own-none"))]
    elsewhere = [standing for standing in careers if standing.guild]
    if len({standing.guild for standing in elsewhere}) > 1:
        played, won = (sum(getattr(each, name) for each in elsewhere) for name in ("games", "wins"))
        blocks.append(Text(say("profile-everywhere", games=played, wins=won)))
    blocks += map(Text, sections)
    buttons = [Button(_shelf_title(careers, games, say), str(Address(PROFILE, path=(SHELF,))), "primary", emoji="🎖️")]
    if hidden:
        blocks.append(Text(f"-# {say('profile-hidden')}"))
    elif shown.games:
        buttons.append(Button(say("profile-show"), str(Address(PROFILE, path=(SHOW,)))))
    return PrivatePage((*blocks, *rows(buttons)), COLOUR)


def shelf(careers: Sequence[Standing], games: Games, say: Speech) -> PrivatePage:
    """All badges there are: those earned with how often, the others small with what earns them."""
    earned, blocks = _earned(careers), list[Block]()
    for game in games.values():
        if not game.honours:
            continue
        scoped = say.scoped(game.key)
        lines = [f"**{scoped('name')}**"]
        for honour in sorted(game.honours, key=lambda each: (game.key, each.key) not in earned):
            times, words = earned[game.key, honour.key], scoped(f"honour-{honour.key}")
            lines.append(say("shelf-earned", honour=words, times=times) if times else f"-# ▫️ {words}")
        blocks.append(Text("\n".join(lines)))
    back = Button(say("back"), str(Address(PROFILE)), emoji="↩️")
    title = Text(f"### {_shelf_title(careers, games, say)}\n-# {say('shelf-about')}")
    return PrivatePage((title, *blocks, *rows([back])), COLOUR)


def _shelf_title(careers: Sequence[Standing], games: Games, say: Speech) -> str:
    every, earned = [(game.key, honour.key) for game in games.values() for honour in game.honours], _earned(careers)
    return say("shelf-title", earned=sum(each in earned for each in every), all=len(every))


def _earned(careers: Sequence[Standing]) -> Counter[tuple[str, str]]:
    """How often each honour was earned anywhere, by game and key."""
    found = Counter[tuple[str, str]]()
    for standing in careers:
        found.update({(standing.game, key): times for key, times in standing.honours.items()})
    return found


def profile(shown: Profile, games: Games, say: Speech, picture: Picture | None) -> tuple[Block, ...]:
    """A profile on a server, for everybody."""
    # The picture has the summary as alt text; the rest follows below it.
    words = [figures_of(shown, games, say), honours_of(shown, games, say)]
    if picture is None or not shown.games:
        words.insert(0, summary(shown, games, say))
    if shown.counting:
        words.append(f"-# {say('still-counting')}")
    text = Text("\n\n".join(part for part in words if part) or say("profile-none", name=plain(shown.name)))
    return (text,) if picture is None or not shown.games else (picture, text)


def summary(shown: Profile, games: Games, say: Speech) -> str:
    """The content of the picture in words."""
    name = plain(shown.name)
    if not shown.games:
        return say("profile-none", name=name)
    lines = [say("profile-title", name=name, games=shown.games, wins=shown.wins)]
    for each in shown.standings:
        score = say("profile-game", games=each.games, wins=each.wins)
        parts = (game_name(each.game, games, say), score, points(each, say) if each.rated else "")
        lines.append(f"- {' · '.join(filter(None, parts))}")
    lines.append(say("profile-form", places=form(shown, say)))
    if shown.favourite:
        lines.append(say("profile-favourite", name=plain(shown.favourite.name), games=shown.favourite.games))
    if shown.nemesis:
        ahead, of = shown.nemesis.ahead, shown.nemesis.games
        lines.append(say("profile-nemesis", name=plain(shown.nemesis.name), ahead=ahead, games=of))
    return "\n".join(lines)


def game_name(key: str, games: Games, say: Speech) -> str:
    """The name of a game; of a removed one its key."""
    return f"**{say.scoped(key)('name')}**" if key in games else f"**{key}**"


def points(standing: Standing, say: Speech) -> str:
    """A rating in words, with a question mark while it is provisional."""
    return say("points", points=str(standing.points), provisional="yes" if standing.provisional else "no")


def form(shown: Profile, say: Speech) -> str:
    """The places of the last games, the newest first."""

    def place(result: Result) -> str:
        # A player whose seat was taken has a place after all seats.
        last = min(result.place, result.seats)
        return say("profile-place", place=last, seats=result.seats, won="yes" if result.won else "no")

    return " · ".join(place(result) for result in shown.form if result.rated or not result.unfinished)


def figures_of(shown: Profile, games: Games, say: Speech) -> str:
    """The first figures of each game; the best of one game where a sum means nothing."""
    lines: list[str] = []
    for standing in shown.standings:
        if (game := games.get(standing.game)) is None:
            continue
        own = {key: (standing.best if key in game.peaks else standing.tally).get(key, 0) for key in game.figures}
        told = [key for key in game.figures if own[key]][:TOLD]
        if told:
            scoped = say.scoped(game.key)
            facts = " · ".join(scoped(f"figure-{key}", count=own[key]) for key in told)
            lines.append(f"{game_name(game.key, games, say)} · {facts}")
    return "\n".join(lines)


def honours_of(shown: Profile, games: Games, say: Speech) -> str:
    """The honours earned, most often first."""
    found = [
        (standing.honours[honour.key], say.scoped(standing.game), honour.key)
        for standing in shown.standings
        if standing.game in games
        for honour in games[standing.game].honours
        if standing.honours.get(honour.key)
    ]
    found.sort(key=lambda each: -each[0])
    lines = [
        say("profile-honour", honour=own(f"honour-{key}"), game=own("name"), times=times)
        for times, own, key in found[:HONOURS]
    ]
    return "\n".join([say("profile-honours"), *lines]) if lines else ""


def ranking(shown: Ranking, games: Games, say: Speech, *, user: int, seasons: Sequence[int]) -> PrivatePage:
    """A page of a ranking for one player, with menus of games and ``seasons``."""
    choices = tuple(Choice(say.scoped(key)("name"), key, chosen=key == shown.game) for key in games)
    menu = Menu(str(Address(VERB, path=(str(shown.season), "0"))), say("ranking-game"), choices)
    beside: list[Button] = []
    for season in seasons:
        chosen = season == shown.season
        # The id differs from those of the arrows, which may lead to the same page.
        address = str(Address(VERB, 0, 1, (str(season), "0", shown.game)))
        style = "success" if chosen else "secondary"
        beside.append(Button(season_name(season, say), address, style, disabled=chosen))
    turning = [
        Button("◀", _to(shown, str(shown.page - 1)), disabled=not shown.page),
        Button(say("ranking-me"), _to(shown, ME), "primary", disabled=not shown.total),
        Button("▶", _to(shown, str(shown.page + 1)), disabled=shown.page >= shown.pages - 1),
    ]
    if shown.total:
        turning.append(Button(say("ranking-show"), _to(shown, str(shown.page), SHOW)))
    return PrivatePage((Text(ranking_text(shown, say, user)), menu, *rows(beside), *rows(turning)), COLOUR)


def season_name(season: int, say: Speech) -> str:
    """The name of a season."""
    if season == ALL_TIME:
        return say("season-all")
    return say("season", quarter=season % 10, year=str(season // 10))


def ranking_text(shown: Ranking, say: Speech, user: int | None = None) -> str:
    """A page of a ranking; the line of ``user`` is underlined."""
    title = say("ranking-title", game=say.scoped(shown.game)("name"), season=season_name(shown.season, say))
    lines = [_line(line, say, own=line.standing.user == user) for line in shown.lines]
    provisional = any(line.standing.provisional for line in shown.lines)
    notes = (
        say("ranking-provisional") if provisional else "",
        say("ranking-page", page=shown.page + 1, pages=shown.pages) if shown.pages > 1 else "",
        say("still-counting") if shown.counting else "",
    )
    return "\n".join([title, *(lines or [say("ranking-none")]), *(f"-# {note}" for note in notes if note)])


def _line(line: RankingLine, say: Speech, *, own: bool) -> str:
    standing, name = line.standing, f"**{plain(line.name) if line.name else say('somebody')}**"
    blanks = {"points": points(standing, say), "games": standing.rated, "wins": standing.rated_wins}
    return say("ranking-line", rank=str(line.rank), name=f"__{name}__" if own else name, **blanks)


def _to(shown: Ranking, page: str, *more: str) -> str:
    return str(Address(VERB, path=(str(shown.season), page, shown.game, *more)))
