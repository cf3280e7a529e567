"""What people read."""

import re
from random import Random

import pytest

from bot.core.game import Deal
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.rules import start
from tests.cogs.ptipasspass.moves import DOUBLON, MENTEUR, OK, aim, announce, lift, swap
from tests.cogs.ptipasspass.tabletop import careless, played, table
from tests.cogs.ptipasspass.test_rules import REFUSALS
from tests.kit.refusals import refused
from tests.kit.words import all_words, reading, saying

FULL = ("bvo", "bvo", "bvo")
FACE = GAME.face
french, english = reading(GAME, "fr"), reading(GAME, "en")


AIMED = table(*FULL, victories=(1, 0, 0), active=1).play(1, aim("o", "B2"))


def test_the_first_window():
    sight = french(AIMED.play(2, OK))
    assert sight.title == "manche 1"
    assert sight.scene.splitlines() == [
        "```",
        " A1  A2  A3",
        " B1 [B2] B3",
        " C1  C2  C3",
        "```",
        "Gobelet visé : **B2**.",
        "- **Ana** : 3 jetons · 1 victoire · réponse attendue",
        "- **Bo** (joue) : 2 jetons · 1 au poing",
        "- **Chloé** : 3 jetons · OK",
    ]
    assert sight.story.splitlines() == [
        "**Bo** prend un jeton dans son poing et vise **B2**.",
        "Les autres répondent : OK, ou « Doublon ! » si **B2** contient déjà un jeton.",
    ]
    assert sight.hand == ""


def test_the_first_window_in_english():
    sight = english(AIMED.play(2, OK), 0)
    assert sight.title == "round 1"
    assert sight.scene.splitlines()[5:] == [
        "Cup aimed at: **B2**.",
        "- **Ana**: 3 tokens · 1 victory · answer awaited",
        "- **Bo** (playing): 2 tokens · 1 in the fist",
        "- **Chloé**: 3 tokens · OK",
    ]
    assert sight.hand.splitlines() == [
        "Your answer, please: is **B2** empty (OK), or does it already hold a token (Double!)?",
        "**Your tokens**: ● blue · ▲ green · ◆ orange",
    ]


def test_the_fist_is_for_its_owner():
    assert french(AIMED, 1).hand.splitlines() == [
        "**Dans ton poing** : ◆ orange, pour **B2**",
        "**Tes jetons** : ● bleu · ▲ vert",
    ]
    sight = french(AIMED)
    assert "orange" not in sight.scene + sight.story


def test_the_second_window():
    state = played(AIMED, (0, OK), (2, OK), (1, announce("v")))
    sight = french(state, 2)
    assert "Gobelet visé : **B2**, jeton annoncé **▲ vert**." in sight.scene
    told = "**Bo** annonce **▲ vert** pour **B2**."
    assert french(state).story.splitlines() == [
        told,
        "Les autres répondent : OK, ou « Menteur ! » s’ils ne croient pas **Bo**.",
    ]
    assert sight.story.splitlines() == [told], "who is asked reads the question in their note"
    assert sight.hand.startswith("À toi de répondre : crois-tu **Bo** (OK), ou non (Menteur !) ?")


def test_a_placement_is_told_and_recalled_during_the_next_turn():
    placed = played(AIMED, (0, OK), (2, OK), (1, announce("v")), (0, OK), (2, OK))
    told = "**Bo** a glissé sous **B2** un jeton annoncé ▲ vert."
    assert french(placed).story.splitlines() == [told, "**Chloé** doit viser un gobelet."]
    assert french(placed.play(2, aim("b", "A1"))).story.splitlines() == [
        "**Chloé** prend un jeton dans son poing et vise **A1**.",
        "Les autres répondent : OK, ou « Doublon ! » si **A1** contient déjà un jeton.",
        f"Tour précédent : {told}",
    ]


