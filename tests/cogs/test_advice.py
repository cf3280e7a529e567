"""Hints say true things: certain, empty, safe and true are compared with the state; and their buttons.

Every game has a reason for every move, in every language, from what a seat was shown and nothing else.
"""

import re
from collections import defaultdict
from itertools import islice
from random import Random

import pytest

from bot.core.facts import ASLEEP
from bot.core.game import percent
from bot.core.opponents import advise
from bot.text.strings import LANGUAGES
from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Stack
from cogs.cappuccino.search import WIN, SearchPosition
from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt
from cogs.ptipasspass.cups import board
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Ok
from cogs.solo.commands import ADVICE, table_buttons
from cogs.trio.advice import SeatKnowledge
from cogs.trio.moves import Reveal
from cogs.tripot.advice import BEST
from cogs.tripot.moves import Challenge, Commit, MeetChallenge
from tests.kit.moments import CATALOGUE, UGLY, every_setting, moments, people_to_act, played
from tests.kit.seated import solo_table
from tests.kit.words import saying

TRIO, PINOCCHIO = every_setting("trio"), every_setting("pinocchio")
DUELS = [each for each in every_setting("cappuccino") if each.seats == 2 and not each.options["early_resolution"]]
REASONS = {key: game.reason for key, game in CATALOGUE.games.items()}


def told(key, views, move, lang="en"):
    return REASONS[key](views, move, saying(key, lang))


# ---- Trio


@pytest.mark.parametrize("setting", [each for each in TRIO if each.options["mode"] == "simple"], ids=str)
def test_a_card_called_certain_is_that_card(setting):
    certain = 0
    for seat, views, state, _move in islice(played(setting).decisions(), 0, 150, 6):
        moves = [move for move in state.legal(seat) if isinstance(move, Reveal)]
        known = SeatKnowledge(views) if moves else None
        for move in moves:
            if (sure := known.sure(move)) is not None:
                public = state.play(seat, move).view(None).public
                face_up = public.shown or (public.flash.cards if public.flash else ())
                assert sure == (face_up[-1] if face_up else public.last).number
                certain += 1
        assert not moves or all(0 < chance < 100 for chance in known.chance(moves[0]).values())
    assert certain > 20


# ---- PtiPassPass


@pytest.mark.parametrize("setting", every_setting("ptipasspass"), ids=str)
def test_a_cup_called_empty_is_empty_and_a_true_colour_is_true(setting):
    met, names = set(), board(setting.options["layout"], setting.seats).cups
    for _seat, views, state, move in islice(played(setting).decisions(), 100):
        public = state.view(None).public
        match move:
            case Aim(cup=cup):
                filled = bool(state.secrets.cups[names.index(cup)])
                assert ("Nothing is under" in told("ptipasspass", views, move)) != filled
            case Ok() | Doublon() if public.phase == "doublon":
                filled = bool(state.secrets.cups[names.index(public.aimed)])
                for each in (Ok(), Doublon()):
                    assert ("Nothing is under" in told("ptipasspass", views, each)) != filled
            case AnnounceColour(colour=colour):
                assert ("It is true" in told("ptipasspass", views, move)) == (state.secrets.fist == colour)
            case _:
                continue
        met.add(type(move))
    assert {Aim, AnnounceColour} <= met


# ---- Cappuccino


@pytest.mark.parametrize("setting", DUELS, ids=str)
def test_a_stack_called_safe_is_and_one_that_nobody_can_cover_is_not_covered(setting):
    met = set()
    for seat, _views, state, _move in islice(played(setting).decisions(), 0, None, 2):
        for move in (each for each in list(state.legal(seat))[::3] if isinstance(each, Stack)):
            words, after = told("cappuccino", [state.view(seat)], move), state.play(seat, move)
            public = after.view(None).public
            covering = [each for each in after.legal(1 - seat) if isinstance(each, Stack) and each.to == move.to]
            if "nobody can take it" in words:
                met.add("safe")
                assert not any(public.layers.get(near) for near in neighbours(move.to))
            elif "tall enough" in words:
                met.add("held")
                assert not covering
            else:
                met.add("exposed")
                assert covering or public.active == seat
    assert met == {"safe", "held", "exposed"}


def test_a_better_value_is_a_better_chance_and_a_level_position_a_fair_one():
    for setting in (each for each in every_setting("cappuccino") if not each.options["advanced"]):
        position = SearchPosition(played(setting).states[1].view(None).public)
        values = [-WIN, *range(-3000, 3001, 50), WIN]
        chances = [position.chance(value) for value in values]
        assert chances == sorted(chances)
        assert (chances[0], chances[-1]) == (0, 1)
        assert position.chance(0) == pytest.approx(1 / setting.seats)


def test_the_next_best_stack_takes_the_cups_that_a_hint_says():
    compared = 0
    for seat, views, state, _move in played(DUELS[0]).decisions():
        public, legal = state.view(None).public, tuple(state.legal(seat))
        best, *others = CATALOGUE.games["cappuccino"].odds(views, legal)
        if (words := told("cappuccino", views, best)) and "The next best" in words:
            target = public.layers[others[0].to]
            cups = 0 if public.setup.owner(target[-1]) == seat else len(target)
            amount = {0: "no cup", 1: "only one cup"}.get(cups, f"only {cups} cups")
            assert words.endswith(f"takes {amount}.")
            compared += 1
    assert compared


# ---- Le Tripot du Chaos


