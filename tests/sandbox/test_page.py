"""The page in a real browser: people side by side, by mouse and by keyboard, in both languages.

On a phone tests/wire/test_page.py shows it.
"""

import re
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from bot.sandbox import Limits, World, serve
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.browser import chromium, needs_browser, watched
from tests.sandbox.clients import connected
from tests.sandbox.minibot import MiniBot, png

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
playwright.expect.set_options(timeout=HANG_TIMEOUT_SECONDS * 1000)
pytestmark = [pytest.mark.asyncio(loop_scope="module"), needs_browser]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox():
    world = World(hints=["/plateau"], answer_within=HANG_TIMEOUT_SECONDS)
    async with serve(world, limits=Limits.none(), spec=None) as running, connected(running, MiniBot()):
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def seats(browser, sandbox):
    """Opens the page for these people."""
    async with AsyncExitStack() as stack:

        async def sit(*people, width=1440, height=900, **looks):
            opened = watched(browser, sandbox.page, *people, width=width, height=height, **looks)
            page = await stack.enter_async_context(opened)
            await page.locator(".welcome").first.wait_for()
            return page

        yield sit


def column(page, name):
    return page.get_by_role("region", name=name, exact=True)


async def command(seat, text, *, more=()):
    """Type a command, take the first suggestion, fill in, and send, all by keyboard."""
    box = seat.locator("textarea")
    await box.fill(text)
    await seat.locator(".suggestion").first.wait_for()
    await box.press("Enter")
    for each in more:
        await seat.page.keyboard.type(each)
    await seat.page.keyboard.press("Enter")


async def test_the_first_opening_says_what_to_type_in_everybodys_language(seats):
    page = await seats("ana", "felix", color_scheme="light", locale="en-GB")
    ana, felix = column(page, "Ana"), column(page, "Félix")
    await page.get_by_text("The bot is here").wait_for()
    assert (await ana.locator(".hint").inner_text()).startswith("/plateau")
    assert (await felix.locator(".hint").inner_text()).startswith("/board")
    assert await page.locator(".person").first.locator("option").count() == 7
    await ana.get_by_role("button", name="Langue de cette personne").click()
    await ana.get_by_text("to see every command").wait_for()
    await felix.locator(".hint").click()
    await ana.locator(".container").wait_for()
    await command(ana, "/board")
    await felix.locator(".container").nth(1).wait_for()
    assert await page.locator("html").get_attribute("data-theme") == "light"
    await page.get_by_role("button", name="Light or dark").click()
    assert await page.locator("html").get_attribute("data-theme") == "dark"
    await page.get_by_role("button", name="4", exact=True).click()
    assert await page.locator(".column").count() == 4


async def test_three_people_side_by_side(seats):
    page = await seats("ana", "bastien", "chloe")
    ana, bastien, chloe = (column(page, name) for name in ("Ana", "Bastien", "Chloé"))
    await command(ana, "/plat")
    await bastien.locator(".container.accented").wait_for()
    assert await ana.locator("img[alt='un plateau orange']").count() == 1
    assert "a utilisé" in await chloe.locator(".origin").inner_text()
    assert re.search(r"dans \d+ ans", await chloe.locator("time.timestamp").inner_text())
    await bastien.get_by_role("button", name="secret").click()
    await bastien.locator(".message.ephemeral").wait_for()
    assert "Ton secret" in await bastien.inner_text()
    assert "Ton secret" not in await ana.inner_text() + await chloe.inner_text()
    await chloe.get_by_role("button", name="bump").press("Enter")
    await ana.get_by_text("bumped").wait_for()
    await bastien.get_by_role("button", name="Masquer").click()
    assert await bastien.locator(".message.ephemeral").count() == 0
    await page.reload()
    await bastien.get_by_text("bumped").wait_for()
    assert await bastien.locator(".message.ephemeral").count() == 0, "a hidden message stays hidden"


async def test_what_is_typed_is_completed_shown_as_text_and_seen_to_fail(seats, sandbox):
    page = await seats("ana")
    ana = column(page, "Ana")
    box = ana.locator("textarea")
    await box.fill("/table")
    await box.press("Enter")
    await page.keyboard.type("ment")
    await playwright.expect(ana.locator(".suggestion")).to_have_text(["Menteur"])
    await page.keyboard.press("Enter")
    await ana.get_by_role("button", name="places").click()
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    assert "Entre 2 et 6" in await ana.locator(".command .wrong").inner_text()
    await ana.locator("input[data-option=places]").fill("5")
    await ana.get_by_role("button", name="hote").click()
    await page.keyboard.type("chl")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await ana.get_by_text("menteur 5 chloe").wait_for()
    await box.fill("<img src=x onerror=alert(1)> [x](javascript:alert(1))")
    await box.press("Enter")
    await ana.get_by_text("<img src=x").wait_for()
    assert await page.locator(".markdown img, .markdown a").count() == 0
    await command(ana, "/plat")
    await ana.get_by_role("button", name="mute").wait_for()
    sandbox.world.answer_within = 0.3
    await command(ana, "/muet")
    await ana.get_by_text("n’a pas répondu à temps").wait_for()
    await ana.get_by_role("button", name="mute").click()
    await ana.get_by_text("Échec de l’interaction").wait_for()


async def test_threads_direct_messages_mentions_and_files(seats, sandbox):
    page = await seats("ana", "bastien")
    ana, bastien = column(page, "Ana"), column(page, "Bastien")
    await bastien.locator("input[type=file]").set_input_files(
        [{"name": "photo.png", "mimeType": "image/png", "buffer": png()}]
    )
    await bastien.locator("textarea").fill(f"regarde <@{sandbox.world.person('Ana').id}>")
    await bastien.locator("textarea").press("Enter")
    await ana.locator(".message.calls .mention.mine", has_text="@Ana").wait_for()
    assert await bastien.locator(".message.calls").count() == 0
    await ana.locator(".attachments img").wait_for()
    await command(ana, "/fil")
    await bastien.get_by_role("button", name="Trio · Ana").first.click()
    await bastien.get_by_text("dans le fil").wait_for()
    await bastien.locator(".place-head").click()
    await bastien.locator(".place", has_text="Ana").last.click()
    await bastien.locator(".place-head", has_text="@ Ana").wait_for()
    await bastien.locator("textarea").fill("psst <@0> **toi**")
    await bastien.locator("textarea").press("Enter")
    await ana.locator(".place-head .count").wait_for()
    await ana.locator(".place-head").click()
    await ana.locator(".place.unread", has_text="Bastien").click()
    await ana.locator("strong", has_text="toi").wait_for()
