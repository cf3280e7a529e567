"""Entries of a server's moderation journal, as data: who did what to whom, and what was there before."""

from __future__ import annotations

import msgspec

from bot.core.facts import NOBODY

DAYS_KEPT = 90
"""Days after which an entry is dropped (and ``ENTRIES_KEPT`` in ``bot/store/documents.py``)."""


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry. It is put into words when it is shown; erased people are stored as 0."""

    key: str
    """Its words are the string ``journal-<key>``."""
    who: int | None = None
    """The moderator; None: the bot itself noticed something."""
    person: int | None = None
    """The person it was done to."""
    people: tuple[tuple[int, str], ...] = ()
    """Users and names of those at a table."""
    game: str = ""
    place: int | None = None
    """The channel or thread it is about."""
    permissions: tuple[str, ...] = ()
    """Permissions that are missing there."""
    what: str = ""
    """The command as it was typed."""
    old: str = ""
    new: str = ""
    """The settings that were changed, in words: before and after. They name no people."""

    def concerns(self, user: int) -> bool:
        """Whether a person did this, or it was done to them."""
        return user in (self.who, self.person, *(each for each, _ in self.people))

    def without(self, user: int) -> JournalEntry:
        """The same entry, about somebody instead of this person."""
        return msgspec.structs.replace(
            self,
            who=NOBODY if self.who == user else self.who,
            person=NOBODY if self.person == user else self.person,
            people=tuple((NOBODY, "") if each == user else (each, name) for each, name in self.people),
        )
