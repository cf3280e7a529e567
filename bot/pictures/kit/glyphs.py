"""Which characters a font file can draw, read from its character map."""

from __future__ import annotations

import struct
from pathlib import Path


def coverage(path: Path) -> frozenset[int]:
    """The code points a TrueType or OpenType font has a glyph for."""
    data = path.read_bytes()
    tables = struct.unpack_from(">H", data, 4)[0]
    for index in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if tag == b"cmap":
            return frozenset(_characters(data, offset))
    raise ValueError(f"{path.name} has no character map")


def _characters(data: bytes, cmap: int) -> set[int]:
    found: set[int] = set()
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        _, _, offset = struct.unpack_from(">HHL", data, cmap + 4 + 8 * index)
        start = cmap + offset
        match struct.unpack_from(">H", data, start)[0]:
            case 4:
                found |= _segments(data, start)
            case 12:
                found |= _groups(data, start)
            case _:
                pass  # Formats of old systems repeat what the two above say.
    return found


def _segments(data: bytes, start: int) -> set[int]:
    """Format 4: runs of characters of the first 65,536."""
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, start + 14)
    starts = struct.unpack_from(f">{count}H", data, start + 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", data, start + 16 + 4 * count)
    ranges_at = start + 16 + 6 * count
    ranges = struct.unpack_from(f">{count}H", data, ranges_at)
    found: set[int] = set()
    for index, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            if offset:
                glyph = struct.unpack_from(">H", data, ranges_at + 2 * index + offset + 2 * (code - first))[0]
                if glyph:
                    found.add(code)
            elif (code + delta) & 0xFFFF:
                found.add(code)
    return found


def _groups(data: bytes, start: int) -> set[int]:
    """Format 12: runs of any characters."""
    found: set[int] = set()
    for index in range(struct.unpack_from(">L", data, start + 12)[0]):
        first, last, glyph = struct.unpack_from(">LLL", data, start + 16 + 12 * index)
        found.update(range(first if glyph else first + 1, last + 1))
    return found
