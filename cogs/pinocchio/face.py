"""A view of Pinocchio in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Cell, Grid, Path, Say, Seat, Sight
from cogs.pinocchio.moves import COLOURS, FITTING, GARMENTS, AnnounceCard, GarmentCard
from cogs.pinocchio.view import Announcement, PinocchioView, Public

_BAR = "━"


def sight(view: PinocchioView, say: Say) -> Sight:
    """The view in words."""
    return Sight(
        title=_title(view.public, say),
        scene=lambda: _scene(view.public, say),
        story=lambda: " ".join(filter(None, (_story(view.public, say), _last_card(view.public, say)))),
        hand=lambda: _hand(view, say),
        note=lambda: _note(view, say),
        recap=lambda: _story(view.public, say) if view.public.last in {"believe", "doubt"} else "",
    )


def label(_view: PinocchioView, path: Path, say: Say) -> str:
    """The label of the last step: a garment or a colour, with no hint of the card held."""
    match path:
        case (_, garment):
            return say("garment", garment=garment)
        case (_, _, colour):
            return say("colour", colour=colour)
    raise ValueError(f"no step of Pinocchio: {path}")


def grid(view: PinocchioView, path: Path, _ends: Sequence[Path], say: Say) -> Grid:
    """Buttons: the garment that must be kept in three colours, then the others in its colour; if free, all fifteen."""
    if path != ("announce",):
        return ()

    def cell(garment: str, colour: str) -> Cell:
        return Cell((garment, colour), say("press", garment=garment, colour=colour))

    said = view.public.bound
    if said is None:
        return [[cell(garment, colour) for colour in COLOURS] for garment in GARMENTS]
    others = [cell(garment, said.colour) for garment in GARMENTS if garment != said.garment]
    return [[cell(said.garment, colour) for colour in COLOURS], others]


def _card(card: GarmentCard, say: Say) -> str:
    return say("card", garment=card.garment, colour=card.colour)


def _title(public: Public, say: Say) -> str:
    if public.phase in {"deal", "over"}:
        return say("title", phase=public.phase)
    return say("title", phase="card", n=public.heap + (public.phase == "announce"), total=public.total)


def _scene(public: Public, say: Say) -> str:
    if public.phase == "deal":
        return say("scene-deal")
    paragraphs = [
        "\n".join(_heap(public, say)),
        "\n".join(_player(public, seat, cards, say) for seat, cards in enumerate(public.piles)),
        say("counts", heap=public.heap, aside=public.aside),
        say("uncovered-aside", cards=_list(public.laid_open.aside, say))
        if public.laid_open and public.laid_open.aside
        else "",
    ]
    return "\n\n".join(filter(None, paragraphs))


def _heap(public: Public, say: Say) -> list[str]:
    """The middle of the table, and the active player's task."""
    lines: list[str] = []
    if card := public.opened or (public.flash and public.flash.card):
        lines.append(say("shown", card=_card(card, say)))
    if public.announcement:
        lines.append(_said(public, public.announcement, say))
    if public.active is not None:
        lines.append(_task(public, public.active, say))
    if public.phase == "judge" and not any(public.piles):
        lines.append(say("last-card"))
    if public.verdict and public.last == "doubt":
        truth = "lie" if public.verdict.lie else "truth"
        lines.append(say("scene-verdict", truth=truth, name=say.name(public.verdict.punished)))
    elif public.verdict:
        right = "yes" if public.verdict.lie else "no"
        doubter, announcer = say.name(public.verdict.doubter), say.name(public.verdict.announcer)
        lines.append(say("last-doubt", name=doubter, announcer=announcer, right=right))
    if last := _last_card(public, say):
        lines.insert(2, last)
    elif public.opened and public.announcement and public.last != "doubt":
        lines.insert(2, say("scene-uncovered", truth=_truth(public.opened, public.announcement)))
    return lines


def _truth(card: GarmentCard, announcement: Announcement) -> str:
    return "truth" if card == announcement.card else "lie"


def _last_card(public: Public, say: Say) -> str:
    """Whether the last card of the game, which nobody doubted, was a lie; empty before the end."""
    if public.phase != "over" or public.opened is None or public.announcement is None or public.last == "doubt":
        return ""
    return say("scene-opened", truth=_truth(public.opened, public.announcement))


def _said(public: Public, announcement: Announcement, say: Say) -> str:
    standing = "open"
    if public.last == "doubt":
        standing = "doubted"
    elif announcement.protected:
        standing = "protected"
    return say("said", standing=standing, card=_card(announcement.card, say), name=say.name(announcement.seat))


def _task(public: Public, seat: Seat, say: Say) -> str:
    name = say.name(seat)
    if public.phase == "judge":
        return say("task-judge", name=name)
    said = public.bound
    if said is None:
        return say("task-shielded" if public.shielded else "task-free", name=name)
    return say("task-bound", name=name, garment=said.garment, colour=said.colour)


def _note(view: PinocchioView, say: Say) -> str:
    """The task of a player who must act."""
    public = view.public
    if public.active is None or view.seat != public.active:
        return ""
    if public.phase == "judge":
        return say("hand-judge", cards=public.piles[public.active])
    said = public.bound
    return say("note-bound", garment=said.garment, colour=said.colour) if said else ""


def _player(public: Public, seat: Seat, cards: int, say: Say) -> str:
    nose = public.noses[seat]
    words = say("player", name=say.name(seat), cards=cards, nose=nose)
    words = f"{words} `{_BAR * nose}`" if nose else words
    if public.laid_open and public.laid_open.held and seat == public.active:
        words = say("uncovered-held", line=words, card=_card(public.laid_open.held, say))
    if public.laid_open and public.laid_open.piles[seat]:
        words = say("uncovered-pile", line=words, cards=_list(public.laid_open.piles[seat], say))
    return words


def _list(cards: Sequence[GarmentCard], say: Say) -> str:
    return ", ".join(_card(card, say) for card in cards)


def _story(public: Public, say: Say) -> str:
    if public.phase == "deal":
        return ""
    if public.announcement is None:
        return say("story-deal", name=say.name(public.first))
    announcer = say.name(public.announcement.seat)
    judge = say.name((public.announcement.seat + 1) % public.seats)
    if public.last == "doubt" and public.verdict:
        truth = "lie" if public.verdict.lie else "truth"
        return say("story-doubt", name=judge, announcer=announcer, truth=truth, nose=say.name(public.verdict.punished))
    if public.last == "believe":
        return say("story-believe", name=judge, announcer=announcer)
    card = _card(public.announcement.card, say)
    if not public.announcement.protected:
        return say("story-announce", name=announcer, card=card)
    return say("story-protected", name=announcer, card=card, next=judge, over="yes" if public.phase == "over" else "no")


def _hand(view: PinocchioView, say: Say) -> str:
    public = view.public
    if view.seat is None or public.phase in {"deal", "over"}:
        return ""
    if view.seat != public.active:
        return say("hand-waiting", cards=public.piles[view.seat])
    if view.own is None:
        return say("hand-judge", cards=public.piles[view.seat])
    return f"{say('hand-card', card=_card(view.own.card, say))}\n{_advice(public, view.own.card, say)}"


def _advice(public: Public, card: GarmentCard, say: Say) -> str:
    """Whether the holder of a card may announce it truthfully."""
    said = public.bound
    if said is None:
        return say("hand-shielded" if public.shielded else "hand-free")
    fits = "yes" if AnnounceCard(*card) in FITTING[said] else "no"
    return say("hand-bound", fits=fits, garment=said.garment, colour=said.colour)
