"""Pictures of every decision of every game, on a phone and on a desktop: `python -m tests.wire.screenshots`.

People play each game to its end in the sandbox, with the real bot. The first few times that a phase comes up, the board
and every page of the seat message of the player to act are photographed in Chromium; so are the lobby, what is
revealed, the end and the channel afterwards, and every page of the game's lesson. `--seats` takes only seat messages,
on a phone. Ends with 1 if a decision is missing, or if a seat message or a page of a lesson is taller than a phone's
screen.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page

from bot.cli.local import GAMES
from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from bot.sandbox import Person
from bot.sandbox.model.clock import Clock
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.browser import CHROMIUM, chromium
from tests.kit.players import PHASES, quick_mind
from tests.kit.tables import tables
from tests.kit.words import ROOT
from tests.wire.boards import Json, leads, pictures, private, usable
from tests.wire.hall import NAMES, Hall, hall
from tests.wire.players import MOST, changed, learn, newest_panel, open_panel, towards

WIDTHS = (390, 1280)
PHONE = WIDTHS[0]
VISIBLE = 650
"""The part of a phone's 844 pixels that shows messages: the rest has the channel's name, the line to type in and the
bars of the phone."""
TALLER = {("pinocchio", "announce"): 710}
"""Phases whose seat messages may be taller: a free announcement of Pinocchio has fifteen buttons with words."""
PANE = 697
"""The height of the messages on the sandbox's page at 390 × 844: a page of a lesson needs no scrolling there."""
MOST_MOVES = 250
"""`--seats` leaves a game after so many moves: every phase has come up several times."""
HEIGHT = 2400
"""Enough for any message: what a person would scroll to is on the picture too."""
TABLES = [*tables(3), *(each for each in tables(6) if each not in tables(3))]
"""Game, seats, options: a small table and a full one of each game."""
TIMES = (1, 5)
"""Which times that a phase comes up are worth a picture: the first, and one with more on the table."""
REVEALS = (1, 2)
SHOWN = """([id, pressable, pictures]) => {
    const message = document.querySelector(`[data-id="${id}"]`);
    const found = [...message?.querySelectorAll('img') ?? []];
    return message && pressable.every((each) => message.querySelector(`[data-custom-id="${each}"]`))
        && pictures.every((url) => found.some((img) =>
            new URL(img.src).pathname === url && img.complete && img.naturalWidth));
}"""
"""Whether the page shows a message as its sender meant it, with its pictures."""


STILL = "var instant = {}; Date.now = () => instant;"
"""The page's clock stands still too, so that it says "in 2 minutes" for as long as pictures take."""
REDRAWN = 600
"""Milliseconds in which the page writes its times anew."""


class StillClock(Clock):
    """Time stands still unless it is pushed: what is revealed stays in sight while it is photographed."""

    def __init__(self) -> None:
        super().__init__()
        self._start = time.time()

    def now(self) -> float:
        return self._start + self._ahead