def test_a_right_doublon_shows_the_cup_but_not_the_fist():
    state = played(table(*FULL, cups={"B2": "vvo"}), (0, aim("b", "B2")), (2, DOUBLON))
    sight = french(state)
    assert sight.scene.splitlines()[2:7] == [
        " B1 (B2) B3",
        " C1  C2  C3",
        "```",
        "À découvert pendant 5 s :",
        "**B2** : ▲ vert ×2 · ◆ orange",
    ]
    assert sight.story.splitlines() == [
        "### Sous B2, ▲ vert ×2 · ◆ orange : doublon !",
        "**Chloé** a crié « Doublon ! » à raison : **Ana** garde son jeton et prend les 3 de **B2**.",
        "**Bo** doit viser un gobelet.",
    ]
    assert "bleu" not in sight.scene + sight.story
    one = played(table(*FULL, cups={"B2": "v"}), (0, aim("b", "B2")), (2, DOUBLON))
    assert english(one).story.splitlines()[1] == (
        "**Chloé** rightly shouted “Double!”: **Ana** keeps the token in hand and takes the one under **B2**."
    )


def test_a_wrong_doublon_tells_two_people_the_colour():
    state = played(table(*FULL), (0, aim("b", "B2")), (2, DOUBLON))
    assert french(state).story.splitlines()[0] == "### B2 était vide : pas de doublon !"
    assert french(state).story.splitlines()[1] == (
        "**Chloé** a crié « Doublon ! » à tort : **B2** était vide, et **Chloé** reçoit, sans le montrer, "
        "le jeton que tenait **Ana**."
    )
    assert "**B2** : vide" in french(state).scene
    assert french(state, 2).hand.splitlines()[-1] == (
        "Venu de chez **Ana**, ton nouveau jeton est ● bleu : vous êtes deux à le savoir."
    )
    assert "Le jeton parti chez **Chloé** est ● bleu" in french(state, 0).hand
    assert "savoir" not in french(state, 1).hand


def test_menteur_reads_well_with_and_without_the_flash():
    asked = played(table(*FULL), (0, aim("b", "B2")), (1, OK), (2, OK))
    lie = played(asked, (0, announce("o")), (1, MENTEUR))
    assert french(lie).story.splitlines() == [
        "### Annoncé ◆ orange, c’était ● bleu : menteur !",
        "**Bo** a crié « Menteur ! » à raison : **Ana** garde son jeton.",
        "**Bo** doit viser un gobelet.",
    ]
    seen = french(lie, flash=False)
    assert "bleu" not in seen.scene + seen.story
    assert "orange" not in seen.scene + seen.story
    assert "Montré pendant 5 s : le jeton du poing, **● bleu**." in french(lie).scene
    truth = played(asked, (0, announce("b")), (1, MENTEUR))
    assert english(truth).story.splitlines()[0] == "### Announced ● blue, and it was ● blue: no lie!"
    assert (
        english(truth).story.splitlines()[1]
        == "**Bo** wrongly shouted “Liar!”: it was true, and **Bo** receives **Ana**’s token."
    )
    later = truth.play(1, aim("v", "A1"))
    assert "blue" not in english(later).scene + english(later).story


def test_swap_and_lift():
    state = table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "B1": "bo"})
    assert french(state, 0).hand.splitlines() == [
        "À toi de soulever trois gobelets alignés. Tu peux d’abord en intervertir deux qui se touchent.",
        "**Tes jetons** : aucun",
    ]
    state = state.play(0, swap("A2", "B1"))
    assert french(state).story == "**Ana** a interverti **A2** et **B1** et doit maintenant soulever trois gobelets."
    state = state.play(0, lift("A1-A2-A3"))
    assert french(state).story.splitlines()[0] == "### A1 ● bleu · A2 ● bleu, ◆ orange · A3 vide : raté !"
    assert french(state).story.splitlines()[1] == (
        "**Ana** a interverti **A2** et **B1**, puis soulevé **A1 – A2 – A3** : "
        "pas de combinaison, les gobelets sont reposés."
    )
    assert french(state).scene.splitlines()[:9] == [
        "```",
        "(A1)(A2)(A3)",
        " B1  B2  B3",
        " C1  C2  C3",
        "```",
        "À découvert pendant 8 s :",
        "**A1** : ● bleu",
        "**A2** : ● bleu · ◆ orange",
        "**A3** : vide",
    ]


