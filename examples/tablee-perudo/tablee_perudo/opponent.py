"""A computer player of Perudo: it sees what its seat was shown, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from bot.core.game import Level

from tablee_perudo.moves import Bid, Doubt, Moves
from tablee_perudo.odds import likelihood
from tablee_perudo.view import PerudoView


@dataclass(frozen=True)
class Skill:
    """How well a level plays."""

    listening: bool
    """Whether it hears what the bids of others say about their dice."""
    noise: float
    """How far its estimates are off, at most."""
    believed: float
    """How often it expects a false bid of its own to pass."""


SKILLS: dict[Level, Skill] = {
    "novice": Skill(listening=False, noise=0.5, believed=0.0),
    "regular": Skill(listening=False, noise=0.12, believed=0.2),
    "expert": Skill(listening=True, noise=0.0, believed=0.35),
}


def choose(views: Sequence[PerudoView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move with the best chance of not losing a die. The same arguments give the same move."""
    skill, view = SKILLS[level], views[-1]
    return max(legal, key=lambda move: value(view, move, skill) + rng.uniform(-skill.noise, skill.noise))


def value(view: PerudoView, move: Moves, skill: Skill) -> float:
    """About the chance that a move does not cost a die."""
    match move:
        case Bid():
            true = likelihood(view, move.face, move.count, listening=skill.listening)
            # A false bid may pass; of equally good bids a higher one leaves the next player less room.
            return true + (1 - true) * skill.believed * true + 0.004 * move.count
        case Doubt():
            claim = view.public.claim
            assert claim is not None, "there is a bid to doubt"
            return 1 - likelihood(view, claim.face, claim.count, listening=skill.listening)
        case _:
            raise ValueError("chance is nobody's opponent")
