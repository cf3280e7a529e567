"""A view of Perudo in words."""

from __future__ import annotations

from bot.core.game import Path, Say, Seat, Sight

from tablee_perudo.moves import Cups
from tablee_perudo.view import PerudoView, Public


def sight(view: PerudoView, say: Say) -> Sight:
    """The view in words: all of it is public, but the dice of the seat."""
    public = view.public
    story = _story(public, say)
    return Sight(
        title=say("title", total=public.total) if public.dice else "",
        scene=lambda: _scene(public, say),
        story=story,
        hand=say("hand", dice=_row(view.own.dice)) if view.own else "",
        note=say("palifico") if public.palifico and public.phase == "bid" else "",
        recap=story,
    )


def label(_view: PerudoView, path: Path, say: Say) -> str:
    """The label of the last step: a face, then a number of dice."""
    # Numbers, so that Fluent can choose between singular and plural.
    return say("face", face=int(path[1])) if len(path) == 2 else say("count", count=int(path[2]))


def _scene(public: Public, say: Say) -> str:
    if not public.dice:
        return ""
    dice = public.uncovered or (public.flash.dice if public.flash else None)
    lines = [_player(public, seat, dice, say) for seat in range(public.seats)]
    if claim := public.claim:
        lines.append(say("claim", seat=claim.seat, count=claim.count, face=claim.face))
    return "\n".join(lines)


def _player(public: Public, seat: Seat, dice: Cups | None, say: Say) -> str:
    if dice is not None and dice[seat]:
        return say("player-shown", seat=seat, count=public.dice[seat], dice=_row(dice[seat]))
    return say("player", seat=seat, count=public.dice[seat]) if public.dice[seat] else say("player-out", seat=seat)


def _story(public: Public, say: Say) -> str:
    verdict, claim = public.verdict, public.claim
    if public.phase == "bid" and claim is not None:
        return say("story-bid", seat=claim.seat, count=claim.count, face=claim.face)
    if verdict is None:
        return say("story-start") if public.dice else ""
    key = "story-true" if verdict.loser == verdict.doubter else "story-false"
    words = say(
        key,
        seat=verdict.doubter,
        other=verdict.claim.seat,
        count=verdict.claim.count,
        face=verdict.claim.face,
        found=verdict.found,
    )
    if public.dice[verdict.loser]:
        return words
    return f"{words} {say('story-out', seat=verdict.loser)}"


def _row(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
