"""What people read."""

import re

import pytest

from bot.core.game import CHANCE
from bot.pages.question import paths, question
from bot.text.strings import LANGUAGES
from cogs.cappuccino.cells import ORIGIN
from cogs.cappuccino.face import draw
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal, Stack
from tests.cogs.cappuccino.tabletop import after, building, changed, opened, position
from tests.kit.refusals import refused
from tests.kit.words import ROOT, all_words, reading, saying

CAT, PANDA, LEAF, FLOWER = range(4)


def read(state, seat=None, lang="fr"):
    return reading(GAME, lang)(state, seat)


def labels(state, seat, lang="fr"):
    """Every step of a seat's moves in words."""
    view, say = state.view(seat), saying("cappuccino", lang)
    paths = dict.fromkeys(GAME.path(move)[:n] for move in state.legal(seat) for n in range(2, 6))
    return [GAME.face.label(view, path, say) for path in paths if len(path) > 1]


def dealt(seats, **options):
    """A game on the default shape with colours in turn: nobody shuffled."""
    state = opened(seats, **options)
    return state.play(CHANCE, next(iter(state.legal(CHANCE))))


# ---- what everybody must know


def test_a_note_says_whose_move_it_is_and_the_score():
    state = dealt(2)
    active, other = state.public.active, 1 - state.public.active
    name = ("Ana", "Bo")[active]
    assert read(state).note == f"À **{name}** d’empiler · Gobelets : **Ana** 16 · **Bo** 16"
    assert read(state, other).note == read(state).note
    assert read(state, active, "en").note == "Cups: **Ana** 16 · **Bo** 16", "the question itself is below it"
    two = dealt(2, two_colours=True)
    assert read(two, two.public.active).note == "Gobelets de la meilleure couleur : **Ana** 16 · **Bo** 16"


def test_a_note_says_where_a_cup_may_be_placed():
    empty, one, two = building(2), building(2, ORIGIN), building(2, ORIGIN, (1, 0))
    assert read(empty, lang="en").note == "**Ana** to place a cup, in the middle of the table"
    assert read(one).note == "À **Bo** de poser un gobelet qui touche le premier"
    assert read(two).note == "À **Ana** de poser un gobelet qui en touche au moins deux"
    assert read(two, 0).note == "Ton gobelet doit en toucher au moins deux."
    assert read(two, 0).note in read(two, 0).hand


def test_there_is_nothing_to_note_before_and_after_the_game():
    assert read(opened(2)).note == ""
    assert read(changed(dealt(2), phase="over", active=None)).note == ""


# ---- the board


def test_the_board_of_two():
    assert read(dealt(2)).scene == (
        "```\n"
        "     2   4   6   8   10  12\n"
        "A    ▲1  ●1  ▲1  ●1  ▲1  ●1\n"
        "B  ▲1  ●1  ▲1  ●1  ▲1  ●1  ▲1\n"
        "C    ●1  ▲1  ●1  ▲1  ●1  ▲1\n"
        "D  ●1  ▲1  ●1  ▲1  ●1  ▲1  ●1\n"
        "E    ▲1  ●1  ▲1  ●1  ▲1  ●1\n"
        "   1   3   5   7   9   11  13\n"
        "```\n"
        "- ▲ Chat · **Ana** : **16** (16 piles)\n"
        "- ● Panda · **Bo** : **16** (16 piles)"
    )


def test_the_board_of_four_fits_a_phone():
    drawing = read(dealt(4)).scene.split("```")[1].strip("\n").splitlines()
    assert drawing[0] == "   1   3   5   7   9   11  13  15"
    assert drawing[1] == "A  ▲1  ●1  ◆1  ■1  ▲1  ●1  ◆1  ■1"
    assert drawing[2] == "B    ▲1  ●1  ◆1  ■1  ▲1  ●1  ◆1  ■1"
    assert drawing[9] == "     2   4   6   8   10  12  14  16"
    assert max(map(len, drawing)) <= 38


def test_a_void_is_blank_and_a_tall_stack_keeps_its_place():
    state = position(2, {(0, 0): ("cat", 12), (1, 0): ("panda", 1), (2, 0): ("panda", 3), (3, 0): ("cat", 4)})
    assert read(after(state, ((0, 0), (1, 0)))).scene.split("```")[1] == "\n   1   3   5   7\nA      ▲13 ●3  ▲4\n"


def test_a_wide_board_is_cut_into_bands():
    line = tuple((q, 0, COLOURS[q % 2]) for q in range(32))
    scene = read(opened(2).play(CHANCE, Deal(0, line))).scene
    assert scene.split("```")[1].startswith(
        "\n   1   3   5   7   9   11  13  15\nA  ▲1  ●1  ▲1  ●1  ▲1  ●1  ▲1  ●1\n\n   17  19  21"
    )


