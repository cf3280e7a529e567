"""Pages of the deal of the day: the deal, the player's result, the proof of the seal, and posts in channels.

``say`` speaks for the game of the deal; the feature's own words come from its folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.client.extensions import HELP
from bot.core.facts import OPEN, OVER
from bot.core.game import AnyGame, Seat
from bot.core.lobby import solo_seats
from bot.core.records import canonical
from bot.core.results import Result
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Block, Button, PrivatePage, PublicPage, Text, cut, rows
from bot.pages.seat import COLOUR
from bot.text.strings import Speech, plain
from cogs.daily.deal import (
    FEATURE,
    FINISHED,
    FROZEN,
    MISSED,
    SECONDS,
    WON,
    Daily,
    DailyHistory,
    DailyLine,
    DailyStanding,
    end_of,
    of_table,
)

DAILY = "daily"
"""The verb of every address of this feature; its steps say what to do."""
PLAY, SHARE, SEALS, OPENED, ACCEPT, RANKED = "play", "share", "seals", "opened", "accept", "ranked"
NEW, RUNNING, DONE, GIVEN_UP, SPENT = "new", "running", "done", "given-up", "spent"
"""How far somebody is with today's deal: not begun, in the middle, finished, ended without a result, or erased with
everything else that was stored of them. Each is also the key of its string."""
SIGNS = {WON: "🏆", FINISHED: "🟦", FROZEN: "❄️", MISSED: "▫️"}
"""The signs of days on a profile."""
BEFORE_FIRST_DAY = 20_453
"""The last day of 2025: deals are numbered from the next day on."""
STEPS = 5
"""Symbols that show the share of the others who did worse."""
LONGEST_DEAL = 3000
"""Characters of a deal that are shown at most: the longest has some 900."""


def today(day: int, deal: Daily, state: str, standing: str, say: Speech, streak: int = 0) -> PrivatePage:
    """Today's deal for somebody who is so far with it; ``standing`` says how they did, ``streak`` what they defend."""
    own = say.scoped(FEATURE)
    alive = own("streak", days=streak) if streak and state in (NEW, RUNNING) else ""
    parts = [alive, _about(day, deal.seats, own), standing or (own(state) if state in (RUNNING, GIVEN_UP) else "")]
    blocks: list[Block] = [Text(f"### {_title(day, say)}"), *(Text(part) for part in parts if part)]
    labels = {NEW: "play", RUNNING: "alone-resume"}
    buttons = [Button(own(labels.get(state, "practise")), str(Address(DAILY, path=(PLAY,))), "success")]
    if state == DONE:
        buttons.append(_share(day, own))
    buttons.append(_rules(deal.game, say))
    buttons.append(Button(own("seals-button"), str(Address(DAILY, path=(SEALS,)))))
    return PrivatePage((*blocks, *rows(buttons)), COLOUR)


def seals(day: int, deal: Daily, tomorrow: Daily | None, opened: Daily | None, say: Speech) -> PrivatePage:
    """The seals of today's and tomorrow's deals, and the way to yesterday's, which is opened.

    ``tomorrow`` None: that deal could not be drawn, and its seal is not shown.
    """
    own = say.scoped(FEATURE)
    words = own("seals", today=deal.seal, tomorrow=tomorrow.seal) if tomorrow else _seal(deal, own)
    buttons = [Button(own("opened-button"), str(Address(DAILY, path=(OPENED,))))] if opened is not None else []
    buttons.append(Button(say("back"), str(Address(DAILY)), emoji="↩️"))
    return PrivatePage((Text(f"### {_title(day, say)}"), Text(words), *rows(buttons)), COLOUR)


def undrawn(day: int, game: AnyGame, say: Speech) -> PrivatePage:
    """Today's game while its deal could not be drawn yet."""
    own = say.scoped(FEATURE)
    texts = (f"### {_title(day, say)}", _about(day, solo_seats(game), own), own("undrawn"))
    return PrivatePage((*map(Text, texts), *rows([_rules(game.key, say)])), COLOUR)


