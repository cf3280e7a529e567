"""The number of clicks for a move, counted on real pages from the public board to the stored move."""

import pytest

from bot.core.game import Path
from tests.kit.moments import CATALOGUE, every_setting, moments, people_to_act, played, table_at
from tests.kit.pages import clicks, clicks_alone

WORDS = CATALOGUE.words

USUAL = 3
"""The most clicks of any other verb."""
MOST = {
    ("trio", "reveal"): 1,
    ("trio", "offer"): 2,
    ("trio", "decline"): 1,
    ("pinocchio", "believe"): 1,
    ("pinocchio", "doubt"): 1,
    ("pinocchio", "announce"): 2,
    ("ptipasspass", "aim"): 3,
    ("ptipasspass", "ok"): 1,
    ("ptipasspass", "doublon"): 1,
    ("ptipasspass", "announce"): 1,
    ("ptipasspass", "menteur"): 1,
    ("ptipasspass", "swap"): 3,
    ("ptipasspass", "lift"): 2,
    ("cappuccino", "stack"): 3,
    ("cappuccino", "place"): 2,
    ("tripot", "challenge"): 3,
    ("tripot", "answer"): 2,
    ("tripot", "resolve"): 1,
}
"""The most clicks for each kind of move. Tripot's actions are counted by duel; that of a third one is what is left."""


def most(game: str, path: Path) -> int:
    """The most clicks for a move."""
    return 1 + min(2, len(path[1:])) if (game, path[0]) == ("tripot", "commit") else MOST.get((game, path[0]), USUAL)


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_no_move_takes_more_clicks_than_it_should(setting):
    game = played(setting)
    for index in moments(game, 8):
        table = table_at(game, index)
        for seat in people_to_act(game.states[index])[:2]:
            paths = [table.game.path(move) for move in table.legal(seat)]
            for path in {*paths[:: max(1, len(paths) // 4)], paths[-1]}:
                assert clicks(table, seat, path, WORDS) <= most(table.game.key, path), path
                assert clicks_alone(table, seat, path, WORDS) <= most(table.game.key, path), f"alone: {path}"


@pytest.mark.parametrize("setting", every_setting("pinocchio"), ids=str)
def test_judging_and_announcing_takes_two_clicks(setting):
    game, seen = played(setting), 0
    for index, (seat, move) in enumerate(game.moves[:30]):
        if index and setting.game.path(move)[0] in ("believe", "doubt"):
            following = game.moves[index + 1]
            assert following[0] == seat
            judging, announcing = table_at(game, index), table_at(game, index + 1)
            assert seat in announcing.choosers, "so the click is answered with the panel"
            first = clicks(judging, seat, setting.game.path(move), WORDS)
            second = clicks(announcing, seat, setting.game.path(following[1]), WORDS, panel_open=True)
            assert first + second == 2
            seen += 1
    assert seen


@pytest.mark.parametrize("setting", every_setting("ptipasspass"), ids=str)
def test_swapping_and_lifting_takes_four_clicks(setting):
    # With five or six players the direction of the line is asked for first.
    most = 4 if setting.seats < 5 else 5
    game, seen = played(setting), 0
    for index, (seat, move) in enumerate(game.moves):
        if index and setting.game.path(move)[0] == "swap" and seen < 3:
            swapping, lifting = table_at(game, index), table_at(game, index + 1)
            first = clicks(swapping, seat, setting.game.path(move), WORDS)
            lines = [setting.game.path(line) for line in lifting.legal(seat)]
            assert first + max(clicks(lifting, seat, path, WORDS, panel_open=True) for path in lines) <= most
            seen += 1
    assert seen
