"""Pages of the deal of the day: the deal, the player's result, the proof of the seal, and posts in channels.

``say`` has the words of this feature.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.client.extensions import HELP
from bot.core.facts import OPEN, OVER
from bot.core.game import AnyGame, Seat
from bot.core.records import canonical
from bot.core.results import Result
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.page import Button, Picture, PrivatePage, PublicPage, Text, cut, rows
from bot.pages.seat import COLOUR
from bot.text.strings import Speech, plain
from cogs.daily import deal as deals

DAILY = "daily"
"""The verb of every address of this feature; its steps say what to do."""
PLAY, SHARE, COPY, SEALS = "play", "share", "copy", "seals"
OPENED, ACCEPT, RANKED = "opened", "accept", "ranked"
SIGNS = {deals.WON: "🏆", deals.FINISHED: "🟦", deals.FROZEN: "❄️", deals.MISSED: "▫️"}
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
LONGEST_DEAL = 3000
"""Characters of a deal that are shown at most: the longest has some 900."""


def today(
    day: int, deal: deals.Daily, state: str, text: str, say: Speech, picture: Picture | None, learn: Sequence[Button]
) -> PrivatePage:
    """Today's deal for somebody who is so far with it; ``learn`` are ways to learn its game."""
    play = Button(say({deals.NEW: "play", deals.RUNNING: "alone-resume"}.get(state, "practise")), to(PLAY))
    green = _share(day, say) if state == deals.DONE else play
    buttons = [msgspec.structs.replace(green, style="success")]
    if state == deals.DONE:
        buttons += [Button(say("copy"), to(COPY, day)), play]
    buttons += learn if state == deals.NEW else ()
    buttons += [rules_button(deal.game, say), _proof(say)]
    shown = [picture] if picture else []
    return PrivatePage((_heading(day, deal.game, say), *shown, Text(text), *rows(buttons)), COLOUR)


def invited(day: int, deal: deals.Daily, state: str, history: deals.DailyHistory | None, say: Speech) -> str:
    """The words for somebody who can still finish their try, and has a streak to defend."""
    lines = (
        say("streak-next", next=history.streak + 1) if history and history.streak else "",
        say("streak-saved") if history and history.saved else "",
        _about(day, deal.seats, say),
        say("running") if state == deals.RUNNING else "",
    )
    return "\n".join(filter(None, lines))


def podium(yesterday: Sequence[deals.DailyLine], say: Speech) -> str:
    """The best of a server; empty if there are none."""
    names = [f"{MEDALS[line.rank]} {_name(line, say)}" for line in yesterday[: len(MEDALS)] if line.rank in MEDALS]
    return say("podium", names=" · ".join(names)) if names else ""


def following(day: int, tomorrow: deals.Daily, say: Speech) -> str:
    """The game of the next day."""
    return say("next", game=say.scoped(tomorrow.game)("name"), end=_ending(day))


def seals(day: int, deal: deals.Daily, tomorrow: deals.Daily, say: Speech, *, opened: bool) -> PrivatePage:
    """The seals of today's and tomorrow's deals, and the way to yesterday's if that can be ``opened``."""
    words = say("seals", today=deal.seal, tomorrow=tomorrow.seal)
    buttons = [Button(say("opened-button"), to(OPENED))] if opened else []
    return PrivatePage((_heading(day, deal.game, say), Text(words), *rows([*buttons, _back(say)])), COLOUR)


