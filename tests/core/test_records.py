"""Records: what verify says is wrong, where, and in which order; and that no bytes can make it stumble."""

import hashlib
import io
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.opponents import records
from bot.core.records import SIZE, lines, make_nonce, read, seal, verify
from tests.kit.moments import CATALOGUE

GAMES = CATALOGUE.games
GOOD: dict[str, Any] = json.loads(next(records(GAMES["tripot"], games=1, rng=Random(2), seats=3)))
NONCE = "0123456789abcdef" * 2
_deal = json.dumps(GOOD["moves"][0][1], sort_keys=True, separators=(",", ":"))
GOOD["seal"] = {"nonce": NONCE, "sha256": hashlib.sha256(bytes.fromhex(NONCE) + _deal.encode()).hexdigest()}
LINE = json.dumps(GOOD)
MISSING = "missing"
"""A key that is left out."""
ENOUGH = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def judged(change: Callable[[dict[str, Any]], Any]) -> tuple[str, str] | None:
    """The fault that verify finds in the good record after a change."""
    record = json.loads(LINE)
    change(record)
    return fault(json.dumps(record))


def fault(line: str | bytes) -> tuple[str, str] | None:
    found = verify(line.encode() if isinstance(line, str) else line, GAMES)
    return (found.where, found.reason) if found else None


def test_a_good_record_is_good_however_it_is_spaced():
    assert fault(LINE) is None
    assert fault(json.dumps(GOOD, indent=1, ensure_ascii=False)) is None
    assert fault(json.dumps(dict(reversed(GOOD.items())))) is None
    assert judged(lambda record: record.pop("seal")) is None


def test_missing_options_are_the_defaults():
    trio = json.loads(next(records(GAMES["trio"], games=1, rng=Random(1), seats=3, options={"mode": "simple"})))
    trio["options"] = {}
    assert fault(json.dumps(trio)) is None
    assert read(json.dumps(trio).encode(), GAMES).options == {"mode": "simple", "teams": False}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\xff\xfe{}", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig) at character 0"),
        ("", "not JSON: Expecting value at character 0"),
        ("{", "not JSON: Expecting property name enclosed in double quotes at character 1"),
        ("[]", "Expected `object`, got `array`"),
        ("17", "Expected `object`, got `int`"),
        ("null", "Expected `object`, got `null`"),
        ("{}", "Object missing required field `format`"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format":' * 100_000, "nested too deeply"),
        (LINE.replace('"seats": 3', '"seats": 3, "seats": 3'), "key 'seats' stands twice"),
        (LINE.replace('"kind": "deal"', '"kind": "deal", "kind": "deal"'), "key 'kind' stands twice"),
        (LINE + LINE, f"not JSON: Extra data at character {len(LINE)}"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_what_cannot_be_read(line, reason):
    assert fault(line) == ("", reason)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "tablee/2"}, "Invalid enum value 'tablee/2' - at `$.format`"),
        ({"format": 1}, "Expected `str`, got `int` - at `$.format`"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": ["tripot"]}, "Expected `str`, got `array` - at `$.game`"),
        ({"seats": 7}, "tripot is not played with so many seats"),
        ({"seats": True}, "Expected `int`, got `bool` - at `$.seats`"),
        ({"seats": 3.0}, "Expected `int`, got `float` - at `$.seats`"),
        ({"seats": "3"}, "Expected `int`, got `str` - at `$.seats`"),
        ({"options": []}, "Expected `object`, got `array` - at `$.options`"),
        ({"options": None}, "Expected `object`, got `null` - at `$.options`"),
        ({"options": {"x": 1}}, "tripot has no option 'x'"),
        ({"moves": []}, "Expected `array` of length >= 1 - at `$.moves`"),
        ({"moves": {}}, "Expected `array`, got `object` - at `$.moves`"),
        ({"date": "today"}, "Object contains unknown field `date`"),
        ({"é\n": 1}, "Object contains unknown field `\\xe9\\n`"),
        *(({key: MISSING}, f"Object missing required field `{key}`") for key in GOOD if key != "seal"),
        ({"game": "trio", "options": {"teams": True}}, "option teams can be True only with 4, 6 seats"),
        ({"game": "trio", "seats": 4, "options": {"teams": 1}}, "option teams cannot be 1"),
        ({"game": "trio", "options": {"mode": "hard"}}, "option mode cannot be 'hard'"),
        ({"game": "trio", "options": {"mode": ["simple"]}}, "option mode cannot be ['simple']"),
    ],
    ids=str,
)
def test_a_frame_that_is_wrong(change, reason):
    changed = {key: value for key, value in {**GOOD, **change}.items() if value != MISSING}
    assert fault(json.dumps(changed)) == ("", reason)


