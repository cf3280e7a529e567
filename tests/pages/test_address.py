"""Addresses are parsed as they are written, and anything else is refused without an error."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.pages.address import Address

ENOUGH = settings(max_examples=200, deadline=None, derandomize=True, database=None)
STEP = st.text("ABCxyz0189,_~-", min_size=1, max_size=8)
STEPS = st.lists(STEP, max_size=5).map(tuple)
NUMBER = st.integers(0, 2**63 - 1)
ADDRESS = Address("play", 7, 3, ("aim",))


@ENOUGH
@given(st.builds(Address, st.sampled_from(["play", "hand"]), NUMBER, NUMBER, STEPS))
@example(Address("play", 2**63 - 1))
def test_what_an_address_spells_it_reads_again(address):
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "custom_id",
    [
        "", "play", "play:1:1", "play:1:1:a:b", "Play:1:1:a", "play:-1:1:a", "play:1:²:a", "play:1:1:~²",
        "play:1:1:é", "play:1:1:a b", "play:1:1:a\n", "play:1:1:.", "play:1:1:a..b", "play:1:1:a.",
        # 2**63, one more than a database holds
        "play:1y2p0ij32e8e8:1:a", "play:1:1y2p0ij32e8e8:a", "play:zzzzzzzzzzzzz:1:a",
        "play:1:" + "0" * 5_000 + ":a", "play:1:1:~" + "9" * 5_000, "play:1:1:" + "a" * 92, "x" * 5_000,
        "\ud800:1:1:a",
    ],
    ids=lambda custom_id: ascii(custom_id)[:30],
)  # fmt: skip
def test_what_we_did_not_write_is_no_address(custom_id):
    assert Address.parse(custom_id) is None


@ENOUGH
@given(st.text() | st.text("play:019az.~-"))
def test_no_text_makes_it_stumble(custom_id):
    found = Address.parse(custom_id)
    assert found is None or (0 <= found.table < 2**63 and 0 <= found.revision < 2**63)


@ENOUGH
@given(st.lists(st.lists(STEP, min_size=1, max_size=5).map(".".join), max_size=3))
def test_what_a_menu_offers_becomes_steps(values):
    steps = [step for value in values for step in value.split(".")]
    assert ADDRESS.extended(values) == ADDRESS._replace(path=("aim", *steps))


@pytest.mark.parametrize(
    "value",
    [
        "", ".", "a.", ".a", "a..b", "~²", "~" + "9" * 5_000, "é", "a b", "a\n", "a:b", "a" * 101, "\ud800", "１",
        None, 5, ["a"],
    ],
    ids=lambda value: ascii(value)[:30],
)  # fmt: skip
def test_what_no_menu_of_ours_offers_is_none(value):
    assert ADDRESS.extended([value]) is None
    assert ADDRESS.extended(["a", value]) is None


def test_one_of_several_menus_leads_where_the_first_does():
    second = ADDRESS._replace(path=("aim", "~m1"))
    assert second.extended(["red"]) == ADDRESS.extended(["red"])
    assert second.extended([]) == second
    assert second.extended(["a"] * 26) is None, "more than a menu has lines"
