"""Pinocchio in words."""

from __future__ import annotations

from bot.core.game import Path, Say, Seat, Sight
from cogs.pinocchio.moves import FITTING, JUDGEMENTS, Announce, Card
from cogs.pinocchio.views import Announcement, PinocchioView

_BAR = "━"


def sight(view: PinocchioView, say: Say) -> Sight:
    """The view in words."""
    return Sight(
        title=_title(view, say),
        scene=_scene(view, say),
        story=_story(view, say),
        hand=_hand(view, say),
        quick=JUDGEMENTS if view.phase == "judge" else (),
    )


def label(view: PinocchioView, path: Path, say: Say) -> str:  # noqa: ARG001 - words alone: never a hint of the card held
    """The garment, or the colour, of the last step."""
    match path:
        case (_, garment):
            return say("garment", garment=garment)
        case (_, _, colour):
            return say("colour", colour=colour)
    raise ValueError(f"no step of Pinocchio: {path}")


def _card(card: Card, say: Say) -> str:
    return say("card", garment=card.garment, colour=card.colour)


def _title(view: PinocchioView, say: Say) -> str:
    if view.phase in {"deal", "over"}:
        return say("title", phase=view.phase)
    return say("title", phase="card", n=view.heap + (view.phase == "announce"), total=view.total)


def _scene(view: PinocchioView, say: Say) -> str:
    if view.phase == "deal":
        return say("scene-deal")
    paragraphs = [
        "\n".join(_heap(view, say)),
        "\n".join(_player(view, seat, say) for seat in range(view.seats)),
        say("counts", heap=view.heap, aside=view.aside),
    ]
    return "\n\n".join(filter(None, paragraphs))


def _heap(view: PinocchioView, say: Say) -> list[str]:
    """What lies in the middle, and what it asks of the active player."""
    lines: list[str] = []
    if view.flash:
        lines.append(say("shown", card=_card(view.flash.card, say)))
    if view.announcement:
        lines.append(_said(view, view.announcement, say))
    if view.active is not None:
        lines.append(_task(view, view.active, say))
    if view.phase == "judge" and not any(view.piles):
        lines.append(say("last-card"))
    if view.verdict and view.last == "doubt":
        truth = "lie" if view.verdict.lie else "truth"
        lines.append(say("scene-verdict", truth=truth, name=say.name(view.verdict.punished)))
    elif view.verdict:
        right = "yes" if view.verdict.lie else "no"
        doubter, announcer = say.name(view.verdict.doubter), say.name(view.verdict.announcer)
        lines.append(say("last-doubt", name=doubter, announcer=announcer, right=right))
    return lines


def _said(view: PinocchioView, announcement: Announcement, say: Say) -> str:
    standing = "open"
    if view.last == "doubt":
        standing = "doubted"
    elif announcement.protected:
        standing = "protected"
    return say("said", standing=standing, card=_card(announcement.card, say), name=say.name(announcement.seat))


def _task(view: PinocchioView, seat: Seat, say: Say) -> str:
    name = say.name(seat)
    if view.phase == "judge":
        return say("task-judge", name=name)
    if view.free or not view.announcement:
        return say("task-shielded" if view.shielded else "task-free", name=name)
    said = view.announcement.card
    return say("task-bound", name=name, garment=said.garment, colour=said.colour)


def _player(view: PinocchioView, seat: Seat, say: Say) -> str:
    nose = view.noses[seat]
    words = say("player", name=say.name(seat), cards=view.piles[seat], nose=nose)
    return f"{words} `{_BAR * nose}`" if nose else words


def _story(view: PinocchioView, say: Say) -> str:
    if view.first is None:
        return ""
    if view.announcement is None:
        return say("story-deal", name=say.name(view.first))
    announcer = say.name(view.announcement.seat)
    judge = say.name((view.announcement.seat + 1) % view.seats)
    if view.last == "doubt" and view.verdict:
        truth = "lie" if view.verdict.lie else "truth"
        return say("story-doubt", name=judge, announcer=announcer, truth=truth, nose=say.name(view.verdict.punished))
    if view.last == "believe":
        return say("story-believe", name=judge, announcer=announcer)
    card = _card(view.announcement.card, say)
    if not view.announcement.protected:
        return say("story-announce", name=announcer, card=card)
    return say("story-protected", name=announcer, card=card, next=judge, over="yes" if view.phase == "over" else "no")


def _hand(view: PinocchioView, say: Say) -> str:
    if view.seat is None or view.phase in {"deal", "over"}:
        return ""
    if view.seat != view.active:
        return say("hand-waiting", cards=view.piles[view.seat])
    if view.card is None:
        return say("hand-judge", cards=view.piles[view.seat])
    return f"{say('hand-card', card=_card(view.card, say))}\n{_advice(view, view.card, say)}"


def _advice(view: PinocchioView, card: Card, say: Say) -> str:
    """What the holder of a card may say of it."""
    if view.free or not view.announcement:
        return say("hand-shielded" if view.shielded else "hand-free")
    said = view.announcement.card
    fits = "yes" if Announce(*card) in FITTING[said] else "no"
    return say("hand-bound", fits=fits, garment=said.garment, colour=said.colour)
