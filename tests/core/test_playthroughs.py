"""Golden playthroughs: one short game of each, as people would tell it. ``UPDATE_GOLDEN=1`` writes them anew."""

import os
from random import Random

import pytest

from bot.core.game import CHANCE, AnyGame
from bot.core.opponents import play_out
from bot.text.strings import Speech, bare
from tests.kit.moments import CATALOGUE
from tests.kit.words import NAMES, ROOT

FOLDER = ROOT / "tests" / "core" / "playthroughs"
FIRST, LAST = 20, 6
"""How many moves of the beginning and of the end are told; what lies between is counted."""


def told(game: AnyGame, seed: int = 11) -> str:
    """One random game with the fewest seats, move by move, in French."""
    seats = min(game.seats)
    options = game.variants(seats)[0]
    say = CATALOGUE.words.say(game.key, "fr", NAMES[:seats])
    turns = list(play_out(game, seats, options, Random(seed)))
    chosen = ", ".join(f"{key}={value}" for key, value in options.items()) or "aucune"
    lines = [f"{say('name')} — {say.join(NAMES[:seats])} — options : {chosen}"]
    before = game.start(seats, options)
    for number, (seat, move, state) in enumerate(turns):
        if number < FIRST or number >= len(turns) - LAST:
            lines += ["", f"{number}. {did(game, before, seat, move, say)}", *scene(game, state, before, say)]
        elif number == FIRST:
            lines += ["", f"… {len(turns) - FIRST - LAST} coups plus tard …"]
        before = state
    outcome = before.outcome()
    assert outcome is not None
    lines += ["", f"Victoire : {say.join(NAMES[seat] for seat in outcome.winners)}"]
    lines += [f"  {NAMES[seat]} : {score}" for seat, score in enumerate(outcome.scores)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def did(game: AnyGame, before: object, seat: int, move: object, say: Speech) -> str:
    """A move in the words of the buttons that were pressed."""
    if seat == CHANCE:
        return "Le hasard distribue."
    path = game.path(move)
    view = before.view(seat)
    steps = [bare(game.face.label(view, path[: depth + 1], say)) for depth in range(1, len(path))]
    return f"{NAMES[seat]} : {' · '.join([say(f'verb-{path[0]}.button'), *steps])}"


def scene(game: AnyGame, state: object, before: object, say: Speech) -> list[str]:
    """The public view now: the story, and the table where it has changed."""
    sight = game.face.sight(state.view(None), say)
    lines = [f"   > {line}" for line in sight.story.splitlines() if line]
    was = game.face.sight(before.view(None), say)
    if sight.scene != was.scene:
        lines += [f"   [{sight.title}]", *(f"   | {line}" for line in sight.scene.splitlines() if line.strip("` "))]
    return lines


@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_the_game_goes_as_it_did(game):
    file = FOLDER / f"{game.key}.txt"
    story = told(game)
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(story, "utf-8")
    assert story == file.read_text("utf-8")
    assert {each.stem for each in FOLDER.glob("*.txt")} == set(CATALOGUE.games)
