"""What people read."""

import pytest

from cogs.pinocchio.face import label
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import AnnounceCard, GarmentCard
from cogs.pinocchio.rules import start
from tests.cogs.pinocchio.tabletop import BELIEVE, DOUBT, dealt, played, up_to
from tests.kit.words import reading, saying

SABOTS_RED = AnnounceCard("sabots", "red")
french, english = reading(GAME, "fr"), reading(GAME, "en")


def opening():
    return played(dealt(GarmentCard("sabots", "blue"), GarmentCard("bonnet", "red"), seats=4), SABOTS_RED)


def test_judging_in_french():
    found = french(opening(), 1)
    assert found.title == "carte 1 sur 44"
    assert found.story == "**Ana** pose une carte et annonce « **sabots ■ rouges** »."
    assert found.scene == (
        "Annonce : « **sabots ■ rouges** », par **Ana**\n"
        "**Bo** décide : d’accord ou pas d’accord ?\n"
        "\n"
        "- **Ana** · 10 cartes · nez court\n"
        "- **Bo** · 11 cartes · nez court\n"
        "- **Chloé** · 11 cartes · nez court\n"
        "- **Dan** · 11 cartes · nez court\n"
        "\n"
        "Tas du milieu : 1 carte · écartée sans être vue : 1"
    )
    assert found.hand == "Décide d’abord de cette annonce. Ta propre carte, tu la verras ensuite."


def test_judging_in_english():
    found = english(opening(), 2)
    assert found.title == "card 1 of 44"
    assert found.story == "**Ana** lays a card and announces “**■ red clogs**”."
    assert found.scene.startswith("Announcement: “**■ red clogs**”, by **Ana**\n**Bo** decides: agree or disagree?\n")
    assert found.scene.endswith("\n\nHeap in the middle: 1 card · put aside unseen: 1")
    assert found.hand == "Your pile: 11 cards, which nobody has seen, not even you."


def test_announcing_after_agreeing():
    state = played(opening(), BELIEVE)
    assert french(state).story == "**Bo** est d’accord avec **Ana**."
    assert "**Bo** tient une carte et doit annoncer sabots ou ■ rouge." in french(state).scene
    assert french(state, 1).hand == (
        "Ta carte : **bonnet ■ rouge**\n"
        "Tu dois annoncer sabots ou ■ rouge. Ta carte convient : à toi de voir si tu dis vrai."
    )
    assert english(state, 1).hand == (
        "Your card: **■ red hat**\n"
        "You must announce clogs or ■ red. Your card fits: whether to tell the truth is up to you."
    )
    assert french(state, 2).hand.startswith("Ta pile")
    assert french(state).hand == ""


def test_a_card_that_does_not_fit():
    state = played(dealt(GarmentCard("sabots", "red"), GarmentCard("jacket", "blue")), SABOTS_RED, BELIEVE)
    assert french(state, 1).hand.endswith("Ta carte ne convient pas : il faut mentir.")
    assert english(state, 1).hand.endswith("Your card does not fit: you have to lie.")


def test_a_doubt_shows_the_card_for_a_while_and_reads_well_afterwards():
    state = played(opening(), DOUBT)
    found = french(state, 1)
    assert state.view(1).flash.seconds == 4
    assert found.story == "**Bo** n’est pas d’accord avec **Ana** : c’était un mensonge. **Ana** prend un nez."
    shown, said, task, *_ = found.scene.splitlines()
    assert shown == "Carte retournée : **sabots ● bleus**"
    assert said == "Annonce contestée : « **sabots ■ rouges** », par **Ana**"
    assert task == "**Bo** tient une carte et peut annoncer n’importe quoi : son annonce sera protégée."
    assert "- **Ana** · 10 cartes · nez de longueur 1 `━`" in found.scene
    assert found.hand.endswith("Annonce ce que tu veux, vrai ou faux : personne ne pourra en douter.")
    later = french(played(state, AnnounceCard("jacket", "blue")))
    assert "bleus" not in later.scene + later.story


def test_a_truth_doubted_in_english():
    state = played(dealt(GarmentCard("sabots", "red")), SABOTS_RED, DOUBT)
    assert english(state).story == "**Bo** disagrees with **Ana**: it was the truth. **Bo** takes a nose."
    assert english(state).scene.startswith("Card turned over: **■ red clogs**\nDoubted announcement: ")