@pytest.mark.parametrize(
    "entry",
    [None, 7, [], [0], [0, {}, 1], ["0", {}], [True, {}], [0.0, {}], [0, None], [0, []], [None, {}], {"0": {}}, "ab"],
    ids=str,
)
def test_an_entry_that_is_none(entry):
    assert judged(lambda record: record["moves"].__setitem__(2, entry)) == ("move 2", "an entry is [seat, move]")


@pytest.mark.parametrize("seat", [-2, 3, 10**30, -(10**30)])
def test_a_seat_that_is_not_there(seat):
    where, reason = judged(lambda record: record["moves"].__setitem__(1, [seat, GOOD["moves"][1][1]]))
    assert where == "move 1"
    assert reason.startswith("there is no seat ")


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"kind": "dance"},
        {"kind": "challenge", "opponent": 1},
        {"kind": "challenge", "opponent": 1, "card": 2, "why": "not"},
        {"kind": "challenge", "opponent": 1.0, "card": 2},
        {"kind": "challenge", "opponent": 1, "card": 10**40},
        {"kind": "commit", "actions": [[True, "attack"]]},
        {"kind": "challenge\ud800", "opponent": 1, "card": 2},
    ],
    ids=lambda move: ascii(move)[:40],
)
def test_a_move_that_is_not_written_as_one(move):
    where, reason = judged(lambda record: record["moves"].__setitem__(1, [GOOD["moves"][1][0], move]))
    assert where == "move 1"
    assert reason.isascii()


def test_the_first_fault_is_told_in_order():
    def everything(record: dict[str, Any]) -> None:
        record["seal"] = None
        record["outcome"] = 5
        record["moves"][4] = record["moves"][2] = [0, {}]

    assert judged(everything)[0] == "move 2"
    assert judged(lambda record: record.update(seal=None, outcome=5))[0] == "outcome"
    assert judged(lambda record: record.update(seal=None)) == ("seal", "Expected `object`, got `null`")
    assert judged(lambda record: (everything(record), record.update(seats=9)))[0] == ""


def test_an_outcome_is_null_exactly_while_the_game_goes_on():
    assert judged(lambda record: record.update(moves=record["moves"][:5], outcome=None)) is None
    assert judged(lambda record: record.update(moves=record["moves"][:5])) == ("outcome", "the moves give null")
    where, reason = judged(lambda record: record.update(outcome=None))
    assert where == "outcome"
    assert reason.startswith('the moves give {"winners":[')


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_numbers_in_an_outcome_are_whole(number):
    scores = GOOD["outcome"]["scores"]
    same = [float(score) for score in scores] if number == 1.0 and type(number) is float else [number, *scores[1:]]
    assert judged(lambda record: record["outcome"].update(scores=same))[0] == "outcome"
    assert judged(lambda record: record["outcome"].update(extra=1))[0] == "outcome"
    assert judged(lambda record: record["outcome"].pop("scores"))[0] == "outcome"
    assert judged(lambda record: record["outcome"]["winners"].append(record["outcome"]["winners"][0]))[0] == "outcome"


