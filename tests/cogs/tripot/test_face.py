"""What people read, in both languages."""

import pytest

from bot.pages.question import paths, question
from cogs.tripot.duel import Duel
from cogs.tripot.face import label, sight
from cogs.tripot.game import GAME
from cogs.tripot.moves import SPELLING, Action, Actions, Challenge, Commit, Resolve
from cogs.tripot.rules import CARDS, State, start
from cogs.tripot.view import DuelResolved, Secrets
from tests.cogs.tripot.moves import A, C, D, commit, commit_all, duel
from tests.cogs.tripot.tabletop import but, dealt, holding, lone_holder, nobody_to_challenge, two_duels_of_x
from tests.kit.words import plain, saying

FR, EN = saying("tripot", "fr"), saying("tripot", "en")


def story(state: State, say=FR) -> str:
    return plain(sight(state.view(None), say).story)


def told(tokens: tuple[Action, Action], stakes=(2, 4), purses=(13, 11), say=FR) -> str:
    """The sentence of one outcome, Ana having challenged Bo, in a round that goes on."""
    met = Duel(seats=(0, 1), cards=(4, 2), stakes=stakes)
    other = Duel(seats=(1, 2), cards=(1, 1), stakes=(1, 1))
    rest: Action = A if tokens[1] == C else C
    laid: tuple[Actions, ...] = (((0, tokens[0]),), ((0, tokens[1]), (1, rest)), ((1, C),))
    state = but(dealt(3), phase="resolve", duels=(met, other), points=(*purses, 14))
    return story(State(state.public, Secrets(laid)).play(0, Resolve(0)), say)


# ---- what everybody must know


def note(state: State, seat: int | None = None, say=EN) -> str:
    return plain(sight(state.view(seat), say).note)


def test_a_note_says_what_is_asked_and_everybodys_points():
    state = holding((1, 2), (1, 2), points=(15, 9))
    points = "Points: **Ana** 15 · **Bo** 9"
    assert note(state) == f"**Ana** to challenge · {points}"
    assert note(state, 0) == points, "the question itself is below it"
    asked = state.play(0, Challenge(1, 2))
    assert note(asked) == note(asked, 0) == f"**Bo** to answer **Ana** · {points}"
    assert note(asked, 1, FR) == "Défi lancé par **Ana** · Points : **Ana** 15 · **Bo** 9"
    assert note(start(2, {})) == ""


def test_a_note_of_the_actions_names_nobody():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))
    words = note(state, None, FR)
    assert words.startswith("Jetons à poser en secret · Points : ")
    laid = commit(state, 0, A, C)
    assert note(laid, None, FR) == words, "whom we wait for is told elsewhere"
    assert note(laid, 1, FR) == words.removeprefix("Jetons à poser en secret · ")


def test_a_note_asks_nothing_of_a_round_that_is_still_looked_at():
    state = two_duels_of_x()
    assert note(state).startswith("**Ana** to resolve a duel · Points: ")
    while state.public.duels:
        (seat,) = state.to_act
        state = state.play(seat, next(iter(state.legal(seat))))
    assert note(state).startswith("Points: ")
    later = sight(state.view(None).without_flash(), EN).note
    assert later == f"**{EN.raw_name(state.public.first)}** to challenge · {note(state)}"
    assert sight(lone_holder().view(None), EN).note


# ---- the table


def test_the_scene_before_the_first_challenge():
    shown = sight(dealt(3, first=1).view(None), FR)
    assert shown.title == "tour 1 · défis"
    assert plain(shown.scene).split("\n") == [
        "- **Ana** · 15 points · 8 cartes : 1 2 2 3 3 4 4 5",
        "- **Bo** · 15 points · 8 cartes : 1 2 2 3 3 4 4 5 · ouvre le tour · à son tour",
        "- **Chloé** · 15 points · 8 cartes : 1 2 2 3 3 4 4 5",
        "",
        "Compte : joueurs 45 + mises 0 + réserve 0 = 45 (15 × 3)",
    ]
    assert plain(shown.story) == "Le tirage est fait : **Bo** ouvre le premier tour."
    assert shown.hand == ""


