"""What people read."""

import pytest

from bot.core.game import CHANCE
from cogs.trio.game import GAME
from cogs.trio.moves import Decline
from tests.cogs.trio.moves import answers, centre, high, low, offer, turn
from tests.cogs.trio.tabletop import fresh, position, table3, team_deal
from tests.kit.words import PARTS, plain, reading, saying

LINKS = "1 → 6, 8 · 2 → 5, 9 · 3 → 4, 10 · 4 → 3, 11 · 5 → 2, 12 · 6 → 1 · 8 → 1 · 9 → 2 · 10 → 3 · 11 → 4 · 12 → 5"


def sight(state, seat=None, lang="fr", *, flash=True):
    return reading(GAME, lang)(state, seat, flash=flash)


def labels(state, seat, *paths, lang="fr"):
    say = saying("trio", lang)
    return [plain(GAME.face.label(state.view(seat), tuple(path.split()), say)) for path in paths]


def test_the_first_turn():
    found = sight(table3(), 0)
    assert found.title == "mode simple"
    assert found.story == "Les cartes sont distribuées. **Ana** commence."
    assert found.scene == (
        "**Centre :** 9 cartes cachées, places A, B, C, D, E, F, G, H, I\n"
        "- **Ana** : 9 cartes · à son tour · aucun trio\n"
        "- **Bo** : 9 cartes · aucun trio\n"
        "- **Chloé** : 9 cartes · aucun trio"
    )
    assert found.hand == "**Ta main :** **1** · **3** · **4** · **6** · **7** · **9** · **10** · **11** · **12**"
    assert sight(table3()).hand == ""


def test_cards_face_up():
    state = turn(table3(first=1), centre(1), low(0))
    found = sight(state)
    assert found.scene.startswith(
        "**Face visible :** **1** (la place B du centre) · **1** (le plus petit chez **Ana**)\n"
        "**Centre :** 8 cartes cachées, places A, C, D, E, F, G, H, I\n"
        "- **Ana** : 8 cartes · aucun trio\n"
    )
    assert found.story == "**Bo** dévoile le plus petit chez **Ana** : **1**. Deux pareils : encore un."
    assert sight(state, lang="en").story == "**Bo** reveals the lowest of **Ana**: **1**. Two alike: one more."


def test_a_miss_reads_well_with_its_flash_and_without():
    state = turn(table3(first=1), centre(1), low(1), low(2))
    asked = "**Bo** a dévoilé la place B du centre, puis le plus petit de sa main, puis le plus petit chez **Chloé** : "
    during, after = sight(state), sight(state, flash=False)
    assert during.story == f"{asked}**1 · 1 · 2**. Les numéros diffèrent, chaque carte retourne à sa place."
    assert after.story == f"{asked}les numéros diffèrent, chaque carte retourne à sa place."
    shown = (
        "**À retenir :** **1** (la place B du centre) · **1** (le plus petit de sa main) · "
        "**2** (le plus petit chez **Chloé**)"
    )
    assert during.scene == f"{shown}\n{after.scene}"
    english = sight(state, lang="en")
    assert english.scene.startswith("**Remember:** **1** (place B of the centre) · **1** (their own lowest) · **2** ")
    assert english.story == (
        "**Bo** revealed place B of the centre, then their own lowest, then the lowest of **Chloé**: "
        "**1 · 1 · 2**. The numbers differ, every card goes back to its place."
    )


def test_a_trio_in_the_spicy_mode_shows_its_links():
    state = turn(table3(mode="picante"), high(1), high(2), high(0))
    found = sight(state, 0)
    assert found.title == "mode picante"
    assert found.story == (
        "**Ana** remporte le trio de **12** : le plus grand chez **Bo**, puis le plus grand chez **Chloé**, "
        "puis le plus grand de sa main."
    )
    assert "- **Ana** : 8 cartes · trio : **12** (lié à 5)\n" in found.scene
    assert found.scene.endswith(f"**Liens :** {LINKS} · le trio de 7 gagne seul.")
    assert found.hand == (
        "**Ta main :** **1** (6, 8) · **3** (4, 10) · **4** (3, 11) · **6** (1) · **7** · **9** (2) · **10** (3) · "
        "**11** (4) (entre parenthèses, les numéros liés)"
    )
    assert sight(state, lang="en").scene.endswith(f"**Links:** {LINKS} · the trio of 7 wins alone.")


@pytest.mark.parametrize(
    ("number", "mode", "owned", "why"),
    [
        (7, "picante", (), "Le trio de 7 gagne à lui seul."),
        (4, "simple", (1, 2), "C’est le troisième trio : partie gagnée."),
        (1, "picante", (2, 8), "Il est lié au trio de 8 : partie gagnée."),
    ],
)
def test_a_victory_says_why(number, mode, owned, why):
    state = turn(position([(number,)] * 3, mode=mode, trios=[owned, (), ()]), low(0), low(1), low(2))
    found = sight(state, 1)
    assert found.story.endswith(why)
    assert found.scene.startswith("**Centre :** vide\n- **Ana** : aucune carte · gagne · trio")
    assert found.hand == ""
    assert "à son tour" not in found.scene


def opening():
    return fresh(4, teams=True).play(CHANCE, team_deal())


