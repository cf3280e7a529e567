"""What a hint at Trio says is so."""

import pytest

from cogs.trio.advice import Known, reason
from cogs.trio.moves import Offer, Reveal
from tests.kit.moments import CATALOGUE, every_setting, played

TRIO = [setting for setting in every_setting() if setting.game.key == "trio"]
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")


def shown_by(state, seat, move) -> int:
    """The number that a request shows."""
    public = state.play(seat, move).view(None).public
    face_up = public.shown or (public.flash.cards if public.flash else ())
    return face_up[-1].number if face_up else public.last.number


@pytest.mark.parametrize("setting", TRIO, ids=str)
def test_a_card_called_certain_is_that_card(setting):
    game, certain = played(setting), 0
    for index in range(1, min(len(game.moves), 150), 3):
        seat = game.moves[index][0]
        state = game.states[index]
        moves = [move for move in state.legal(seat) if isinstance(move, Reveal)]
        if not moves:
            continue
        views = game.shown(seat, index)
        known = Known(views)
        for move in moves:
            if (sure := known.sure(move)) is not None:
                assert sure == shown_by(state, seat, move)
                certain += 1
        assert all(0 < chance < 100 for chance in known.chance(moves[0]).values())
    assert certain > 20


@pytest.mark.parametrize("setting", TRIO[:1], ids=str)
def test_what_has_been_seen_is_counted(setting):
    game = played(setting)
    say = CATALOGUE.words.say("trio", "fr", NAMES[:3])
    told: list[str] = []
    for index in range(1, min(len(game.moves), 240), 2):
        seat = game.moves[index][0]
        views = game.shown(seat, index)
        told.append(reason(views, game.moves[index][1], say))
    for words in ("Tu ne connais pas cette carte", "Tu sais que cette carte est un", "Tu sais où sont deux"):
        assert any(each.startswith(words) for each in told), words


def test_a_single_card_is_a_good_offer():
    setting = next(setting for setting in TRIO if setting.options["teams"])
    game = played(setting)
    say = CATALOGUE.words.say("trio", "en", NAMES[: setting.seats])
    view = game.states[1].view(0)
    card = next(number for number in view.own.hand if view.own.hand.count(number) == 1)
    assert "only one" in reason([view], Offer(card), say)