def test_the_scene_with_a_card_face_down():
    state = dealt(2).play(0, Challenge(1, 5))
    scene = plain(sight(state.view(1), FR).scene).split("\n")
    assert scene[0] == "- **Ana** · 15 points · cartes : 7 et 1 face cachée, parmi 1 2 2 3 3 4 4 5 · ouvre le tour"
    assert scene[3:5] == ["**Duels du tour 1**", "- Défi · **Ana** contre **Bo**, une carte face cachée"]
    assert plain(sight(state.view(0), FR).hand).split("\n") == [
        "Ta carte face cachée contre **Bo** : **5**.",
        "Tes 7 cartes : 1 2 2 3 3 4 4. Ton butin : 15 points.",
    ]
    assert sight(state.view(1), EN).hand.split("\n") == [
        (
            "**Ana** challenges you. Choose your card: "
            "**Ana** will stake its number, you the number on the card face down."
        ),
        "Your 8 cards: 1 2 2 3 3 4 4 5. Your loot: 15 points.",
    ]


def test_the_scene_tells_waiting_sealed_and_resolved():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))

    def duels(state: State) -> list[str]:
        return [line for line in sight(state.view(None), EN).scene.split("\n") if "Duel " in line]

    assert duels(commit(state, 1, D, A)) == [
        "- Duel 1 · **Ana** plays 4, stakes 2, still to choose · **Bo** plays 2, stakes 4, action face down",
        "- Duel 2 · **Bo** plays 1, stakes 5, action face down · **Ana** plays 5, stakes 1, still to choose",
    ]
    state = commit(commit(state, 1, D, A), 0, A, C).play(0, Resolve(0))
    resolved = "**Ana** plays 4, stakes 2, attacks (A) → −3 · **Bo** plays 2, stakes 4, defends (D) → +3"
    assert duels(state)[0] == f"- ▶ **Duel 1** · {resolved}"
    assert duels(but(state, flash=None))[0] == duels(state)[0], "it stays until the next one"
    scene = sight(state.view(None), EN).scene
    assert scene.endswith("Count: players 24 + stakes 6 + reserve 0 = 30 (15 × 2)")
    assert sight(state.play(0, Resolve(1)).view(None), EN).scene.split("\n")[3] == "**Duels of round 1, now over**"


def test_a_negative_reserve_still_adds_up():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 1))
    state = commit(commit(state, 0, C, A), 1, C, D).play(0, Resolve(0))
    assert plain(sight(state.view(None), FR).scene).endswith("joueurs 32 + mises 2 + réserve −4 = 30 (15 × 2)")


# ---- the private panel


def test_the_panel_of_the_action_phase():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))
    assert plain(sight(state.view(0), FR).hand).split("\n") == [
        "Pose un jeton différent sur chacun de tes 2 duels. Personne ne les voit avant la résolution de chacun.",
        "- Duel 1 contre **Bo** · toi : carte 4, mise 2 · en face : carte 2, mise 4 · pas encore de jeton",
        "- Duel 2 contre **Bo** · toi : carte 5, mise 1 · en face : carte 1, mise 5 · pas encore de jeton",
        "Tes 6 cartes : 1 2 2 3 3 4. Ton butin : 12 points.",
    ]
    sealed = plain(sight(commit(state, 0, A, C).view(0), FR).hand).split("\n")
    assert sealed[:2] == [
        "Tes jetons sont posés. Tu peux les changer tant que tout le monde n’a pas choisi.",
        "- Duel 1 contre **Bo** · toi : carte 4, mise 2 · en face : carte 2, mise 4 · **Attaquer (A)**",
    ]
    assert sight(nobody_to_challenge().view(2), EN).hand.startswith("You have no duel this round.")


def test_the_panel_of_the_resolver():
    state = commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))).play(0, Resolve(0))
    hand = sight(state.view(0), EN).hand.split("\n")
    assert hand[0] == "Your turn: turn up one of your duels."
    assert hand[1].endswith("· **Cooperate (C)** · turned up")
    assert hand[2].endswith("· **Attack (A)**")


# ---- labels


def test_labels_of_a_challenge():
    view = but(duel(dealt(3), 0, 1, (4, 2)), points=(3, 11, 15)).view(1)
    assert label(view, ("challenge", "s0"), FR) == "Ana · 3 points · 7 cartes · 1 duel"
    assert label(view, ("challenge", "s2"), EN) == "Chloé · 15 points · 8 cards · 0 duels"
    assert label(view, ("challenge", "s0", "2"), FR) == "Carte 2 · Ana misera 2"
    assert label(view, ("challenge", "s0", "5"), FR) == "Carte 5 · Ana misera 3 (tout son butin)"


def test_labels_of_an_answer():
    view = dealt(3).play(0, Challenge(2, 5)).view(2)
    assert label(view, ("answer", "4"), EN) == "Card 4 · Ana will stake 4"


