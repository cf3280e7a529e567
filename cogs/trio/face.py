"""A view of Trio in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from bot.core.game import Path, Say, Seat, Sight
from cogs.trio.moves import Decline, Reveal, RevealCentre
from cogs.trio.terms import LINKS, SEVEN
from cogs.trio.views import Missed, Shown, Took, TrioView

TEAMS = "ABC"


class TrioFace:
    """How Trio is shown in words."""

    def sight(self, view: TrioView, say: Say) -> Sight:
        """The view in words."""
        return Sight(
            title=say("title", mode=view.terms.mode, teams="yes" if view.terms.teams else "no"),
            scene="" if view.phase == "deal" else "\n".join(_scene(view, say)),
            story=" ".join(_story(view, say)),
            hand="" if view.seat is None or view.phase == "deal" else "\n".join(_hand(view, view.seat, say)),
            quick=(Decline(),) if view.phase == "exchange" else (),
        )

    def label(self, view: TrioView, path: Path, say: Say) -> str:
        """The words of the last step: a hand or the centre, an end or a place, a card to offer."""
        match path:
            case ("offer", card):
                return _number(view, int(card), "choice-card", say)
            case ("reveal", "centre"):
                return say("choice-centre", count=sum(view.centre))
            case ("reveal", "centre", place):
                return say("choice-place", place=int(place) + 1)
            case ("reveal", whose):
                seat = int(whose[1:])
                key = "choice-own" if seat == view.seat else "choice-seat"
                return say(key, name=say.name(seat), count=view.counts[seat])
            case (_, whose, end) if whose == f"s{view.seat}" and view.hand:
                return say("choice-own-end", end=end, number=view.hand[0 if end == "lowest" else -1])
            case _:
                return say("choice-end", end=path[-1])


def _scene(view: TrioView, say: Say) -> Iterable[str]:
    """The table, one line a thing."""
    if view.shown:
        yield say("face-up", cards=_cards(view.shown, view.active, say))
    if view.flash and view.last:
        yield say("remember", cards=_cards(view.flash.cards, view.last.seat, say))
    if view.terms.teams:
        for team, pair in enumerate(view.terms.pairs):
            swapped = "yes" if view.answers and view.answers[team] == "swapped" else "no"
            yield _trios(view, say("team", team=TEAMS[team], swapped=swapped), pair, say)
            yield from (_seat(view, seat, say) for seat in pair)
    else:
        places = [str(place + 1) for place, full in enumerate(view.centre) if full]
        yield say("centre", count=len(places), places=", ".join(places)) if places else say("centre-empty")
        yield from (_trios(view, _seat(view, seat, say), (seat,), say) for seat in range(view.terms.seats))
    if view.terms.mode == "picante":
        pairs = (say("link", number=number, others=_list(LINKS[number])) for number in LINKS if LINKS[number])
        yield say("links", links=" · ".join(pairs))
    if view.terms.teams and view.phase != "over":
        yield say("silence")


def _story(view: TrioView, say: Say) -> Iterable[str]:
    """What has just happened, a sentence at a time."""
    if view.shown:
        card = view.shown[-1]
        origin = _origin(card.by, view.active, say)
        yield say("story-shown", name=say.name(view.active), origin=origin, number=card.number, count=len(view.shown))
        return
    match view.last:
        case Missed(seat=seat, asked=asked):
            yield say("story-missed", name=say.name(seat), asked=_asked(asked, seat, say))
        case Took(seat=seat, number=number, asked=asked):
            yield say("story-took", name=say.name(seat), number=number, asked=_asked(asked, seat, say))
        case None:
            pass
    if view.phase == "over":
        yield _why(view, say)
    if view.phase == "exchange":
        yield say("story-exchange" if view.last else "story-opening")
    for team, answer in enumerate(view.answers):
        if answer in {"swapped", "kept"}:
            yield say(f"story-{answer}", team=TEAMS[team])
    if view.phase == "reveal" and not view.last:
        yield say("story-start" if view.answers else "story-dealt", name=say.name(view.active))


def _why(view: TrioView, say: Say) -> str:
    """What made the last trio a victory."""
    owned = [number for seat in view.terms.side(view.active) for number in view.trios[seat]]
    number = view.trios[view.active][-1]
    if number == SEVEN:
        return say("why-seven")
    if view.terms.mode == "simple":
        return say("why-three")
    return say("why-linked", links=_list([other for other in LINKS[number] if other in owned]))


def _hand(view: TrioView, seat: Seat, say: Say) -> Iterable[str]:
    """What only this seat knows; what matters now comes first."""
    name = say.name(view.terms.partner(seat))
    if view.received:
        yield say("hand-swapped", name=name, given=view.offered, received=view.received)
    elif view.offered:
        yield say("hand-offered", name=name, card=view.offered)
    elif view.phase == "exchange" and seat in view.to_act:
        yield say("hand-choose", name=name)
    if view.hand:
        cards = " · ".join(_number(view, number, "hand-card", say) for number in view.hand)
        yield say("hand-linked" if view.terms.mode == "picante" else "hand", cards=cards)
    elif view.phase != "over":
        yield say("hand-empty")


def _seat(view: TrioView, seat: Seat, say: Say) -> str:
    turn = "yes" if view.phase == "reveal" and seat == view.active else "no"
    if view.phase == "exchange" and seat in view.to_act:
        turn = "thinks"
    elif view.phase == "over" and seat in view.terms.side(view.active):
        turn = "won"
    return say("seat", name=say.name(seat), count=view.counts[seat], turn=turn)


def _trios(view: TrioView, line: str, seats: Sequence[Seat], say: Say) -> str:
    """A line about a seat or a team, with the trios it owns."""
    owned = [_number(view, number, "trio", say) for seat in seats for number in view.trios[seat]]
    return say("trios", line=line, count=len(owned), trios=", ".join(owned))


def _number(view: TrioView, number: int, key: str, say: Say) -> str:
    """A number; where links matter, with those it is linked to."""
    links = LINKS[number] if view.terms.mode == "picante" else ()
    return say(f"{key}-linked", number=number, links=_list(links)) if links else say(key, number=number)


def _cards(cards: Sequence[Shown], actor: Seat, say: Say) -> str:
    return " · ".join(say("card", number=card.number, origin=_origin(card.by, actor, say)) for card in cards)


def _asked(asked: Sequence[Reveal], actor: Seat, say: Say) -> str:
    """Requests in their order, as a phrase."""
    return reduce(
        lambda before, after: say("then", before=before, after=after), (_origin(by, actor, say) for by in asked)
    )


def _origin(by: Reveal, actor: Seat, say: Say) -> str:
    """Where a card came from, as the sentence about the one who asked puts it."""
    if isinstance(by, RevealCentre):
        return say("origin-centre", place=by.place + 1)
    return say("origin-own" if by.seat == actor else "origin-hand", end=by.end, name=say.name(by.seat))


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