class Camera:
    """Photographs messages as people see them, each person at a page of their own."""

    def __init__(self, home: Hall, browser: Browser, folder: Path, *, only_seats: bool) -> None:
        self.home = home
        self.folder = folder
        self.only_seats = only_seats
        self.taken = 0
        self.heights: dict[str, int] = {}
        """The height of each seat message on a phone."""
        self._browser = browser
        self._pages: dict[str, Page] = {}

    async def take(self, person: Person, message: Json, name: str) -> None:
        """Photograph a message at every width; measure it on a phone if it is a seat message."""
        page = await self.open(person, message["channel_id"])
        await page.evaluate("now => { instant = now; }", self.home.app.now() * 1000)
        await page.wait_for_timeout(REDRAWN)
        place = page.locator(f'[data-id="{message["id"]}"]')
        for width in WIDTHS[:1] if self.only_seats else WIDTHS:
            await page.set_viewport_size({"width": width, "height": HEIGHT})
            await place.scroll_into_view_if_needed()
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                while not await page.evaluate(SHOWN, _content(person.messages[message["id"]])):
                    await page.wait_for_timeout(50)
            self.folder.mkdir(parents=True, exist_ok=True)
            await place.screenshot(path=self.folder / f"{name}-{width}.png", animations="disabled")
            if width == PHONE and private(message) and (box := await place.bounding_box()):
                self.heights[name] = round(box["height"])
        self.taken += 1

    async def open(self, person: Person, place: str) -> Page:
        """Somebody's page, with that channel or thread open. It must be before something private is shown there."""
        page = self._pages.get(person.id)
        if page is None:
            page = self._pages[person.id] = await self._browser.new_page(
                viewport={"width": PHONE, "height": HEIGHT}, locale="fr-FR", color_scheme="dark"
            )
            page.set_default_timeout(HANG_TIMEOUT_SECONDS * 1000)
            await page.add_init_script(STILL.format(self.home.app.now() * 1000))
            await page.goto(f"{self.home.sandbox.page}?people={person.id}")
            await page.locator(".bot.online").wait_for()
        if not await page.locator(f'.place[data-place="{place}"][aria-current]').count():
            await page.locator(".place-head").click()
            await page.locator(f'.place[data-place="{place}"]').click()
        return page


async def photograph(camera: Camera, game: str, seats: int, options: dict[str, str]) -> set[str]:
    """Play one game to its end and photograph it; gives the phases in which somebody was asked."""
    home, host = camera.home, camera.home.people[NAMES[0]]
    lobby = await home.lobby(game, seats, rythme="relaxed", **options)
    lobby = await _illustrated(lobby, home.people[NAMES[seats - 1]])
    if not camera.only_seats:
        await camera.take(host, lobby, "00-lobby")
    table = await home.begin(lobby)
    met: Counter[str] = Counter()
    table = await _played(camera, table, met)
    if not camera.only_seats:
        await camera.take(host, await home.board(table, host), "98-end")
        await camera.take(host, host.messages[lobby["id"]], "99-channel")
    return set(met)


async def _played(camera: Camera, table: Table, met: Counter[str]) -> Table:
    """The table at its end, with everything photographed on the way."""
    home, choose = camera.home, quick_mind()
    for seat in range(table.size):
        await camera.open(home.person(table, seat), str(table.place))
    while True:
        table = await _flash(camera, table, met)
        if table.status != PLAYING or (camera.only_seats and table.revision == MOST_MOVES):
            return table
        phase, seat = table.state.view(None).phase, table.to_act[0]
        move = choose(table, seat)
        met[phase] += 1
        if met[phase] in TIMES:
            name = f"{phase}-{TIMES.index(met[phase]) + 1}"
            await _decision(camera, table, seat, table.game.path(move), name)
        await home.app.tables.change(table.id, lambda now, s=seat, m=move: now.after(s, m, home.app.now()))


async def photograph_lesson(camera: Camera, game: str) -> None:
    """Go through a game's lesson as its coach says and photograph every page of it."""
    person = camera.home.people[NAMES[0]]
    place = person.channel(GAMES)
    await camera.open(person, place)
    number = 0
    async for _, page in learn(person, place, camera.home.app.catalogue.games[game]):
        number += 1
        await camera.take(person, page, f"lesson-{number:02}")


async def _flash(camera: Camera, table: Table, met: Counter[str]) -> Table:
    home = camera.home
    table = await home.now(table)
    flash = table.state.view(None).flash
    worth = table.status == PLAYING or not camera.only_seats
    if flash is not None and table.flash_until > home.app.now() and worth:
        kind = f"{type(flash).__name__.lower()}-{table.state.view(None).phase}"
        met[f"flash {kind}"] += 1
        if (count := met[f"flash {kind}"]) in REVEALS:
            host = home.people[NAMES[0]]
            board = await home.board(table, host)
            if not camera.only_seats:
                await camera.take(host, board, f"shown-{kind}-{count}")
            for seat in range(table.size):
                person = home.person(table, seat)
                if panel := newest_panel(person, str(table.place)):
                    await camera.take(person, panel, f"shown-{kind}-{count}-panel")
                    break
    return await home.look(table)


