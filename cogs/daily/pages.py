"""Pages of the deal of the day: the deal, the player's result, the proof of the seal, and posts in channels.

``say`` speaks for the game of the deal; the feature's own words come from its folder.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.client.extensions import HELP
from bot.core.facts import OPEN, OVER
from bot.core.game import AnyGame, Seat
from bot.core.lobby import solo_seats
from bot.core.records import canonical
from bot.core.results import Result
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Button, Picture, PrivatePage, PublicPage, Text, cut, rows
from bot.pages.seat import COLOUR
from bot.text.strings import Speech, plain
from cogs.daily.deal import (
    FEATURE,
    FINISHED,
    FIRST_DAY,
    FROZEN,
    MISSED,
    SECONDS,
    WON,
    Daily,
    DailyHistory,
    DailyLine,
    DailyStory,
    end_of,
    of_table,
)

DAILY = "daily"
"""The verb of every address of this feature; its steps say what to do."""
PLAY, SHARE, COPY, SEALS = "play", "share", "copy", "seals"
OPENED, ACCEPT, RANKED = "opened", "accept", "ranked"
NEW, RUNNING, DONE, GIVEN_UP, SPENT = "new", "running", "done", "given-up", "spent"
"""How far somebody is with today's deal: not begun, in the middle, finished, ended without a result, or erased with
everything else that was stored of them. Each is also the key of its string."""
SIGNS = {WON: "🏆", FINISHED: "🟦", FROZEN: "❄️", MISSED: "▫️"}
"""The signs of days on a profile."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
"""The signs of ranks on a podium."""
LONGEST_DEAL = 3000
"""Characters of a deal that are shown at most: the longest has some 900."""


def today(
    day: int,
    deal: Daily,
    state: str,
    say: Speech,
    *,
    tomorrow: Daily | None,
    standing: str = "",
    history: DailyHistory | None = None,
    yesterday: Sequence[DailyLine] = (),
    picture: Picture | None = None,
    learn: Sequence[Button] = (),
) -> PrivatePage:
    """Today's deal for somebody who is so far with it.

    ``standing`` says how they did once their try is over, ``history`` which streak they defend before; ``yesterday``
    has the best of their server. ``picture`` shows the first view of the deal; ``learn`` are ways to learn its game.
    """
    own = say.scoped(FEATURE)
    ahead = state in (NEW, RUNNING)
    podium = " · ".join(f"{MEDALS[line.rank]} {_name(line, say)}" for line in yesterday)
    following = say.scoped(tomorrow.game)("name") if tomorrow else "…"
    parts = [
        own("streak-next", next=history.streak + 1) if ahead and history and history.streak else "",
        own("streak-saved") if ahead and history and history.saved else "",
        _about(day, deal.seats, own) if ahead else standing,
        own("running") if state == RUNNING else "",
        own("podium", names=podium) if podium else "",
        "" if ahead else own("next", game=following, end=_ending(day)),
    ]
    words = Text("\n".join(filter(None, parts)))
    play = Button(own({NEW: "play", RUNNING: "alone-resume"}.get(state, "practise")), str(Address(DAILY, path=(PLAY,))))
    green = _share(day, own) if state == DONE else play
    buttons = [msgspec.structs.replace(green, style="success")]
    if state == DONE:
        buttons += [Button(own("copy"), str(Address(DAILY, path=(COPY, str(day))))), play]
    buttons += learn if state == NEW else ()
    buttons += [_rules(deal.game, say), _proof(own)]
    shown = [picture] if picture else []
    return PrivatePage((Text(f"### {_title(day, say)}"), *shown, words, *rows(buttons)), COLOUR)


def seals(day: int, deal: Daily, tomorrow: Daily | None, opened: Daily | None, say: Speech) -> PrivatePage:
    """The seals of today's and tomorrow's deals, and the way to yesterday's, which is opened.

    ``tomorrow`` None: that deal could not be drawn, and its seal is not shown.
    """
    own = say.scoped(FEATURE)
    words = own("seals", today=deal.seal, tomorrow=tomorrow.seal) if tomorrow else own("seal", seal=deal.seal)
    buttons = [Button(own("opened-button"), str(Address(DAILY, path=(OPENED,))))] if opened is not None else []
    buttons.append(Button(say("back"), str(Address(DAILY)), emoji="↩️"))
    return PrivatePage((Text(f"### {_title(day, say)}"), Text(words), *rows(buttons)), COLOUR)


def undrawn(day: int, game: AnyGame, say: Speech) -> PrivatePage:
    """Today's game while its deal could not be drawn yet."""
    own = say.scoped(FEATURE)
    texts = (f"### {_title(day, say)}", _about(day, solo_seats(game), own), own("undrawn"))
    return PrivatePage((*map(Text, texts), *rows([_rules(game.key, say)])), COLOUR)


