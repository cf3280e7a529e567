"""Attachments: uploaded files at signed URLs."""

from __future__ import annotations

import hashlib
import hmac
import mimetypes
import re
import secrets
import struct
from collections import deque
from urllib.parse import quote

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.objects import Attachment
from bot.sandbox.model.refusals import Refusal, refusal

FILE_LIMIT = 10 * 1024 * 1024
REQUEST_LIMIT = 25 * 1024 * 1024
URL_LIFETIME_SECONDS = 24 * 3600
MAX_DROPPED_FILES = 200


class Files:
    """Every attachment of the world, by id."""

    def __init__(self, clock: Clock) -> None:
        self.base = ""
        self._clock = clock
        self._key = secrets.token_bytes(32)
        self._by_id: dict[str, Attachment] = {}
        self._dropped: deque[str] = deque()

    def keep(self, file: Attachment) -> Attachment:
        """Store a file; too large a file is refused as Discord refuses it."""
        if len(file.data) > FILE_LIMIT:
            raise refusal(40005)
        self._by_id[file.id] = file
        if file.content_type.startswith("image/"):
            file.width, file.height = picture_size(file.data) or (None, None)
        return file

    def drop(self, *files: Attachment) -> None:
        """Mark files whose message is gone: the newest of them can still be fetched."""
        self._dropped.extend(each.id for each in files)
        while len(self._dropped) > MAX_DROPPED_FILES:
            self._by_id.pop(self._dropped.popleft(), None)

    def url(self, file: Attachment) -> str:
        """The address a browser or the bot can fetch the file at, for a day."""
        path = self._path(file)
        expires = format(
            int(self._clock.now() // URL_LIFETIME_SECONDS * URL_LIFETIME_SECONDS + 2 * URL_LIFETIME_SECONDS), "x"
        )
        return f"{self.base}{path}?ex={expires}&hm={self._sign(path, expires)}"

    def fetch(self, file_id: str, path: str, expires: str, signature: str) -> Attachment:
        """The file at this address, if its signature is right and its time not over."""
        file = self._by_id.get(file_id)
        if not file or quote(path) != self._path(file):
            raise Refusal(404, 0, "This content is no longer available.")
        good = hmac.compare_digest(signature, self._sign(self._path(file), expires))
        if not good or not re.fullmatch(r"[0-9a-f]+", expires) or int(expires, 16) < self._clock.now():
            raise Refusal(404, 0, "This content is no longer available.")
        return file

    def _path(self, file: Attachment) -> str:
        kind = "ephemeral-attachments" if file.ephemeral else "attachments"
        return f"/{kind}/{file.channel_id}/{file.id}/{quote(file.filename)}"

    def _sign(self, path: str, expires: str) -> str:
        return hmac.new(self._key, f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()


def clean_name(name: str) -> str:
    """A file name as Discord stores it: without spaces and special characters."""
    return re.sub(r"[^\w.\-]", "", name.strip().replace(" ", "_")) or "unknown"


def content_type(name: str) -> str:
    """The MIME type of a file name."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, JPEG or WebP picture, or None."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return struct.unpack("<HH", data[6:10])
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X" and len(data) >= 30:
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[:2] == b"\xff\xd8":
        at = 2
        while at + 9 < len(data) and data[at] == 0xFF:
            if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack(">HH", data[at + 5 : at + 9])
                return width, height
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None