def test_labels_of_actions_say_which_duel_they_are_for():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))
    first, second = ("commit", "0-defend"), ("commit", "0-defend", "1-cooperate")
    assert label(state.view(0), first, FR) == "Se défendre (D) · duel 1 contre Bo, cartes 4–2, mises 2–4"
    assert label(state.view(0), second, FR) == "Coopérer (C) · duel 2 contre Bo, cartes 5–1, mises 1–5"
    assert label(state.view(1), first, EN) == "Defend (D) · duel 1 against Ana, cards 2–4, stakes 4–2"


def test_labels_of_duels_to_resolve_do_not_tell_the_action():
    state = commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5)))
    assert label(state.view(0), ("resolve", "d1"), FR) == "Duel 2 contre Bo, cartes 5–1, mises 1–5"


# ---- how choices lie


def laid_out(state: State, seat: int, *path: str) -> list[list[str]]:
    """The labels of the buttons after these steps, row by row; those that cannot be pressed in brackets."""
    found = list(paths(GAME, state.legal(seat)))
    asked = question(GAME, state.view(seat), found, FR, path)
    assert asked is not None
    return [
        [press.label if press.possible else f"({press.label})" for press in row if press] for row in asked.rows if row
    ]


def test_opponents_lie_as_their_plates_and_cards_by_number():
    state = dealt(4)
    assert laid_out(state, 0) == [["2 · Bo", "3 · Chloé", "4 · Dan"]]
    assert laid_out(state, 0, "challenge", "s2") == [["1", "2", "3", "4", "5"]]
    assert laid_out(state.play(0, Challenge(2, 5)), 2) == [["1", "2", "3", "4", "5"]]
    assert laid_out(dealt(2), 0) == [["1", "2", "3", "4", "5"]], "with one opponent there is no choice of them"


def test_who_cannot_be_challenged_stays_where_they_are():
    state = duel(holding((1, 2), (), (1, 2), (3, 4)), 0, 2, (1, 1))
    assert laid_out(state, 2) == [["1 · Ana", "(2 · Bo)", "4 · Dan"]]


def test_each_duel_has_its_row_of_actions_and_the_last_needs_no_press():
    met = duel(duel(duel(dealt(3), 0, 1, (4, 2)), 1, 0, (1, 5)), 2, 0, (3, 3))
    assert laid_out(met, 0) == [
        ["1 · Coopérer", "1 · Attaquer", "1 · Défendre"],
        ["(2 · Coopérer)", "(2 · Attaquer)", "(2 · Défendre)"],
        ["(3 · Coopérer)", "(3 · Attaquer)", "(3 · Défendre)"],
    ]
    assert laid_out(met, 0, "commit", "0-attack") == [
        ["(1 · Coopérer)", "(1 · Attaquer)", "(1 · Défendre)"],
        ["2 · Coopérer", "(2 · Attaquer)", "2 · Défendre"],
        ["(3 · Coopérer)", "(3 · Attaquer)", "(3 · Défendre)"],
    ]
    asked = question(GAME, met.view(0), list(paths(GAME, met.legal(0))), FR, ("commit", "0-attack"))
    assert asked is not None
    assert [press.path for press in asked.possible] == [
        ("commit", "0-attack", "1-cooperate", "2-defend"),
        ("commit", "0-attack", "1-defend", "2-cooperate"),
    ]


def test_the_duels_to_turn_up_are_numbered():
    state = commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5)))
    assert laid_out(state, 0) == [["Duel 1", "Duel 2"]]


def test_a_round_is_not_over_while_its_last_duel_is_looked_at():
    state = commit_all(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))).play(0, Resolve(0)).play(0, Resolve(1))
    assert sight(state.view(None), FR).title == "tour 1 · résolution"
    assert sight(state.view(None).without_flash(), FR).title == "tour 2 · défis"


# ---- stories


def test_stories_of_challenges():
    state = dealt(2).play(0, Challenge(1, 4))
    assert story(state) == "**Ana** défie **Bo**, carte face cachée."
    state = duel(dealt(2), 0, 1, (4, 2))
    assert story(state) == "**Bo** répond à **Ana** : 2 contre 4. **Ana** mise 2, **Bo** mise 4."
    assert story(state, EN) == "**Bo** answers **Ana**’s 4 with a 2: **Ana** stakes 2, **Bo** stakes 4."
    short = duel(holding(CARDS, CARDS, points=(1, 15)), 0, 1, (2, 4))
    assert story(short, EN).endswith(": **Ana** stakes 1 (all they had), **Bo** stakes 2.")


def test_story_of_lost_turns():
    assert story(nobody_to_challenge()) == (
        "**Ana** répond à **Bo** : 2 contre 5. **Bo** mise 2, **Ana** mise 5. "
        "**Chloé** ne défie personne : aucun adversaire libre. "
        "Tous les défis sont lancés ; parlez, puis posez vos jetons."
    )


