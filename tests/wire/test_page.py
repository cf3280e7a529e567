"""The local table in a real browser: three people side by side play PtiPassPass with the real bot; one on a phone."""

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest

from bot.core.facts import PLAYING
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.browser import chromium, needs_browser, watched
from tests.kit.players import quick_mind
from tests.wire.boards import usable
from tests.wire.hall import NAMES, hall
from tests.wire.players import changed, newest_panel, press, towards

pytestmark = [needs_browser, pytest.mark.slow]
COUNT = """() => {
    window.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        window.sent += JSON.parse(text).do === "use";
        return send.call(this, text);
    };
}"""
"""Counts what the page asks for: whether a click was one is known at once, not after some seconds of silence."""


@asynccontextmanager
async def sitting(browser, home, *people, width, height):
    async with watched(browser, home.sandbox.page, *people, width=width, height=height) as page:
        await page.evaluate(COUNT)
        await page.locator(".bot.online").wait_for()
        yield page


class Browsing:
    """Somebody's column of the page; `person` is the same person's own socket, which says what there is to press."""

    def __init__(self, page, person):
        self.person = person
        self.page = page
        self.column = page.get_by_role("region", name=person.me["global_name"], exact=True)

    async def press(self, message, custom_id, value=None):
        """Press what has this id in a message of the column; for a menu, then choose the value."""
        place = self.column.locator(f'[data-id="{message["id"]}"]')
        known = len(self.person.received)

        verb, table, _, path = custom_id.split(":")

        def heard():
            sent = (f["d"]["custom_id"].split(":") for f in self.person.received[known:] if f["t"] == "INTERACTION")
            return any((each[0], each[1], each[3]) == (verb, table, path) for each in sent)

        # A repaint changes the revision in the ids, not what a button does.
        wanted = f'[data-custom-id^="{verb}:{table}:"][data-custom-id$=":{path}"]'

        before = await self.page.evaluate("sent")
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            # A message that is repainted between button down and up gets no click: people press again.
            while await self.page.evaluate("sent") == before:
                await place.locator(wanted).click()
                if value is not None:
                    await place.locator(f'.select-list [data-value="{value}"]').click()
        await self.person.until(heard)

    async def move(self, home, table, path):
        """Make a move at the board, or in the panel that it opens."""
        page = await home.board(table, self.person)
        step = towards(page, path)
        if step is None or step[0].split(":")[3] != ".".join(path):
            before = newest_panel(self.person, page["channel_id"])
            await self.press(page, next(each for each, _ in usable(page) if each.startswith("hand:")))
            page = await self.person.until(lambda: self._another(page, before))
            step = towards(page, path)
        while True:
            await self.press(page, *step)
            await self.person.until(lambda shown=page: moved(home, table) or changed(self.person, shown))
            if moved(home, table):
                return
            page = self.person.messages[page["id"]]
            step = towards(page, path)

    def _another(self, board, before):
        found = newest_panel(self.person, board["channel_id"])
        return found if found and (before is None or found["id"] != before["id"]) else None


def moved(home, table):
    return home.app.tables._cache[table.id].revision > table.revision


async def in_thread(seat):
    await seat.column.locator(".thread-chip").first.click()
    await seat.column.locator("[data-custom-id^='hand:']").first.wait_for()


async def without_clock(home):
    """Let the tables of this server play without a clock: a slow machine must not lose a turn."""
    guild = int(home.sandbox.world.guild.id)
    await home.app.servers.change(guild, lambda server: msgspec.structs.replace(server, pace="free"))


async def test_three_people_play_side_by_side_and_then_one_of_them_on_a_phone(tmp_path):
    async with hall(tmp_path, pictures=True) as home, chromium() as browser:
        await without_clock(home)
        async with sitting(browser, home, "ana", "bastien", "chloe", width=1500, height=1000) as page:
            table = await side_by_side(home, page)
        async with sitting(browser, home, "chloe", width=390, height=844) as page:
            await on_a_phone(home, page, table)


async def side_by_side(home, page):
    """Type a command, sit down, start and move until each of three has; gives the table."""
    seats = [Browsing(page, home.people[name]) for name in NAMES[:3]]
    assert "/jouer" in await seats[0].column.locator(".hint").first.inner_text()
    await seats[0].column.locator("textarea").fill("/ptipasspass nouvelle")
    await seats[0].column.locator(".suggestion").first.wait_for()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    for seat in seats[1:]:
        await seat.column.get_by_role("button", name="Rejoindre", exact=True).click()
    # In words, or in the picture that stands for them as soon as the bot can draw.
    named = seats[0].column.locator(".container", has_text="Chloé")
    await named.or_(seats[0].column.locator('.container img[alt*="Chloé"]')).first.wait_for()
    await seats[0].column.get_by_role("button", name="Commencer", exact=True).click()
    for seat in seats:
        await in_thread(seat)
    rows = await home.app.store.of_user(int(seats[0].person.id), (PLAYING,))
    table = await home.app.tables.get(rows[-1].id)
    choose, done = quick_mind(3), set()
    while len(done) < 3:
        table = await home.look(table)
        seat = table.to_act[0]
        await seats[seat].move(home, table, table.game.path(choose(table, seat)))
        done.add(seat)
        table = await home.now(table)
    table = await home.look(table)
    board = await home.board(table, seats[2].person)
    known = await seats[2].column.locator(".message.ephemeral").count()
    hand = next(custom_id for custom_id, _ in usable(board) if custom_id.startswith("hand:"))
    await seats[2].press(board, hand)
    await seats[2].column.locator(".message.ephemeral").nth(known).wait_for()
    for seat in seats:
        await seat.column.locator("img[alt]").last.wait_for()
    return table


async def on_a_phone(home, page, table):
    """Go on with that game; nothing is wider than the screen, no command's name is cut off."""
    chloe = Browsing(page, home.people["Chloé"])
    await in_thread(chloe)
    choose, mine = quick_mind(3), 0
    while mine < 2:
        table = await home.look(table)
        seat = table.to_act[0]
        path = table.game.path(choose(table, seat))
        if table.names[seat] == "Chloé":
            await chloe.move(home, table, path)
            mine += 1
        else:
            await press(home, table, seat, path)
        table = await home.now(table)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await chloe.column.locator("textarea").fill("/")
    names = chloe.column.locator(".suggestion-label")
    await names.first.wait_for()
    cut = await names.evaluate_all("all => all.filter((name) => name.scrollWidth > name.clientWidth).length")
    assert cut == 0, "names of commands are not cut off"
    # A command is shown as the reader types it, and its answer comes into sight.
    await chloe.column.locator(".tongue").click()
    await chloe.column.locator(".messages").evaluate("all => { all.scrollTop = 0; }")
    english = chloe.column.locator(".suggestion-label", has_text="/help")
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        # The page looks among the commands that it knows when something is typed: those in English come a little later.
        while not await english.count():
            await chloe.column.locator("textarea").fill("/help")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    used = chloe.column.locator(".origin .mention", has_text="/help")
    await used.wait_for()
    assert 0 < (await used.bounding_box())["y"] < 844
