"""What was used most recently."""

from bot.recent import Recent


def test_what_was_looked_at_longest_ago_goes_first():
    recent: Recent[str, int] = Recent(2)
    recent["a"], recent["b"] = 1, 2
    assert recent.get("a") == 1
    recent["c"] = 3
    assert (list(recent), recent.values(), len(recent)) == (["a", "c"], [1, 3], 2)
    assert recent.get("b") is None
    assert "b" not in recent
    recent["a"] = 4
    recent["d"] = 5
    assert list(recent) == ["a", "d"], "what is kept anew has been used"
    assert recent["a"] == 4


def test_weights_are_counted_rightly():
    recent: Recent[str, bytes] = Recent(10, len)
    recent["a"], recent["b"] = b"1234", b"123456"
    assert recent.weight == 10
    recent["a"] = b"12"
    assert (list(recent), recent.weight) == (["b", "a"], 8)
    recent["c"] = b"123"
    assert (list(recent), recent.weight) == (["a", "c"], 5)
    assert recent.pop("a") == b"12"
    assert recent.pop("a") is None
    assert recent.weight == 3
    recent["big"] = b"x" * 11
    assert (list(recent), recent.weight) == ([], 0), "what is too big alone is not kept"
    recent["d"] = b""
    recent.clear()
    assert (len(recent), recent.weight) == (0, 0)
