"""Small documents that every storage keeps by kind and number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.service.store.database import Database, Statement, Work, each

GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"
REMOVE_IF = "DELETE FROM documents WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
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

    async def swap(
        self,
        kind: str,
        key: int,
        before: bytes | None,
        after: bytes | None,
        *,
        tell: bool = False,
        also: Sequence[Statement] = (),
    ) -> bool:
        """Replace a document if the stored one is still ``before`` (None: there is none); gives whether it was.

        ``after`` None removes it. ``tell`` as for ``put``. ``also`` is written in the same transaction, if it was.
        """
        tries = 0

        def work() -> Work[bool]:
            nonlocal tries
            tries += 1
            if before is None:
                found = (yield (ADD, kind, key, after)) if after is not None else []
            elif after is None:
                found = yield REMOVE_IF, kind, key, before
            else:
                found = yield SWAP, kind, key, before, after
            if found:
                yield from each((*also, *(self._said(kind, key) if tell and self._elsewhere else ())))
            return bool(found)

        # The transaction may have been committed by a try whose answer was lost.
        return await self._change(work) or (tries > 1 and await self.get(kind, key) == after)

    async def change(
        self,
        kind: str,
        key: int,
        function: Callable[[bytes | None], bytes | None],
        *,
        tell: bool = False,
        also: Callable[[], Sequence[Statement]] = tuple,
    ) -> bytes | None:
        """Apply a function to a stored document and store its result, as one atomic step; gives what is stored then.

        When another task or process has written in between, the function is applied again to what that one stored, so
        it must be pure. None stands for no document. What it raises is raised here, and nothing is written. ``also``
        is asked after each application, and written in the same transaction.
        """
        while True:
            before = await self.get(kind, key)
            after = function(before)
            if after == before or await self.swap(kind, key, before, after, tell=tell, also=also()):
                return after
