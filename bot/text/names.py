"""Display names split into visible letters, without characters that are invisible or affect the text around them."""

from __future__ import annotations

import re
import unicodedata

_JOINER, _SKIN = "\u200d", "[\U0001f3fb-\U0001f3ff]"
_FLAG = "\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f"
"""A flag spelt in tag characters, such as Scotland's; elsewhere these characters are invisible."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters or symbols by category, but rendered as nothing."""
_UNSEEN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0d\ufff0-\ufffb\ufdd0-\ufdef\U000e0000-\U000e0fff]"
)
"""Invisible too, though their category is not Cf. Variation selectors are allowed for emoji only."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FORMS = "\ufe0e\ufe0f"
_TOKENS = re.compile(f"{_FLAG}|.", re.DOTALL)
_MARKS = 2
"""Combining marks allowed on one letter: more would cover the lines around it."""
_JOINS = 3
"""Joiners allowed in one emoji sequence."""


def letters(name: str) -> list[str]:
    """The visible letters of a name, each of one or more characters, separated by single spaces; may be empty.

    No letter contains a control, a direction, a line feed or a lone surrogate. The first has no mark that would combine
    with the text before the name, the last no joiner that would combine with the text after it.
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
            joining = _emoji(last) and last.count(_JOINER) < _JOINS
        elif _hidden(token):
            joining = join
        elif token in _FORMS or unicodedata.category(token[0])[0] == "M":
            if last != " " and _room(last, token):
                found[-1] += token
        elif join and _emoji(token):
            found[-1] += _JOINER + token
        elif _belongs(last, token):
            found[-1] += token
        else:
            found.append(token)
    return found[:-1] if found and found[-1] == " " else found


def right_to_left(text: str) -> bool:
    """Whether some of the text is written from right to left."""
    return any(
        unicodedata.bidirectional(char) in {"R", "AL", "AN"}
        # Letters newer than this Python's Unicode data have no direction, but are in reserved ranges.
        or (unicodedata.bidirectional(char) == "" and _RIGHT_TO_LEFT.match(char) is not None)
        for char in text
    )


def _spacing(token: str) -> bool:
    return token.isspace() or token in _BLANK or unicodedata.category(token[0]) == "Cc"


def _hidden(token: str) -> bool:
    if len(token) > 1:
        return False
    never = ord(token) & 0xFFFE == 0xFFFE  # The last two of every plane are noncharacters.
    return never or unicodedata.category(token) in {"Cf", "Cs"} or _UNSEEN.match(token) is not None


def _room(letter: str, mark: str) -> bool:
    if mark in _FORMS:
        return not letter.endswith(tuple(_FORMS))
    after = letter.rpartition(_JOINER)[2]
    return sum(unicodedata.category(char)[0] == "M" and char not in _FORMS for char in after) < _MARKS


def _belongs(letter: str, token: str) -> bool:
    """Whether a character continues the letter: a skin colour, or the second half of a country's flag."""
    if re.match(_SKIN, token):
        return _emoji(letter) and not re.search(_SKIN, letter.rpartition(_JOINER)[2])
    return len(letter) == 1 and _indicator(letter) and _indicator(token)


def _indicator(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _emoji(letter: str) -> bool:
    """Whether it ends in an emoji, perhaps with a variation selector."""
    char = letter.rstrip(_FORMS)[-1:]
    return "\U0001f000" <= char <= "\U0001fbff" or char in {"↔", "↕"} or unicodedata.category(char or " ") == "So"