def standing(story: deals.DailyStory | None, say: Speech) -> str:
    """How somebody did, compared with the expert and those of the day; None: they finished too late."""
    if story is None:
        return say("late")
    result, among, against = story.result, say("first"), ""
    if story.others:
        among = say("among", percent=100 * story.worse // story.others, others=story.others)
    if story.expert is not None:
        against = say("against", expert=round(story.expert, 1), mine=result.score, lowest=_yes(story.lowest_wins))
    lines = (
        say(f"expert-{story.verdict}") if story.verdict != "below" else "",
        against,
        story.signs,
        f"{say('place', place=result.place, seats=result.seats)} {among}",
        say("streak", days=story.streak),
    )
    return "\n".join(filter(None, lines))


def section(found: deals.DailyHistory, say: Speech) -> str:
    """Somebody's days on their own profile."""
    signs = [SIGNS[day] for day in found.days]
    half = len(signs) // 2
    strip = "\n".join("".join(part) for part in (signs[:half], signs[half:]))
    return "\n".join((say("days-section", streak=found.streak, best=found.best), strip, say("days-legend")))


def unfinished(state: str, expert: float | None, say: Speech) -> str:
    """The words for somebody whose try ended without a result, or was erased; ``expert`` is the expert's mean score."""
    lines = (say(state), say("expert", score=round(expert, 1)) if expert is not None else "")
    return "\n".join(filter(None, lines))


def opening(day: int, deal: deals.Daily, say: Speech) -> PrivatePage:
    """The deal of a day that is over, and the nonce that opens its seal."""
    sealed = cut(canonical(deal.deal), LONGEST_DEAL)
    words = Text(say("opened", seal=deal.seal, nonce=deal.nonce)), Text(f"```json\n{sealed}\n```")
    return PrivatePage((_heading(day, deal.game, say), *words, *rows([_back(say)])), COLOUR)


def shared(day: int, story: deals.DailyStory, name: str, say: Speech) -> PublicPage:
    """Somebody's result, posted in a channel: nothing of the deal but how well they did."""
    text = f"**{name}** · {_title(day, story.result.game, say)}\n{told(story, say)}"
    return PublicPage((Text(text), *rows([_daily(say)])), COLOUR)


def copied(day: int, story: deals.DailyStory, say: Speech) -> PrivatePage:
    """The same as a text to copy. Its number stands for the date: outside of Discord nobody could read that."""
    text = f"{say('copied', number=_number(day), game=say.scoped(story.result.game)('name'))}\n{told(story, say)}"
    return PrivatePage((Text(f"```\n{text}\n```"), *rows([_back(say)])), COLOUR)


def told(story: deals.DailyStory, say: Speech) -> str:
    """The story in signs, the place at the table, the score beside the expert's, and the streak."""
    result = story.result
    expert = round(story.expert, 1) if story.expert is not None else ""
    score = say("told", known=_yes(story.expert is not None), expert=expert, mine=result.score)
    party = " 🎉" if story.verdict == "better" else ""
    return "\n".join(filter(None, (story.signs, f"{places(result)} · {score}{party} · 🔥 {story.streak}")))


def invitation(day: int, deal: deals.Daily, picture: Picture | None, say: Speech) -> PublicPage:
    """The post that invites a channel to play a day's deal; ``picture`` shows its first view."""
    buttons = [Button(say("accept"), to(ACCEPT, day), "success"), rules_button(deal.game, say), _proof(say)]
    shown = [picture] if picture else []
    about = Text(_about(day, deal.seats, say))
    return PublicPage((_heading(day, deal.game, say), *shown, about, *rows(buttons)), COLOUR)


def ranking(day: int, lines: Sequence[deals.DailyLine], more: int, say: Speech, *, over: bool) -> PublicPage:
    """The post that ranks a server's players, without their moves: unless the day is ``over`` others may still play."""
    # Not as a list: Discord would number it anew, and two may share a rank.
    ranked = [f"`{line.rank}.` **{_name(line, say)}** · {places(line.result)} · 🔥 {line.streak}" for line in lines]
    ranked += [f"-# {say('more', count=more)}"] if more else []
    end = say("over") if over else say("until", end=_ending(day))
    # It leads to the deal of the day on which it is pressed.
    play = Button(say("button"), to(RANKED, day), "primary")
    words = "\n".join((say("ranking"), *ranked))
    game = lines[0].result.game
    return PublicPage((_heading(day, game, say), Text(words), Text(f"-# {end}"), *rows([play])), COLOUR)


def to(*steps: object) -> str:
    """The address of a button of this feature; without steps, that of today's deal."""
    return str(Address(DAILY, path=tuple(map(str, steps))))


def places(result: Result) -> str:
    """The place taken at the table, in symbols; only a win looks like one: any other place may be shared and last."""
    mine = "🏆" if result.won else "🟨" if result.place < result.seats else "🟧"
    return "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))


def help_buttons(place: str, game: AnyGame | None, say: Speech) -> list[Button]:
    """The way to the day's deal, where help lists everything."""
    return [_daily(say.scoped(deals.FEATURE))] if place == HELP and not game else []


def table_title(table: Table, say: Speech) -> str:
    """The name of the deal that is played at a table; empty at any other."""
    found = deals.of_table(table)
    return say.scoped(deals.FEATURE)("table-title", number=_number(found.day)) if found else ""


def result_buttons(table: Table, _seat: Seat | None, say: Speech) -> list[Button]:
    """Buttons below a table of a day's deal that has ended or was closed."""
    found = deals.of_table(table)
    if found is None or table.status in OPEN:
        return []
    say = say.scoped(deals.FEATURE)
    counted = not found.practice and table.status == OVER
    return [_share(found.day, say), _daily(say)] if counted else [_daily(say)]


def _share(day: int, say: Speech) -> Button:
    return Button(say("share"), to(SHARE, day), "success")


def _daily(say: Speech) -> Button:
    return Button(say("button"), to(), "primary")


def _back(say: Speech) -> Button:
    return Button(say("back"), to(), emoji="↩️")


def _heading(day: int, game: str, say: Speech) -> Text:
    return Text(f"### {_title(day, game, say)}")


def _title(day: int, game: str, say: Speech) -> str:
    # Discord writes the date in the reader's zone: at noon it is hardly ever another day there.
    noon = f"<t:{deals.end_of(day) - deals.SECONDS // 2}:d>"
    return say("title", number=_number(day), day=noon, game=say.scoped(game)("name"))


def _number(day: int) -> str:
    return str(day - deals.FIRST_DAY + 1)


def _ending(day: int) -> str:
    return f"<t:{deals.end_of(day)}:R>"


def _name(line: deals.DailyLine, say: Speech) -> str:
    return plain(line.name) if line.name else say("somebody")


def _yes(condition: bool) -> str:  # noqa: FBT001, its only argument
    return "yes" if condition else "no"


def _about(day: int, seats: int, say: Speech) -> str:
    return say("about", others=seats - 1, end=_ending(day))


def _proof(say: Speech) -> Button:
    return Button(say("seals-button"), to(SEALS))