@pytest.mark.parametrize(
    ("given_seal", "reason"),
    [
        (None, "Expected `object`, got `null`"),
        ("x", "Expected `object`, got `str`"),
        ({"nonce": "0" * 32}, "Object missing required field `sha256`"),
        ({**GOOD["seal"], "more": 1}, "Object contains unknown field `more`"),
        ({**GOOD["seal"], "nonce": "0" * 31}, r"Expected `str` matching regex '\\\\A[0-9a-f]{32}\\\\Z' - at `$.nonce`"),
        ({**GOOD["seal"], "nonce": 0}, "Expected `str`, got `int` - at `$.nonce`"),
        (
            {**GOOD["seal"], "nonce": "０" * 32},
            r"Expected `str` matching regex '\\\\A[0-9a-f]{32}\\\\Z' - at `$.nonce`",
        ),
        ({**GOOD["seal"], "nonce": "A" * 32}, r"Expected `str` matching regex '\\\\A[0-9a-f]{32}\\\\Z' - at `$.nonce`"),
        (
            {**GOOD["seal"], "sha256": "F" * 64},
            r"Expected `str` matching regex '\\\\A[0-9a-f]{64}\\\\Z' - at `$.sha256`",
        ),
        ({**GOOD["seal"], "sha256": "0" * 64}, "the deal is not the one that was sealed"),
        ({**GOOD["seal"], "nonce": "0" * 32}, "the deal is not the one that was sealed"),
        ({**GOOD["seal"], "draws": ["0" * 64]}, "a draw is not the one that was sealed"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_seal_that_is_wrong(given_seal, reason):
    assert judged(lambda record: record.update(seal=given_seal)) == ("seal", reason)


def test_a_seal_is_what_the_documentation_says():
    sealed = json.loads(next(records(GAMES["pinocchio"], games=1, rng=Random(2), seats=4)))
    plain = json.dumps(sealed["moves"][0][1], sort_keys=True, separators=(",", ":")).encode()
    nonce = bytes.fromhex(sealed["seal"]["nonce"])
    assert hashlib.sha256(nonce + plain).hexdigest() == sealed["seal"]["sha256"]
    assert len({make_nonce() for _ in range(50)}) == 50
    deal = read(LINE.encode(), GAMES).game.start(3, {}).chance(Random(0))
    assert seal("00" * 16, deal) != seal("11" * 16, deal)


def test_a_very_long_number_is_only_a_fault():
    assert fault(LINE.replace('"seats": 3', f'"seats": {"9" * 10_000}')) is not None
    assert fault(LINE.replace('"first": ', '"first": 1' + "0" * 300)) is not None
    assert fault(LINE.replace('"seats": 3', '"seats": NaN')) is not None
    assert fault(LINE.replace('"seats": 3', '"seats": 1e999')) is not None


def nested(depth: int) -> str:
    """The good record with an outcome that makes it so deep."""
    return json.dumps({**GOOD, "outcome": 0}).replace(
        '"outcome": 0', '"outcome": ' + "[" * (depth - 1) + "]" * (depth - 1)
    )


@pytest.mark.parametrize("depth", [100, *range(900, 1000, 5), 10_000, SIZE // 4])
def test_no_depth_makes_it_stumble(depth):
    assert fault(nested(depth)) is not None
    assert fault("[" * depth) is not None
    assert fault(wrong(options=0).replace('"options": 0', '"options": {"mode": ' + "[" * depth + "]" * depth + "}"))
    assert fault(wrong(moves=[0]).replace("[0]", "[" * depth + "]" * depth))
    if depth >= 1000:
        assert fault(nested(depth)) == ("", "nested too deeply")


def test_how_long_a_record_may_be():
    assert fault(LINE + " " * (SIZE - len(LINE))) is None
    assert fault(LINE + " " * (SIZE - len(LINE) + 1)) == ("", f"longer than {SIZE} bytes")


class Source(io.BytesIO):
    """A file of which no more than a record is ever read at once."""

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next piece of a line."""
        assert size in (4, 5)
        return super().readline(size)


def test_lines_are_those_between_line_feeds_and_only_the_beginning_of_a_long_one_is_held(monkeypatch):
    monkeypatch.setattr("bot.core.records.SIZE", 4)
    source = Source(b"a\n\nabcd\nabcde\nabcdefghijkl\n\r\nz")
    assert list(lines(source)) == [b"a", b"", b"abcd", b"abcde", b"abcde", b"\r", b"z"]


def wrong(**changes: Any) -> str:
    return json.dumps({**GOOD, **changes})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@ENOUGH
@given(st.data())
def test_no_value_deep_inside_makes_it_stumble(data):
    record = json.loads(LINE)
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        place[key] = data.draw(JSON)
        break
    found = fault(json.dumps(record))
    assert found is None or found[1].isascii()


@ENOUGH
@given(place=st.integers(0, len(LINE) - 1), byte=st.integers(0, 255))
def test_no_byte_changed_makes_it_stumble(place, byte):
    data = bytearray(LINE.encode())
    data[place] = byte
    verify(bytes(data), GAMES)
