"""The texts of a board and of a seat message: notes, the last events, the result, and the proof of the deal."""

import re
from random import Random
from typing import Any

import pytest

from bot.core import absence
from bot.core.facts import CLOSED, OVER, PLAYING, DecisionCount
from bot.core.game import Sight
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import FIGURES, RECAP_LIMIT, RECAP_LINES, board, ended_menu, lasted, order, proof, series, winners
from bot.pages.lobby import lobby
from bot.pages.page import Button, Buttons, Document, Menu, Page, Picture, PrivatePage, PublicPage, Text
from bot.pages.question import paths
from bot.pages.seat import menu, seat_page
from bot.testing.examination import some_steps
from bot.text.strings import Speech
from tests.kit.moments import CATALOGUE, Setting, each_game, played, table_at
from tests.kit.seated import GAMES, NOW, ended_with, play_until, solo_table, started, step, window
from tests.kit.words import NAMES, saying

PICTURE = Picture("table.png", "…", b"png")


def voice(table: Table, lang: str = "fr") -> Speech:
    return saying(table.game.key, lang, table.names)


def texts(page: Any) -> list[str]:
    """The texts outside pictures and buttons."""
    return [block.text for block in page.blocks if isinstance(block, Text)]


def small(page: Page) -> list[str]:
    """The small lines of a page."""
    return [line for text in texts(page) for line in text.split("\n") if line.startswith("-# ")]


def shown(table: Table, picture: Picture | None = PICTURE) -> PublicPage:
    """The board after a reveal."""
    return board(table, voice(table), max(table.flash_until, table.log[-1].at), picture=picture)


def sight(table: Table, seat: int | None = None) -> Sight:
    """The text that a seat, or everybody, reads after a reveal."""
    return table.game.face.sight(table.view(seat, 10**12), voice(table))


def earlier(table: Table) -> list[str]:
    """The small lines of the menu."""
    return small(menu(table, 0, voice(table), moderator=False))


def test_the_board_has_the_newest_event_and_the_menu_the_last_few():
    tables, rng = [started("cappuccino", 2)], Random(3)
    assert earlier(tables[0]) == [], "nothing has happened yet"
    for number in range(1, 8):
        tables.append(step(tables[-1], rng))
        before = [f"-# {sight(table).story}" for table in tables[:-1]][::-1]
        assert earlier(tables[-1]) == before[:RECAP_LINES]
        assert len(earlier(tables[-1])) == min(number, 3)
        assert sight(tables[-1]).story in texts(shown(tables[-1]))
        assert small(shown(tables[-1])) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_nothing_is_told_twice(game: str, lang: str):
    table, rng = started(game, max(GAMES[game].seats)), Random(5)
    while table.status == PLAYING and table.revision < 150:
        lines = earlier(table)
        assert len(lines) == len(set(lines)) <= RECAP_LINES
        now = sight(table)
        assert not [line for line in lines if line[3:] in now.story or line[3:] == now.recap]
        assert sum(map(len, lines)) <= RECAP_LIMIT
        page = board(table, voice(table, lang), max(table.flash_until, table.log[-1].at), picture=PICTURE)
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
        moment.lines["fr"] = voice(table), f"{id(moment)} " + "x" * (RECAP_LIMIT // 2)
    assert len(earlier(table)) == 1


def to_be_remembered(table: Table, words: Speech) -> str:
    """A pattern of what no recap may contain: numbers that are not won, announced cards, cups and tokens."""
    if table.game.key == "ptipasspass":
        return r"\b[ABC]\d\b|[●▲◆]"
    if table.game.key == "pinocchio":
        garments = ("bonnet", "sabots", "bowtie", "jacket", "dungarees")
        return "|".join([*(words("garment", garment=garment) for garment in garments), "[■★●]"])
    won = {number for trios in table.view(None, 10**12).public.trios for number in trios}
    return rf"\b({'|'.join(str(number) for number in range(1, 13) if number not in won)})\b"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    ("game", "people", "options"), [("trio", 6, {}), ("pinocchio", 4, {}), ("ptipasspass", 4, {"layout": "hive"})]
)
def test_what_is_to_be_remembered_is_not_told_again(game: str, people: int, options: dict[str, Any], lang: str):
    recaps, table, rng = [], started(game, people, **options), Random(4)
    while table.status == PLAYING and table.revision < 150:
        words, view = voice(table, lang), table.state.view(None)
        recap = table.game.face.sight(view, words).recap
        assert not re.search(to_be_remembered(table, words), recap), table.revision
        for other in (view.without_flash(), table.game.guess(view, Random(1)).view(None)):
            assert recap == table.game.face.sight(other, words).recap
        recaps.append(recap)
        table = step(table, rng)
    assert sum(map(bool, recaps)) > 10


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
    assert sign in "\n".join(texts(board(table, voice(table), table.moved_at)))
    assert sign not in "\n".join(texts(board(table, voice(table), table.flash_until)))
    slow = play_until(started("tripot", 3, "free"), lambda table: bool(table.flash_until))
    assert "👀" not in "\n".join(texts(board(slow, voice(slow), slow.moved_at))), "at a slow pace nobody waits"
    assert "se cache" not in "\n".join(texts(board(slow, voice(slow), slow.moved_at))), "the result of a duel stays"
    trio = play_until(started("trio", 3, "free"), lambda table: bool(table.flash_until))
    assert "se cache" in "\n".join(texts(board(trio, voice(trio), trio.moved_at)))


