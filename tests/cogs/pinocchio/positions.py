"""Positions of Pinocchio: how tests make them, and those whose texts and picture are compared with golden ones."""

from bot.core.game import CHANCE
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import DECK, GARMENTS, AnnounceCard, Believe, Deal, Doubt, GarmentCard
from cogs.pinocchio.rules import start
from tests.kit.rules import but, played

__all__ = ["GAME"]

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
    return start(seats, {}).play(CHANCE, Deal(first=first, piles=piles, aside=tuple(order[seats * size :])))


def up_to(card, state):
    """The moment at which so many cards are laid and nobody has doubted: everyone repeats the words before."""
    same = AnnounceCard("bonnet", "red")
    while state.public.heap < card:
        state = played(state, same) if state.public.phase == "announce" else played(state, BELIEVE)
    return state


def doubted(*card, seats=3):
    """A table at which the first card, announced as red clogs, has just been doubted; the next one is a red hat."""
    return played(dealt(GarmentCard(*card), GarmentCard("bonnet", "red"), seats=seats), RED_CLOGS, DOUBT)


# ---- compared with golden texts

RED_CLOGS, BLUE_JACKET = AnnounceCard("sabots", "red"), AnnounceCard("jacket", "blue")
LIE = played(dealt(GarmentCard("sabots", "blue"), GarmentCard("bonnet", "red"), seats=4), RED_CLOGS)
TRUTH = played(dealt(GarmentCard("sabots", "red"), GarmentCard("jacket", "blue")), RED_CLOGS)
CAUGHT = played(LIE, DOUBT)
LAST = up_to(45, dealt(first=2))


def last_card_face_up(colour):
    """The end of a game in which nobody doubted the last announcement, a red hat."""
    state = up_to(44, dealt(*(GarmentCard("sabots", "blue"),) * 3, seats=2))
    pile = (*state.secrets.piles[1][:-1], GarmentCard("bonnet", colour))
    secrets = type(state.secrets)(piles=(state.secrets.piles[0], pile), aside=state.secrets.aside)
    return played(type(state)(state.public, secrets), BELIEVE)


POSITIONS = {
    "before the deal": (start(3, {}),),
    "the first card": (dealt(first=2), 2),
    "judging": (LIE, 1, 2),
    "announcing after agreeing": (played(LIE, BELIEVE), 1, 2),
    "a card that does not fit": (played(TRUTH, BELIEVE), 1),
    "a lie is caught": (CAUGHT, 1),
    "a truth is doubted": (played(TRUTH, DOUBT),),
    "a protected announcement": (played(CAUGHT, BLUE_JACKET),),
    "a long nose": (
        played(dealt(GarmentCard("sabots", "blue"), seats=2), RED_CLOGS, DOUBT, *(RED_CLOGS,) * 2, DOUBT, RED_CLOGS),
    ),
    "the last card": (LAST, 2),
    "the last card, protected": (played(up_to(44, dealt(first=2)), DOUBT, RED_CLOGS),),
    "the end": (played(LAST, BELIEVE), 0),
    "the end with a truth": (last_card_face_up("red"),),
    "the end with a lie": (last_card_face_up("blue"),),
}
LABELS = [(dealt(), 0, f"announce {path}") for path in ("bowtie", "bowtie yellow", "bonnet", "bonnet blue")]
BUTTONS = [("the first card", dealt(), 0), ("announcing after agreeing", played(LIE, BELIEVE), 1), ("judging", LIE, 1)]
SENTENCES = [
    *(("card", {"garment": garment, "colour": "blue"}) for garment in GARMENTS),
    ("illegal-misfit", {"garment": "sabots", "colour": "yellow"}),
    ("illegal-not-yours-to-judge", {"seat": 1}),
]


def golden():
    """The views of the golden picture."""
    return [but(doubted("jacket", "yellow", seats=4).view(1), noses=(5, 0, 2, 9))]
