"""A player's profile: games and wins, form, other players, and the figures and honours of each game."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.game import AnyGame
from bot.core.standings import Standing
from bot.pages.address import Address
from bot.pages.page import Block, Button, Picture, PrivatePage, PublicPage, Text, rows
from bot.text.strings import Speech, plain
from cogs.profiles.profile import Profile

COLOUR = 0x2E8B57
TOLD = 4
"""The most figures of a game: the first of its list that are not 0."""
HONOURS = 6
"""The most honours altogether: those earned most often."""

Games = Mapping[str, AnyGame]


def profile(
    shown: Profile, games: Games, say: Speech, picture: Picture | None, *, own: bool, hidden: bool
) -> PrivatePage:
    """A profile for the user who asked. ``own``: it is theirs; ``hidden``: others may not see it."""
    if own and not shown.games and not shown.counting:
        return PrivatePage((Text(say("profile-own-none")),), COLOUR)
    blocks = list(_blocks(shown, games, say, picture))
    if own and hidden:
        blocks.append(Text(f"-# {say('profile-hidden')}"))
    elif own and shown.games:
        blocks += rows([Button(say("profile-show"), str(Address("profile", path=("show",))))])
    return PrivatePage(tuple(blocks), COLOUR)


def shown_profile(shown: Profile, games: Games, say: Speech, picture: Picture | None) -> PublicPage:
    """A profile for everybody."""
    return PublicPage(_blocks(shown, games, say, picture), COLOUR)


def _blocks(shown: Profile, games: Games, say: Speech, picture: Picture | None) -> tuple[Block, ...]:
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
    lines += [f"- {game_name(each.game, games, say)} · {score_of(each, say)}" for each in shown.standings]
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


def score_of(standing: Standing, say: Speech) -> str:
    """Games, wins and rating in one game."""
    parts = [say("profile-game", games=standing.games, wins=standing.wins)]
    if standing.rated:
        parts.append(points(standing, say))
    return " · ".join(parts)


def points(standing: Standing, say: Speech) -> str:
    """A rating in words, with a question mark while it is provisional."""
    return say("points", points=str(standing.points), provisional="yes" if standing.provisional else "no")


def form(shown: Profile, say: Speech) -> str:
    """The places of the last games, the newest first."""
    return " · ".join(
        say(
            "profile-place",
            # A player whose seat was taken has a place after all seats.
            place=min(result.place, result.seats),
            seats=result.seats,
            won="yes" if result.won else "no",
        )
        for result in shown.form
        if result.rated or not result.unfinished
    )


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
    found: list[tuple[int, str]] = []
    for standing in shown.standings:
        if (game := games.get(standing.game)) is not None:
            scoped = say.scoped(game.key)
            for honour in game.honours:
                if times := standing.honours.get(honour.key, 0):
                    words = say(
                        "profile-honour", honour=scoped(f"honour-{honour.key}"), game=scoped("name"), times=times
                    )
                    found.append((times, words))
    found.sort(key=lambda each: -each[0])
    return "\n".join([say("profile-honours"), *(words for _, words in found[:HONOURS])]) if found else ""
