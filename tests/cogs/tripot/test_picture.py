"""Pictures of Le Tripot du Chaos."""

from unittest.mock import patch

import pytest

from bot.pages.question import asked, paths
from bot.pictures.kit.fonts import fit
from bot.pictures.kit.signs import tag
from cogs.tripot.game import GAME
from cogs.tripot.moves import Resolve
from cogs.tripot.pieces import DuelRow
from tests.cogs.tripot.positions import C, D, commit, commit_all, dealt, duel
from tests.kit.golden import drawn
from tests.kit.rules import but
from tests.kit.words import saying


def shown(state, seat=None, **changes):
    return drawn(GAME, but(state, **changes).view(seat))


def test_whom_we_wait_for_is_seen():
    state = commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5)))
    assert shown(state) != shown(state, flash=None, phase="actions", waited=(0, 1))


def test_a_reveal_hides_nothing_afterwards():
    """The result of a duel stays, and which one was turned up last, until something else happens."""
    state = duel(dealt(3), 0, 1, (4, 2))
    state = commit_all(duel(duel(state, 1, 0, (1, 5)), 2, 1, (3, 3)))
    one = state.play(0, Resolve(0)).play(0, Resolve(1))
    other = state.play(0, Resolve(1)).play(0, Resolve(0))
    assert one.public.duels == other.public.duels
    for seat in (None, 0):
        assert shown(one, seat) != shown(other, seat)
        assert shown(one, seat) == drawn(GAME, one.view(seat).without_flash())
        assert shown(one, seat, last=None) == shown(other, seat, last=None, flash=one.public.flash)


def choices(state, seat, *steps):
    """The choices of a seat after these steps."""
    return asked(GAME, state.view(seat), list(paths(GAME, state.legal(seat))), saying("tripot", "fr"), steps)


def shown_duels(state, seat, *steps):
    """The own action shown on each duel after these steps, and whether the question is about that duel."""
    with patch.object(DuelRow, "duel", autospec=True) as row:
        drawn(GAME, state.view(seat), choices(state, seat, *steps))
    return [(call.args[3], call.kwargs["lit"]) for call in row.call_args_list]


def test_the_duel_that_is_asked_about_is_marked_and_the_own_actions_are_shown():
    met = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))
    assert shown_duels(met, 0) == [(None, True), (None, False)]
    assert shown_duels(met, 0, "commit", "0-attack") == [("attack", False), (None, True)]
    sealed = commit(met, 0, D, C)
    assert [action for action, _ in shown_duels(sealed, 0)] == ["defend", "cooperate"]
    assert [action for action, _ in shown_duels(sealed, 1)] == [None, None]


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
    assert tag(say("press-duel", duel=6)).width <= 110
