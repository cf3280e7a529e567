"""A view of Skeleton in words."""

from __future__ import annotations

from bot.core.game import Path, Say, Sight
from bot.skeleton.view import Public, SeatView


def sight(view: SeatView, say: Say) -> Sight:
    """The view in words: all of it is public, but the hand."""
    story = _story(view.public, say)
    return Sight(title="", scene=_scene(view.public, say), story=story, hand=_hand(view, say), recap=story)


def label(_view: SeatView, path: Path, _say: Say) -> str:
    """The label of the last step: the number of a card."""
    return path[-1]


def _scene(public: Public, say: Say) -> str:
    if public.phase == "deal":
        return ""
    everybody = range(public.seats)
    players = [say("player", seat=seat, score=public.score(seat), left=public.left(seat)) for seat in everybody]
    hands = [say("uncovered", seat=seat, cards=_cards(hand)) for seat, hand in enumerate(public.uncovered) if hand]
    return "\n".join((say("scene", card=public.laid[-1]), *players, *hands))


def _story(public: Public, say: Say) -> str:
    if len(public.laid) <= 1:
        return ""
    below, card = public.laid[-2:]
    key = "story-more" if card > below else "story-less"
    return say(key, seat=(public.turn - 1) % public.seats, card=card, below=below)


def _hand(view: SeatView, say: Say) -> str:
    """The seat's private text; empty for onlookers."""
    return say("hand", cards=_cards(view.own.hand)) if view.own and view.own.hand else ""


def _cards(hand: tuple[int, ...]) -> str:
    return ", ".join(map(str, hand))
