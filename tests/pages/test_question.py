"""Questions step by step, whatever grid a game returns, and the number of clicks for a move."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import NOTHING, Cell, Path, in_order
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import board
from bot.pages.page import Buttons, Menu, Page, PrivatePage, Text
from bot.pages.question import offered, paths, pick, seat_question
from bot.pages.seat import seat_page
from bot.testing import fits
from tests.kit.moments import CATALOGUE, each_game, every_setting, moments, people_to_act, played, table_at, when
from tests.kit.pages import clicks, reachable
from tests.kit.words import NAMES

WORDS = CATALOGUE.words
ENOUGH = settings(max_examples=25, deadline=None, derandomize=True, database=None)


def prefixes(table: Table, seat: int) -> list[Path]:
    """Every beginning of a legal move."""
    found = paths(table.game, table.legal(seat))
    return list(dict.fromkeys(path[:length] for path in found for length in range(len(path))))


def speech(table: Table) -> Any:
    return WORDS.say(table.game.key, "fr", table.names)


def at(game: str, verb: str) -> tuple[Table, int]:
    """A table where a player may use that verb, and their seat."""
    random = played(every_setting(game)[0])
    for index, state in enumerate(random.states[1:], start=1):
        for seat in people_to_act(state):
            if any(random.setting.game.path(move)[0] == verb for move in state.legal(seat)):
                return table_at(random, index, NAMES), seat
    raise AssertionError(f"nobody can {verb}")


def asked(table: Table, seat: int, *steps: str) -> Page:
    return seat_page(table, seat, speech(table), when(table)[-1], steps=steps)


def labels(page: Page) -> list[list[str]]:
    """The labels of a question's buttons by row; disabled ones are in brackets. Of a seat message without lookups."""
    hidden = ("aid:", "rules:", "menu:") if type(page) is PrivatePage else ()
    blocks = [block.buttons for block in page.blocks if isinstance(block, Buttons)]
    rows = [[button for button in block if not button.id.startswith(hidden)] for block in blocks]
    return [[f"({each.label})" if each.disabled else each.label for each in row] for row in rows if row]


def words(page: Page) -> str:
    return "\n".join(block.text for block in page.blocks if isinstance(block, Text)).replace("\xa0", " ")


@pytest.mark.parametrize("setting", each_game(), ids=str)
@ENOUGH
@given(data=st.data())
def test_whatever_a_game_says_pages_fit_and_lead_to_every_move(setting, data):
    """A grid may contain impossible choices, duplicates, too much or nothing."""
    game = played(setting)
    table = table_at(game, data.draw(st.sampled_from(moments(game, 6))))
    rng = Random(data.draw(st.integers(0, 10**6)))

    def grid(_view: Any, _path: Path, ends: Any, _say: Any) -> list[list[Cell | None]]:
        starts = [end[: rng.randint(1, len(end))] for end in ends]
        cells = [Cell(steps) for steps in rng.sample(starts, min(len(starts), rng.randint(0, 40)))]
        cells += [None] * rng.randint(0, 20) + [Cell(("nowhere",), "?")] * rng.randint(0, 3)
        rng.shuffle(cells)
        cuts = sorted(rng.randint(0, len(cells)) for _ in range(rng.randint(0, 9)))
        return [cells[start:end] for start, end in zip([0, *cuts], [*cuts, len(cells)], strict=True)]

    odd = table.but(game=replace(table.game, grid=grid))
    fits(board(odd, speech(odd), when(odd)[-1]))
    for seat in people_to_act(game.states[table.revision])[:2]:
        steps = prefixes(odd, seat)
        for prefix in [(), *rng.sample(steps, min(3, len(steps)))]:
            fits(seat_page(odd, seat, speech(odd), when(odd)[-1], steps=prefix))
        legal = {odd.game.path(move) for move in odd.legal(seat)}
        if len(legal) < 60:
            assert reachable(odd, seat, WORDS, when(odd)[-1]) == legal


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_every_step_of_every_choice_fits_and_its_picture_has_the_labels_of_its_buttons(setting):
    game = played(setting)
    for index in moments(game, 4):
        table, now = table_at(game, index), when(table_at(game, index))[-1]
        for seat in people_to_act(game.states[index]):
            steps = prefixes(table, seat)
            for taken in [*steps[:6], *Random(index).sample(steps, min(20, len(steps)))]:
                page = asked(table, seat, *taken)
                fits(page.with_top(Text("x")))
                pressed = {label for row in labels(page) for label in row}
                pressed |= {line.label for block in page.blocks if isinstance(block, Menu) for line in block.choices}
                marked = offered(seat_question(table, seat, table.view(seat, now), speech(table), taken))
                assert {cell.label for cell in marked.cells} <= pressed
                assert marked.label(*marked.steps, "nowhere") is None
                for cell in marked.cells:
                    assert marked.label(*marked.steps, *cell.steps) == cell.label


# ---- steps


