"""Every lesson, played: its moves are legal, its words are there, it ends where it says, and it knows no secret."""

from random import Random

import pytest

from bot.core.game import Flash
from bot.core.lesson import LEARNER, OPPONENT_NAMES, OTHER, Part, moment
from bot.text.strings import LANGUAGES
from tests.kit.lessons import TAUGHT, explained, moments, page, said, straight, voice
from tests.kit.moments import CATALOGUE

WORDS = CATALOGUE.words
LONGEST = 340
"""Characters of what the coach says at once: what one still reads before one presses."""

ENDS = {
    "cappuccino": lambda public: [total.cups for total in public.totals] == [19, 13],
    "pinocchio": lambda public: public.noses == (1, 1, 1),
    "ptipasspass": lambda public: public.victories == (1, 0, 0),
    "trio": lambda public: public.trios == ((12, 1), (), ()),
    "tripot": lambda public: public.points[0] > 15 > public.points[1] and public.round == 4,
}
"""What each lesson says that it has come to."""

each = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)


def test_every_game_has_a_lesson():
    assert list(CATALOGUE.games.values()) == TAUGHT
    assert ENDS.keys() == CATALOGUE.games.keys()


@each
def test_it_asks_for_legal_moves_that_no_table_would_play_by_itself_and_ends_where_it_says(game):
    for here in moments(game):
        legal = list(here.legal)
        assert not legal or game.automatic is None or game.automatic(here.view, legal) is None
        assert not (len(legal) == 1 and game.verb(game.path(legal[0])[0]).forced)
        if here.part and here.part.moves:
            assert LEARNER in here.view.to_act
            assert all(move in legal for move in here.part.moves)
            assert len(set(here.part.moves)) == len(here.part.moves)
        else:
            assert not legal
            assert here.part or ENDS[game.key](here.board.public), f"the lesson comes to {here.board.public}"


@each
def test_it_is_a_matter_of_two_minutes(game):
    asked = [part for part in game.lesson.parts if part.moves]
    assert 5 <= len(game.lesson.parts) <= 10, "a lesson has five to ten parts"
    assert len(asked) >= 4, "a lesson asks for at least four presses"
    instructive = {name for here in straight(game) for name in explained(game, here).values()} - {OTHER}
    assert instructive, "something instructive is said to a wrong choice"
    assert len(OPPONENT_NAMES) + 1 >= max(game.seats)


@pytest.mark.parametrize("lang", LANGUAGES)
@each
def test_every_choice_is_answered(game, lang):
    say = voice(WORDS, game, lang)
    for here in moments(game):
        if here.part is None:
            assert WORDS.has(game.key, lang, "lesson-end")
            continue
        assert WORDS.has(game.key, lang, f"lesson-{here.part.key}")
        for attribute in {"", *explained(game, here).values()}:
            words = said(game, here, say, attribute)
            assert 20 < len(words) <= LONGEST, (len(words), words)
            assert "{" not in words


@pytest.mark.parametrize("lang", LANGUAGES)
@each
def test_nothing_is_said_that_nobody_hears(game, lang):
    heard = {"lesson-end"}
    for here in moments(game):
        if here.part:
            key = f"lesson-{here.part.key}"
            heard |= {key, *(f"{key}.{attribute}" for attribute in explained(game, here).values())}
    known = [key for key in WORDS.keys(game.key, lang) if key.startswith("lesson-")]
    attributes = {OTHER, *(name for part in game.lesson.parts for name in part.wrong.values())}
    written = {*known, *(f"{key}.{name}" for key in known for name in attributes)}
    assert {key for key in written if WORDS.has(game.key, lang, key)} == heard


@each
def test_no_part_explains_what_nobody_can_choose(game):
    by_part = {}
    for here in moments(game):
        if here.part:
            by_part.setdefault(here.part.key, set()).update(explained(game, here).values())
    for part in game.lesson.parts:
        assert {*part.wrong.values()} <= by_part[part.key], part.key
    assert len(by_part) == len(game.lesson.parts), "two parts share a key"


@pytest.mark.parametrize("lang", LANGUAGES)
@each
def test_a_page_shows_nothing_that_the_learner_may_not_know(game, lang):
    """Whatever the learner's seat cannot know is drawn afresh: not a letter and not an id changes."""
    say, rng = voice(WORDS, game, lang), Random(11)
    for here in straight(game):
        steps = [(), *{path[:1] for path in map(game.path, here.legal) if len(path) > 1}]
        for _ in range(4):
            state = game.guess(here.view, rng)
            legal = state.legal(LEARNER) if here.legal else ()
            again = here._replace(view=state.view(LEARNER), board=state.view(None), legal=legal)
            for taken in steps:
                assert page(game, again, say, taken) == page(game, here, say, taken)


@each
def test_what_is_revealed_stays_until_the_next_press(game):
    seen = [*straight(game)]
    # Where anything is ever shown for a while, the game's own Public says what.
    flashes = "flash" in type(seen[0].board.public).__annotations__
    assert flashes == any(isinstance(here.view.flash, Flash) for here in seen), "the lesson shows no flash"
    for here in seen:
        assert here.view.flash == here.board.flash


@each
def test_choices_that_nobody_can_have_made_lead_nowhere(game):
    length = len(game.lesson.parts)
    for taken in [(0,) * (length + 1), (35,), (0, 35), (0,) * (length - 1) + (35,)]:
        assert moment(game, taken) is None


def test_the_longest_beginning_explains():
    part = Part(key="x", wrong={("a",): "any", ("a", "b"): "one"})
    paths = [("a", "c"), ("a", "b"), ("a", "b", "d"), ("e",)]
    assert [part.explanation(path) for path in paths] == ["any", "one", "one", OTHER]


def test_the_numbers_that_the_coach_tells_are_so():
    game = CATALOGUE.games["cappuccino"]
    first, _, own, *_ = straight(game)
    assert len(first.legal) == 72
    assert own.part is not None
    assert len(own.part.before) == 19
