"""A view of Trio in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby

from bot.core.game import Cell, Grid, Path, Say, Seat, Sight
from cogs.trio.deal import TrioSetup
from cogs.trio.links import LINKS, SEVEN
from cogs.trio.moves import ENDS, Reveal, RevealCentre, place_name
from cogs.trio.view import Missed, Public, RevealedCard, Took, TrioView

TEAMS = "ABC"


def sight(view: TrioView, say: Say) -> Sight:
    """The view in words."""
    public = view.public
    return Sight(
        title=say("title", mode=public.setup.mode, teams="yes" if public.setup.teams else "no"),
        scene=lambda: "\n".join(_scene(public, say)),
        story=lambda: " ".join(_story(public, say)),
        hand=lambda: "\n".join(_hand(view, say)),
        recap=lambda: _recap(public, say),
    )


def label(view: TrioView, path: Path, say: Say) -> str:
    """The label of the last step: a hand or the centre, an end or a place, a card to offer."""
    public, own = view.public, view.own
    match path:
        case ("offer", card):
            return _number(public, int(card), "choice-card", say)
        case ("reveal", "centre"):
            return say("choice-centre", count=sum(public.centre))
        case ("reveal", "centre", place):
            return say("choice-place", place=place_name(int(place)))
        case ("reveal", whose):
            seat = int(whose[1:])
            key = "choice-own" if seat == view.seat else "choice-seat"
            return say(key, name=say.name(seat), count=public.counts[seat])
        case (_, whose, end) if whose == f"s{view.seat}" and own and own.hand:
            return say("choice-own-end", end=end, number=own.hand[0 if end == "lowest" else -1])
        case _:
            return say("choice-end", end=path[-1])


def grid(view: TrioView, path: Path, ends: Sequence[Path], say: Say) -> Grid:
    """Buttons: cards to offer by number; cards to turn up as they lie, the centre and then both ends of each hand."""
    if path == ("offer",):
        return [[Cell(end, end[0]) for end in ends]]
    if path != ("reveal",):
        return ()
    setup = view.public.setup
    places = [Cell(("centre", str(place)), place_name(place)) for place in range(setup.sizes[1])]
    half = -(-len(places) // 2)
    hands = [[Cell((f"s{seat}", end), _end(view, seat, end, say)) for end in ENDS] for seat in _as_seen(setup)]
    # A row has two hands; with teams, these two are a team.
    owners = [[cell for hand in hands[at : at + 2] for cell in hand] for at in range(0, len(hands), 2)]
    return [places[:half], places[half:], *owners]


def _as_seen(setup: TrioSetup) -> list[Seat]:
    """The seats from the top of the picture to its bottom."""
    return [seat for pair in setup.pairs for seat in pair] or list(range(setup.seats))


def _end(view: TrioView, seat: Seat, end: str, say: Say) -> str:
    """The label of an end of a hand: the number of its seat, as in the picture, and which end."""
    return say("press-own-end" if seat == view.seat else "press-end", end=end, number=seat + 1)


def _scene(public: Public, say: Say) -> Iterable[str]:
    """The table, one line per item."""
    setup = public.setup
    if public.phase == "deal":
        return
    if public.shown:
        yield say("face-up", cards=_cards(public.shown, public.active, say))
    if public.flash and public.last:
        yield say("remember", cards=_cards(public.flash.cards, public.last.seat, say))
    if setup.teams:
        for team, pair in enumerate(setup.pairs):
            swapped = "yes" if public.answers and public.answers[team] == "swapped" else "no"
            yield _trios(public, say("team", team=TEAMS[team], swapped=swapped), pair, say)
            yield from (_seat(public, seat, say) for seat in pair)
    else:
        places = {place: place_name(place) for place, full in enumerate(public.centre) if full}
        if public.opened and public.phase != "over" and places:
            cards = ", ".join(f"{name} {public.opened.centre[place]}" for place, name in places.items())
            yield say("centre-face-up", cards=cards)
        elif public.opened and places:
            cards = _list(number for number in public.opened.centre if number)
            yield say("centre-open", cards=cards)
        else:
            yield say("centre", count=len(places), places=", ".join(places.values())) if places else say("centre-empty")
        yield from (_trios(public, _seat(public, seat, say), (seat,), say) for seat in range(setup.seats))
    if setup.mode == "picante":
        pairs = (say("link", number=number, others=_list(LINKS[number])) for number in LINKS if LINKS[number])
        yield say("links", links=" · ".join(pairs))
    if setup.teams and public.phase != "over":
        yield say("silence")


def _story(public: Public, say: Say) -> Iterable[str]:
    """The last events, one sentence each."""
    name, shown = say.name(public.active), public.shown
    if shown:
        origin = _origin(shown[-1].by, public.active, say)
        yield say("story-shown", name=name, origin=origin, number=shown[-1].number, count=len(shown))
        return
    match public.last:
        case Missed(seat=seat, asked=asked):
            who, what = say.name(seat), _asked(asked, seat, say)
            # The text repeats the open cards, because a phone may show the buttons but not the picture.
            numbers = " · ".join(str(card.number) for card in public.flash.cards) if public.flash else ""
            key = "story-missed-open" if numbers else "story-missed"
            yield say(key, name=who, asked=what, numbers=numbers)
        case Took(seat=seat, number=number, asked=asked):
            yield say("story-took", name=say.name(seat), number=number, asked=_asked(asked, seat, say))
        case None:
            pass
    if public.phase == "over":
        yield _why(public, say)
    if public.phase == "exchange":
        others = len(public.setup.pairs) - 1
        yield say("story-exchange", count=others) if public.last else say("story-opening")
    for team, answer in enumerate(public.answers):
        if answer in {"swapped", "kept"}:
            yield say(f"story-{answer}", team=TEAMS[team])
    if public.phase == "reveal" and not public.last:
        yield say("story-start" if public.answers else "story-dealt", name=name)


def _recap(public: Public, say: Say) -> str:
    """How a turn ended, without the requests and numbers: players must remember those."""
    if public.shown:
        return ""
    match public.last:
        case Missed(seat=seat):
            return say("recap-missed", name=say.name(seat))
        case Took(seat=seat, number=number):
            return say("recap-took", name=say.name(seat), number=number)
        case None:
            return ""


def _why(public: Public, say: Say) -> str:
    """Why the last trio won."""
    owned = [number for seat in public.setup.side(public.active) for number in public.trios[seat]]
    number = public.trios[public.active][-1]
    if number == SEVEN:
        return say("why-seven")
    if public.setup.mode == "simple":
        return say("why-three")
    return say("why-linked", links=_list([other for other in LINKS[number] if other in owned]))


def _hand(view: TrioView, say: Say) -> Iterable[str]:
    """The seat's private text, most relevant lines first."""
    public, own, seat = view.public, view.own, view.seat
    if own is None or seat is None or public.phase == "deal":
        return
    name = say.name(public.setup.partner(seat))
    if own.received:
        yield say("hand-swapped", name=name, given=own.offered, received=own.received)
    elif own.offered:
        yield say("hand-offered", name=name, card=own.offered)
    elif seat in public.waited:
        yield say("hand-choose", name=name)
    if own.hand:
        cards = " · ".join(_number(public, number, "hand-card", say) for number in own.hand)
        yield say("hand-linked" if public.setup.mode == "picante" else "hand", cards=cards)
    elif public.phase != "over":
        yield say("hand-empty")


