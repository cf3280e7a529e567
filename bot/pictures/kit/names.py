"""Names people give themselves, made of characters we can draw."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from bot.pictures.kit.fonts import drawable

# Letters that Unicode does not call variants of the plain ones, though people use them as such.
_LOOKALIKES = str.maketrans(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢɐɔǝɟɥıɯɹʇʌʍʎøØłŁđĐħĦŧŦ",
    "abcdefghijklmnopqrstuvwyzacefhimrtvwyoOlLdDhHtT",
)

_SIGNS = {"🤖": "◊"}
"""What we have a sign for: an opponent's name begins with this one."""

_MOST_MARKS = 2
"""More marks than this on one letter are decoration that would cover the neighbours."""


@lru_cache(maxsize=2048)
def legible(name: str, spare: str) -> str:
    """The name in characters that some font has: fancy letters made plain, emoji and unknown scripts left out.

    ``spare`` is returned when no letter or digit is left: the caller's neutral name for that seat.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        if unicodedata.category(char) == "Mn":
            marks += 1
            if marks > _MOST_MARKS or not kept or kept[-1].isspace() or kept[-1].isascii():
                continue
        else:
            marks = 0
        kept.extend(_plain(char))
    text = " ".join("".join(kept).split())
    return text if any(char.isalnum() for char in text) else spare


def _plain(char: str) -> str:
    """A character, or what stands for it, or nothing."""
    if char.isspace():
        return " "
    if unicodedata.category(char)[0] == "C":
        return ""
    if char in _SIGNS:
        return _SIGNS[char]
    if drawable(char):
        return char
    for form in (
        unicodedata.normalize("NFKC", char),
        char.translate(_LOOKALIKES),
        "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)),
    ):
        if form != char and form and all(drawable(part) for part in form):
            return form
    return ""
