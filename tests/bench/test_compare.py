"""The comparison of two trees measures both in turn and says where it could not."""

import json

from tests.bench import compare, rules
from tests.kit.moments import CATALOGUE


def test_every_game_and_every_goal_is_in_the_table():
    lines = compare.figures()
    assert {line.key for line in lines if line.ask.startswith("rules(")} == set(CATALOGUE.games)
    assert {"≤ 2.0", "≤ 4.5", "≤ 2.6", "≤ 5.0", "< 10 ms", "≤ 10 ms"} <= {line.goal for line in lines}


def test_both_trees_are_asked_in_turn(monkeypatch, tmp_path, capsys):
    asked = []

    def ask(tree, call):
        asked.append((tree, call))
        return {} if tree == tmp_path else {line.key: 2.0 + len(asked) % 2 for line in compare.figures()}

    monkeypatch.setattr(compare, "ask", ask)
    assert compare.main([str(tmp_path), "2"]) == 0
    assert [tree for tree, _ in asked[:4]] == [tmp_path, compare.HERE] * 2
    assert "| ≤ 2.0 | — | ×2.00 (×2.00 … ×2.00) |" in capsys.readouterr().out


def test_a_tree_that_cannot_be_measured_is_named(tmp_path, capsys):
    assert compare.ask(tmp_path, "waits()") == {}
    assert tmp_path.name in capsys.readouterr().err


def test_a_probe_answers_in_json(monkeypatch):
    monkeypatch.setattr(compare, "PROBE", compare.PROBE.replace("measure(0.1)", "measure(0.001)"))
    found = compare.ask(compare.HERE, next(line.ask for line in compare.figures() if line.ask.startswith("rules(")))
    assert set(found) == set(CATALOGUE.games)
    assert json.dumps(found)


def test_moves_over_the_wire_can_be_measured(monkeypatch):
    monkeypatch.setattr(compare, "PROBE", compare.PROBE.replace("(2.0, 8.0), 80", "(0.01, 0.01), 4"))
    assert compare.ask(compare.HERE, "wire()").keys() == {"above", "rate"}


def test_only_moves_are_replayed():
    game = CATALOGUE.games["trio"]
    for state, moves in rules.replays(game, 3, game.variants(3)[0]):
        assert all(seat != rules.CHANCE for seat, _ in moves)
        for seat, move in moves:
            state = state.play(seat, move)  # noqa: PLW2901
        assert not state.to_act