def test_a_protected_announcement_wears_its_badge():
    state = played(opening(), DOUBT, AnnounceCard("jacket", "blue"))
    found = french(state)
    assert found.story == (
        "**Bo** pose une carte et annonce « **veste ● bleue** ». "
        "L’annonce est protégée : **Chloé** joue sans en douter."
    )
    said, task, doubt, *_ = found.scene.splitlines()
    assert said == "Annonce **protégée** : « **veste ● bleue** », par **Bo**"
    assert task == "**Chloé** tient une carte et doit annoncer veste ou ● bleu."
    assert doubt == "Dernier doute : **Bo** contre **Ana**, à raison."
    assert english(state).scene.startswith("**Protected** announcement: “**● blue jacket**”, by **Bo**")


def test_the_first_card_the_last_card_and_the_end():
    assert french(start(3, {})).scene == "Les cartes vont être distribuées, face cachée."
    first = dealt(first=2)
    assert french(first).story == "**Chloé** commence."
    assert french(first, 2).hand.endswith("Annonce ce que tu veux, vrai ou faux.")
    last = up_to(45, first)
    assert "C’est la dernière carte : la partie s’arrête après cette décision." in french(last).scene
    assert french(last, 2).hand == "Décide de cette dernière annonce : tu n’as plus de carte à poser."
    end = french(played(last, BELIEVE), 0)
    assert (end.title, end.hand) == ("terminé", "")
    assert "- **Ana** · pile vide · nez court" in end.scene
    protected = played(up_to(44, first), DOUBT, SABOTS_RED)
    assert french(protected).story.endswith("personne n’en doutera, et c’était la dernière carte.")


def test_a_long_nose_is_drawn_and_said():
    state = played(
        dealt(GarmentCard("sabots", "blue"), seats=2), SABOTS_RED, DOUBT, SABOTS_RED, SABOTS_RED, DOUBT, SABOTS_RED
    )
    assert state.public.noses == (2, 0)
    assert "nez de longueur 2 `━━`" in french(state).scene
    assert "nose of length 2 `━━`" in english(state).scene


def test_steps_in_words():
    view = dealt().view(0)
    assert label(view, ("announce", "bowtie"), saying("pinocchio", "fr")) == "nœud papillon"
    assert label(view, ("announce", "bowtie", "yellow"), saying("pinocchio", "fr")) == "★ jaune"
    assert label(view, ("announce", "bonnet"), saying("pinocchio", "en")) == "hat"
    assert label(view, ("announce", "bonnet", "blue"), saying("pinocchio", "en")) == "● blue"


def test_colours_agree_with_garments_in_french():
    say = saying("pinocchio", "fr")
    blue = [
        say("card", garment=garment, colour="blue") for garment in ("bonnet", "sabots", "bowtie", "jacket", "dungarees")
    ]
    assert blue == ["bonnet ● bleu", "sabots ● bleus", "nœud papillon ● bleu", "veste ● bleue", "salopette ● bleue"]


def test_a_refusal_says_what_to_do_instead():
    blanks = {"garment": "sabots", "colour": "yellow"}
    assert saying("pinocchio", "en")("illegal-misfit", **blanks) == (
        "Not possible after “★ yellow clogs”: announce the same garment (clogs) or the same colour (★ yellow)."
    )
    assert saying("pinocchio", "fr")("illegal-not-yours-to-judge", seat=1).startswith("Cette annonce, c’est à **Bo**")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_winners_are_told(lang):
    say = saying("pinocchio", lang)
    words = {"fr": ("gagne\N{NO-BREAK SPACE}:", "gagnent ensemble"), "en": ("wins", "win together")}[lang]
    assert words[0] in say("win", winners=say.names([1]), count=1)
    assert words[1] in say("win", winners=say.names([0, 2]), count=2)


def test_the_scene_says_how_a_doubt_ended():
    state = played(opening(), DOUBT)
    assert "C’était un mensonge : un nez plus long pour **Ana**." in french(state).scene
    truth = played(dealt(GarmentCard("sabots", "red")), SABOTS_RED, DOUBT)
    assert "It was the truth: **Bo**’s nose grows." in english(truth).scene


@pytest.mark.parametrize(("last", "words"), [("red", "la vérité"), ("blue", "un mensonge")])
def test_at_the_end_the_last_card_is_face_up(last, words):
    state = up_to(44, dealt(*(GarmentCard("sabots", "blue"),) * 3, seats=2))
    assert state.public.opened is None
    pile = (*state.secrets.piles[1][:-1], GarmentCard("bonnet", last))
    secrets = type(state.secrets)(piles=(state.secrets.piles[0], pile), aside=state.secrets.aside)
    over = played(type(state)(state.public, secrets), BELIEVE)
    assert over.public.phase == "over"
    colour = {"red": "■ rouge", "blue": "● bleu"}[last]
    found = french(over).scene
    assert found.startswith(f"Carte retournée : **bonnet {colour}**\nAnnonce : « **bonnet ■ rouge** », par **Bo**\n")
    assert f"Personne n’en a douté, et c’était {words}." in found