# ---- the seat message


DRAWN = Picture("seat.png", "the table and the hand", b"t")


def page_of(table, steps=(), now=NOW + 10**6, drawn=DRAWN, **more) -> PrivatePage:
    return seat_page(table, 0, voice(table), now, steps=steps, picture=drawn, **more)


def test_a_choice_half_made_has_its_picture_and_not_what_has_happened():
    table = solo_table("ptipasspass", when=lambda now: now.state.view(None).phase == "aim" and len(now.legal(0)) >= 4)
    path = next(path for path in paths(table.game, table.legal(0)) if path[0] == "aim")
    whole, halfway = page_of(table), page_of(table, path[:2])
    for page in (whole, halfway):
        assert DRAWN in page.blocks
        assert any(sight(table, 0).story in text for text in page.texts()) == (page == whole)


def test_a_question_is_not_asked_twice():
    table = solo_table("ptipasspass", when=lambda now: now.state.view(None).phase == "menteur")
    words = "\n".join(texts(page_of(table)))
    assert "Crois-tu" in words
    assert "Les autres répondent" not in words, "that is for onlookers, who are not asked"


def test_without_pictures_the_words_say_all():
    for game in GAMES:
        table = solo_table(game)
        words = "\n".join(page_of(table, drawn=None).texts())
        assert sight(table, 0).scene in words
        assert table.state.view(0).own is None or sight(table, 0).hand in words


def test_what_is_said_stands_above_what_can_be_pressed():
    table = solo_table("trio")
    for steps in ((), some_steps(table, 0)[-1]):
        plain, page = page_of(table, steps), page_of(table, steps, notice="why not")
        place = page.blocks.index(Text("why not"))
        assert not any(isinstance(block, Buttons | Menu) for block in page.blocks[:place])
        assert plain.blocks == (*page.blocks[:place], *page.blocks[place + 1 :]), "nothing else changes"


def test_a_waiting_player_is_not_asked_to_press_anything():
    page = page_of(play_until(solo_table("trio"), lambda table: 0 not in table.to_act))
    first = next(block for block in page.blocks if isinstance(block, Buttons))
    assert first.buttons[0].label == "Actualiser"
    assert "réfléchit" in "\n".join(page.texts())


# ---- the result


def finished(setting: Setting) -> Any:
    game = played(setting)
    return table_at(game, len(game.moves), NAMES)


def of(key: str, seats: int, **options: Any) -> Any:
    game = CATALOGUE.games[key]
    return finished(Setting(game, seats, game.complete(options, seats)))


def said(page: Page) -> str:
    return "\n".join(page.texts()).replace("\N{NO-BREAK SPACE}", " ")


def test_winners_come_first_and_then_the_better_score():
    assert order(ended_with(of("tripot", 4), (2,), (9, 12, 20, 14))) == [2, 3, 1, 0]
    table = ended_with(of("pinocchio", 4), (1, 3), (7, 2, 4, 2))
    assert order(table) == [1, 3, 2, 0]
    text = said(board(table, voice(table), 9e9))
    assert text.index("🏆 **Bo** : **nez de longueur 2**") < text.index("🏆 **Dan** : **nez de longueur 2**")
    assert text.index("Chloé : **nez de longueur 4**") < text.index("Ana : **nez de longueur 7**")


def test_a_seat_that_a_stand_in_finished_has_no_trophy():
    table = of("pinocchio", 3)
    assert table.outcome is not None
    best = table.outcome.winners[0]
    stood_in = tuple(DecisionCount(12, 3, (seat == best,) * 3) for seat in range(3))
    text = said(board(table.with_facts(decisions=stood_in), voice(table), 0))
    assert f"🏆 **{table.names[best]}**" in said(board(table, voice(table), 0))
    assert f"🏆 **{table.names[best]}**" not in text
    assert f"pour {table.names[best]}" in text


