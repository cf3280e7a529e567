"""The examination every game sits: found by walking the catalogue, with all seats and all options."""

import dataclasses
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings, strategies
from msgspec.structs import replace

from bot.core.game import CHANCE, AnyGame, Sight
from bot.core.moves import fault
from bot.testing import examination
from tests.kit.moments import CATALOGUE, Played, Setting, each_game, every_setting, moments, played, seats_and_onlookers
from tests.kit.words import ROOT

WORDS = CATALOGUE.words


@pytest.fixture(params=every_setting(), ids=str, scope="module")
def game(request) -> Played:
    return played(request.param)


def test_there_are_games():
    assert set(CATALOGUE.games) == {file.parent.name for file in ROOT.glob("cogs/*/game.py")}


def test_every_deal_that_is_listed_is_right_and_each_seat_begins_one(game):
    state = game.states[0]
    deals = state.legal(CHANCE)
    assert [deal.first for deal in deals] == list(range(game.setting.seats))
    assert all(deal in deals and state.play(CHANCE, deal).to_act for deal in deals)
    assert "deal" not in deals, "what is no deal is none of them"


@pytest.mark.parametrize("question", examination.QUESTIONS, ids=lambda question: question.__name__)
def test_the_examination(game, question):
    question(game)


IN_WORDS = (examination.says_it_in_short, examination.labels_differ, examination.seals_again_unseen)
IN_PICTURES = (examination.keeps_secrets, examination.opens_everything)


@pytest.mark.parametrize("question", IN_WORDS, ids=lambda question: question.__name__)
def test_the_examination_of_words(game, question):
    question(game, WORDS)


@pytest.mark.parametrize("question", IN_PICTURES, ids=lambda question: question.__name__)
def test_the_examination_of_pictures(game, question):
    # Pictures cost the most: they are drawn where most people sit.
    question(game, WORDS, pictures=game.setting in each_game())


@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_a_false_deal_and_moves_before_it_after_the_end_or_of_nobody_are_faults(setting):
    game, seats = played(setting), setting.seats
    before, dealt, over = game.states[0], game.states[1], game.states[-1]
    _, deal = game.moves[0]
    mover, move = next(turn for turn in game.moves if turn[0] != CHANCE)
    for first in (-1, seats):
        wrong = f"the first player must be a seat from 0 to {seats - 1}"
        assert fault(before, seats, CHANCE, replace(deal, first=first)) == wrong
    only_chance = "only chance deals, and it does nothing else"
    assert fault(before, seats, CHANCE, move) == fault(before, seats, 0, deal) == only_chance
    assert fault(dealt, seats, CHANCE, move) == fault(dealt, seats, mover, deal) == only_chance
    assert fault(before, seats, mover, move) == "the game has not been dealt"
    assert fault(dealt, seats, CHANCE, deal) == "the game has been dealt already"
    for nobody in (-2, seats):
        assert fault(dealt, seats, nobody, move) == f"there is no seat {nobody}"
    assert fault(over, seats, mover, move) == fault(over, seats, CHANCE, deal) == "the game is over"
    for state, turn in zip(game.states, game.moves, strict=False):
        assert fault(state, seats, *turn) is None


@pytest.mark.parametrize("key", CATALOGUE.games)
@given(data=strategies.data(), seed=strategies.integers(0, 2**32))
# A seed does not shrink to anything simpler: the first failure is as good as the last.
@settings(max_examples=4, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_it_holds_in_any_random_game(key, data, seed):
    game = played(data.draw(strategies.sampled_from(every_setting(key))), seed)
    for question in examination.QUESTIONS:
        question(game)


# ---- the leak test can fail


class Leaky:
    """A state that tells everybody everything."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def view(self, seat: int | None) -> Any:
        """A view with everything a seat may know, and all the rest."""
        return telling(self._state.view(seat), repr(self._state))


def telling(view: Any, secret: str) -> Any:
    """The view, which also tells this."""
    kind = msgspec.defstruct("Telling", [("secret", str)], bases=(type(view),), frozen=True, kw_only=True)
    return kind(**{name: getattr(view, name) for name in view.__struct_fields__}, secret=secret)


class TellingFace:
    """A face that shows a view's secret, where the view itself is not looked at."""

    def __init__(self, face: Any, where: str) -> None:
        self._face = face
        self._where = where
        self.label = face.label

    def sight(self, view: Any, say: Any) -> Any:
        """The view in words, and its secret."""
        sight = self._face.sight(view, say)
        told = {"scene": sight.scene, "hand": sight.hand}
        told[self._where] += str(hash(view.secret))
        return Sight(title=sight.title, story=sight.story, note=sight.note, recap=sight.recap, **told)


def leaking(setting: Setting, where: str) -> tuple[AnyGame, Played]:
    """A game that tells secrets, and a played game of it whose every state does."""
    true = setting.game
    face = TellingFace(true.face, where) if where in ("scene", "hand") else true.face
    picture = (lambda view, *_more: view.secret.encode()) if where == "picture" else None
    game = dataclasses.replace(true, face=face, picture=picture, guess=lambda view, rng: Leaky(true.guess(view, rng)))
    fair = played(setting)
    return game, Played(dataclasses.replace(setting, game=game), fair.moves, tuple(map(Leaky, fair.states)))


def has_secrets(game: Played) -> bool:
    """Whether there is anything in this game that somebody does not know."""
    return any(
        guessed != game.states[index]
        for index in moments(game)
        for seat in seats_and_onlookers(game.setting.seats)
        for guessed in examination.guesses(game.setting.game, game.states[index].view(seat), index)
    )


@pytest.mark.parametrize("where", ["view", "scene", "hand", "picture"])
@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_a_game_that_tells_a_secret_is_caught(setting, where, monkeypatch):
    if not has_secrets(played(setting)):
        return  # everything in this game is open: every guess is the truth
    _, game = leaking(setting, where)
    part = {"view": "view", "picture": "picture"}.get(where, "page")
    everything = examination.shown
    monkeypatch.setattr(
        examination,
        "shown",
        lambda *given, **options: {k: v for k, v in everything(*given, **options).items() if k.startswith(part)},
    )
    with pytest.raises(AssertionError, match="tells a secret"):
        examination.keeps_secrets(game, WORDS, most=12)


def test_most_games_have_secrets_to_keep():
    assert sum(has_secrets(played(setting)) for setting in each_game()) >= 4


class Tattling(Leaky):
    """A state whose onlookers can tell how many choices have been made, also those made again."""

    def __init__(self, state: Any, count: int = 0) -> None:
        super().__init__(state)
        self._count = count

    def play(self, seat: int, move: Any) -> Any:
        """The state after a move, counted."""
        return Tattling(self._state.play(seat, move), self._count + 1)

    def view(self, seat: int | None) -> Any:
        """A view of a seat, with the count."""
        return telling(self._state.view(seat), str(self._count))


def test_a_game_where_others_can_tell_that_a_choice_was_changed_is_caught():
    setting = next(each for each in each_game() if any(verb.sealed for verb in each.game.verbs))
    fair = played(setting)
    with pytest.raises(AssertionError):
        examination.seals_again_unseen(Played(setting, fair.moves, tuple(map(Tattling, fair.states))), WORDS)
    verbs = tuple(dataclasses.replace(verb, sealed=False) for verb in setting.game.verbs)
    careless = dataclasses.replace(setting, game=dataclasses.replace(setting.game, verbs=verbs))
    with pytest.raises(AssertionError):
        examination.seals_again_unseen(dataclasses.replace(fair, setting=careless), WORDS)