def test_a_board_too_long_to_draw_is_listed():
    marks = {(row, 16 + row % 2): "▲1" for row in range(60)} | {(0, 2): "●2"}
    assert draw(marks, 2).startswith("A2●2 A16▲1 B17▲1")
    assert draw({}, 2) == ""


def test_the_board_under_construction_shows_where_a_cup_may_go():
    scene = read(building(2, ORIGIN)).scene
    assert scene == (
        "```\n"
        "    2\n"
        "A   · ·\n"
        "B  · ▲ ·\n"
        "C   · ·\n"
        "   1   5\n"
        "```\n"
        "- ▲ Chat · **Ana** : 15 à poser\n"
        "- ● Panda · **Bo** : 16 à poser\n"
        "Chaque point · est une case possible."
    )


# ---- how choices lie


def laid(state, *path):
    """The labels of the buttons after these steps, row by row; those that cannot be pressed in brackets."""
    seat = state.public.active
    found = list(paths(GAME, state.legal(seat)))
    rows = question(GAME, state.view(seat), found, saying("cappuccino", "fr"), path).rows
    words = [[press and (press.label if press.possible else f"({press.label})") for press in row] for row in rows]
    return [row for row in words if row]


def test_stacks_lie_in_the_rows_of_the_board():
    stacks = {(0, 0): ("cat", 1), (1, 0): ("cat", 1), (0, 1): ("panda", 1), (1, 1): ("cat", 1)}
    assert laid(position(2, stacks), "stack") == [["A1", "A3"], ["B4"]]


def test_a_chosen_stack_lies_amid_its_neighbours():
    stacks = {(0, 0): ("cat", 2), (-1, 0): ("panda", 3), (1, 0): ("panda", 1), (1, -1): ("cat", 2)}
    assert laid(position(2, stacks), "stack", "0,0") == [[None, "A4"], ["(B1)", "(B3)", "B5"]]


def test_a_cup_is_placed_by_pressing_its_cell():
    assert laid(building(2, ORIGIN)) == [["A2", "A4"], ["B1", "B5"], ["C2", "C4"]]
    both = building(2, ORIGIN, two_colours=True)
    assert laid(both) == [["● Panda (16 à poser)", "■ Fleur (16 à poser)"]]
    assert laid(both, "place", "panda") == [["A2", "A4"], ["B1", "B5"], ["C2", "C4"]]


# ---- how it stands


def test_totals_tell_who_is_safe_and_who_is_stuck():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 2), (5, 0): ("panda", 3)}, PANDA)
    assert "- ▲ Chat · **Ana** : **1** (une pile) · ne peut plus jouer" in read(state).scene
    assert "- ● Panda · **Bo**: **5** (2 stacks, 3 safe)" in read(state, lang="en").scene
    assert read(state).title == "3 piles"


def test_two_colours_tell_which_one_counts():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("leaf", 3), (2, 0): ("flower", 4)}, two_colours=True)
    assert read(state).scene.endswith("Seule la meilleure couleur compte : **Ana** 3, **Bo** 4.")
    assert read(state, CAT).hand.startswith("**Tu joues ▲ Chat + ◆ Feuille** : ta meilleure couleur vaut 3.")
    assert read(state, lang="en").title == "3 stacks · two colours"


def test_titles():
    assert read(opened(2)).title == ""
    assert read(building(2, ORIGIN, (1, 0), early_resolution=True)).title == "mise en place 2/32 · astuce"
    assert read(opened(2)).scene == "Les gobelets ne sont pas encore sur la table."


# ---- what happened


def test_the_story_of_the_deal():
    assert read(dealt(2)).story == "Les gobelets sont mélangés. **Ana** commence."
    assert read(building(3, first=2), lang="en").story == "Everybody places their cups in turn. **Chloé** begins."


def test_the_story_of_a_placement():
    assert read(building(2, ORIGIN)).story == "**Ana** pose ▲ Chat en **B3**."
    state = building(2)
    while state.public.phase == "place":
        state = state.play(state.public.active, next(iter(state.legal(state.public.active))))
    assert read(state).story.endswith("Tous les gobelets sont posés : on empile, et **Ana** commence.")


def test_the_story_of_a_capture():
    state = position(3, {(0, 0): ("cat", 2), (1, 0): ("panda", 1), (2, 0): ("panda", 4), (3, 0): ("leaf", 4)})
    state = after(state, ((0, 0), (1, 0)))
    assert read(state).story == (
        "**Ana** pose **A1** (▲ Chat, 2) sur **A3** (● Panda, 1) et prend un gobelet à **Bo** : la pile monte à 3."
        " **Ana** ne peut plus jouer."
    )
    assert read(state, lang="en").story == (
        "**Ana** puts **A1** (▲ Cat, 2) on **A3** (● Panda, 1) and takes one cup from **Bo**: the stack is now 3 high."
        " **Ana** can no longer play."
    )


