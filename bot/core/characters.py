"""The characters of opponents: a name, a face, what they say at a table, and how much they lie and doubt.

A remark follows from public views and the character alone. It tells nothing about hidden cards or plans.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from bot.core.facts import Player, Remark
from bot.core.game import Mood, Seat, Style

if TYPE_CHECKING:
    from bot.core.table import Table

REMARK_GAP = 8
"""The fewest moves between two remarks at a table, whoever makes them. The last word is always allowed."""
WAYS = 2


class Character(NamedTuple):
    """Somebody who plays as an opponent."""

    key: str
    name: str
    face: str
    candour: float
    """The probability that it keeps what it promises."""
    style: Style


CHARACTERS = (
    Character("odile", "Odile", "🦉", 0.9, Style(lies=-0.8, doubts=0.3)),
    Character("firmin", "Firmin", "🎩", 0.5, Style(lies=0.6, doubts=-0.3)),
    Character("babette", "Babette", "🦊", 0.25, Style(lies=0.9, doubts=0.2)),
    Character("anatole", "Anatole", "🐢", 0.8, Style(lies=-0.3, doubts=-0.8)),
    Character("ginette", "Ginette", "🐝", 0.4, Style(lies=0.1, doubts=0.8)),
)

_BY_NAME = {character.name: character for character in CHARACTERS}


def character_of(player: Player) -> Character | None:
    """The character of an opponent; None for people, and for opponents whose name no character has."""
    return _BY_NAME.get(player.name) if player.opponent else None


def remark_after(before: Table, after: Table) -> Remark | None:
    """The remark at a table after a move: a new one, or the last one while nobody has anything to say."""
    said, revision, outcome = after.facts.remark, after.revision, after.outcome
    if outcome is None and said is not None and revision - said.revision < REMARK_GAP:
        return said
    publics = before.position.view(None).public, after.position.view(None).public
    moods: list[tuple[Seat, Mood]] = []
    for seat, player in enumerate(after.facts.players):
        if character_of(player) is None:
            continue
        mood: Mood | None = "hello" if revision == 1 else after.game.mood(*publics, seat)
        if outcome is not None:
            mood = "won" if seat in outcome.winners else "lost"
        if mood is not None:
            moods.append((seat, mood))
    if not moods:
        return said
    draw = int.from_bytes(sha256(f"{after.id} {revision}".encode()).digest()[:4])
    seat, mood = moods[draw % len(moods)]
    return Remark(seat, mood, 1 + draw // len(moods) % WAYS, revision)