def test_an_exchange_before_any_answer():
    found = sight(opening(), 3)
    assert found.title == "mode simple · par équipes"
    assert found.scene == (
        "**Équipe A** · aucun trio\n"
        "- **Ana** : 9 cartes · réfléchit\n"
        "- **Chloé** : 9 cartes · réfléchit\n"
        "**Équipe B** · aucun trio\n"
        "- **Bo** : 9 cartes · réfléchit\n"
        "- **Dan** : 9 cartes · réfléchit\n"
        "*Entre partenaires, pas un mot sur les cartes.*"
    )
    assert found.story == (
        "Les cartes sont distribuées. Avant le premier tour, chaque équipe peut échanger une carte, "
        "si les deux le veulent."
    )
    assert found.hand.startswith("Propose une carte à **Bo**, ou garde ta main. Les deux réponses sont scellées.\n")


def words(state, seat):
    """All that a seat reads."""
    return [getattr(sight(state, seat), part) for part in PARTS]


def test_a_sealed_offer_is_read_by_its_owner_only():
    state = opening().play(3, offer(12))
    assert sight(state, 3).hand.startswith(
        "Ta réponse est scellée : le **12** pour **Bo**, en échange d’une de ses cartes.\n"
    )
    other = opening().play(3, offer(10))
    for seat in (None, 0, 1, 2):
        assert words(state, seat) == words(other, seat)
        thinks = "**Dan** : 9 cartes · réfléchit"
        before = words(opening(), seat)
        assert words(state, seat) == [part.replace(thinks, "**Dan** : 9 cartes") for part in before]


def test_an_exchange_that_took_place_and_one_that_did_not():
    state = answers(opening(), (3, offer(12)), (1, offer(1)), (0, Decline()))
    found = sight(state, 1)
    assert found.story == "L’équipe A n’a pas échangé. L’équipe B a échangé. **Ana** commence."
    assert "**Équipe A** · aucun trio\n" in found.scene
    assert "**Équipe B** · a échangé · aucun trio\n" in found.scene
    assert found.hand.startswith("Échange avec **Dan** : tu as donné le **1** et reçu le **12**.\n")
    assert sight(state, 0).hand.startswith("**Ta main :**")
    english = sight(state, 3, lang="en")
    assert english.title == "simple mode · teams"
    assert english.story == "Team A has not exchanged. Team B has exchanged. **Ana** begins."
    assert english.hand.startswith("Exchange with **Bo**: you gave the **12** and received the **1**.\n")


def test_the_words_of_the_choices():
    state = turn(table3(mode="picante"), centre(3))
    paths = (
        "reveal s0",
        "reveal s1",
        "reveal centre",
        "reveal s0 lowest",
        "reveal s1 highest",
        "reveal centre 4",
        "offer 3",
    )
    assert labels(state, 0, *paths) == [
        "Ta main (9 cartes)",
        "Bo (9 cartes)",
        "Le centre (8 cartes)",
        "Ton plus petit : 1",
        "Le plus grand",
        "Place E",
        "3 (lié à 4, 10)",
    ]
    assert labels(state, 1, *paths, lang="en") == [
        "Ana (9 cards)",
        "Your hand (9 cards)",
        "The centre (8 cards)",
        "The lowest",
        "Your highest: 12",
        "Place E",
        "3 (linked to 4, 10)",
    ]
    assert labels(opening(), 0, "offer 7") == ["7"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_refusals_name_people_and_what_to_do(lang):
    say = saying("trio", lang)
    assert "**Chloé**" in say("illegal-hand-empty", seat=2)
    assert "**Chloé**" in say("illegal-not-your-turn", seat=2)
    won = [plain(say("win", winners=say.names(seats), count=len(seats))) for seats in ((0,), (0, 2))]
    assert (
        won
        == {
            "fr": ["**Ana** gagne la partie.", "**Ana** et **Chloé** gagnent la partie."],
            "en": ["**Ana** wins the game.", "**Ana** and **Chloé** win the game."],
        }[lang]
    )


def test_at_the_end_every_card_is_face_up():
    state = position([(7, 8), (7, 8), ()], (7, 8), active=2)
    before = sight(state).scene
    assert "en main" not in before
    over = turn(state, low(0), low(1), centre(0))
    assert over.public.opened == type(over.public.opened)(((8,), (8,), ()), (0, 8))
    assert sight(over).scene == (
        "**Centre :** il restait 8\n"
        "- **Ana** : une carte · en main : 8 · aucun trio\n"
        "- **Bo** : une carte · en main : 8 · aucun trio\n"
        "- **Chloé** : aucune carte · gagne · trio : **7**"
    )
    assert "**Centre:** 8 left" in sight(over, lang="en").scene
    assert "in hand: 8" in sight(over, lang="en").scene


def test_the_same_card_asked_again_is_told_as_twice():
    state = turn(position([(1, 9), (8, 8), (3,)], (2, 8)), high(1), high(1), low(2))
    assert "dévoilé deux fois le plus grand chez **Bo**, puis le plus petit chez **Chloé** :" in sight(state).story
    assert " twice, then " in sight(state, lang="en").story


def test_one_other_team_is_not_several():
    state = position([(1, 5), (1, 6), (1, 7), (5, 8)], teams=True)
    assert "L’autre équipe peut échanger" in sight(turn(state, low(0), low(1), low(2))).story
    six = position([(1, 5), (1, 6), (1, 7), (5, 8), (2, 9), (2, 3)], teams=True)
    assert "Les autres équipes peuvent échanger" in sight(turn(six, low(0), low(1), low(2))).story
