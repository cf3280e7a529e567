"""The seat message: its pictures, its texts, its notice, and no secrets of others."""

from random import Random

from bot.core.opponents import any_move
from bot.pages.page import Buttons, Menu, Picture, PrivatePage, Text
from bot.pages.question import paths
from bot.pages.seat import seat_page
from bot.testing.examination import some_steps
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NOW, solo_table

WORDS = CATALOGUE.words
DRAWN = Picture("seat.png", "the table and the hand", b"t")


def page_of(table, steps=(), now=NOW + 10**6, drawn=DRAWN, **more) -> PrivatePage:
    say = WORDS.say(table.game.key, "fr", table.names)
    return seat_page(table, 0, say, now, steps=steps, picture=drawn, **more)


def test_a_choice_half_made_has_its_picture_and_not_what_has_happened():
    table = solo_table("ptipasspass", when=lambda now: now.state.view(None).phase == "aim" and len(now.legal(0)) >= 4)
    path = next(path for path in paths(table.game, table.legal(0)) if path[0] == "aim")
    whole, halfway = page_of(table), page_of(table, path[:2])
    story = table.game.face.sight(table.view(0, NOW + 10**6), WORDS.say("ptipasspass", "fr", table.names)).story
    for page in (whole, halfway):
        assert DRAWN in page.blocks
    assert any(story in text for text in whole.texts())
    assert not any(story in text for text in halfway.texts())


def test_a_question_is_not_asked_twice():
    table = solo_table("ptipasspass", when=lambda now: now.state.view(None).phase == "menteur")
    words = "\n".join(block.text for block in page_of(table).blocks if isinstance(block, Text))
    assert "Crois-tu" in words
    assert "Les autres répondent" not in words, "that is for onlookers, who are not asked"


def test_without_pictures_the_words_say_all():
    for game in GAMES:
        table = solo_table(game)
        say = WORDS.say(game, "fr", table.names)
        texts = "\n".join(page_of(table, drawn=None).texts())
        sight = table.game.face.sight(table.view(0, NOW + 10**6), say)
        assert sight.scene in texts
        assert table.state.view(0).own is None or sight.hand in texts


def test_what_is_said_stands_above_what_can_be_pressed():
    table = solo_table("trio")
    for steps in ((), some_steps(table, 0)[-1]):
        plain, page = page_of(table, steps), page_of(table, steps, notice="why not")
        place = page.blocks.index(Text("why not"))
        assert not any(isinstance(block, Buttons | Menu) for block in page.blocks[:place])
        assert plain.blocks == (*page.blocks[:place], *page.blocks[place + 1 :]), "nothing else changes"


def test_a_waiting_player_is_not_asked_to_press_anything():
    table = solo_table("trio")
    seat = 1
    waiting = table.after(0, any_move(table.game, table.state, 0, Random(3)), NOW + 1)
    while 0 in waiting.to_act:
        waiting = waiting.after(0, any_move(table.game, waiting.state, 0, Random(seat)), max(waiting.flash_until, NOW))
    labels = [
        button.label for block in page_of(waiting).blocks if isinstance(block, Buttons) for button in block.buttons
    ]
    assert labels[0] == "Actualiser"
    assert "réfléchit" in "\n".join(page_of(waiting).texts())