def test_a_round_won_and_the_game_won():
    cups = {"A1": "b", "A2": "b", "A3": "b"}
    state = table("", "bvo", "bvo", cups=cups).play(0, lift("A1-A2-A3"))
    assert french(state).title == "manche 1", "it ends as that round"
    assert "Tout est à découvert : **A1** ● bleu · **A2** ● bleu · **A3** ● bleu" in french(state).scene
    assert "**Ana** : plus de jeton · 1 victoire" in french(state).scene
    assert "(joue)" not in french(state).scene
    later = french(state, flash=False)
    assert later.title == "manche 2"
    assert "bleu" not in later.scene
    assert "**Bo** (joue) : 3 jetons" in later.scene
    assert french(state).story.splitlines() == [
        "### A1 ● bleu · A2 ● bleu · A3 ● bleu : gagné !",
        "**Ana** a soulevé **A1 – A2 – A3** : bonne combinaison, **Ana** gagne la manche et un jeton de victoire !",
        "Manche 2 : **Bo** commence et doit viser un gobelet.",
    ]
    over = table("", "bvo", "", cups=cups, victories=(1, 1, 0)).play(0, lift("A1-A2-A3"))
    assert "Manche" not in french(over).story
    assert "(joue)" not in french(over).scene
    assert "**Ana** : plus de jeton · 2 victoires" in french(over).scene
    assert french(over, 2).hand == "**Tes jetons** : aucun"


def test_void_rounds_say_why():
    hopeless = table("", "", "", cups={"A1": "bb", "A2": "b", "A3": "vvvooo"}).play(0, lift("A1-A2-A3"))
    assert french(hopeless).story.splitlines()[2:] == [
        "Manche nulle : plus aucune combinaison n’est possible.",
        "Manche 2 : **Bo** commence et doit viser un gobelet.",
    ]
    brink = table("", "", "", cups={"A1": "b", "B1": "b", "C3": "b"}, unplaced=35)
    assert "Turns in a row without a token placed: 35 of 36 before the round is void." in english(brink).scene
    assert "Void round: 36 turns in a row without a token placed." in english(brink.play(0, lift("A1-A2-A3"))).story


def test_a_challenge_that_makes_the_round_void_says_so_and_gives_nobody_a_token():
    brink = table("b", "v", "", unplaced=35).play(0, aim("b", "A1"))
    wrong = brink.play(1, DOUBLON)
    assert french(wrong).story.splitlines()[2:] == [
        "Manche nulle : 36 tours de suite sans jeton posé.",
        "Manche 2 : **Bo** commence et doit viser un gobelet.",
    ]
    assert "« Doublon ! » crié par **Bo**, à tort : manche nulle." in french(wrong).scene
    assert "pour **Bo**" not in french(wrong).scene
    assert all("savoir" not in french(wrong, seat).hand for seat in (0, 1, 2)), "everybody has three tokens again"
    right = played(brink, (1, OK), (2, OK), (0, announce("o")), (2, MENTEUR))
    assert "“Liar!” from **Chloé**, rightly: void round." in english(right).scene
    assert "the token in the fist, **● blue**." in english(right).scene


def test_a_note_says_what_is_asked_and_how_near_the_end_is():
    began = table(*FULL, victories=(1, 0, 0), cups={"A1": "b"}, active=1)
    assert french(began).note == "À **Bo** de viser · Deux manches gagnent la partie · **Ana** : 1"
    aimed = began.play(1, aim("o", "B2"))
    assert french(aimed).note.startswith("Qui croit **B2** vide ? · ")
    agreed = played(aimed, (0, OK), (2, OK))
    assert french(agreed).note.startswith("À **Bo** d’annoncer · ")
    stated = agreed.play(1, announce("v"))
    assert english(stated).note == "Who believes **Bo**? · Two rounds win the game · **Ana**: 1"
    lifting = table("", "bvo", "bvo", cups={"A1": "b"})
    assert english(lifting).note == "**Ana** to lift · Two rounds win the game"
    assert english(lifting.play(0, swap("A1", "A2"))).note == english(lifting).note


def test_the_note_of_who_is_asked_asks_nothing_twice():
    aimed = table(*FULL, victories=(1, 0, 0), active=1).play(1, aim("o", "B2"))
    for window in (aimed, played(aimed, (0, OK), (2, OK), (1, announce("v")))):
        sight = english(window, 0)
        assert sight.note == sight.hand.splitlines()[0], "the buttons of a window do not say what they answer"
        assert english(window, 1).note == english(window).note
    own = english(played(aimed, (0, OK), (2, OK)), 1)
    assert own.note == "Two rounds win the game · **Ana**: 1", "the question itself is below it"


