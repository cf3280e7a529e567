"""What has just happened, in a sentence or two."""

from __future__ import annotations

from bot.core.game import Say
from cogs.tripot.duel import Duel
from cogs.tripot.views import Answered, Challenged, Dealt, Resolved, Sealed, TripotView

TOLD = {"cc", "ac", "aa", "ad", "dd", "dc"}
"""The six outcomes, by the first letters of the actions, in the order in which their sentences name the two players."""


def story(view: TripotView, say: Say) -> str:
    """Who did what to whom and what it changed; empty before the deal."""
    match view.last:
        case Dealt():
            return say("story-dealt", name=say.name(view.first))
        case Challenged(seat=seat, other=other):
            return say("story-challenged", name=say.name(seat), other=say.name(other))
        case Answered() as event:
            return _answered(view, event, say)
        case Sealed(seat=seat):
            sentence = say("story-sealed", name=say.name(seat))
            return sentence if view.phase == "actions" else f"{sentence} {say('story-all-sealed')}"
        case Resolved() as event:
            return _resolved(view, event, say)
        case None:
            return ""


def _answered(view: TripotView, event: Answered, say: Say) -> str:
    """The two cards and stakes, who lost their turn to challenge, and whether all challenges are made."""
    duel = view.duels[event.duel]
    sentences = [
        say(
            "story-answered",
            name=say.name(duel.seats[0]),
            other=say.name(duel.seats[1]),
            card=duel.cards[0],
            card2=duel.cards[1],
            stake=duel.stakes[0],
            stake2=duel.stakes[1],
            short="yes" if duel.stakes[0] < duel.cards[1] else "no",
            short2="yes" if duel.stakes[1] < duel.cards[0] else "no",
        )
    ]
    sentences += [say("story-skip", name=say.name(skip.seat), reason=skip.reason) for skip in event.skipped]
    if view.phase == "actions":
        sentences.append(say("story-actions"))
    return " ".join(sentences)


def _resolved(view: TripotView, event: Resolved, say: Say) -> str:
    """What the two did to each other and what it changed; and what the end of the round brings."""
    round_over = not view.duels
    sentences = [_outcome(event.duel, (view.ended if round_over else view.duels)[event.duel], say)]
    if event.lone:
        sentences.append(say("story-lone", name=say.name(event.lone.seat), points=event.lone.points))
    elif view.phase == "over":
        sentences.append(say("story-end"))
    elif round_over:
        sentences.append(say("story-round", round=view.round - 1, name=say.name(view.first)))
    return " ".join(sentences)


def _outcome(number: int, duel: Duel, say: Say) -> str:
    """One of the six outcomes."""
    if duel.tokens is None or duel.gains is None:
        return ""
    one, two = duel.tokens[0][0], duel.tokens[1][0]
    lead, tail = (0, 1) if one + two in TOLD else (1, 0)
    fined = -1 if duel.tokens[lead] == "attack" else duel.stakes[lead] - 1
    return say(
        f"story-{duel.tokens[lead][0]}{duel.tokens[tail][0]}",
        duel=number + 1,
        name=say.name(duel.seats[lead]),
        other=say.name(duel.seats[tail]),
        pot=duel.pot,
        stake=duel.stakes[lead],
        stake2=duel.stakes[tail],
        share=duel.gains[lead] - 2,
        share2=duel.gains[tail] - 2,
        paid="yes" if duel.gains[lead] == fined else "no",
    )