def test_teams_are_told_as_teams():
    table = of("trio", 6, teams=True)
    winners = table.outcome.winners
    text = said(board(table, voice(table), 9e9))
    won = next(line for line in text.split("\n") if line.startswith("🏆 **Équipe"))
    assert all(f"**{NAMES[seat]}**" in won for seat in winners)
    total = sum(table.outcome.scores[seat] for seat in winners)
    assert won.endswith(f"**{total} trios**" if total > 1 else "**1 trio**")
    assert sum("Équipe" in line and " : **" in line for line in text.split("\n## ", 1)[1].split("\n")) == 3


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_a_result_says_the_score_and_few_figures_of_everybody(setting, lang):
    table = finished(setting)
    say = voice(table, lang)
    text = "\n".join(board(table, say, 9e9).texts()).split("\n## ", 1)[1]
    for seat in range(table.size):
        assert NAMES[seat] in text
        own = table.tally.seats[seat]
        told = [say(f"figure-{key}", count=own[key]) for key in setting.game.figures if own[key]]
        assert " · ".join(told[:FIGURES]) in text
        assert " · ".join(told[: FIGURES + 1]) not in text or len(told) <= FIGURES
    for key in setting.game.totals:
        assert not table.tally.whole[key] or say(f"total-{key}", count=table.tally.whole[key]) in text
    assert say("result-moves", count=table.revision - 1) in text


def test_the_seal_and_the_file_are_behind_the_menu_alone():
    for setting in each_game():
        table = finished(setting)
        say = voice(table)
        page = board(table, say, 9e9)
        assert table.facts.nonce not in said(page)
        assert table.seal not in said(page)
        assert not any(isinstance(block, Document) for block in page.blocks)
        assert str(Address("menu", table.id)) in set(page.ids())
        assert str(Address("proof", table.id)) in set(ended_menu(table, say).ids())
        found = proof(table, say)
        assert table.facts.nonce in said(found)
        assert table.seal in said(found)
        (file,) = (block for block in found.blocks if isinstance(block, Document))
        assert file.data == table.record().encode() + b"\n"
        bare = ended_menu(table.but(log=type(table.log)(), state=None, status=CLOSED), say)
        assert not [block for block in bare.blocks if isinstance(block, Buttons)], "without a log nothing is proved"


@pytest.mark.parametrize(
    ("seconds", "french", "english"),
    [
        (0, "moins d’une minute", "less than a minute"),
        (59.9, "moins d’une minute", "less than a minute"),
        (60, "1 min", "1 min"),
        (59 * 60 + 59, "59 min", "59 min"),
        (3600, "1 h 00", "1 h 00"),
        (3600 * 2 + 5 * 60, "2 h 05", "2 h 05"),
        (24 * 3600, "1 jour", "1 day"),
        (60 * 3600, "2 jours", "2 days"),
    ],
)
def test_how_long_it_took(seconds, french, english):
    for lang, words in (("fr", french), ("en", english)):
        assert lasted(seconds, saying("trio", lang)).replace("\N{NO-BREAK SPACE}", " ") == words


def test_the_running_score_is_told_from_the_second_game_on():
    table = ended_with(of("tripot", 3), (1,), (9, 20, 14))
    assert series(table, voice(table)) == ""
    one, two, three = table.users
    table = table.with_facts(games=2, wins={one: 1, two: 1, three: 0})
    assert series(table, voice(table)).replace("\N{NO-BREAK SPACE}", " ") == "Sur 3 parties : Bo 2 – Ana 1 – Chloé 0"
    assert series(table, voice(table, "en")) == "Over 3 games: Bo 2 – Ana 1 – Chloé 0"
    assert series(table, voice(table)) in "\n".join(board(table, voice(table), 9e9).texts())


def test_a_result_without_a_winner_says_who_won_by_the_rules_and_had_left():
    table = ended_with(of("tripot", 4), (1, 2)).with_player(1, left=True)
    assert winners(table, voice(table)) == voice(table)("win", winners="**Chloé**", count=1), "one of them stayed"
    table = table.with_player(2, left=True)
    both = "La partie est finie ; personne ne l’emporte : **Bo** et **Chloé** n’étaient plus là."
    assert winners(table, voice(table)).replace("\N{NO-BREAK SPACE}", " ") == both
    table = ended_with(table, (2,))
    assert winners(table, voice(table, "en")) == "The game is over; nobody wins it: **Chloé** was no longer there."


def test_the_channel_learns_who_won_and_where_if_anybody_has():
    table = of("tripot", 3).but(thread=77)
    page = lobby(table, voice(table), picture=PICTURE, result_buttons=[Button("Feature", "feature")])
    text = said(page)
    assert PICTURE in page.blocks
    assert "Chloé · 2 trahisons" in text, "the best figure"
    assert voice(table)("win", winners="", count=1).strip().replace("\N{NO-BREAK SPACE}", " ") in text
    for seat, score in enumerate(table.outcome.scores):
        assert f"{NAMES[seat]}" in text
        assert f"{score} points" in text
    assert "https://discord.com/channels/1/77" in text
    assert table.seal not in text, "it is behind ⋯"
    assert list(page.ids()) == ["feature", str(Address("menu", table.id))]
    closed = said(lobby(table.but(status=CLOSED).with_facts(closed="agreed"), voice(table)))
    assert "d’accord pour arrêter" in closed
    unread = said(lobby(table.but(log=type(table.log)(), state=None, status=OVER), voice(table)))
    assert "🏆" not in closed + unread