def test_a_note_is_silent_before_and_after_the_game_and_asks_nothing_of_a_round_that_is_over():
    cups = {"A1": "b", "A2": "b", "A3": "b"}
    won = table("", "bvo", "bvo", cups=cups).play(0, lift("A1-A2-A3"))
    assert english(won).note == "Two rounds win the game · **Ana**: 1"
    later = english(won, flash=False)
    assert later.note == f"**Bo** to aim · {english(won).note}"
    over = table("", "bvo", "", cups=cups, victories=(1, 1, 0)).play(0, lift("A1-A2-A3"))
    assert french(over).note == french(start(3, {"layout": "grid"})).note == ""


def test_what_is_retold_of_a_turn():
    began = table(*FULL, cups={"B2": "vvo"})
    asked = played(began, (0, aim("b", "A1")), (1, OK), (2, OK), (0, announce("o")))
    recaps = [
        (french(began), ""),
        (french(played(asked, (1, OK), (2, OK))), "**Ana** a posé un jeton."),
        (
            french(played(began, (0, aim("b", "B2")), (2, DOUBLON))),
            "« Doublon ! » crié par **Chloé** contre **Ana**, à raison.",
        ),
        (
            french(played(began, (0, aim("b", "A1")), (2, DOUBLON))),
            "« Doublon ! » crié par **Chloé** contre **Ana**, à tort.",
        ),
        (french(asked.play(1, MENTEUR)), "« Menteur ! » crié par **Bo** contre **Ana**, à raison."),
    ]
    lifting = table("", "", "", cups={"A1": "b", "A2": "b", "A3": "b", "B1": "v", "C3": "o"})
    recaps += [
        (french(lifting.play(0, lift("A1-A2-A3"))), "**Ana** a soulevé trois gobelets et gagné la manche."),
        (french(lifting.play(0, lift("C1-C2-C3"))), "**Ana** a soulevé trois gobelets sans succès."),
    ]
    brink = table("", "", "", cups={"A1": "b", "B1": "b", "C3": "b"}, unplaced=35).play(0, lift("A1-A2-A3"))
    recaps.append((french(brink), "**Ana** a soulevé trois gobelets sans succès. Manche nulle."))
    assert [sight.recap for sight, _ in recaps] == [words for _, words in recaps]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_nothing_to_be_remembered_is_retold(lang):
    say = saying("ptipasspass", lang)
    seen = set()
    for _, _, _, state in careless(4, "hive", seed=4):
        recap = FACE.sight(state.view(None), say).recap
        seen.add(recap)
        assert not re.search(r"\b[ABC]\d\b|[●▲◆]", recap)
        assert recap == FACE.sight(state.view(None).without_flash(), say).recap, "nothing of what was shown"
        hidden = GAME.guess(state.view(None), Random(1)).view(None)
        assert recap == FACE.sight(hidden, say).recap, "nothing of what nobody sees"
    assert len(seen) > 12


def test_the_hive_is_staggered():
    sight = french(table(*["bvo"] * 6, layout="hive").play(0, aim("b", "C7")))
    assert sight.title == "manche 1 · ruche"
    assert sight.scene.splitlines()[1:4] == [
        "     A1  A2  A3  A4  A5",
        "   B1  B2  B3  B4  B5  B6",
        " C1  C2  C3  C4  C5  C6 [C7]",
    ]


def test_before_the_deal():
    assert "Le hasard désigne qui commence." in french(start(3, {"layout": "grid"}), 0).story
    first = start(3, {"layout": "grid"}).play(-1, Deal(2))
    assert french(first).story == "Manche 1 : **Chloé** commence et doit viser un gobelet."


@pytest.mark.parametrize(
    ("layout", "steps", "words"),
    [
        ("grid", ("aim", "blue"), "● bleu"),
        ("grid", ("aim", "blue", "B2"), "B2"),
        ("grid", ("announce", "green"), "▲ vert"),
        ("grid", ("swap", "A1"), "A1"),
        ("grid", ("swap", "A1", "B2"), "B2"),
        ("grid", ("lift", "row"), "→ Rangée"),
        ("grid", ("lift", "equal"), "↓ Colonne"),
        ("hive", ("lift", "equal"), "↙ Oblique vers la gauche"),
        ("grid", ("lift", "rising"), "↘ Diagonale vers la droite"),
        ("grid", ("lift", "rising", "A1-B2-C3"), "A1 – B2 – C3"),
    ],
)
def test_labels(layout, steps, words):
    view = table("", "bvo", "bvo", layout=layout).view(0)
    assert FACE.label(view, steps, saying("ptipasspass", "fr")) == words


