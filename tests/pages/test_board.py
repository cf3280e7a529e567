"""The texts of a board besides the scene: notes, and the last events."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.core import absence
from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.pages.board import RECAP_LIMIT, RECAP_LINES, board
from bot.pages.page import Page, Picture, PublicPage, Text
from bot.pages.seat import menu
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, play_until, started, step, window

PICTURE = Picture("table.png", "…", b"png")


def say(table: Table, lang: str = "fr") -> Any:
    """The strings of a table."""
    return CATALOGUE.words.say(table.game.key, lang, table.names)


def texts(page: Any) -> list[str]:
    """The texts outside pictures and buttons."""
    return [block.text for block in page.blocks if isinstance(block, Text)]


def small(page: Page) -> list[str]:
    """The small lines of a page."""
    return [line for text in texts(page) for line in text.split("\n") if line.startswith("-# ")]


def shown(table: Table, picture: Picture | None = PICTURE) -> PublicPage:
    """The board after a reveal."""
    return board(table, say(table), max(table.flash_until, table.log[-1].at), picture=picture)


def story(table: Table) -> str:
    """The newest event."""
    return table.game.face.sight(table.view(None, 10**12), say(table)).story


def earlier(table: Table) -> list[str]:
    """The small lines of the menu."""
    return small(menu(table, 0, say(table), moderator=False))


def test_the_board_has_the_newest_event_and_the_menu_the_last_few():
    tables, rng = [started("cappuccino", 2)], Random(3)
    assert earlier(tables[0]) == [], "nothing has happened yet"
    for number in range(1, 8):
        tables.append(step(tables[-1], rng))
        before = [f"-# {story(table)}" for table in tables[:-1]][::-1]
        assert earlier(tables[-1]) == before[:RECAP_LINES]
        assert len(earlier(tables[-1])) == min(number, 3)
        assert story(tables[-1]) in texts(shown(tables[-1]))
        assert small(shown(tables[-1])) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_nothing_is_told_twice(game: str, lang: str):
    table, rng = started(game, max(GAMES[game].seats)), Random(5)
    while table.status == PLAYING and table.revision < 150:
        lines = earlier(table)
        assert len(lines) == len(set(lines)) <= RECAP_LINES
        sight = table.game.face.sight(table.view(None, 10**12), say(table))
        assert not [line for line in lines if line[3:] in sight.story or line[3:] == sight.recap]
        assert sum(map(len, lines)) <= RECAP_LIMIT
        page = board(table, say(table, lang), max(table.flash_until, table.log[-1].at), picture=PICTURE)
        told = "\n".join(texts(page)[1:])
        asked = [word for word in ("doit ", "doivent ", "must ", "À toi", "Your turn") if word in told]
        assert not asked, told
        # Only the line about them mentions the players waited for.
        assert [told.count(f"<@{table.users[seat]}>") for seat in table.to_act] == [1] * len(table.to_act), told
        table = step(table, rng)


def test_long_stories_make_room_for_the_page():
    table, rng = started("cappuccino", 2), Random(3)
    for _ in range(6):
        table = step(table, rng)
    for moment in table.past:
        moment.lines["fr"] = say(table), f"{id(moment)} " + "x" * (RECAP_LIMIT // 2)
    assert len(earlier(table)) == 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_to_be_remembered_is_not_told_again(lang: str):
    # Trio: no number but those that were won. Pinocchio: no garment and no colour of an announcement.
    table, rng = started("trio", 6), Random(4)
    told = 0
    for before, after in pairwise(_tables(table, rng, 150)):
        view = before.view(None, 10**12)
        recap = before.game.face.sight(view, say(before, lang)).recap
        won = {str(number) for trios in view.public.trios for number in trios}
        assert {word.strip("*.") for word in recap.split()} & {str(n) for n in range(1, 13)} <= won, after.revision
        told += bool(recap)
    assert told > 20
    table, rng = started("pinocchio", 4), Random(4)
    words = say(table, lang)
    marks = [words("garment", garment=garment) for garment in ("bonnet", "sabots", "bowtie", "jacket", "dungarees")]
    recaps = [each.game.face.sight(each.view(None, 10**12), words).recap for each in _tables(table, rng, 60)]
    assert sum(map(bool, recaps)) > 10
    assert not [recap for recap in recaps for mark in (*marks, "■", "★", "●") if mark in recap]


def _tables(table: Table, rng: Random, most: int) -> list[Table]:
    found = [table]
    while len(found) < most and found[-1].status == PLAYING:
        found.append(step(found[-1], rng))
    return found


def test_who_proposed_to_stop_and_left_is_not_counted():
    table = absence.agree_to_end(started("trio", 3), started("trio", 3).users[0])
    assert any("1/3" in text for text in texts(shown(table)))
    table = absence.leave(table, table.users[0])
    assert not any("arrêter" in text for text in texts(shown(table)))
    assert not [each for each in shown(table).ids() if each.startswith("end:")]
    table = absence.agree_to_end(table, table.users[1])
    assert any("1/2" in text for text in texts(shown(table))), "one of the two who are left"
    assert absence.agree_to_end(table, table.users[2]).facts.closed == "agreed"


def test_where_silence_is_consent_the_board_names_nobody():
    table = window(pace="flash")
    deadline = f"<t:{round(table.facts.deadline or 0)}:R>"
    said = texts(shown(table))
    assert f"🤫 Silence = d’accord · ⏳ {deadline}" in said
    assert "<@" not in "".join(said)
    assert "<@" in "".join(texts(shown(window()))), "at other paces everybody is named"


def test_a_pause_to_look_has_a_sign_where_nobody_may_move():
    table = play_until(started("tripot", 3), lambda table: bool(table.flash_until))
    sign = f"👀 Le temps de regarder, et l’on continue. ⏳ <t:{round(table.flash_until)}:R>"
    assert sign in "\n".join(texts(board(table, say(table), table.moved_at)))
    assert sign not in "\n".join(texts(board(table, say(table), table.flash_until)))
    slow = play_until(started("tripot", 3, "free"), lambda table: bool(table.flash_until))
    assert "👀" not in "\n".join(texts(board(slow, say(slow), slow.moved_at))), "at a slow pace nobody waits"
    assert "se cache" not in "\n".join(texts(board(slow, say(slow), slow.moved_at))), "the result of a duel stays"
    trio = play_until(started("trio", 3, "free"), lambda table: bool(table.flash_until))
    assert "se cache" in "\n".join(texts(board(trio, say(trio), trio.moved_at)))