@pytest.mark.parametrize("setting", every_setting("tripot"), ids=str)
def test_the_stake_and_the_gain_of_a_hint_are_right(setting):
    met = set()
    for seat, views, state, move in played(setting).decisions():
        public, words = state.view(None).public, told("tripot", views, move)
        match move:
            case Challenge(opponent=other, card=card):
                assert f"stake {min(card, public.points[other])}" in words
            case MeetChallenge(card=card):
                assert f"stake {min(card, public.points[public.pending.challenger])}" in words
            case Commit(actions=actions):
                number = int(re.match(r"Duel (\d+)", words)[1]) - 1
                action, duel = dict(actions)[number], public.duels[number]
                side = duel.seats.index(seat)
                tokens = (action, BEST[action]) if side == 0 else (BEST[action], action)
                purses = tuple(public.points[each] for each in duel.seats)
                assert f"brings you {duel.resolve(tokens, purses).gains[side]} if" in words
            case _:
                continue
        met.add(type(move))
    assert met == {Challenge, MeetChallenge, Commit}


# ---- Pinocchio


def test_a_certain_lie_in_pinocchio_is_one():
    duel, certain, last = next(each for each in PINOCCHIO if each.seats == 2), 0, 0
    for seed in range(1, 9):
        for seat, views, state, move in played(duel, seed).decisions():
            if isinstance(move, Believe | Doubt):
                words = told("pinocchio", views, Doubt(), "fr")
                last += "Il ne reste qu’une carte" in words
                if "à coup sûr" in words:
                    certain += 1
                    assert state.play(seat, Doubt()).view(None).public.verdict.lie
    assert certain
    assert last


@pytest.mark.parametrize("setting", PINOCCHIO, ids=str)
def test_the_truth_is_called_the_truth(setting):
    met = set()
    for _seat, views, _state, move in played(setting).decisions():
        if isinstance(move, AnnounceCard):
            view = views[-1]
            kind = "shielded" if view.public.shielded else "truth" if view.own.card == move.card else "lie"
            words = {"shielded": "Nobody", "truth": "It is your card", "lie": "Your card"}[kind]
            assert words in told("pinocchio", views, move)
            met.add(kind)
    assert met == {"shielded", "truth", "lie"}


# ---- buttons of the solo feature


def test_a_hint_is_offered_on_ones_turn_only_and_another_game_after_one_of_this_feature():
    table = solo_table("trio")
    say = saying("trio", "fr", table.names)
    (button,) = table_buttons(table, 0, say)
    assert button.label == "Un conseil\u00a0?"
    assert button.id.startswith(f"{ADVICE}:")
    assert table_buttons(table, 1, say) == []
    assert table_buttons(table.with_facts(paused=ASLEEP), 0, say) == []
    assert table_buttons(table.with_facts(hints=False), 0, say) == []
    ended = table.close("host")
    assert [button.label for button in table_buttons(ended, None, say)] == ["Rejouer", "Autre partie"]
    assert table_buttons(ended.with_facts(feature="daily"), None, say) == []
    assert table_buttons(ended.with_facts(alone=False), None, say) == []


# ---- every game

ADVISING = [setting for setting in every_setting() if setting.game.reason]
LONGEST = 500
"""Characters of a reason: it stands on top of a page that may be long."""


def test_every_game_gives_reasons():
    assert {setting.game.key for setting in ADVISING} == set(CATALOGUE.games)


@pytest.mark.parametrize("setting", ADVISING, ids=str)
def test_any_move_has_a_reason_in_every_language(setting, caplog):
    reason, names = setting.game.reason, UGLY[: setting.seats]
    voices = [CATALOGUE.words.say(setting.game.key, lang, names) for lang in (*LANGUAGES, LANGUAGES[0])]
    game = played(setting)
    for index in moments(game, 4):
        for seat in people_to_act(game.states[index])[:2]:
            legal = tuple(islice(game.states[index].legal(seat), 400))
            for move in Random(1).sample(legal, 2 if len(legal) > 1 else 0):
                told = [reason(game.shown(seat, index), move, say) for say in voices]
                assert all(0 < len(words) <= LONGEST and words.strip() == words for words in told)
                assert told[0] == told[-1], "the same views, the same words"
                assert len({*told}) == len(LANGUAGES)
    assert not caplog.records


@pytest.mark.parametrize("game", [game for game in CATALOGUE.games.values() if game.odds], ids=lambda game: game.key)
def test_hints_have_one_yardstick(game):
    """Equal facts give equal verdicts, and a move recommended at some chance is recommended at every higher one."""
    chances = defaultdict(lambda: {True: [], False: []})
    say = CATALOGUE.words.say(game.key, "fr", UGLY)
    for setting in every_setting(game.key)[:2]:
        for _seat, views, state, _move in islice(played(setting).decisions(), 0, 240, 4):
            legal = tuple(islice(state.legal(_seat), 400))
            move, odds = advise(game, views, legal, Random(3))
            if not odds:
                continue
            assert (move, odds) == advise(game, views, legal[::-1], Random(4)) or len({*odds.values()}) < len(odds)
            assert move == next(iter(odds))
            assert odds[move] == max(odds.values()) or len(odds) == 2
            assert all(0 <= chance <= 1 for chance in odds.values())
            if len({type(each) for each in odds}) == len(odds) == 2:
                words = game.reason(views, move, say)
                certain = max(odds.values()) == 1
                assert certain or any(f"{percent(chance)} %" in words for chance in odds.values())
                for other, chance in odds.items():
                    chances[type(other), len(legal)][other == move].append(chance)
    for found in chances.values():
        assert max(found[False], default=0) <= min(found[True], default=1)
    assert chances or game.key in ("trio", "tripot", "cappuccino")