# ---- the catalogues


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("state", "seat", "choice", "key"), REFUSALS)
def test_refusals_have_words(lang, state, seat, choice, key):
    text = saying("ptipasspass", lang)(f"illegal-{key}", **refused(state, seat, choice).blanks)
    assert not re.search(r"[{}$]", text)


def test_every_refusal_is_met():
    keys = all_words().keys("ptipasspass", "fr")
    assert {key for key in keys if key.startswith("illegal-")} == {f"illegal-{key}" for *_, key in REFUSALS}


def test_the_scene_says_what_the_picture_shows():
    wrong = played(table("bvo", "bvo", "bvo"), (0, aim("v", "B2")), (1, DOUBLON))
    assert "« Doublon ! » crié par **Bo**, à tort : le jeton du poing est pour **Bo**." in french(wrong).scene
    assert "**Bo** must aim at a cup." in english(wrong).scene
    right = played(table("bvo", "bvo", "bvo", cups={"B2": "bv"}), (0, aim("v", "B2")), (1, DOUBLON))
    assert "“Double!” from **Bo**, rightly: + 2 for **Ana**." in english(right).scene
    swapped = played(table("", "b", "b"), (0, swap("A1", "B2")))
    assert "Gobelets intervertis : **A1** et **B2**.\n**Ana** doit soulever trois gobelets." in french(swapped).scene
    lifted = played(swapped, (0, lift("A1-A2-A3")))
    assert "**Ana**’s lift: no good set." in english(lifted).scene
    agreed = ((1, OK), (2, OK))
    placed = played(table("b", "b", "b"), (0, aim("b", "B2")), *agreed, (0, announce("b")), *agreed)
    assert "Last token slipped: under **B2**." in english(placed).scene


def test_at_the_end_every_cup_and_every_hand_is_face_up():
    cups = {"A1": "b", "B2": "ov", "C3": "v", "A3": "o"}
    state = table("bo", "", "vv", cups=cups, active=1, victories=(0, 1, 0))
    assert state.public.opened is None
    over = played(state, (1, lift("A1-B2-C3")))
    for scene in (french(over).scene, french(over, flash=False).scene):
        assert (
            "Tout est à découvert : **A1** ● bleu · **A3** ◆ orange · **B2** ▲ vert, ◆ orange · **C3** ▲ vert" in scene
        )
        assert "(A1)" in scene
        assert "- **Ana** : ● bleu · ◆ orange\n" in scene
        assert scene.endswith("- **Chloé** : ▲ vert ×2")
    assert "All face up: **A1** ● blue" in english(over).scene


def test_who_goes_to_lift_is_announced():
    agreed = ((1, OK), (2, OK))
    placed = played(table("b", "", "b"), (0, aim("b", "B2")), *agreed, (0, announce("b")), *agreed)
    assert french(placed).story.splitlines()[1:] == [
        "**Ana** n’a plus de jeton.",
        "**Bo** va soulever ! Trois gobelets alignés, et d’abord, au choix, deux voisins à intervertir.",
    ]


def test_a_window_that_was_skipped_is_explained():
    first = table(*FULL)
    skipped = played(first, (0, aim("b", "B2")), (1, OK), (2, OK))
    assert "Tous les gobelets sont vides" in french(skipped).story
    later = played(table("bv", "bvo", "bvo", cups={"A1": "o"}), (0, aim("b", "B2")), (1, OK), (2, OK))
    assert french(later).story.startswith("Personne ne conteste **B2** : **Ana** doit annoncer une couleur.")


def test_a_round_that_a_placement_makes_void_is_shown_too():
    agreed = ((1, OK), (2, OK))
    state = table("o", "", "", cups={"A1": "bb", "A2": "b", "A3": "vvvoo"})
    void = played(state, (0, aim("o", "A3")), *agreed, (0, announce("b")), *agreed)
    assert void.public.last.end == "hopeless"
    assert french(void).title == "manche 1"
    assert "**A3** ▲ vert ×3, ◆ orange ×3" in french(void).scene
    assert french(void, flash=False).title == "manche 2"
