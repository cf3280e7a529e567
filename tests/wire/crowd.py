"""People who do anything: mostly they play, sensibly or not; they press what is old, what is others', what is gone."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from itertools import cycle
from random import Random
from typing import Any

from bot.catalogue import Catalogue
from bot.cli.local import GAMES
from bot.core.facts import LOBBY, OPEN, PACES, PLAYING
from bot.core.game import Path
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.lobby import token
from bot.sandbox import Person
from bot.sandbox.model.interactions import Interaction, Interactions
from bot.sandbox.model.refusals import Refusal
from bot.text.strings import KERNEL
from tests.wire.boards import Json, addresses, usable
from tests.wire.players import newest_panel, towards

LEAVES = ("quit", "end", "close", "cancel", "leave")
OTHERS = ("main", "table liste", "table voir", "aide")


class Acts:
    """Every interaction there was, from the moment it is opened: the sandbox forgets old ones."""

    def __init__(self, interactions: Interactions) -> None:
        self.all: list[Interaction] = []
        self._open = interactions.open
        interactions.open = self._opened  # type: ignore[method-assign]

    def of(self, person: Person) -> int:
        return sum(each.user.id == person.id for each in self.all)

    def _opened(self, *args: Any, **options: Any) -> Interaction:
        self.all.append(interaction := self._open(*args, **options))
        return interaction


class Crowd:
    impatience = 1.5
    """Seconds after which somebody who is not answered does something else."""
    most_tables = 5
    paces = tuple(PACES)
    typing = 0.2
    """How many of their moves they type instead of pressing."""

    def __init__(
        self, people: list[Person], look: Callable[[], Mapping[int, Table]], catalogue: Catalogue, seed: int
    ) -> None:
        self.people = people
        self.look = look
        self.catalogue = catalogue
        self.seed = seed
        self.did: Counter[str] = Counter()
        games = list(catalogue.games.values())
        Random(seed).shuffle(games)
        self._games = cycle(games)

    async def live(self, person: Person) -> None:
        rng = Random(f"{person.id} {self.seed}")
        ways = (self.play, self.press, self.reseal, self.enter, self.open, self.ask)
        while True:
            [way] = rng.choices(ways, (50, 25, 4, 12, 6, 3))
            await self.do(way(person, rng))
            await asyncio.sleep(rng.uniform(0, 0.05))

    async def do(self, act: Awaitable[Json | None]) -> str:
        try:
            async with asyncio.timeout(self.impatience):
                answer = await act
            outcome = "click" if answer else "nothing"
        except TimeoutError:
            outcome = "unanswered so far"
        except (Refusal, LookupError):
            outcome = "gone"
        self.did[outcome] += 1
        return outcome

    # what they do: each gives how it was answered, or None if there was nothing to do

    async def play(self, person: Person, rng: Random) -> Json | None:
        waiting = [(table, seat) for table, seat in self._mine(person, PLAYING) if seat in table.to_act]
        if not waiting:
            return None
        table, seat = rng.choice(waiting)
        path = table.game.path(any_move(table.game, table.state, seat, rng))
        typed = rng.random() < self.typing
        return await self._type(person, table, path) if typed else await self._step(person, table, path)

    async def reseal(self, person: Person, rng: Random) -> Json | None:
        free = [
            (table, seat)
            for table, seat in self._mine(person, PLAYING)
            if seat not in table.to_act and list(table.legal(seat))
        ]
        if not free:
            return None
        table, seat = rng.choice(free)
        return await self._step(person, table, table.game.path(rng.choice(list(table.legal(seat)))))

    async def press(self, person: Person, rng: Random) -> Json | None:
        """Press anything that is to be seen, or was once; mostly what leads on, seldom what ends a game."""
        shown = [f["d"] for f in person.received[-150:] if f["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE")]
        seen = list(person.messages.values())[-8:] if rng.random() < 0.8 else shown
        found = [(message, *each) for message in seen for each in usable(message)]
        leaving = rng.random() < 0.02
        found = [each for each in found if (each[1].split(":")[0] in LEAVES) == leaving]
        if not found:
            return None
        message, custom_id, values = rng.choice(found)
        return await person.use(message, custom_id, *([rng.choice(values)] if values else []))

    async def enter(self, person: Person, rng: Random) -> Json | None:
        """Sit down at a lobby that is in sight, start it, or ask for a rematch."""
        verbs = ("join", "start", "rematch")
        found = [(m, each) for m in person.messages.values() for each in addresses(m) if each.verb in verbs]
        if not found:
            return None
        message, address = rng.choice(found)
        return await person.use(message, str(address))

    async def open(self, person: Person, rng: Random) -> Json | None:
        """Open a table of the next game with any options, unless there are enough."""
        if sum(table.status in OPEN for table in self.look().values()) >= self.most_tables:
            return None
        game, words = next(self._games), self.catalogue.words
        chosen = {
            words.get(game.key, "fr", f"option-{option.key}.command"): token(rng.choice(option.values))
            for option in game.options
            if rng.random() < 0.4
        }
        pace = words.get(KERNEL, "fr", "pace.command")
        name = f"{words.get(game.key, 'fr', 'command')} {words.get(KERNEL, 'fr', 'command-new')}"
        self.did["lobby"] += 1
        return await person.command(GAMES, name, **chosen, **{pace: rng.choice(self.paces)})

    async def ask(self, person: Person, rng: Random) -> Json | None:
        places = [GAMES, *(str(table.place) for table, _ in self._mine(person, PLAYING, LOBBY))]
        return await person.command(rng.choice(places), rng.choice(OTHERS))

    # how they do it

    def _mine(self, person: Person, *statuses: str) -> list[tuple[Table, int]]:
        user = int(person.id)
        at = [table for table in self.look().values() if table.status in statuses and user in table.users]
        return [(table, table.users.index(user)) for table in at]

    async def _step(self, person: Person, table: Table, path: Path) -> Json | None:
        panel = newest_panel(person, str(table.place))
        if panel and any(each.table == table.id and each.verb == "play" for each in addresses(panel)):
            step = towards(panel, path)
            if step is not None:
                return await person.use(panel, *step)
        for message in reversed(person.in_channel(str(table.place))):
            ways = [each for each in addresses(message) if each.table == table.id and each.verb in ("play", "hand")]
            wanted = next((each for each in ways if each.path == path), None)
            wanted = wanted or next((each for each in ways if each.verb == "hand" and not each.path), None)
            if wanted:
                return await person.use(message, str(wanted))
        return None

    async def _type(self, person: Person, table: Table, path: Path) -> Json:
        words, game = self.catalogue.words, table.game
        verb = game.verb(path[0])
        if not verb.command:
            return await person.command(str(table.place), words.get(game.key, "fr", f"shortcut-{verb.shortcut}"))
        name = f"{words.get(game.key, 'fr', 'command')} {words.get(game.key, 'fr', f'verb-{verb.key}')}"
        steps = [words.get(game.key, "fr", f"verb-{verb.key}.{step}") for step in verb.steps]
        return await person.command(str(table.place), name, **dict(zip(steps, path[1:], strict=False)))


def spelt(data: Json) -> tuple[int, Path] | None:
    """The table and the steps of a click, as its interaction has them; None for one that makes no move."""
    address = Address.parse(data.get("custom_id", ""))
    address = address and address.extended(data.get("values", []))
    return (address.table, address.path) if address and address.verb == "play" else None
