"""Each thing that is drawn differs from others without colour."""

from itertools import combinations

import pytest

from bot.pictures.kit.fonts import fit
from cogs.tripot import pieces
from tests.kit.shapes import shape_difference


def test_actions_differ_by_their_signs():
    for one, other in combinations(("cooperate", "attack", "defend", None), 2):
        assert shape_difference(pieces.action_token(one, 72), pieces.action_token(other, 72)) > 0.05


@pytest.mark.parametrize("name", ["Bastien", "Chloé", "Dimitri", "Éloïse", "Maëlle"])
def test_a_common_first_name_is_not_cut_in_a_duel(name):
    assert fit(name, pieces.NAME_WIDTH, pieces.NAME_SIZE)[0] == name