def standing(story: DailyStory | None, say: Speech) -> str:
    """How somebody did, compared with the expert and those of the day; None: they finished too late."""
    own = say.scoped(FEATURE)
    if story is None:
        return own("late")
    found, result = story.standing, story.standing.result
    among = (
        own("among", percent=100 * found.worse // found.others, others=found.others) if found.others else own("first")
    )
    against = ""
    if story.expert is not None:
        against = own("against", expert=round(story.expert, 1), mine=result.score, lowest=_yes(story.lowest_wins))
    lines = (
        own(f"expert-{story.verdict}") if story.verdict != "below" else "",
        against,
        story.signs,
        f"{own('place', place=result.place, seats=result.seats)} {among}",
        own("streak", days=found.streak),
    )
    return "\n".join(filter(None, lines))


def section(found: DailyHistory, own: Speech) -> str:
    """Somebody's days on their own profile."""
    signs = [SIGNS[day] for day in found.days]
    half = len(signs) // 2
    strip = "\n".join("".join(part) for part in (signs[:half], signs[half:]))
    return "\n".join((own("days-section", streak=found.streak, best=found.best), strip, own("days-legend")))


def unfinished(state: str, expert: float | None, say: Speech) -> str:
    """The words for somebody whose try ended without a result, or was erased; ``expert`` is the expert's mean score."""
    own = say.scoped(FEATURE)
    lines = (own(state), own("expert", score=round(expert, 1)) if expert is not None else "")
    return "\n".join(filter(None, lines))


def opening(day: int, deal: Daily, say: Speech) -> PrivatePage:
    """The deal of a day that is over, and the nonce that opens its seal."""
    sealed = cut(canonical(deal.deal), LONGEST_DEAL)
    words = say.scoped(FEATURE)("opened", seal=deal.seal, nonce=deal.nonce)
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage(
        (Text(f"### {_title(day, say)}"), Text(words), Text(f"```json\n{sealed}\n```"), *rows([back])), COLOUR
    )


def shared(day: int, story: DailyStory, name: str, say: Speech) -> PublicPage:
    """Somebody's result, posted in a channel: nothing of the deal but how well they did."""
    play = Button(say.scoped(FEATURE)("button"), str(Address(DAILY)), "primary")
    return PublicPage((Text(f"**{name}** · {_title(day, say)}\n{told(story, say)}"), *rows([play])), COLOUR)


def copied(day: int, story: DailyStory, say: Speech) -> PrivatePage:
    """The same as a text to copy. Its number stands for the date: outside of Discord nobody could read that."""
    own = say.scoped(FEATURE)
    text = f"{own('copied', number=_number(day), game=say('name'))}\n{told(story, say)}"
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage((Text(f"```\n{text}\n```"), *rows([back])), COLOUR)


def told(story: DailyStory, say: Speech) -> str:
    """The story in signs, the place at the table, the score beside the expert's, and the streak."""
    own, result = say.scoped(FEATURE), story.standing.result
    expert = round(story.expert, 1) if story.expert is not None else ""
    score = own("told", known=_yes(story.expert is not None), expert=expert, mine=result.score)
    party = " 🎉" if story.verdict == "better" else ""
    return "\n".join(filter(None, (story.signs, f"{places(result)} · {score}{party} · 🔥 {story.standing.streak}")))


def invitation(day: int, deal: Daily, picture: Picture | None, say: Speech) -> PublicPage:
    """The post that invites a channel to play a day's deal; ``picture`` shows its first view."""
    own = say.scoped(FEATURE)
    buttons = [Button(own("accept"), accept_id(day), "success"), _rules(deal.game, say), _proof(own)]
    shown = [picture] if picture else []
    return PublicPage(
        (Text(f"### {_title(day, say)}"), *shown, Text(_about(day, deal.seats, own)), *rows(buttons)), COLOUR
    )


def ranking(day: int, lines: Sequence[DailyLine], more: int, say: Speech, *, over: bool) -> PublicPage:
    """The post that ranks those who played in a channel's server, without their moves: others may still play.

    ``over``: the day is over, so nobody is asked to play.
    """
    own = say.scoped(FEATURE)
    # Not as a list: Discord would number it anew, and two may share a rank.
    ranked = [f"`{line.rank}.` **{_name(line, say)}** · {places(line.result)} · 🔥 {line.streak}" for line in lines]
    ranked += [f"-# {own('more', count=more)}"] if more else []
    end = own("over") if over else own("until", end=_ending(day))
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
    """The place taken at the table, in symbols; only a win looks like one: any other place may be shared and last."""
    mine = "🏆" if result.won else "🟨" if result.place < result.seats else "🟧"
    return "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))


def help_buttons(place: str, game: AnyGame | None, say: Speech) -> list[Button]:
    """The way to the day's deal, where help lists everything."""
    return [Button(say.scoped(FEATURE)("button"), str(Address(DAILY)), "primary")] if place == HELP and not game else []


def result_buttons(table: Table, _seat: Seat | None, say: Speech) -> list[Button]:
    """Buttons below a table of a day's deal that has ended or was closed."""
    found = of_table(table)
    if found is None or table.status in OPEN:
        return []
    own = say.scoped(FEATURE)
    back = Button(own("button"), str(Address(DAILY)), "primary")
    return [_share(found.day, own), back] if not found.practice and table.status == OVER else [back]


def _share(day: int, own: Speech) -> Button:
    return Button(own("share"), str(Address(DAILY, path=(SHARE, str(day)))), "success")


def _title(day: int, say: Speech) -> str:
    # Discord writes the date in the reader's zone: at noon it is hardly ever another day there.
    noon = f"<t:{end_of(day) - SECONDS // 2}:d>"
    return say.scoped(FEATURE)("title", number=_number(day), day=noon, game=say("name"))


def _number(day: int) -> str:
    return str(day - FIRST_DAY + 1)


def _ending(day: int) -> str:
    return f"<t:{end_of(day)}:R>"


def _name(line: DailyLine, say: Speech) -> str:
    return plain(line.name) if line.name else say("somebody")


def _yes(condition: bool) -> str:  # noqa: FBT001, its only argument
    return "yes" if condition else "no"


def _about(day: int, seats: int, own: Speech) -> str:
    return own("about", others=seats - 1, end=_ending(day))


def _proof(own: Speech) -> Button:
    return Button(own("seals-button"), str(Address(DAILY, path=(SEALS,))))


def _rules(game: str, say: Speech) -> Button:
    return Button(say("rules-button"), str(Address("rules", path=(game,))))
