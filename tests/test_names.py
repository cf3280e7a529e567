"""No display name changes the text around it."""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.text.strings import bare, plain
from tests.kit.words import all_words, saying

FSI, PDI = "\u2068", "\u2069"
FAMILY, FLAG, KEYCAP = "👩‍👩‍👧", "🇫🇷", "1\ufe0f\u20e3"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
WAVE, HEART, NOD = "👋🏽", "❤️", "🙂‍↔️"
ENOUGH = settings(max_examples=200, deadline=None, derandomize=True, database=None)

SHOWN = {
    # Unchanged.
    "Chloé": "Chloé",
    "O’Hara-Müller 2.0": "O’Hara-Müller 2.0",
    "Łukasz Đặng": "Łukasz Đặng",
    "山田太郎": "山田太郎",
    "สมชาย ดีใจ": "สมชาย ดีใจ",
    "e\u0301\u0323": "e\u0301\u0323",
    FAMILY: FAMILY,
    FLAG: FLAG,
    ENGLAND: ENGLAND,
    KEYCAP: KEYCAP,
    WAVE: WAVE,
    HEART: HEART,
    NOD: NOD,
    # Right-to-left letters are isolated.
    "שלום": f"{FSI}שלום{PDI}",
    "Ana مريم": f"{FSI}Ana مريم{PDI}",
    "١٢": f"{FSI}١٢{PDI}",
    "\U00010d50": f"{FSI}\U00010d50{PDI}",  # Garay, of 2024
    # Directions and invisible characters.
    "a\u202eb": "ab",
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c": "…",
    "\u2067Ana": "Ana",
    "Ana\u2069": "Ana",
    "\u200b": "…",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\ufe00\U000e0100\u034f\u180e": "…",
    "A\u200dn\u200ca": "Ana",
    "\U000e0041\U000e007f": "…",
    "🏴\U000e0067": "🏴",
    "Ana\U000e0041": "Ana",
    "\u3164": "…",
    "\u115f\u1160\uffa0\u2800": "…",
    "A\u3164\u3164b": "A b",
    "": "…",
    " \t ": "…",
    "\ud800x": "x",
    "\uffff\ufdd0x": "x",
    # Marks: at most two on a letter, none at the beginning.
    "\u0301": "…",
    "\u0301a": "a",
    "a \u0301b": "a b",
    "Z" + "\u0301\u0302\u0303\u0304" * 8: "Z\u0301\u0302",
    "a\ufe0f\ufe0f\ufe0f": "a\ufe0f",
    "👩\u200d": "👩",
    "\u200d👩": "👩",
    "👩\u200dA": "👩A",
    # Lines and controls.
    "a\nb\r\nc": "a b c",
    "a\u2028b\u2029c\x85d\x0be": "a b c d e",
    "a\x00b\x1b[31mc": "a b \\[31mc",
    "  a   b ": "a b",
    # Markdown, links and mentions are escaped.
    "a*b_c~d`e|f": r"a\*b\_c\~d\`e\|f",
    "\\": "\\\\",
    "https://evil.example": r"https\:\/\/evil.example",
    "discord.gg/x": r"discord.gg\/x",
    "<https://a.b>": r"\<https\:\/\/a.b\>",
    "[a](b)": r"\[a\]\(b\)",
    "@everyone": r"\@everyone",
    "<@1><#1><@&1>": r"\<\@1\>\<\#1\>\<\@&1\>",
    "<t:1:R>": r"\<t\:1\:R\>",
    "<:a:1>": r"\<\:a\:1\>",
    "# a": r"\# a",
    "> a": r"\> a",
    "-# a": r"\-\# a",
    "- a": r"\- a",
    "1. a": r"1\. a",
    "+ a": r"\+ a",
    # Long names are cut between what one sees as letters.
    "a" * 24: "a" * 24,
    "a" * 25: "a" * 23 + "…",
    "a" * 22 + " bc": "a" * 22 + "…",
    "e\u0301" * 16: "e\u0301" * 16,
    "a" * 22 + FLAG + FLAG: "a" * 22 + FLAG + FLAG,
    "a" * 23 + FLAG + FLAG: "a" * 23 + "…",
    "a" * 22 + FAMILY + "b": "a" * 22 + FAMILY + "b",
    "a" * 23 + FAMILY + "b": "a" * 23 + "…",
    WAVE * 30: WAVE * 15 + "…",
    "\u202e" * 50 + "Ana": "Ana",
    "א" * 40: FSI + "א" * 23 + "…" + PDI,
    "👩" + "\u200d👩" * 30: "👩\u200d👩\u200d👩\u200d👩" * 4 + "…",
}  # fmt: skip


