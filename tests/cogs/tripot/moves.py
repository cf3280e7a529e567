"""Short words for the moves of Le Tripot du Chaos, and for making several."""

from random import Random

from bot.core.game import CHANCE
from cogs.tripot.moves import Action, Challenge, Commit, MeetChallenge, Moves
from cogs.tripot.rules import State, start

C, A, D = "cooperate", "attack", "defend"


def duel(state: State, one: int, two: int, cards: tuple[int, int]) -> State:
    return state.play(one, Challenge(two, cards[0])).play(two, MeetChallenge(cards[1]))


def commit(state: State, seat: int, *actions: Action) -> State:
    return state.play(seat, Commit(tuple(zip(state.public.duels_of(seat), actions, strict=True))))


def commit_all(state: State) -> State:
    """Everybody lays C, A, D in this order."""
    for seat in sorted(state.to_act):
        state = commit(state, seat, *(C, A, D)[: len(state.public.duels_of(seat))])
    return state


def resolve_all(state: State) -> State:
    before = state.public.round
    while state.public.phase == "resolve" and state.public.round == before:
        (seat,) = state.to_act
        state = state.play(seat, next(iter(state.legal(seat))))
    return state


def random_game(seats: int, rng: Random) -> tuple[list[State], list[tuple[int, Moves]]]:
    """Every state of a game played at random, changes of sealed actions included, and its moves."""
    states, log = [start(seats, {})], []
    while states[-1].to_act:
        state = states[-1]
        able = sorted(state.to_act)
        if state.public.phase == "actions" and rng.random() < 0.2:
            able = sorted({seat for duel in state.public.duels for seat in duel.seats})
        seat = rng.choice(able)
        move = state.chance(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        states.append(state.play(seat, move))
        log.append((seat, move))
    return states, log
