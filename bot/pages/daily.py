"""The daily deal: its page, a player's result, its proof, and the messages in a channel."""

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
"""The verb of addresses of the daily deal; the step says which page or action."""
PLAY, SHARE, OPENED, ACCEPT, RANKED = "play", "share", "opened", "accept", "ranked"
NEW, RUNNING, DONE, GIVEN_UP, SPENT = "new", "running", "done", "given-up", "spent"
"""A player's progress with today's deal: not begun, running, finished, ended without a result, or erased with all data
of the player."""
STEPS = 5
"""Signs that show the share of players with a worse result."""
LONGEST = 3000
"""The most characters of a deal: the longest has some 900."""


def today(
    day: int, deal: Daily, tomorrow: Daily | None, opened: Daily | None, state: str, told: str, say: Speech
) -> PrivatePage:
    """Today's deal for a player with that progress; ``told`` is their result in words.

    Without ``tomorrow``, which could not be drawn, its seal is left out.
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
    """Today's page while the deal could not be drawn."""
    title = say("daily-title", day=called(day), game=say("name"))
    texts = (f"### {title}", _about(day, seats_for(game), say), say("daily-undrawn"))
    return PrivatePage((*map(Text, texts), *rows([_rules(game.key, say)])), COLOUR)


def standing(found: DailyStanding | None, say: Speech) -> str:
    """A player's result among those of the day; for None, that it was too late."""
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
    """An expert's result with a deal, for players who have finished it."""
    return say("daily-expert", place=place, seats=seats, score=say("final-score", score=score))


def opening(day: int, deal: Daily, say: Speech) -> PrivatePage:
    """The deal of a past day, and the nonce of its seal."""
    title = say("daily-title", day=called(day), game=say("name"))
    sealed = cut(canonical(deal.deal), LONGEST)
    words = say("daily-opened", seal=deal.seal, nonce=deal.nonce)
    back = Button(say("back"), str(Address(DAILY)), emoji="↩️")
    return PrivatePage((Text(f"### {title}"), Text(words), Text(f"```json\n{sealed}\n```"), *rows([back])), COLOUR)


def shared(day: int, found: DailyStanding, name: str, say: Speech) -> PublicPage:
    """A player's result for a channel, without anything else about the deal."""
    title = say("daily-title", day=called(day), game=say("name"))
    row = symbols(found)
    play = Button(say("daily-button"), str(Address(DAILY)), "primary")
    return PublicPage((Text(f"**{name}** · {title}\n{row}"), *rows([play])), COLOUR)


def invitation(day: int, deal: Daily, say: Speech) -> PublicPage:
    """The message that invites a channel to play a day's deal."""
    title = say("daily-title", day=called(day), game=say("name"))
    play = Button(say("daily-accept"), accept_id(day), "success")
    texts = (f"### {title}", _about(day, deal.seats, say), _seal(deal, say))
    return PublicPage((*map(Text, texts), *rows([play, _rules(deal.game, say)])), COLOUR)


def ranking(day: int, lines: Sequence[DailyLine], more: int, say: Speech, *, over: bool) -> PublicPage:
    """The ranking of a channel's players, the best first; nothing about the deal, which others may still play.

    ``over``: the day is over.
    """
    title = say("daily-title", day=called(day), game=say("name"))
    # Not a markdown list: Discord would renumber it, and two players may share a rank.
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
    """The id of the button of a day's invitation."""
    return str(Address(DAILY, path=(ACCEPT, str(day))))


def ranked_id(day: int) -> str:
    """The id of the button below a day's ranking, which opens the deal of the current day."""
    return str(Address(DAILY, path=(RANKED, str(day))))


def places(result: Result) -> str:
    """The place at the table in signs."""
    mine = "🏆" if result.won else "🟩"
    return "".join(mine if place == result.place else "⬜" for place in range(1, result.seats + 1))


def symbols(found: DailyStanding) -> str:
    """The place at the table, the share of players with a worse result, and the streak, in signs."""
    filled = round(STEPS * found.worse / found.others) if found.others else 0
    among = f" · {'▰' * filled}{'▱' * (STEPS - filled)}" if found.others else ""
    return f"{places(found.result)}{among} · 🔥 {found.streak}"


def share_button(day: int, say: Speech) -> Button:
    """Post one's result of that day in the channel."""
    return Button(say("daily-share"), str(Address(DAILY, path=(SHARE, str(day)))), "primary")


def called(day: int) -> str:
    """A day as a Discord timestamp of its noon, which is the same date in nearly all time zones."""
    return f"<t:{end_of(day) - SECONDS // 2}:D>"


def _about(day: int, seats: int, say: Speech) -> str:
    return say("daily-about", others=seats - 1, end=f"<t:{end_of(day)}:R>")


def _seal(deal: Daily, say: Speech) -> str:
    return say("daily-seal", seal=deal.seal)


def _rules(game: str, say: Speech) -> Button:
    return Button(say("rules-button"), str(Address("rules", path=(game,))))
