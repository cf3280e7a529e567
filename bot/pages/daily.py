"""The deal of the day: what it is, how one did, what proves it, and what one tells a channel of it."""

from __future__ import annotations

from bot.core.daily import SECONDS, Daily, Standing, end_of
from bot.core.records import canonical
from bot.pages.address import Address
from bot.pages.page import Block, Button, PrivatePage, PublicPage, Text, cut, rows
from bot.pages.panel import COLOUR
from bot.words import Speech

DAILY = "daily"
"""The verb of every address that leads to the deal of the day; its steps say what is wanted of it."""
PLAY, SHARE, OPENED = "play", "share", "opened"
NEW, RUNNING, DONE, GIVEN_UP = "new", "running", "done", "given-up"
"""How far somebody is with today's deal: not begun, in the middle, finished, ended without a result."""
STEPS = 5
"""Signs in which it is shown how many of the others one has left behind."""
LONGEST = 3000
"""The most characters of a deal that is shown: the longest has some 900."""


def today(
    day: int, deal: Daily, tomorrow: Daily, opened: Daily | None, state: str, told: str, say: Speech
) -> PrivatePage:
    """The deal of today for somebody who is so far with it; ``told`` is how they did."""
    title = say("daily-title", day=called(day), game=say("name"))
    about = say("daily-about", others=deal.seats - 1, end=f"<t:{end_of(day)}:R>")
    parts = [about, told or (say(f"daily-{state}") if state in (RUNNING, GIVEN_UP) else "")]
    blocks: list[Block] = [Text(f"### {title}"), *(Text(part) for part in parts if part)]
    blocks.append(Text(say("daily-seals", today=deal.seal, tomorrow=tomorrow.seal)))
    labels = {NEW: "daily-play", RUNNING: "alone-resume"}
    buttons = [Button(say(labels.get(state, "daily-practise")), str(Address(DAILY, path=(PLAY,))), "success")]
    if state == DONE:
        buttons.append(share_button(day, say))
    buttons.append(Button(say("rules-button"), str(Address("rules", path=(deal.game,)))))
    if opened is not None:
        buttons.append(Button(say("daily-opened-button"), str(Address(DAILY, path=(OPENED,)))))
    return PrivatePage((*blocks, *rows(buttons)), COLOUR)


def standing(found: Standing | None, say: Speech) -> str:
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


def opening(day: int, deal: Daily, say: Speech) -> PrivatePage:
    """The deal of a day that is over, and what opens its seal."""
    title = say("daily-title", day=called(day), game=say("name"))
    plain = cut(canonical(deal.deal), LONGEST)
    words = say("daily-opened", seal=deal.seal, nonce=deal.nonce)
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage((Text(f"### {title}"), Text(words), Text(f"```json\n{plain}\n```"), *rows([back])), COLOUR)


def shared(day: int, found: Standing, name: str, say: Speech) -> PublicPage:
    """What a channel is told: nothing that depends on the deal but how well somebody did."""
    title = say("daily-title", day=called(day), game=say("name"))
    row = symbols(found)
    play = Button(say("daily-button"), str(Address(DAILY)), "primary")
    return PublicPage((Text(f"**{name}** · {title}\n{row}"), *rows([play])), COLOUR)


def symbols(found: Standing) -> str:
    """The place taken among those at the table, how many of the others are left behind, and the streak."""
    result = found.result
    mine = "🏆" if result.won else "🟩"
    places = "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))
    filled = round(STEPS * found.worse / found.others) if found.others else 0
    among = f" · {'▰' * filled}{'▱' * (STEPS - filled)}" if found.others else ""
    return f"{places}{among} · 🔥 {found.streak}"


def share_button(day: int, say: Speech) -> Button:
    """Tell the channel how one did that day."""
    return Button(say("daily-share"), str(Address(DAILY, path=(SHARE, str(day)))), "primary")


def called(day: int) -> str:
    """A day as Discord writes it for whoever reads it: by its noon, so that hardly anybody has another date then."""
    return f"<t:{end_of(day) - SECONDS // 2}:D>"
