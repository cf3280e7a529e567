"""Every string a game can need exists in every language, and is filled as Fluent fills it."""

import logging
import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from bot.core.game import CHANCE, Illegal, never
from bot.core.moves import fault
from bot.pages.board import board
from bot.pages.lobby import lobby, token
from bot.testing.words import blanks_by_key, different_blanks, has_its_strings, refusals
from bot.text.strings import DEFAULT, FALLBACK, KERNEL, LANGUAGES, MissingString, Strings, Words
from tests.kit.moments import CATALOGUE, each_game, every_setting, moments, played, table_at
from tests.kit.words import ROOT

WORDS = CATALOGUE.words
COMPLETE = (DEFAULT, FALLBACK)
"""The languages that lack nothing."""
SCOPES = sorted({"bot", *(path.parents[1].relative_to(ROOT).as_posix() for path in ROOT.glob("cogs/*/strings/fr.ftl"))})


def source_of(scope: str, lang: str) -> str:
    return (ROOT / scope / "strings" / f"{lang}.ftl").read_text("utf-8")


@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_a_game_has_every_string_the_kernel_asks_for(game):
    has_its_strings(game, WORDS, ROOT / "cogs" / game.key)


@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_no_refusal_is_left_over(game):
    told = {key.removeprefix("illegal-") for key in WORDS.keys(game.key, "fr") if key.startswith("illegal-")}
    assert told == {key for key in refusals(ROOT / "cogs" / game.key) if not WORDS.has(KERNEL, "fr", f"illegal-{key}")}


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_texts_of_a_game_keep_to_their_limits(game, lang):
    say = WORDS.say(game.key, lang)
    assert 0 < len(say("blurb")) <= 100
    long = [key for key in WORDS.keys(game.key, lang) if key.startswith(("rules", "aid-"))]
    assert all(0 < len(say(key)) <= 1800 for key in long)
    assert all(0 < len(say(f"{key}.title")) <= 80 for key in long if key.startswith("rules-"))
    for key in (*(f"verb-{verb.key}" for verb in game.verbs), *(f"aid-{aid}" for aid in game.aids)):
        assert 0 < len(say(f"{key}.button")) <= 40
    asked = [f"ask-{verb.key}-{place}" for verb in game.verbs for place in range(1, len(verb.steps) + 1)]
    assert all(0 < len(say(key)) <= 100 for key in asked)
    for option in game.options:
        values = [say(f"option-{option.key}.{token(value)}") for value in option.values]
        assert len(set(values)) == len(values)
    assert "**Ana**" in say("win", winners="**Ana**", count=1)


@pytest.mark.parametrize("scope", SCOPES)
def test_languages_have_the_same_strings_with_the_same_blanks(scope):
    french, english = (blanks_by_key(source_of(scope, lang)) for lang in COMPLETE)
    assert french.keys() == english.keys()
    assert list(different_blanks(french, english)) == []


def test_a_partial_language_falls_back_string_by_string(tmp_path):
    files = {
        "fr": "a = un\nb = deux\nlanguage-fr = français\n",
        "en": "a = one\nb = two\nc = { $n ->\n    [one] a thing\n   *[other] things\n}\n    .d = four\n",
        "de": "a = eins\nlanguage-de = Deutsch\n",
    }
    (tmp_path / "strings").mkdir()
    for lang, text in files.items():
        (tmp_path / "strings" / f"{lang}.ftl").write_text(text, "utf-8")
    words = Words({KERNEL: tmp_path})
    assert words.languages(KERNEL) == ["de", "en", "fr"]
    assert [words.get(KERNEL, "de", key, n=1) for key in ("a", "b", "c", "c.d")] == ["eins", "two", "a thing", "four"]
    assert words.get(KERNEL, "fr", "language-de") == "Deutsch", "a language names itself where nobody else does"
    assert words.missing("de") == {KERNEL: ["b", "c", "c.d"]}
    assert words.missing("nl") == {KERNEL: ["a", "b", "c", "c.d"]}
    with pytest.raises(MissingString):
        words.get(KERNEL, "de", "e")


