"""Pictures: drawn off the loop, once for one view, and never the reason why a page is missing."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import threading
from collections.abc import Iterator

import pytest

from bot.ui import gallery as module
from bot.ui.gallery import Gallery, alt
from bot.ui.page import ALT_LIMIT
from tests.moments import CATALOGUE, START, each_game, played, table_at

SETTING = each_game()[-1]
NOW = START + 10**6


class Painter:
    """Draws nothing much, and counts how often and where."""

    def __init__(self) -> None:
        self.threads: list[str] = []

    def __call__(self, *_view_and_say) -> bytes:
        """A picture, or as good as one."""
        self.threads.append(threading.current_thread().name)
        return b"x" * 1000


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    made = Gallery()
    yield made
    made.close()


def at_table(painter, index=3, names=("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")):
    """A table whose game is drawn by that painter, and its words."""
    table = table_at(played(SETTING), index, names)
    table = dataclasses.replace(table, game=dataclasses.replace(table.game, picture=painter))
    return table, CATALOGUE.words.say(table.game.key, "fr", table.names)


async def test_one_view_is_drawn_once_and_off_the_loop(gallery):
    painter = Painter()
    table, say = at_table(painter)
    first = await gallery.picture(table, None, say, NOW)
    again = await gallery.picture(table, None, say, NOW)
    assert first == again
    assert (first.name, first.data) == ("table.png", b"x" * 1000)
    assert len(painter.threads) == 1
    assert painter.threads[0] != threading.current_thread().name


async def test_seats_names_and_languages_have_their_own(gallery):
    painter = Painter()
    table, say = at_table(painter)
    await gallery.picture(table, None, say, NOW)
    for seat in (0, 1):
        assert (await gallery.picture(table, seat, say, NOW)).name == "hand.png"
    await gallery.picture(table, None, CATALOGUE.words.say(table.game.key, "en", table.names), NOW)
    renamed, other = at_table(painter, names=("Zoé", "Bo", "Chloé", "Dan", "Eve", "Fay"))
    await gallery.picture(renamed, None, other, NOW)
    assert len(painter.threads) == 5


async def test_what_is_kept_is_counted_rightly_however_people_ask(gallery, monkeypatch):
    monkeypatch.setattr(module, "ROOM", 2500)
    painter = Painter()
    for index in range(1, 9):
        table, say = at_table(painter, index)
        await asyncio.gather(*(gallery.picture(table, None, say, NOW) for _ in range(3)))
        assert gallery._size == sum(map(len, gallery._kept.values())) <= 2500


async def test_a_picture_that_fails_is_text_and_in_the_log(gallery, caplog):
    def broken(view, say):
        raise ValueError("no paint")

    table, say = at_table(broken)
    with caplog.at_level(logging.ERROR):
        assert await gallery.picture(table, None, say, NOW) is None
    assert "drawing failed" in caplog.text


async def test_without_pictures_there_are_none(gallery):
    table, say = at_table(Painter())
    assert await Gallery(enabled=False).picture(table, None, say, NOW) is None
    table, say = at_table(None)
    assert await gallery.picture(table, None, say, NOW) is None


def test_alt_text_reads_as_plain_words():
    assert alt("### Title\n```\n A1 A2\n```\n**Ana** : \\*star\\*\n-# small") == "Title\n A1 A2\nAna : *star*\nsmall"
    assert len(alt("x" * 5000)) == ALT_LIMIT
    assert alt("") == "…"
