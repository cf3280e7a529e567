"""What a hint at Trio says is so."""

from itertools import islice

import pytest

from cogs.trio.advice import SeatKnowledge, reason
from cogs.trio.moves import Offer, Reveal
from tests.kit.moments import every_setting, played
from tests.kit.words import saying

TRIO = every_setting("trio")


def shown_by(state, seat, move) -> int:
    """The number that a request shows."""
    public = state.play(seat, move).view(None).public
    face_up = public.shown or (public.flash.cards if public.flash else ())
    return face_up[-1].number if face_up else public.last.number


@pytest.mark.parametrize("setting", TRIO, ids=str)
def test_a_card_called_certain_is_that_card(setting):
    certain = 0
    for seat, views, state, _move in islice(played(setting).decisions(), 0, 150, 3):
        moves = [move for move in state.legal(seat) if isinstance(move, Reveal)]
        if not moves:
            continue
        known = SeatKnowledge(views)
        for move in moves:
            if (sure := known.sure(move)) is not None:
                assert sure == shown_by(state, seat, move)
                certain += 1
        assert all(0 < chance < 100 for chance in known.chance(moves[0]).values())
    assert certain > 20


def test_what_has_been_seen_is_counted():
    say = saying("trio", "fr")
    decisions = islice(played(TRIO[0]).decisions(), 0, 240, 2)
    told = [reason(views, move, say) for _seat, views, _state, move in decisions]
    for words in ("Tu ne connais pas cette carte", "Tu sais que cette carte est un", "Tu sais où sont deux"):
        assert any(each.startswith(words) for each in told), words


def test_a_single_card_is_a_good_offer():
    setting = next(setting for setting in TRIO if setting.options["teams"])
    view = played(setting).states[1].view(0)
    card = next(number for number in view.own.hand if view.own.hand.count(number) == 1)
    assert "only one" in reason([view], Offer(card), saying("trio", "en"))
