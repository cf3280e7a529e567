"""The boards against the lists and formulas of the rules."""

import pytest

from cogs.ptipasspass.cups import board

SEATS = (3, 4, 5, 6)

GRID_LINES = {
    3: "A1-A2-A3, B1-B2-B3, C1-C2-C3; A1-B1-C1, A2-B2-C2, A3-B3-C3; A1-B2-C3; A3-B2-C1",
    4: "A1-A2-A3, A2-A3-A4, B1-B2-B3, B2-B3-B4, C1-C2-C3, C2-C3-C4; A1-B1-C1, A2-B2-C2, A3-B3-C3, A4-B4-C4; "
    "A1-B2-C3, A2-B3-C4; A3-B2-C1, A4-B3-C2",
    5: "A1-A2-A3, A2-A3-A4, A3-A4-A5, B1-B2-B3, B2-B3-B4, B3-B4-B5, C1-C2-C3, C2-C3-C4, C3-C4-C5; A1-B1-C1, "
    "A2-B2-C2, A3-B3-C3, A4-B4-C4, A5-B5-C5; A1-B2-C3, A2-B3-C4, A3-B4-C5; A3-B2-C1, A4-B3-C2, A5-B4-C3",
    6: "A1-A2-A3, A2-A3-A4, A3-A4-A5, A4-A5-A6, B1-B2-B3, B2-B3-B4, B3-B4-B5, B4-B5-B6, C1-C2-C3, C2-C3-C4, "
    "C3-C4-C5, C4-C5-C6; A1-B1-C1, A2-B2-C2, A3-B3-C3, A4-B4-C4, A5-B5-C5, A6-B6-C6; A1-B2-C3, A2-B3-C4, "
    "A3-B4-C5, A4-B5-C6; A3-B2-C1, A4-B3-C2, A5-B4-C3, A6-B5-C4",
}
HIVE_LINES_FOR_3 = "B1-B2-B3, C1-C2-C3, C2-C3-C4; A1-B1-C1, A2-B2-C2; A1-B2-C3, A2-B3-C4"


def listed(lines):
    return [tuple(line.split("-")) for line in lines.replace(";", ",").split(", ")]


@pytest.mark.parametrize("seats", SEATS)
def test_the_grid_has_the_lines_of_the_rules(seats):
    assert list(board("grid", seats).lines) == listed(GRID_LINES[seats])


def test_the_hive_for_three_has_the_lines_of_the_rules():
    assert list(board("hive", 3).lines) == listed(HIVE_LINES_FOR_3)


@pytest.mark.parametrize("seats", SEATS)
def test_counts_follow_the_formulas(seats):
    grid, hive = board("grid", seats), board("hive", seats)
    assert len(grid.cups) == len(hive.cups) == 3 * seats
    assert len(set(grid.lines)) == 6 * seats - 10
    assert len(set(grid.pairs)) == 9 * seats - 7
    assert len(set(hive.lines)) == 5 * seats - 8
    assert len(set(hive.pairs)) == 7 * seats - 5
    for cups in (grid, hive):
        assert all((first, middle) in cups.pairs and (middle, last) in cups.pairs for first, middle, last in cups.lines)
        assert all(tuple(sorted(group)) == group for group in (cups.cups, *cups.pairs, *cups.lines))


def test_hive_rows_grow_by_one_and_touch_the_two_below():
    hive = board("hive", 4)
    assert [len(row) for row in hive.rows] == [3, 4, 5]
    assert {pair for pair in hive.pairs if pair[0] == "B2"} == {("B2", "B3"), ("B2", "C2"), ("B2", "C3")}
    assert [pair for pair in hive.pairs if pair[1] == "B2"] == [("B1", "B2"), ("A2", "B2"), ("A1", "B2")]
