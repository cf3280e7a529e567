"""What people look at."""

from pathlib import Path
from random import Random

import pytest

from bot.pictures.kit.badges import tag
from bot.pictures.kit.fonts import fit
from cogs.tripot.game import GAME
from cogs.tripot.moves import Challenge, Resolve
from cogs.tripot.picture import picture
from cogs.tripot.pieces import signed
from cogs.tripot.view import Resolved
from tests.cogs.tripot.tabletop import (
    A,
    C,
    D,
    but,
    commit,
    commit_all,
    dealt,
    duel,
    lone_holder,
    nobody_to_challenge,
    random_game,
)
from tests.kit.golden import Golden, opened
from tests.kit.words import saying

GOLDEN = Path(__file__).parent / "golden.png"
NAMES = ("Ana", "Barthélemy-Côme", "李小龍", "محمد علي", "🔥", "W" * 32)


def drawn(state, seat=None, lang="fr", **changes):
    return picture(but(state, **changes).view(seat), saying("tripot", lang))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_phase_draws_for_everybody(seats, lang):
    say = saying("tripot", lang, NAMES[:seats])
    states, _ = random_game(seats, Random(seats))
    kinds = {}
    for state in states:
        kinds.setdefault((state.public.phase, state.public.flash is not None, len(state.public.duels)), state)
    assert {phase for phase, *_ in kinds} == {"deal", "challenge", "answer", "actions", "resolve", "over"}
    assert max(len(state.public.duels) for state in kinds.values()) == seats
    for state in kinds.values():
        for seat in (None, 0, seats - 1):
            opened(picture(state.view(seat), say))
    assert GAME.picture is picture


def test_equal_views_give_equal_bytes():
    one, other = (commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))) for _ in range(2))
    assert drawn(one) == drawn(other)
    assert drawn(one, 1) == drawn(other, 1)
    assert drawn(one) != drawn(one, flash=None, phase="actions", waited=(0, 1))


def test_nothing_of_a_flash_remains():
    """The result of a duel stays; that it is the one being looked at does not."""
    state = duel(dealt(3), 0, 1, (4, 2))
    state = commit_all(duel(duel(state, 1, 0, (1, 5)), 2, 1, (3, 3)))
    one = state.play(0, Resolve(0)).play(0, Resolve(1))
    other = state.play(0, Resolve(1)).play(0, Resolve(0))
    assert one.public.duels == other.public.duels
    for seat in (None, 0):
        assert drawn(one, seat) != drawn(one, seat, flash=None)
        assert drawn(one, seat) != drawn(other, seat)
        assert drawn(one, seat, flash=None) == drawn(other, seat, flash=None)
        assert drawn(one, seat, flash=None) == picture(one.view(seat).without_flash(), saying("tripot", "fr"))


def test_what_is_face_down_is_on_its_owners_picture_only():
    asked, asked_other = (dealt(3).play(0, Challenge(1, card)) for card in (4, 5))
    met = duel(duel(duel(dealt(3), 0, 1, (4, 2)), 1, 0, (1, 5)), 2, 0, (3, 3))
    laid, laid_other = commit(met, 0, C, A, D), commit(met, 0, D, C, A)
    for one, other in ((asked, asked_other), (laid, laid_other)):
        for seat in (None, 1, 2):
            assert drawn(one, seat) == drawn(other, seat)
        assert drawn(one, 0) != drawn(other, 0)


def test_ends_and_lost_turns_draw():
    over = lone_holder().play(0, Resolve(0))
    assert over.public.phase == "over"
    for state in (over, nobody_to_challenge()):
        for seat in (None, *range(state.public.seats)):
            opened(drawn(state, seat))
    assert drawn(over) != drawn(over, last=Resolved(0))


def test_numbers_have_their_sign():
    assert [signed(number) for number in (-3, 0, 7)] == ["−3", "0", "+7"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_fit_their_boxes(lang):
    say = saying("tripot", lang)
    boxes = [
        (say("picture-past", round=24), 320, 24),
        (say("picture-reserve", points="−60"), 300, 24),
        (say("picture-empty"), 600, 28),
    ]
    assert [text for text, width, size in boxes if fit(text, width, size) != (text, size)] == []
    assert tag(say("picture-first")).width <= 90
    letters = [say(f"picture-{action}") for action in (C, A, D)]
    assert [say("action", action=action)[-2] for action in (C, A, D)] == letters


def golden():
    state = duel(duel(duel(dealt(4, first=2), 2, 0, (4, 2)), 3, 0, (1, 5)), 0, 1, (3, 3))
    state = commit_all(duel(state, 1, 2, (2, 4)))
    state = state.play(2, Resolve(0))
    return Golden(GOLDEN, GAME, saying("tripot", "fr"), state.view(None), state.view(0))


def test_the_golden_picture():
    golden().hold()


def test_the_golden_picture_shows_what_is_missing():
    assert golden().overlooked() == []
