"""A table of Pinocchio on which the cards come up in a chosen order."""

from random import Random

from bot.core.opponents import any_move, play_out
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import DECK, AnnounceCard, Believe, Deal, Doubt, GarmentCard
from cogs.pinocchio.rules import State, start

BELIEVE = Believe()
DOUBT = Doubt()


def dealt(*cards, seats=3, first=0):
    """A dealt game whose first cards, in the order in which they are laid, are these."""
    rest = list(DECK)
    for card in cards:
        rest.remove(card)
    size = len(DECK) // seats
    order = [*(GarmentCard(*card) for card in cards), *rest]
    piles = tuple(tuple(order[(seat - first) % seats : seats * size : seats]) for seat in range(seats))
    return start(seats, {}).play(-1, Deal(first=first, piles=piles, aside=tuple(order[seats * size :])))


def played(state: State, *moves):
    """The state after these moves, each made by the active player."""
    for move in moves:
        state = state.play(state.public.turn, move)
    return state


def up_to(card: int, state: State):
    """The moment at which so many cards are laid and nobody has doubted: everyone repeats the words before."""
    same = AnnounceCard("bonnet", "red")
    while state.public.heap < card:
        state = played(state, same) if state.public.phase == "announce" else played(state, BELIEVE)
    return state


def random_game(seats: int, seed: int, suspicion: float):
    """A game played at random to its end: every state with the move that was made in it."""

    def player(game, state, seat, rng):
        if state.public.phase == "judge":
            return DOUBT if rng.random() < suspicion else BELIEVE
        return any_move(game, state, seat, rng)

    turns = list(play_out(GAME, seats, {}, Random(seed), player))
    states = [start(seats, {}), *(state for _, _, state in turns)]
    return list(zip(states, [*(move for _, move, _ in turns), None], strict=True))
