"""Contact sheets of a game's pictures in its phases, with its player counts and options.

``python -m tests.kit.sheet GAME DIR`` writes them.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from bot.core.facts import Player
from bot.core.game import AnyGame, Seat
from bot.core.lobby import join, open_table
from bot.core.opponents import play_out
from bot.core.table import Table
from bot.pages.question import asked, paths
from bot.pictures import lobby
from bot.text.strings import LANGUAGES, Speech, Words
from tests.kit.moments import CATALOGUE
from tests.kit.words import all_words

PHONE = 360
"""The width of a phone's screen."""
NAMES = ("Ana", "Bo", "Chloé", "Démosthène", "Eve-Marie", "李小龍")
COLUMNS = 4
MOST = 8
"""The most moments of one game."""


def moments(game: AnyGame, seats: int, options: dict[str, Any], rng: Random) -> list[Any]:
    """States of one random game: each phase once, with and without a reveal, then evenly spread."""
    states = [state for _, _, state in play_out(game, seats, options, rng)]
    seen: dict[Any, Any] = {}
    for state in states:
        view = state.view(None)
        seen.setdefault((view.phase, view.flash is not None), state)
    step = max(1, len(states) // 3)
    chosen = [*seen.values(), *states[step::step], states[-1]]
    return chosen[:MOST]


def pictures(game: AnyGame, words: Words, lang: str, rng: Random) -> Iterator[tuple[str, bytes]]:
    """Every sample with its name: boards, and the seat of a player who must move."""
    assert game.picture is not None
    for seats in game.seats:
        say = words.say(game.key, lang, NAMES[:seats])
        for place, options in enumerate(game.variants(seats)):
            for number, state in enumerate(moments(game, seats, options, rng)):
                name = f"{seats}-{place}-{number}"
                acting = sorted(seat for seat in state.to_act if seat >= 0)
                public = {verb.key for verb in game.verbs if verb.public}
                found = [path for seat in acting for path in paths(game, state.legal(seat)) if path[0] in public]
                view = state.view(None)
                yield f"{name}-board", game.picture(view, say, asked(game, view, list(dict.fromkeys(found)), say))
                seat: Seat = acting[0] if acting else 0
                view, found = state.view(seat), list(paths(game, state.legal(seat)))
                choice = asked(game, view, found, say)
                yield f"{name}-seat", game.picture(view, say, choice)
                if choice.cells and len(found[0]) > len(choice.steps) + len(choice.cells[0].steps):
                    step = (*choice.steps, *choice.cells[len(choice.cells) // 2].steps)
                    yield f"{name}-step-seat", game.picture(view, say, asked(game, view, found, say, step))


def write(game: AnyGame, folder: Path) -> None:
    """Write each sample, and sheets of them at a phone's width, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    words = all_words()
    for lang in LANGUAGES:
        made = list(pictures(game, words, lang, Random(7)))
        made += [
            (f"{table.size}-lobby", lobby.draw(lobby.content(table, say), game.emblem))
            for table, say in _lobbies(game, words, lang)
        ]
        for name, data in made:
            (folder / f"{lang}-{name}.png").write_bytes(data)
        for kind in ("board", "seat", "lobby"):
            small = [data for name, data in made if name.endswith(kind)]
            for page in range(0, len(small), 3 * COLUMNS):
                sheet(small[page : page + 3 * COLUMNS]).save(folder / f"sheet-{lang}-{kind}-{page // 12}.png")


def _lobbies(game: AnyGame, words: Words, lang: str) -> Iterator[tuple[Table, Speech]]:
    """A lobby with each number of players."""
    host = Player(user=0, name=NAMES[0])
    table = open_table(game, guild=0, channel=0, host=host, options={}, pace="quick", now=0)
    for user in range(1, game.seats[-1] + 1):
        yield table, words.say(game.key, lang, table.names)
        if user < game.seats[-1]:
            table = join(table, user, NAMES[user])


def sheet(samples: list[bytes]) -> Image.Image:
    """Pictures side by side, each as wide as on a phone."""
    images = [Image.open(io.BytesIO(data)).convert("RGBA") for data in samples]
    images = [image.resize((PHONE, image.height * PHONE // image.width)) for image in images]
    tall = max(image.height for image in images) + 12
    lines = -(-len(images) // COLUMNS)
    page = Image.new("RGB", (COLUMNS * (PHONE + 12), lines * tall), (49, 51, 56))
    for index, image in enumerate(images):
        page.paste(image, ((index % COLUMNS) * (PHONE + 12) + 6, (index // COLUMNS) * tall + 6), image)
    return page


if __name__ == "__main__":
    write(CATALOGUE.games[sys.argv[1]], Path(sys.argv[2]))
