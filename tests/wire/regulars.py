"""People who sit at a table of their server for a whole evening, and know nothing but what their page shows them.

The load of a bench: they open a table, sit down, play what their panel offers at random, and ask for a rematch. Every
act is timed as they see it, from the press to the answer.
"""

import asyncio
import time
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from bot.catalogue import Catalogue
from bot.core.game import AnyGame
from bot.sandbox import Person
from bot.sandbox.model.refusals import Refusal
from bot.text.strings import KERNEL
from tests.wire.boards import addresses, read
from tests.wire.players import any_step, newest_panel

Json = dict[str, Any]
GAMES = "jeux"
RECHECK_SECONDS = 0.2
"""Seconds after which somebody looks again although nothing they see has changed."""
MAX_MESSAGES = 30
"""Messages stored per person."""


class Act(NamedTuple):
    """Something somebody did: in which server, when (by the machine), how long it took and what became of it."""

    guild: int
    at: float
    took: float
    outcome: str


class Party:
    def __init__(
        self, guild: int, people: list[Person], game: AnyGame, catalogue: Catalogue, acts: list[Act], seed: int
    ) -> None:
        self.guild = guild
        self.people = people
        self.acts = acts
        self.thinking = 1.0
        """Seconds somebody thinks on average before they press; may be changed at any time."""
        self.impatience = 10.0
        """Seconds after which somebody who is not answered tries again."""
        self._rng = Random(f"{guild} {seed}")
        self._words = catalogue.words
        self._game = game
        self._tables: set[int] = set()
        """Those they have sat down at."""
        self._shown: dict[str, str] = {}
        """By person, the id of the panel they opened last and the board it was opened from."""

    async def live(self) -> None:
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(self._live(person))

    async def _live(self, person: Person) -> None:
        while True:
            act = self._next(person)
            if act is None:
                await self._change(person)
                continue
            await asyncio.sleep(self._rng.expovariate(1 / self.thinking) if self.thinking else 0)
            # Somebody else may have moved in the meantime.
            if (act := self._next(person)) is not None:
                await self.do(person, *act)
                _forget(person)

    async def _change(self, person: Person) -> None:
        known = len(person.received)
        try:
            await person.until(lambda: len(person.received) != known, RECHECK_SECONDS)
        except TimeoutError:
            return

    async def do(self, person: Person, do: str, facts: Json) -> str:
        """One act, timed; how it was answered, or "silence" if it was not in time."""
        began = time.perf_counter()
        at = time.time()
        try:
            async with asyncio.timeout(self.impatience):
                if do == "new":
                    answer = await person.command(GAMES, **facts)
                else:
                    answer = await person.use(facts["message"], *facts["step"])
            outcome = answer["outcome"]
        except TimeoutError:
            outcome = "silence"
        except (Refusal, LookupError):
            outcome = "gone"
        self.acts.append(Act(self.guild, at, time.perf_counter() - began, outcome))
        return outcome

    # what to do next: an act, or None if there is nothing to do but wait

    def _next(self, person: Person) -> tuple[str, Json] | None:
        host = person is self.people[0]
        public = [each for each in person.messages.values() if not each["flags"] & 64]
        every = [(m, a) for m in public for a in addresses(m)]
        mine = [(m, a) for m, a in every if a.table in self._tables]
        boards = [(m, a) for m, a in mine if a.verb == "hand" and not a.path]
        lobbies = [(m, a) for m, a in every if a.verb == "join"]
        if boards:
            return self._play(person, *max(boards, key=lambda each: int(each[0]["id"])))
        if lobbies:
            return self._sit(person, *max(lobbies, key=lambda each: int(each[0]["id"])), host=host)
        over = [(m, a) for m, a in mine if a.verb == "rematch"]
        if not host:
            return None
        if over:
            message, address = max(over, key=lambda each: int(each[0]["id"]))
            return "use", {"message": message, "step": (str(address),)}
        words, key = self._words, self._game.key
        name = f"{words.get(key, 'fr', 'command')} {words.get(KERNEL, 'fr', 'command-new')}"
        return "new", {"name": name, words.get(KERNEL, "fr", "pace.command"): "free"}

    def _sit(self, person: Person, lobby: Json, join: Any, *, host: bool) -> tuple[str, Json] | None:
        text = read(lobby)
        if person.me["global_name"] not in text:
            return "use", {"message": lobby, "step": (str(join),)}
        self._tables.add(join.table)
        if host and all(each.me["global_name"] in text for each in self.people):
            start = next((a for a in addresses(lobby) if a.verb == "start"), None)
            return ("use", {"message": lobby, "step": (str(start),)}) if start else None
        return None

    def _play(self, person: Person, board: Json, hand: Any) -> tuple[str, Json] | None:
        panel = newest_panel(person, board["channel_id"])
        mine = panel is not None and any(each.table == hand.table for each in addresses(panel))
        if panel is None or (not mine and self._shown.get(person.id) != board["id"]):
            # Not again and again from the same board: somebody with nothing to do has a panel without buttons.
            self._shown[person.id] = board["id"]
            return "use", {"message": board, "step": (str(hand),)}
        step = any_step(panel, self._rng) if mine else None
        return ("use", {"message": panel, "step": step}) if step else None


def _forget(person: Person) -> None:
    person.received.clear()
    for key in sorted(person.messages, key=int)[:-MAX_MESSAGES]:
        del person.messages[key]


def answered(acts: Iterable[Act]) -> list[float]:
    return sorted(act.took for act in acts if act.outcome not in ("silence", "failed", "gone"))
