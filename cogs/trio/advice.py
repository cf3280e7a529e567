"""Explains in words why a move at Trio is good: which cards the player knows, and how likely the others are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random

from bot.core.game import Say, Seat, likeliest, percent
from cogs.trio.memory import Exchange, TrioMemory, events
from cogs.trio.moves import Decline, Moves, Offer, Reveal, RevealCentre
from cogs.trio.view import TrioView

SAMPLED_TABLES = 300
"""Sampled tables for estimating a chance."""
LIKELY_PERCENT = 25
"""From this many per cent on a card is called likely."""
UNLIKELY_PERCENT = 5


def reason(views: Sequence[TrioView], move: Moves, say: Say) -> str:
    """The reason for this move, for a player with perfect memory."""
    view = views[-1]
    match move:
        case Offer(card=card):
            hand = view.own.hand if view.own else ()
            return say("advice-offer", number=card, count=hand.count(card))
        case Decline():
            return say("advice-decline")
        case _ if isinstance(move, Reveal):
            return _revealed(SeatKnowledge(views), move, say)
        case _:
            raise ValueError("chance needs no advice")


def odds(views: Sequence[TrioView], legal: Collection[Moves]) -> dict[Moves, float]:
    """Once a card is shown, the chance that a request leads to the trio with the best request after it, if any does."""
    shown = views[-1].public.shown
    if not shown or views[-1].phase == "exchange":
        return {}
    known = SeatKnowledge(views)
    moves = [move for move in legal if isinstance(move, Reveal)]
    masks = {move: known.reveals(move, shown[-1].number) for move in moves}
    if len(shown) == 2:
        hits = {move: first.bit_count() for move, (first, _) in masks.items()}
    else:
        hits = {move: max(_both(masks, move, then) for then in moves) for move in moves}
    count = max(1, len(known.tables))
    chances: dict[Moves, float] = {move: hit / count for move, hit in hits.items()}
    return likeliest(chances) if max(chances.values(), default=0.0) > UNLIKELY_PERCENT / 100 else {}


def _both(masks: Mapping[Reveal, tuple[int, int]], move: Reveal, then: Reveal) -> int:
    """In how many tables two requests, one after the other, both reveal the number."""
    first, again = masks[move]
    return (again if then == move else first & masks[then][0]).bit_count()


class SeatKnowledge:
    """A seat's knowledge of the cards: those it is sure of, and sampled tables consistent with all its views."""

    def __init__(self, views: Sequence[TrioView]) -> None:
        self.view = views[-1]
        story = tuple(events(views))
        memory = TrioMemory(views[0], self.view, story, None, Random(0))
        self.piles = [list(pile) for pile in memory.piles]
        seat, own = self.view.seat, self.view.own
        if seat is not None and own:
            self.piles[seat] = [(number, number) for number in own.hand]
        self.blurred: set[Seat] = {
            seat
            for event in story
            if isinstance(event, Exchange) and (event.given is None or event.received is None)
            for seat in event.pair
        }
        """Hands that exchanged cards unknown to this seat, so their contents are uncertain."""
        self.tables = list(memory.tables(SAMPLED_TABLES, Random(0)))

    def pile(self, move: Reveal) -> int:
        """The number of the pile that a request takes its card from."""
        return self.view.public.setup.seats + move.place if isinstance(move, RevealCentre) else move.seat

    def sure(self, move: Reveal) -> int | None:
        """The number that a request will reveal; None if that is not certain."""
        spans, pile = self.piles[self.pile(move)], self.pile(move)
        if pile in self.blurred or not spans:
            return None
        lows, highs = [low for low, _ in spans], [high for _, high in spans]
        if isinstance(move, RevealCentre):
            return lows[0] if lows[0] == highs[0] else None
        if move.end == "lowest":
            return min(lows) if (min(lows), min(lows)) in spans else None
        return max(highs) if (max(highs), max(highs)) in spans else None

    def chance(self, move: Reveal) -> Counter[int]:
        """For each number, the chance in per cent that a request reveals it."""
        shown = Counter[int]()
        end = -1 if not isinstance(move, RevealCentre) and move.end == "highest" else 0
        for table in self.tables:
            shown[table[self.pile(move)][end]] += 1
        total = max(1, shown.total())
        return Counter({number: percent(count / total) for number, count in shown.items()})

    def reveals(self, move: Reveal, number: int) -> tuple[int, int]:
        """The sampled tables, as bits, in which a request reveals a number, and in which it does so twice in a row."""
        once = twice = 0
        highest = not isinstance(move, RevealCentre) and move.end == "highest"
        for index, table in enumerate(self.tables):
            pile = table[self.pile(move)]
            cards = pile[::-1] if highest else pile
            once |= (cards[0] == number) << index
            twice |= (cards[:2] == [number, number] and not isinstance(move, RevealCentre)) << index
        return once, twice

    def located(self, number: int) -> int:
        """How many cards of a number the seat can locate with certainty."""
        known = sum(
            span == (number, number)
            for pile, spans in enumerate(self.piles)
            if pile not in self.blurred
            for span in spans
        )
        return known + sum(card.number == number for card in self.view.public.shown)


def _revealed(known: SeatKnowledge, move: Reveal, say: Say) -> str:
    shown, sure = known.view.public.shown, known.sure(move)
    if shown:
        wanted = shown[-1].number
        if sure == wanted:
            return say("advice-sure", number=wanted)
        chance = known.chance(move)[wanted] if sure is None else 0
        return say("advice-likely" if chance > UNLIKELY_PERCENT else "advice-unlikely", number=wanted, chance=chance)
    if sure is not None:
        return say("advice-known", number=sure, count=min(3, known.located(sure)))
    number, chance = max(known.chance(move).items(), key=lambda each: (each[1], each[0]), default=(0, 0))
    if chance >= LIKELY_PERCENT and (count := known.located(number)):
        return say("advice-perhaps", number=number, chance=chance, count=count)
    return say("advice-unknown")