def test_languages_are_found_by_their_files():
    assert set(LANGUAGES) == {file.stem for file in (ROOT / "bot" / "strings").glob("*.ftl")}
    for file in ROOT.glob("*/**/strings/*.ftl"):
        known = blanks_by_key(source_of(file.parents[1].relative_to(ROOT).as_posix(), FALLBACK))
        for key, blanks in blanks_by_key(file.read_text("utf-8")).items():
            if file.stem not in COMPLETE and key != f"language-{file.stem}":
                assert blanks.keys() <= known[key].keys(), f"{file}: {key}"


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("lang", COMPLETE)
def test_no_key_stands_twice(scope, lang):
    keys = re.findall(r"^([a-z][\w-]*) *=", source_of(scope, lang), re.MULTILINE)
    assert len(keys) == len(set(keys)), {key for key in keys if keys.count(key) > 1}


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_every_refusal_met_can_be_told(setting, caplog):
    game, rng = played(setting), Random(9)
    says = [WORDS.say(setting.game.key, lang, ["Ana", "Bo", "Chloé", "Dan", "Eve", "Fay"]) for lang in COMPLETE]
    met: dict[str, Illegal] = {}
    for index in moments(game):
        state = game.states[index]
        for seat, (_, move) in product(range(CHANCE, setting.seats), rng.sample(game.moves, min(25, len(game.moves)))):
            if fault(state, setting.seats, seat, move):
                continue  # nobody can make it, so nobody is told
            try:
                state.play(seat, move)
            except Illegal as no:
                met.setdefault(no.key, no)
    assert met
    for no in met.values():
        assert all(say(f"illegal-{no.key}", **no.blanks).strip() for say in says)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_no_french_sentence_runs_into_an_article_of_a_games_name():
    """« de Le Tripot du Chaos » is not French."""
    assert re.findall(r".*\b(?:à|de) \**\{ \$game \}.*", source_of("bot", "fr")) == []


@pytest.mark.parametrize("scope", SCOPES)
def test_no_french_word_before_a_name_needs_an_apostrophe(scope):
    """« ce que Ana savait » is not French, and a string does not know how a name begins."""
    names = "name|other|people|person|seat|winners"
    assert re.findall(rf".*\b(?:que|lorsque|puisque|de) \**\{{ \$(?:{names}) \}}.*", source_of(scope, "fr")) == []


def test_no_line_is_broken_inside_french_typography():
    french = Strings("fr", "a = « { $x } » : b ; c ?\n    .d = **Centre :** « e » !\n")
    assert french.interpreted("a", {"x": "y"}) == "«\u00a0y\u00a0»\u00a0: b\u00a0; c\u00a0?"
    assert french.compiled("a.d") == "**Centre\u00a0:** «\u00a0e\u00a0»\u00a0!"
    assert Strings("en", "a = b : c").compiled("a") == "b : c"


@pytest.mark.parametrize(
    ("key", "count", "fr", "en"),
    [
        ("refusal-too-many-tables", 1, "déjà une table ouverte.", "already has an open table."),
        ("refusal-too-many-tables", 2, "déjà 2 tables ouvertes.", "already has 2 open tables."),
        ("refusal-too-few", 1, "une personne", "One more person"),
        ("refusal-too-few", 2, "2 personnes", "2 more people"),
        ("result-moves", 1, "1 coup", "1 move"),
        ("result-moves", 2, "2 coups", "2 moves"),
        ("refusal-option-seats", 3, "il manque 3 personnes", "3 more people"),
        ("refusal-option-seats", 1, "il manque une personne", "one more person"),
        ("refusal-option-seats", 0, "trop nombreux", "too many of you"),
    ],
)
def test_counts_are_told_in_the_right_number(key, count, fr, en):
    for lang, words in (("fr", fr), ("en", en)):
        assert words in WORDS.get(KERNEL, lang, key, count=count, option="x", seats="4")


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_a_figure_of_one_is_not_told_as_several(game, lang):
    say = WORDS.say(game.key, lang)
    keys = [*(f"figure-{key}" for key in game.figures), *(f"total-{key}" for key in game.totals)]
    for key in keys:
        one, many = say(key, count=1), say(key, count=7)
        assert "1" in one
        assert "7" in many
        # These have no noun after the number, or "fois", which has no plural.
        same = key.endswith("tallest") or (key == "figure-near" and lang == "fr")
        assert (one.replace("1", "7") == many) == same, (one, many)