def test_blocked_is_said_once_and_in_the_plural():
    stacks = {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("leaf", 2), (3, 0): ("leaf", 2), (4, 0): ("leaf", 1)}
    state = after(position(3, stacks), ((0, 0), (1, 0)))
    assert "**Bo** ne peut plus jouer." in read(state).story
    state = after(state, ((3, 0), (4, 0)))
    assert "**Bo**" not in read(state).story
    both = after(position(3, {(0, 0): ("cat", 1), **stacks, (2, 0): ("leaf", 3)}), ((0, 0), (1, 0)))
    assert read(both).story.endswith("**Ana** et **Bo** ne peuvent plus jouer.")


def test_the_story_of_an_own_stack_and_of_the_end():
    state = after(position(2, {(0, 0): ("cat", 1), (1, 0): ("cat", 1), (5, 0): ("panda", 2)}), ((0, 0), (1, 0)))
    assert read(state).story == (
        "**Ana** pose **A1** (▲ Chat, 1) sur sa propre pile **A3** (▲ Chat, 1), qui monte à 2."
        " Plus aucune pile n’en touche une autre."
    )
    assert "à l’abri" not in read(state).scene


def test_the_story_of_early_resolution():
    stacks = {(-1, 0): ("cat", 2), (0, 0): ("panda", 1), (1, 0): ("flower", 2), (5, 0): ("leaf", 1), (6, 0): ("cat", 1)}
    state = after(position(4, stacks, early_resolution=True), ((-1, 0), (0, 0)))
    assert "Tranché et retiré : A3 A5 (5 gobelets pour ▲ Chat)." in read(state).story
    assert "- ▲ Chat · **Ana** : **6** (une pile, 5 à l’abri)" in read(state).scene


# ---- for oneself


def test_the_hand():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 1), (2, 0): ("panda", 4)})
    assert read(state, CAT).hand == "**Tu joues ▲ Chat** : 2 gobelets.\nTes piles qui peuvent bouger : A1 → A3."
    assert read(state, PANDA, "en").hand == "**You play ● Panda**: 5 cups."
    assert read(state).hand == ""
    stuck = after(state, ((0, 0), (1, 0)))
    assert read(stuck, CAT).hand.endswith("peuvent encore être recouvertes.")
    assert read(changed(stuck, phase="over", active=None), CAT).hand == "**Tu joues ▲ Chat** : 3 gobelets."


def test_the_hand_while_placing():
    assert read(building(2), 0).hand == "**Tu joues ▲ Chat.**\nLe premier gobelet se pose au centre de la table."
    assert read(building(2, ORIGIN), 1, "en").hand.endswith("This cup must touch the first one.")
    assert read(building(2, ORIGIN, (1, 0)), 0).hand.endswith("Ton gobelet doit en toucher au moins deux.")


def test_labels():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 1), (0, 1): ("cat", 2)})
    assert labels(state, CAT) == [
        "A1 ▲2 chat",
        "A3 ●1 panda",
        "B2 ▲2 chat",
        "B2 ▲2 chat",
        "A1 ▲2 chat",
        "A3 ●1 panda",
    ]
    assert labels(building(2, ORIGIN, (1, 0)), 0, "en") == [
        "▲ Cat (15 to place)",
        "Row A (one cell)",
        "A2",
        "Row C (one cell)",
        "C2",
    ]


# ---- strings


def test_a_refusal_in_words():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 3), (-1, 0): ("panda", 1)})
    error = refused(state, CAT, Stack((1, 0), (0, 0)))
    say = saying("cappuccino", "fr")
    assert say(f"illegal-{error.key}", **error.blanks) == (
        "La pile A5 est à **Bo** (Panda au sommet). Choisis une pile qui porte ta couleur au sommet."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_winners_are_told_in_the_right_number(lang):
    say = saying("cappuccino", lang)
    assert say("win", winners="**Ana**", count=1) != say("win", winners="**Ana**", count=2)


def test_every_string_is_used():
    folder = ROOT / "cogs" / "cappuccino"
    source = "\n".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    standard = (
        r"(name|blurb|command|win|final-score|figure-|total-|honour-|lesson-|rules|option-|verb-|ask-|illegal-).*"
    )
    own = {key for key in all_words().keys("cappuccino", "fr") if not re.fullmatch(standard, key)}
    assert not {key for key in own if f'"{key}"' not in source and f"'{key}'" not in source}