def _seat(public: Public, seat: Seat, say: Say) -> str:
    turn = "yes" if public.phase == "reveal" and seat == public.active else "no"
    if seat in public.waited:
        turn = "thinks"
    elif public.phase == "over" and seat in public.setup.side(public.active):
        turn = "won"
    words = say("seat", name=say.name(seat), count=public.counts[seat], turn=turn)
    if public.opened and public.opened.hands[seat]:
        words = say("opened", line=words, cards=_list(public.opened.hands[seat]))
    if public.opened and public.opened.offers and public.opened.offers[seat]:
        words = say("opened-offer", line=words, card=public.opened.offers[seat])
    return words


def _trios(public: Public, line: str, seats: Sequence[Seat], say: Say) -> str:
    """A line about a seat or a team, with the trios it owns."""
    owned = [_number(public, number, "trio", say) for seat in seats for number in public.trios[seat]]
    return say("trios", line=line, count=len(owned), trios=", ".join(owned))


def _number(public: Public, number: int, key: str, say: Say) -> str:
    """A number; in the spicy mode with its linked numbers."""
    links = LINKS[number] if public.setup.mode == "picante" else ()
    return say(f"{key}-linked", number=number, links=_list(links)) if links else say(key, number=number)


def _cards(cards: Sequence[RevealedCard], actor: Seat, say: Say) -> str:
    return " · ".join(say("card", number=card.number, origin=_origin(card.by, actor, say)) for card in cards)


def _asked(asked: Sequence[Reveal], actor: Seat, say: Say) -> str:
    """Requests in their order, as a phrase."""
    phrases: list[str] = []
    for by, same in groupby(asked):
        origin, count = _origin(by, actor, say), len(list(same))
        phrases.append(say("times", origin=origin, count=count) if count > 1 else origin)
    return reduce(lambda before, after: say("then", before=before, after=after), phrases)


def _origin(by: Reveal, actor: Seat, say: Say) -> str:
    """The origin of a card, as a phrase relative to the player who asked for it."""
    if isinstance(by, RevealCentre):
        return say("origin-centre", place=place_name(by.place))
    return say("origin-own" if by.seat == actor else "origin-hand", end=by.end, name=say.name(by.seat))


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