def standing(found: DailyStanding | None, say: Speech) -> str:
    """How somebody did among those of the day; None: they finished too late."""
    own = say.scoped(FEATURE)
    if found is None:
        return own("late")
    result = found.result
    among = (
        own("among", percent=100 * found.worse // found.others, others=found.others) if found.others else own("first")
    )
    place = own("place", place=result.place, seats=result.seats)
    return f"{place} {among}\n{own('streak', days=found.streak)}"


def section(found: DailyHistory, own: Speech) -> str:
    """Somebody's days on their own profile."""
    signs = [SIGNS[day] for day in found.days]
    half = len(signs) // 2
    strip = "\n".join("".join(part) for part in (signs[:half], signs[half:]))
    return f"{own('days-section', streak=found.streak, best=found.best)}\n{strip}"


def expert(place: int, seats: int, score: int, say: Speech) -> str:
    """How far an expert came with a deal; only for players whose own try is over."""
    return say.scoped(FEATURE)("expert", place=place, seats=seats, score=say("final-score", score=score))


def opening(day: int, deal: Daily, say: Speech) -> PrivatePage:
    """The deal of a day that is over, and the nonce that opens its seal."""
    sealed = cut(canonical(deal.deal), LONGEST_DEAL)
    words = say.scoped(FEATURE)("opened", seal=deal.seal, nonce=deal.nonce)
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage(
        (Text(f"### {_title(day, say)}"), Text(words), Text(f"```json\n{sealed}\n```"), *rows([back])), COLOUR
    )


def shared(day: int, found: DailyStanding, name: str, say: Speech) -> PublicPage:
    """Somebody's result, posted in a channel: nothing of the deal but how well they did."""
    play = Button(say.scoped(FEATURE)("button"), str(Address(DAILY)), "primary")
    return PublicPage((Text(f"**{name}** · {_title(day, say)}\n{symbols(found)}"), *rows([play])), COLOUR)


def invitation(day: int, deal: Daily, say: Speech) -> PublicPage:
    """The post that invites a channel to play a day's deal."""
    own = say.scoped(FEATURE)
    play = Button(own("accept"), accept_id(day), "success")
    texts = (f"### {_title(day, say)}", _about(day, deal.seats, own), _seal(deal, own))
    return PublicPage((*map(Text, texts), *rows([play, _rules(deal.game, say)])), COLOUR)


def ranking(day: int, lines: Sequence[DailyLine], more: int, say: Speech, *, over: bool) -> PublicPage:
    """The post that ranks those who played in a channel's server, without their moves: others may still play.

    ``over``: the day is over, so nobody is asked to play.
    """
    own = say.scoped(FEATURE)
    # Not as a list: Discord would number it anew, and two may share a rank.
    ranked = [
        f"`{line.rank}.` **{name}** · {places(line.result)} · 🔥 {line.streak}"
        for line in lines
        for name in (plain(line.name) if line.name else say("somebody"),)
    ]
    ranked += [f"-# {own('more', count=more)}"] if more else []
    end = own("over") if over else own("until", end=f"<t:{end_of(day)}:R>")
    play = Button(own("button"), ranked_id(day), "primary")
    words = "\n".join((own("ranking"), *ranked))
    return PublicPage((Text(f"### {_title(day, say)}"), Text(words), Text(f"-# {end}"), *rows([play])), COLOUR)


def accept_id(day: int) -> str:
    """The address of the button of a day's invitation."""
    return str(Address(DAILY, path=(ACCEPT, str(day))))


def ranked_id(day: int) -> str:
    """The address of the button below a day's ranking; it leads to the deal of the day on which it is pressed."""
    return str(Address(DAILY, path=(RANKED, str(day))))


def places(result: Result) -> str:
    """The place taken at the table, in symbols; the last one is never green."""
    mine = "🏆" if result.won else "🟩" if result.place < result.seats else "🟧"
    return "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))


def symbols(found: DailyStanding) -> str:
    """The place taken at the table, the share of the others who did worse, and the streak."""
    filled = round(STEPS * found.worse / found.others) if found.others else 0
    among = f" · {'▰' * filled}{'▱' * (STEPS - filled)}" if found.others else ""
    return f"{places(found.result)}{among} · 🔥 {found.streak}"


def help_buttons(place: str, game: AnyGame | None, say: Speech) -> list[Button]:
    """The way to the day's deal, where help lists everything."""
    return [Button(say.scoped(FEATURE)("button"), str(Address(DAILY)), "primary")] if place == HELP and not game else []


def result_buttons(table: Table, _seat: Seat | None, say: Speech) -> list[Button]:
    """Buttons below a table of a day's deal that has ended or was closed."""
    found = of_table(table)
    if found is None or table.status in OPEN:
        return []
    own = say.scoped(FEATURE)
    buttons = [Button(own("button"), str(Address(DAILY)), "success")]
    if not found.practice and table.status == OVER:
        buttons.append(_share(found.day, own))
    return buttons


def _share(day: int, own: Speech) -> Button:
    return Button(own("share"), str(Address(DAILY, path=(SHARE, str(day)))), "primary")


def _title(day: int, say: Speech) -> str:
    # Discord writes the date in the reader's zone: at noon it is hardly ever another day there.
    noon = f"<t:{end_of(day) - SECONDS // 2}:D>"
    return say.scoped(FEATURE)("title", number=str(day - BEFORE_FIRST_DAY), day=noon, game=say("name"))


def _about(day: int, seats: int, own: Speech) -> str:
    return own("about", others=seats - 1, end=f"<t:{end_of(day)}:R>")


def _seal(deal: Daily, own: Speech) -> str:
    return own("seal", seal=deal.seal)


def _rules(game: str, say: Speech) -> Button:
    return Button(say("rules-button"), str(Address("rules", path=(game,))))