@pytest.mark.parametrize(("name", "shown"), SHOWN.items(), ids=[ascii(name)[:40] for name in SHOWN])
def test_a_name_as_it_is_shown(name, shown):
    assert plain(name) == shown


def test_pictures_have_names_without_escapes_and_without_controls():
    say = saying("", "fr", ("a\u202e_b", "\u200b", "א\n_", FAMILY, "n" * 32))
    assert [say.raw_name(seat) for seat in range(6)] == ["a_b", "…", "א _", FAMILY, "n" * 32, "6"]


CODES = (*range(0x2028, 0x2030), *range(0x2060, 0x2070), 0x61C, 0xAD, 0xFEFF, 0x3164, 0xE0067, 0xE007F, 0x301, 0xE38)
WEIRD = st.text(
    st.sampled_from([*"aB1 .-+*_~`|<>[]()#@:/\\!&\n\t\u200d\ufe0f👩🇫🏽🏴אم١", *map(chr, CODES)]), max_size=40
)
LINKS = st.sampled_from(
    ["https://e.x", "discord.gg/x", "<@1>", "<t:1:R>", "@everyone", "[a](b)", "<a:b:1>", "||", "```"]
)
NAMES = st.text(max_size=40) | WEIRD | st.lists(LINKS | WEIRD, max_size=4).map("".join)
UNSEEN = {"Zs", "Zl", "Zp", "Cc", "Cf", "Cs"}


@ENOUGH
@given(NAMES)
@example("\u2067\u202e")
@example("1" * 40 + ".")
@example("\\\u0308")
def test_no_name_changes_the_text_around_it(name):
    shown = plain(name)
    assert plain(bare(shown)) == shown
    assert "\\" not in bare(shown) or "\\" in name
    # One line, visible, of bounded length, and valid UTF-8.
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", shown)
    assert shown.strip(FSI + PDI + " ")
    assert len(bare(shown).strip(FSI + PDI)) <= 33
    shown.encode()
    # No special character of markdown, mentions or links without a backslash.
    rest = re.sub(r"\\[^0-9A-Za-z\s]", "", shown)
    assert not re.search(r"[\\*_~`|<>\[\]()#@:/]", rest)
    assert not re.match(r"[-+]|[0-9]+\.", shown.lstrip(FSI))
    # Directions: only a complete isolate, and no right-to-left text outside of one.
    inside = shown[1:-1] if shown.startswith(FSI) else shown
    assert shown in (inside, f"{FSI}{inside}{PDI}")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]", inside)
    turns = any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in inside)
    assert shown.startswith(FSI) or not turns
    # Nothing that combines with the text before or after the name.
    first, last = bare(inside)[0], inside[-1]
    assert unicodedata.category(first) not in {"Mn", "Mc", "Me", *UNSEEN}
    assert unicodedata.category(last) not in UNSEEN or last == "\U000e007f"


def test_a_name_in_a_sentence_of_ours():
    say = all_words().say("", "fr", ("https://evil.example", "\u202eanA"))
    assert say.names([0, 1]) == r"**https\:\/\/evil.example** et **anA**"
