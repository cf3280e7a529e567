"""Somebody presses anything that is or ever was to be seen: everything is answered, nothing breaks, nothing leaks."""

import asyncio
import logging
import os
from random import Random

import pytest

from bot.core.facts import OPEN, PLAYING
from bot.sandbox.model.refusals import Refusal
from tests.wire.hall import CATALOGUE, hall, usable

CLICKS = int(os.environ.get("TABLEE_CLICKS", "750"))
AT_ONCE = 3
TABLES = 2
PLAYS, LEAVES = ("play",), ("quit", "end", "close", "cancel", "leave")
ENTERS = ("hand", "start", "join", "back", "rematch")
OTHERS = ("aid", "rules", "menu", "options", "option", "team", "shuffle", "hand", "replay", "games", "watch")


class Clicker:
    """Presses what anybody sees, or saw once: messages keep their buttons, people keep old pages open."""

    def __init__(self, home, seed):
        self.home = home
        self.rng = Random(seed)
        self.outcomes = []
        self.gone = 0

    def choose(self):
        """Somebody, and something they have seen at some time, with a value if it is a menu."""
        person = self.rng.choice(list(self.home.people.values()))
        shown = [f["d"] for f in person.received[-150:] if f["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE")]
        now = list(person.messages.values())[-8:]
        seen = [(m, *each) for m in (now if self.rng.random() < 0.8 else shown) for each in usable(m)]
        # Mostly they play; closing or leaving is one press in many, or no game would ever get anywhere.
        kinds = (PLAYS, PLAYS, ENTERS, OTHERS) if self.rng.random() < 0.97 else (LEAVES,)
        kind = self.rng.choice(kinds)
        wanted = [each for each in seen if each[1].split(":")[0] in kind]
        return (person, *self.rng.choice(wanted)) if wanted else None

    async def click(self):
        """One press; the server itself refuses what the message no longer has, as Discord's client would."""
        if (found := self.choose()) is None:
            return
        person, message, custom_id, values = found
        chosen = [self.rng.choice(values)] if values else []
        try:
            self.outcomes.append((await person.use(message, custom_id, *chosen))["outcome"])
        except Refusal:
            self.gone += 1

    async def run(self, clicks):
        home, games = self.home, list(CATALOGUE.games)
        while len(self.outcomes) + self.gone < clicks:
            if len(await self.tables()) < TABLES:
                await home.lobby(self.rng.choice(games), 3)
            await asyncio.gather(*(self.click() for _ in range(self.rng.randint(1, AT_ONCE))))
            for row in await self.tables():
                if row.status == PLAYING and self.rng.random() < 0.5:
                    await home.look(await home.app.tables.get(row.id))
            if self.rng.random() < 0.05:
                await true_boards(home)

    async def tables(self):
        return await self.home.app.store.in_guild(int(self.home.sandbox.world.guild.id), OPEN)


@pytest.mark.parametrize("key", CATALOGUE.games)
async def test_anything_can_be_pressed(tmp_path, caplog, key):
    caplog.set_level(logging.WARNING)
    clicks = CLICKS // len(CATALOGUE.games)
    async with hall(tmp_path) as home:
        clicker = Clicker(home, key)
        await home.start(key, 3)
        await clicker.run(clicks)
        await true_boards(home)
        assert set(clicker.outcomes) <= {"answered", "thinking"}
        assert len(clicker.outcomes) > clicks // 2
        assert home.sandbox.control.stats()["unanswered"] == []
        assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


async def true_boards(home):
    for row in await home.app.store.in_guild(int(home.sandbox.world.guild.id), (PLAYING,)):
        await home.revision(await home.look(await home.app.tables.get(row.id)))