def test_after_a_step_its_words_are_repeated_and_one_can_go_back():
    table, seat = at("cappuccino", "stack")
    start = asked(table, seat)
    assert "Retour" not in [label for row in labels(start) for label in row]
    first = next(path for path in paths(table.game, table.legal(seat)))
    page = asked(table, seat, *first[:2])
    chosen = table.game.face.label(table.view(seat, 0), first[:2], speech(table)).split()[0]
    assert f"**{chosen}** → ?" in words(page)
    assert labels(page)[-1] == ["Retour"]
    buttons = [button for block in page.blocks if isinstance(block, Buttons) for button in block.buttons]
    [back] = [button.id for button in buttons if button.label == "Retour"]
    assert back.startswith("hand:")
    assert back.endswith(":"), "to the first question, not to a verb that is no choice"


def test_who_typed_half_a_move_is_asked_for_the_rest():
    table, seat = at("trio", "reveal")
    page = asked(table, seat, "reveal", "centre")
    assert labels(page)[0] == ["Place A", "Place B", "Place C", "Place D", "Place E"]
    assert f"**{table.game.face.label(table.view(seat, 0), ('reveal', 'centre'), speech(table))}** → ?" in words(page)
    assert labels(page)[-1] == ["Retour"], "though no page has led here"
    page = asked(*at("pinocchio", "announce"), "announce", "bonnet")
    assert "De quelle couleur ? **bonnet** → ?" in words(page)
    assert labels(page)[-1] == ["Retour"]
    other = seat_question(table, (seat + 1) % 3, table.view(seat, when(table)[-1]), speech(table), ())
    assert offered(other) == NOTHING, "nothing is chosen by who is not asked"


def many(count: int, steps: Path = ("stack",)) -> list[Any]:
    """The blocks of a step with ``count`` choices."""
    face = SimpleNamespace(label=lambda _view, path, _say: path[-1])
    game = replace(CATALOGUE.games["cappuccino"], face=face, grid=in_order)
    found = [("stack", f"{number}", end) for number in range(count) for end in "ab"]
    say = WORDS.say("cappuccino", "fr")
    return pick(game, None, found, say, table=7, revision=3, steps=steps, room=34)


def test_up_to_26_are_buttons_and_up_to_100_are_menus():
    assert [len(row) for row in labels(Page(tuple(many(26))))] == [5, 5, 5, 5, 5, 1]
    first, second = (block for block in many(27) if isinstance(block, Menu))
    assert (first.placeholder, second.placeholder) == ("0 … 24", "25 … 26")
    assert Address.parse(second.id).extended(["25"]).path == ("stack", "25")
    page = Page(tuple(many(100)))
    menus = [block for block in page.blocks if isinstance(block, Menu)]
    assert [choice.value for menu in menus for choice in menu.choices] == [f"{number}" for number in range(100)]
    fits(page)


def test_a_grid_that_finds_no_room_is_a_menu():
    game = CATALOGUE.games["pinocchio"]
    table, seat = at("pinocchio", "announce")
    found, view = list(paths(game, table.legal(seat))), table.view(seat, 0)
    for room, kind in ((19, Buttons), (18, Menu)):
        blocks = pick(game, view, found, speech(table), table=7, revision=3, steps=(), room=room)
        assert {type(block) for block in blocks} == {Text, kind}


# ---- clicks from the public board to the stored move


USUAL = 3
"""The most clicks of any other verb."""
MOST = {
    **dict.fromkeys(["trio reveal", "trio decline", "pinocchio believe", "pinocchio doubt", "tripot resolve"], 1),
    **dict.fromkeys([f"ptipasspass {verb}" for verb in ("ok", "doublon", "announce", "menteur")], 1),
    **dict.fromkeys(["trio offer", "pinocchio announce", "ptipasspass lift", "cappuccino place", "tripot answer"], 2),
}
"""The most clicks for each kind of move. Tripot's actions are counted by duel; that of a third one is what is left."""


def most(game: str, path: Path) -> int:
    """The most clicks for a move."""
    return 1 + min(2, len(path[1:])) if path[0] == "commit" else MOST.get(f"{game} {path[0]}", USUAL)


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_no_move_takes_more_clicks_than_it_should(setting):
    game = played(setting)
    for index in moments(game, 8):
        table = table_at(game, index)
        for seat in people_to_act(game.states[index])[:2]:
            paths = [table.game.path(move) for move in table.legal(seat)]
            for path in {*paths[:: max(1, len(paths) // 4)], paths[-1]}:
                for alone in (False, True):
                    assert clicks(table, seat, path, WORDS, alone=alone) <= most(table.game.key, path), (path, alone)


TWO_MOVES = [("believe", "announce"), ("doubt", "announce"), ("swap", "lift")]


@pytest.mark.parametrize("setting", every_setting("pinocchio", "ptipasspass"), ids=str)
def test_the_second_move_of_a_turn_takes_one_click_on_the_panel_that_is_open(setting):
    # With five or six players the direction of a line is asked for first.
    most = {"announce": 1, "lift": 1 if setting.seats < 5 else 2}
    game, seen = played(setting), 0
    for index, ((seat, first), (following, second)) in enumerate(pairwise(game.moves[1:]), start=2):
        verbs = setting.game.path(first)[0], setting.game.path(second)[0]
        if verbs in TWO_MOVES and seen < 20:
            table = table_at(game, index)
            assert following == seat
            assert verbs[1] == "lift" or seat in table.choosers, "so the click is answered with the panel"
            for path in map(setting.game.path, table.legal(seat)):
                assert clicks(table, seat, path, WORDS, panel_open=True) <= most[verbs[1]]
            seen += 1
    assert seen