@pytest.mark.parametrize("lang", COMPLETE)
def test_the_time_to_challenge_is_told_only_where_there_is_something_to_challenge(lang):
    for setting in each_game():
        words = "\n".join(lobby(table_at(played(setting), 0), WORDS.say(setting.game.key, lang, ["Ana"] * 6)).texts())
        told = {"fr": "pour contester", "en": "to challenge"}[lang] in words
        assert told == (setting.game.hurry is not never)
        assert ("Pace**: " if lang == "en" else "Rythme**\u00a0: ") in words


@pytest.mark.parametrize("lang", COMPLETE)
def test_no_hand_is_offered_where_nobody_has_one(lang):
    for setting in each_game():
        game = played(setting)
        say = WORDS.say(setting.game.key, lang, ["Ana"] * 6)
        labels = [text for index in moments(game, 6)[:-1] for text in board(table_at(game, index), say, 9e9).texts()]
        hand = {"fr": "ma main", "en": "my hand"}[lang]
        assert any(hand in label.lower() for label in labels) == setting.game.hands


# ---- compiled patterns give what fluent.runtime gives

VALUES = ("Ana", "", 0, 1, 2, 21, 999, 1_000, 12_345, -1, 1.5, True)
ODD = """
plain = Words
braces = {"{"}{ $what }{ "" }
number = { $count ->
    [0] none
    [1] {""}
    [one] a single one
   *[other] { $count } of { $what }
}
after = { $count ->
    [one] one
    [1] never
   *[other] many
}
word = { $what ->
    [Ana] her
   *[other] { plain } { number.attribute }
}
number-only =
    .attribute = { $what }, twice { $what }
-term = a term
term = { -term } { NUMBER($count) }
round = and { round }
attribute = { number-only.attribute }
nowhere = { missing }
"""


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize("scope", SCOPES)
def test_every_string_is_filled_as_fluent_fills_it(scope, lang):
    """With every word it is compared with, and numbers of several kinds."""
    source = source_of(scope, lang)
    say, catalogue = Words({KERNEL: ROOT / scope}).say(KERNEL, lang), Strings(lang, source)
    for key, blanks in blanks_by_key(source).items():
        columns = [
            # A number in these two is a seat.
            [*sorted(words), "Ana", *(() if name in ("seat", "other") else (0, 1, 2, 999, 1_000))]
            for name, words in blanks.items()
        ]
        for row in range(max(map(len, columns), default=1)):
            values = {name: column[row % len(column)] for name, column in zip(blanks, columns, strict=True)}
            assert say(key, **values) == catalogue.interpreted(key, values)


@pytest.mark.parametrize("lang", COMPLETE)
def test_rare_constructs_and_values_are_filled_as_fluent_fills_them(lang, tmp_path, caplog):
    """Terms, functions, circles, missing messages and blanks, large numbers, numbers after words."""
    caplog.set_level(logging.CRITICAL)
    (tmp_path / "strings").mkdir()
    (tmp_path / "strings" / f"{lang}.ftl").write_text(ODD, "utf-8")
    say, catalogue = Words({KERNEL: tmp_path}).say("game", lang), Strings(lang, ODD)
    assert catalogue.compiled("plain") == "Words"
    for key in blanks_by_key(ODD):
        for what, count in product(VALUES, VALUES):
            blanks = {"what": what, "count": count}
            assert say(key, **blanks) == catalogue.interpreted(key, blanks)
        assert say(key) == catalogue.interpreted(key, {})


OWN_SCOPE = {
    "config", "erase-button", "erase-confirm", "games", "no", "play", "ranking", "settings", "show", "yes",
}  # fmt: skip
"""Keys of two features: names of their commands, and texts that each asks for in its own scope."""
OVERRIDDEN = {"refusal-no-hints"}
"""The daily deal says better than solo games why there is no hint; without its folder theirs is used."""


def test_no_other_scope_can_find_the_string_of_the_wrong_feature():
    features = [scope for scope in CATALOGUE.words._shared if WORDS.keys(scope, "fr")]
    found = Counter(key for scope in features for key in WORDS.keys(scope, "fr"))
    twice = {key for key, count in found.items() if count > 1}
    assert twice == OWN_SCOPE | OVERRIDDEN, "a key that other scopes ask for must be one feature's alone"
    assert features.index("daily") < features.index("solo")
