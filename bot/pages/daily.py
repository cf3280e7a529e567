"""The deal of the day: what it is, how one did, what proves it, and what one tells a channel of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.alone import seats_for
from bot.core.daily import SECONDS, Daily, DailyLine, DailyStanding, end_of
from bot.core.game import AnyGame
from bot.core.records import canonical
from bot.core.results import Result
from bot.pages.address import Address
from bot.pages.page import Block, Button, PrivatePage, PublicPage, Text, cut, rows
from bot.pages.panel import COLOUR
from bot.text.strings import Speech, plain

DAILY = "daily"
"""The verb of every address that leads to the deal of the day; its steps say what is wanted of it."""
PLAY, SHARE, OPENED, ACCEPT, RANKED = "play", "share", "opened", "accept", "ranked"
NEW, RUNNING, DONE, GIVEN_UP, SPENT = "new", "running", "done", "given-up", "spent"
"""How far somebody is with today's deal: not begun, in the middle, finished, ended without a result, or erased with
everything else that was stored of them."""
STEPS = 5
"""Signs in which it is shown how many of the others one has left behind."""
LONGEST = 3000
"""The most characters of a deal that is shown: the longest has some 900."""


def today(
    day: int, deal: Daily, tomorrow: Daily | None, opened: Daily | None, state: str, told: str, say: Speech
) -> PrivatePage:
    """The deal of today for somebody who is so far with it; ``told`` is how they did.

    Without tomorrow's, which could not be drawn, its seal is not shown.
    """
    title = say("daily-title", day=called(day), game=say("name"))
    about = _about(day, deal.seats, say)
    parts = [about, told or (say(f"daily-{state}") if state in (RUNNING, GIVEN_UP) else "")]
    blocks: list[Block] = [Text(f"### {title}"), *(Text(part) for part in parts if part)]
    seals = say("daily-seals", today=deal.seal, tomorrow=tomorrow.seal) if tomorrow else _seal(deal, say)
    blocks.append(Text(seals))
    labels = {NEW: "daily-play", RUNNING: "alone-resume"}
    buttons = [Button(say(labels.get(state, "daily-practise")), str(Address(DAILY, path=(PLAY,))), "success")]
    if state == DONE:
        buttons.append(share_button(day, say))
    buttons.append(_rules(deal.game, say))
    if opened is not None:
        buttons.append(Button(say("daily-opened-button"), str(Address(DAILY, path=(OPENED,)))))
    return PrivatePage((*blocks, *rows(buttons)), COLOUR)


def undrawn(day: int, game: AnyGame, say: Speech) -> PrivatePage:
    """The deal of today while it could not be drawn yet: what will be played."""
    title = say("daily-title", day=called(day), game=say("name"))
    texts = (f"### {title}", _about(day, seats_for(game), say), say("daily-undrawn"))
    return PrivatePage((*map(Text, texts), *rows([_rules(game.key, say)])), COLOUR)


def standing(found: DailyStanding | None, say: Speech) -> str:
    """How somebody did among those of the day; that it was too late, where there is nothing to compare."""
    if found is None:
        return say("daily-late")
    result = found.result
    among = (
        say("daily-among", percent=100 * found.worse // found.others, others=found.others)
        if found.others
        else say("daily-first")
    )
    place = say("daily-place", place=result.place, seats=result.seats)
    return f"{place} {among}\n{say('daily-streak', days=found.streak)}"


def expert(place: int, seats: int, score: int, say: Speech) -> str:
    """How far an expert came with a deal: for those whose own try is over."""
    return say("daily-expert", place=place, seats=seats, score=say("final-score", score=score))


def opening(day: int, deal: Daily, say: Speech) -> PrivatePage:
    """The deal of a day that is over, and what opens its seal."""
    title = say("daily-title", day=called(day), game=say("name"))
    sealed = cut(canonical(deal.deal), LONGEST)
    words = say("daily-opened", seal=deal.seal, nonce=deal.nonce)
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage((Text(f"### {title}"), Text(words), Text(f"```json\n{sealed}\n```"), *rows([back])), COLOUR)


def shared(day: int, found: DailyStanding, name: str, say: Speech) -> PublicPage:
    """What a channel is told: nothing that depends on the deal but how well somebody did."""
    title = say("daily-title", day=called(day), game=say("name"))
    row = symbols(found)
    play = Button(say("daily-button"), str(Address(DAILY)), "primary")
    return PublicPage((Text(f"**{name}** · {title}\n{row}"), *rows([play])), COLOUR)


def invitation(day: int, deal: Daily, say: Speech) -> PublicPage:
    """What a channel is told when a day's deal is there to be played."""
    title = say("daily-title", day=called(day), game=say("name"))
    play = Button(say("daily-accept"), accept_id(day), "success")
    texts = (f"### {title}", _about(day, deal.seats, say), _seal(deal, say))
    return PublicPage((*map(Text, texts), *rows([play, _rules(deal.game, say)])), COLOUR)


def ranking(day: int, lines: Sequence[DailyLine], more: int, say: Speech, *, over: bool) -> PublicPage:
    """What a channel is told of those who played there, the best first; nothing of how, for others may still play.

    ``over``: nobody can any more, so they are not asked to.
    """
    title = say("daily-title", day=called(day), game=say("name"))
    # Not as a list: Discord would number it anew, and two may share a rank.
    told = [
        f"`{line.rank}.` **{name}** · {places(line.result)} · 🔥 {line.streak}"
        for line in lines
        for name in (plain(line.name) if line.name else say("somebody"),)
    ]
    told += [f"-# {say('daily-more', count=more)}"] if more else []
    end = say("daily-over") if over else say("daily-until", end=f"<t:{end_of(day)}:R>")
    play = Button(say("daily-button"), ranked_id(day), "primary")
    words = "\n".join((say("daily-ranking"), *told))
    return PublicPage((Text(f"### {title}"), Text(words), Text(f"-# {end}"), *rows([play])), COLOUR)


def accept_id(day: int) -> str:
    """What the button of a day's invitation carries."""
    return str(Address(DAILY, path=(ACCEPT, str(day))))


def ranked_id(day: int) -> str:
    """What the button below a day's ranking carries: it leads to the deal of whatever day it is then."""
    return str(Address(DAILY, path=(RANKED, str(day))))


def places(result: Result) -> str:
    """The place taken among those at the table, in signs."""
    mine = "🏆" if result.won else "🟩"
    return "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))


def symbols(found: DailyStanding) -> str:
    """The place taken among those at the table, how many of the others are left behind, and the streak."""
    filled = round(STEPS * found.worse / found.others) if found.others else 0
    among = f" · {'▰' * filled}{'▱' * (STEPS - filled)}" if found.others else ""
    return f"{places(found.result)}{among} · 🔥 {found.streak}"


def share_button(day: int, say: Speech) -> Button:
    """Tell the channel how one did that day."""
    return Button(say("daily-share"), str(Address(DAILY, path=(SHARE, str(day)))), "primary")


def called(day: int) -> str:
    """A day as Discord writes it for whoever reads it: by its noon, so that hardly anybody has another date then."""
    return f"<t:{end_of(day) - SECONDS // 2}:D>"


def _about(day: int, seats: int, say: Speech) -> str:
    return say("daily-about", others=seats - 1, end=f"<t:{end_of(day)}:R>")


def _seal(deal: Daily, say: Speech) -> str:
    return say("daily-seal", seal=deal.seal)


def _rules(game: str, say: Speech) -> Button:
    return Button(say("rules-button"), str(Address("rules", path=(game,))))
