"""Small documents that every storage keeps by kind and number."""

from __future__ import annotations

from bot.service.store.database import Database, Statement, Work

GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"
SWAP = "UPDATE documents SET document = $4 WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
ADD = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1"


class DocumentStore(Database):
    """What a storage keeps of which it knows no more than whose it is, e.g. a server's settings."""

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document."""
        found = await self._read(GET, kind, key)
        return found[0][0] if found else None

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:
        """Keep a document; None removes it. ``tell``: others remember it, and are told its key (topic: its kind)."""
        written: Statement = (REMOVE, kind, key) if document is None else (PUT, kind, key, document)
        await self._do(written, *(self._said(kind, key) if tell and self._elsewhere else ()))

    async def swap(self, kind: str, key: int, before: bytes | None, after: bytes) -> bool:
        """Keep a document if what is kept until now is ``before`` (None: nothing); whether it was."""
        tries = 0

        def work() -> Work[bool]:
            nonlocal tries
            tries += 1
            return bool((yield (ADD, kind, key, after) if before is None else (SWAP, kind, key, before, after)))

        # The answer may have been lost after it was written.
        return await self._change(work) or (tries > 1 and await self.get(kind, key) == after)
