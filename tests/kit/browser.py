"""A real browser on the sandbox's page."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.sandbox.person import HANG_TIMEOUT_SECONDS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: apt-get install chromium")


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """The browser, ended with the block."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, timeout=HANG_TIMEOUT_SECONDS * 1000
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def watched(browser: Any, site: str, *people: str, width: int, height: int, **looks: Any) -> AsyncIterator[Any]:
    """The page opened for these people; anything wrong in it, or any request elsewhere, fails the test."""
    wrong: list[str] = []
    context = await browser.new_context(
        viewport={"width": width, "height": height}, **{"color_scheme": "dark", "locale": "fr-FR", **looks}
    )
    page = await context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(site) else wrong.append(asked.url))
    page.set_default_timeout(HANG_TIMEOUT_SECONDS * 1000)
    await page.goto(f"{site}?people={','.join(people)}")
    yield page
    await context.close()
    assert wrong == []
