"""Names people give themselves, as what one sees as letters: without what cannot be seen or reaches beyond the name."""

from __future__ import annotations

import re
import unicodedata

_JOINER, _SKIN = "\u200d", "[\U0001f3fb-\U0001f3ff]"
_FLAG = "\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f"
"""A flag that is spelt, such as Scotland's: the only use of these letters, which are invisible otherwise."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Called letters or symbols, but nothing is to be seen of them."""
_UNSEEN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0d\ufff0-\ufffb\ufdd0-\ufdef\U000e0000-\U000e0fff]"
)
"""Not to be seen either, though Unicode does not call them formats; what chooses a form is kept for emoji alone."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FORMS = "\ufe0e\ufe0f"
_TOKENS = re.compile(f"{_FLAG}|.", re.DOTALL)
_MARKS = 2
"""More marks than this on one letter are decoration that covers the lines around it."""
_JOINS = 3
"""More emoji than this plus one make no picture together."""


def letters(name: str) -> list[str]:
    """What one sees as letters, each of one or more characters, in single spaces; nothing if there is nothing to see.

    No letter holds a control, a direction, a line feed or half a character. The first holds no mark that would sit on
    what stands before the name, the last no joiner that would take what follows.
    """
    found: list[str] = []
    joining = False
    for token in _TOKENS.findall(name):
        last = found[-1] if found else " "
        join, joining = joining, False
        if _spacing(token):
            if last != " ":
                found.append(" ")
        elif token == _JOINER:
            joining = _pictures(last) and last.count(_JOINER) < _JOINS
        elif _hidden(token):
            joining = join
        elif token in _FORMS or unicodedata.category(token[0])[0] == "M":
            if last != " " and _room(last, token):
                found[-1] += token
        elif join and _pictures(token):
            found[-1] += _JOINER + token
        elif _belongs(last, token):
            found[-1] += token
        else:
            found.append(token)
    return found[:-1] if found and found[-1] == " " else found


def turns(text: str) -> bool:
    """Whether some of it is written from right to left."""
    return any(
        unicodedata.bidirectional(char) in {"R", "AL", "AN"}
        # Letters younger than this Python: it knows no direction of them, but Unicode has set their place aside.
        or (unicodedata.bidirectional(char) == "" and _RIGHT_TO_LEFT.match(char) is not None)
        for char in text
    )


def _spacing(token: str) -> bool:
    return token.isspace() or token in _BLANK or unicodedata.category(token[0]) == "Cc"


def _hidden(token: str) -> bool:
    if len(token) > 1:
        return False
    never = ord(token) & 0xFFFE == 0xFFFE  # The last two of every plane are no characters.
    return never or unicodedata.category(token) in {"Cf", "Cs"} or _UNSEEN.match(token) is not None


def _room(letter: str, mark: str) -> bool:
    """Whether a letter can take one more mark."""
    if mark in _FORMS:
        return not letter.endswith(tuple(_FORMS))
    after = letter.rpartition(_JOINER)[2]
    return sum(unicodedata.category(char)[0] == "M" and char not in _FORMS for char in after) < _MARKS


def _belongs(letter: str, token: str) -> bool:
    """Whether a character is no letter of its own: a colour of skin, or the second half of a country's flag."""
    if re.match(_SKIN, token):
        return _pictures(letter) and not re.search(_SKIN, letter.rpartition(_JOINER)[2])
    return len(letter) == 1 and _indicator(letter) and _indicator(token)


def _indicator(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _pictures(letter: str) -> bool:
    """Whether it ends in an emoji, perhaps with its form or colour."""
    char = letter.rstrip(_FORMS)[-1:]
    return "\U0001f000" <= char <= "\U0001fbff" or char in {"↔", "↕"} or unicodedata.category(char or " ") == "So"
