"""PNG files of palette pictures, joined from stripes that were compressed each by itself.

So a stripe of a picture that is the same as in another picture need not be compressed again: that is most of the work.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD, END = b"\x78\x9c", b"\x03\x00"
"""How a zlib stream begins, and an empty last block."""
LEVEL = 6
"""From level 7 on zlib's time grows much faster than the file shrinks."""
_ADLER = 65521


class Stripe(NamedTuple):
    """Some rows of a picture, compressed."""

    data: bytes
    check: int
    """The Adler-32 of what was compressed."""
    size: int
    """How many bytes that was."""


def stripe(rows: bytes) -> Stripe:
    """Compress rows; each begins with a byte 0, which says that it is not filtered."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    # A full flush ends on a whole byte and refers to nothing before it, so stripes can stand in any order.
    return Stripe(squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows))


def joined(width: int, height: int, colours: bytes, opacity: bytes, stripes: Iterable[Stripe]) -> bytes:
    """The file of a picture with that palette (three bytes a colour; how opaque each is) from all its stripes."""
    low, high, parts = 1, 0, [HEAD]
    for one in stripes:
        # The check of a whole from the checks of its parts.
        high = (high + (one.check >> 16) + one.size * (low - 1)) % _ADLER
        low = (low + (one.check & 0xFFFF) - 1) % _ADLER
        parts.append(one.data)
    parts += [END, struct.pack(">I", high << 16 | low)]
    return b"".join(
        [
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"tRNS", opacity),
            _chunk(b"IDAT", b"".join(parts)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