def test_stories_of_sealing():
    state = commit(duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5)), 1, D, A)
    assert story(state, EN) == "**Bo** has laid every action, face down."
    assert story(commit(state, 0, D, A)) == (
        "**Ana** a posé tous ses jetons, face cachée. Tous les jetons sont posés : les duels se résolvent un par un."
    )


@pytest.mark.parametrize(
    ("tokens", "french", "english"),
    [
        (
            (C, C),
            (
                "**Ana** et **Bo** coopèrent ; la mise commune de 6 est partagée (3 pour **Ana**, 3 pour **Bo**), "
                "et la réserve verse 2 points par tête."
            ),
            (
                "**Ana** and **Bo** cooperate; they share the 6 staked (3 for **Ana**, 3 for **Bo**), "
                "and the reserve gives 2 points to each."
            ),
        ),
        (
            (C, A),
            "**Bo** attaque **Ana**, qui coopère, et prend les 6 points misés.",
            "**Bo** attacks **Ana**, who cooperates, and takes all 6 points staked.",
        ),
        (
            (A, A),
            "**Ana** et **Bo** s’attaquent et échangent leurs mises : 4 pour **Ana**, 2 pour **Bo**.",
            "**Ana** and **Bo** attack each other and swap stakes: 4 for **Ana**, 2 for **Bo**.",
        ),
        (
            (D, A),
            (
                "**Bo** attaque **Ana**, qui se défend, prend les 6 points misés et reçoit 1 point de la réserve ; "
                "**Bo** paie 1 point d’amende."
            ),
            (
                "**Bo** attacks **Ana**, who defends, takes all 6 points staked and receives 1 from the reserve; "
                "**Bo** pays a fine of 1 point."
            ),
        ),
        (
            (D, D),
            "**Ana** et **Bo** se défendent ; les 6 points misés vont à la réserve.",
            "**Ana** and **Bo** both defend; the 6 points staked go to the reserve.",
        ),
        (
            (C, D),
            (
                "**Bo** se défend, **Ana** coopère ; les mises reviennent (4 pour **Bo**, 2 pour **Ana**), "
                "la réserve verse 1 point pour **Ana**, et **Bo** paie 1 point d’amende."
            ),
            (
                "**Bo** defends while **Ana** cooperates; stakes go back (4 to **Bo**, 2 to **Ana**), "
                "the reserve gives 1 to **Ana**, and **Bo** pays a fine of 1 point."
            ),
        ),
    ],
)
def test_stories_of_the_six_outcomes(tokens, french, english):
    assert told(tokens) == f"Duel 1 : {french}"
    assert told(tokens, say=EN) == f"Duel 1: {english}"


def test_stories_of_odd_pots_and_empty_purses():
    assert "(2 for **Ana**, 3 for **Bo**)" in told((C, C), (2, 3), say=EN)
    assert "nothing was staked, and the reserve gives 2 points to each" in told((C, C), (0, 0), (0, 0), say=EN)
    assert told((A, D), (1, 3), (0, 7)).endswith("**Ana** n’a pas de quoi payer l’amende.")
    assert told((D, C), (1, 3), (0, 7)).endswith("**Ana** paie 1 point d’amende.")
    assert told((D, C), (0, 3), (0, 7), say=EN).endswith("**Ana** has nothing to pay the fine with.")


def test_story_of_the_end_of_a_round():
    state = two_duels_of_x().play(0, Resolve(0)).play(0, Resolve(1))
    assert story(state).endswith("Le tour 1 est fini ; **Bo** ouvre le suivant.")


def test_story_of_the_lone_holder():
    state = lone_holder().play(0, Resolve(0))
    assert story(state).endswith(
        "Il ne reste de cartes qu’à **Chloé** : leur somme, 5 points, vient de la réserve, et la partie est finie."
    )
    assert sight(state.view(2), EN).title == "game over"
    scene = plain(sight(state.view(None), FR).scene).split("\n")
    assert scene[2] == "- **Chloé** · 20 points · 2 cartes : 2 3 · gagne · +5 pour ses cartes"
    assert "gagne" not in scene[0] + scene[1]
    assert story(but(state, last=DuelResolved(0)), EN).endswith("Nobody has a card left: the game is over.")


# ---- everything at once


def test_a_name_full_of_markdown_still_fits_its_label():
    say = saying("tripot", "fr", ("Ana", "_" * 24))
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 5))
    for legal in state.legal(0):
        assert isinstance(legal, Commit)
        assert len(label(state.view(0), SPELLING.path(legal), say)) <= 80