async def _decision(camera: Camera, table: Table, seat: int, path: tuple[str, ...], name: str) -> None:
    """The board and each page of the seat message on the way to a move, which is not made."""
    home = camera.home
    person = home.person(table, seat)
    board = await home.board(table, person)
    if not camera.only_seats:
        await camera.take(person, board, f"{name}-board")
    if not leads(board, table, "hand"):
        return
    page = await open_panel(person, board)
    for number in range(1, MOST):
        await camera.take(person, page, f"{name}-panel-{number}")
        step = towards(page, path)
        if step is None or _whole(step) == path:
            break
        await person.use(page, *step)
        page = await person.until(lambda shown=page: changed(person, shown))


def _content(message: Json) -> list[object]:
    """The parts of a message that the page must show: its id, custom ids, and picture URLs."""
    shown = [urlsplit(item["media"]["url"]).path for item in pictures(message)]
    return [message["id"], [custom_id for custom_id, _ in usable(message)], shown]


async def _illustrated(lobby: Json, last: Person) -> Json:
    """The lobby with its picture. A bot that has just started answers before it can draw: somebody sits down again."""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while not pictures(last.messages[lobby["id"]]):
            await last.press(last.messages[lobby["id"]], "Quitter")
            await last.press(last.messages[lobby["id"]], "Rejoindre")
            await last.ask("history", channel=lobby["channel_id"])
    return last.messages[lobby["id"]]


def _whole(step: tuple[str, ...]) -> tuple[str, ...]:
    """The path that a press leads to: pressing the whole one would make the move."""
    custom_id, *values = step
    address = Address.parse(custom_id)
    assert address is not None
    return tuple(each for each in address.extended(values).path if not each.startswith("~"))


async def _all(folder: Path, games: list[str], *, only_seats: bool) -> list[str]:
    """Photograph these games; gives the decisions that did not come up, and the seat messages that are too tall."""
    wrong: list[str] = []
    wanted = {(game, phase) for game, _, _, phase in PHASES if game in games}
    for game, seats, options in TABLES:
        if game not in games:
            continue
        with TemporaryDirectory() as kept:
            async with chromium() as browser, hall(Path(kept), pictures=True, clock=StillClock()) as home:
                camera = Camera(home, browser, folder / f"{game}-{seats}", only_seats=only_seats)
                met = await photograph(camera, game, seats, options)
                if not only_seats and (game, seats) == next(each[:2] for each in TABLES if each[0] == game):
                    await photograph_lesson(camera, game)
        wanted -= {(game, phase) for phase in met}
        for name, height in camera.heights.items():
            kind = name.partition("-")[0]
            limit = PANE if kind == "lesson" else TALLER.get((game, kind), VISIBLE)
            if height > limit:
                wrong.append(f"too tall: {game} {seats} {name}, {height} px of {limit}")
        tallest = max(camera.heights.values())
        print(f"{camera.folder}: {camera.taken} messages, the tallest seat message {tallest} px", flush=True)  # noqa: T201, a command
    return [*wrong, *sorted(f"never asked: {game}: {phase}" for game, phase in wanted)]


def main(arguments: list[str] | None = None) -> int:
    known = list(dict.fromkeys(game for game, _, _ in TABLES))
    parser = argparse.ArgumentParser(prog="python -m tests.wire.screenshots", description="Photograph every decision.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these: {', '.join(known)}")
    parser.add_argument("--folder", type=Path, default=ROOT / "artefacts" / "screenshots")
    parser.add_argument("--seats", action="store_true", help="only seat messages, and only on a phone")
    given = parser.parse_args(arguments)
    if unknown := set(given.games) - set(known):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    if CHROMIUM is None:
        parser.error("Chromium is not installed: apt-get install chromium")
    wrong = asyncio.run(_all(given.folder, given.games or known, only_seats=given.seats))
    for each in wrong:
        print(each, file=sys.stderr)  # noqa: T201, a command
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
