"""Plus ou moins in words."""

from __future__ import annotations

from bot.core.game import Path, Say, Sight
from cogs.plusoumoins.view import HuntView, Public


def sight(view: HuntView, say: Say) -> Sight:
    """The view in words."""
    scene = say("scene", low=view.public.low, high=view.public.high)
    story = _story(view.public, say)
    return Sight(title="", scene=scene, story=story, recap=story)


def label(view: HuntView, path: Path, say: Say) -> str:  # noqa: ARG001 - the names are the protocol's
    """The words of the last step: a number is its own word."""
    return path[-1]


def _story(public: Public, say: Say) -> str:
    if public.last is None:
        return say("story-start")
    answer = "found" if public.phase == "over" else "more" if public.last.number < public.low else "less"
    return say("story", seat=public.last.seat, number=public.last.number, answer=answer)
