"""Short words for the moves of Trio, and for making several."""

from cogs.trio.moves import Decline, Offer, RevealCentre, RevealHand

DECLINE, centre, offer = Decline(), RevealCentre, Offer


def low(seat):
    return RevealHand(seat, "lowest")


def high(seat):
    return RevealHand(seat, "highest")


def turn(state, *moves):
    """The active player makes these moves, one after another."""
    seat = state.public.active
    for move in moves:
        state = state.play(seat, move)
    return state


def answers(state, *given):
    """Pairs of a seat and its answer, in this order."""
    for seat, move in given:
        state = state.play(seat, move)
    return state


def no_exchange(state):
    """Everybody keeps their cards."""
    while state.public.phase == "exchange":
        state = state.play(min(state.to_act), DECLINE)
    return state
