"""Pictures of Cappuccino."""

from functools import cache
from unittest.mock import patch

import pytest

from bot.core.game import CHANCE, NOTHING
from bot.pages.question import asked, paths
from bot.pictures.kit import seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import measure
from bot.text.strings import LANGUAGES
from cogs.cappuccino.bands import SMALL_CUP, Bands
from cogs.cappuccino.cells import half_steps
from cogs.cappuccino.face import draw
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import Deal
from cogs.cappuccino.picture import spots
from cogs.cappuccino.pieces import name_stack
from tests.cogs.cappuccino.positions import NAMES, building, opened, random_game, ways
from tests.kit.golden import drawn
from tests.kit.words import saying


@cache
def game(count):
    """The states of one random game, before the deal to the end."""
    return random_game(count, seed=5)


def strip(count, towards):
    """The advanced set-up of players who always build as far as they can one way: every state of it."""
    state = opened(count, advanced=True).play(CHANCE, Deal(0, ()))
    states = [state]
    while state.public.phase == "place":
        seat = state.public.active
        state = state.play(seat, min(state.legal(seat), key=lambda move: towards(move.cell)))
        states.append(state)
    return states


WAYS = {
    "east": lambda cell: -half_steps(cell),
    "south": lambda cell: -cell[1],
    "south-east": lambda cell: -2 * cell[1] - cell[0],
    "both": lambda cell: -abs(half_steps(cell)),
}


# ---- where things stand


@pytest.mark.parametrize("way", WAYS)
def test_cells_of_a_long_board_stay_apart_and_inside(way):
    states = strip(4, WAYS[way])
    for state in (states[8], states[40], states[-1]):
        drawn(GAME, state.view(None))
    shown = spots(states[-2].public)
    bands = Bands(shown, 640, head=0)
    points = [bands.point(spot) for spot in shown]
    half = bands.size / 2
    assert bands.size >= 30
    assert bands.height <= 640
    assert all(x - half >= theme.MARGIN and x + half <= theme.WIDTH - theme.MARGIN for x, _ in points)
    assert all(half <= y and y + half <= bands.height + 1 for _, y in points)
    apart = bands.size**2 * 0.98
    assert all((x - u) ** 2 + (y - v) ** 2 >= apart for n, (x, y) in enumerate(points) for u, v in points[:n])


def test_cups_of_a_shuffled_board_are_large_and_it_is_cut_only_when_they_would_be_small():
    assert Bands(spots(game(4)[1].view(None).public), 600, head=20).size >= 76
    shown = tuple((row, column) for row in range(2) for column in range(1 + row, 23, 2))
    assert Bands(shown, 640, head=0).size >= SMALL_CUP
    assert {Bands(shown, 640, head=0).band(spot) for spot in shown} == {0}


# ---- what a player can do


def named(view, choosing=NOTHING):
    """The names a picture writes on its stacks, each with how that stack is shown."""
    with patch("cogs.cappuccino.picture.name_stack", wraps=name_stack) as named:
        drawn(GAME, view, choosing, names=NAMES)
    return {call.args[1]: call.args[-1] for call in named.call_args_list}


def choices(state, seat, *steps):
    """The choices of a seat after these steps."""
    view = state.view(seat)
    return asked(GAME, view, list(paths(GAME, state.legal(seat))), saying("cappuccino", "fr"), steps)


def test_what_may_move_is_named_as_on_its_button_then_what_it_may_cover():
    for state in game(4)[1:40:7]:
        seat, name = state.public.active, state.public.frame.name
        first = choices(state, seat)
        shown = named(state.view(seat), first)
        assert {words for words, look in shown.items() if look == "possible"} == {cell.label for cell in first.cells}
        assert {cell.label for cell in first.cells} == {name(source) for source, _ in ways(state)}
        source = min(ways(state))[0]
        second = choices(state, seat, "stack", f"{source[0]},{source[1]}")
        shown = named(state.view(seat), second)
        targets = {name(to) for cell, to in ways(state) if cell == source}
        assert {words for words, look in shown.items() if look == "possible"} == targets
        assert [words for words, look in shown.items() if look == "chosen"] == [name(source)]
        assert "plain" not in shown.values()


def test_cells_to_build_on_are_named_on_the_board():
    view = building(2, (0, 0), (1, 0)).view(None)
    with patch.object(Canvas, "text", autospec=True, return_value=0) as written:
        drawn(GAME, view)
    assert {view.public.frame.name(cell) for cell in view.public.free} <= {call.args[1] for call in written.mock_calls}


# ---- words


def test_a_board_too_long_to_draw_as_text_is_listed():
    marks = {(row, 16 + row % 2): "▲1" for row in range(60)} | {(0, 2): "●2"}
    assert draw(marks, 2).startswith("A2●2 A16▲1 B17▲1")
    assert draw({}, 2) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_fit(lang):
    say = saying("cappuccino", lang)
    left, _, right, _ = seats.rows(2, 0)[0]
    assert 2 * (34 + 6 + 14) + measure("16" + say("picture-left", left=16), 26) <= right - left
    assert 34 + 20 + measure(say("picture-left", left=16), 26) + 58 + 84 <= right - left, "there is room for the name"
    room = theme.WIDTH - 2 * theme.MARGIN
    assert measure(say("picture-safe") + say("picture-blocked") + say("picture-movable"), 24) + 230 <= room
    assert measure(say("picture-chosen") + say("picture-target"), 24) + 140 <= room
    assert measure(say("picture-free"), 24) + 50 <= room
