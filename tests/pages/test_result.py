"""The result of a game in words: winners, order, figures, duration; and the proof of the deal."""

from typing import Any

import pytest

from bot.core.facts import CLOSED, OVER, DecisionCount
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import FIGURES, board, ended_menu, lasted, order, proof, series
from bot.pages.lobby import lobby
from bot.pages.page import Button, Buttons, Document, Page, Picture
from bot.text.strings import Speech
from tests.kit.moments import CATALOGUE, Setting, each_game, played, table_at
from tests.kit.seated import ended_with
from tests.kit.words import NAMES, saying


def finished(setting: Setting) -> Any:
    game = played(setting)
    return table_at(game, len(game.moves), NAMES)


def of(key: str, seats: int, **options: Any) -> Any:
    game = CATALOGUE.games[key]
    return finished(Setting(game, seats, game.complete(options, seats)))


def voice(table: Table, lang: str = "fr") -> Speech:
    return saying(table.game.key, lang, table.names)


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


def test_the_channel_learns_who_won_and_where_if_anybody_has():
    table = of("tripot", 3).but(thread=77)
    picture = Picture("table.png", "…", b"png")
    page = lobby(table, voice(table), picture=picture, result_buttons=[Button("Feature", "feature")])
    text = said(page)
    assert picture in page.blocks
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
