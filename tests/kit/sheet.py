"""Contact sheets of a game's pictures in its phases, with its player counts and options.

``python -m tests.kit.sheet GAME DIR`` writes them.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from bot.core.game import AnyGame
from bot.pages.question import board_question, offered, seat_question
from bot.pictures import lobby
from bot.testing.examination import some_steps
from bot.text.strings import LANGUAGES
from tests.kit.moments import CATALOGUE, every_setting, moments, played, table_at, when
from tests.kit.seated import lobby_of
from tests.kit.words import saying

PHONE = 360
"""The width of a phone's screen."""
NAMES = ("Ana", "Bo", "Chloé", "Démosthène", "Eve-Marie", "李小龍")
COLUMNS = 4
MOST = 8
"""The most moments of one game."""


def pictures(game: AnyGame, lang: str) -> Iterator[tuple[str, bytes]]:
    """Every sample with its name: lobbies, boards, and seats of a player who must move, also after a step."""
    assert game.picture is not None
    for people in range(1, game.seats[-1] + 1):
        table = lobby_of(game, dict(enumerate(NAMES[:people], 1)))
        yield f"{people}-lobby", lobby.draw(lobby.content(table, saying(game.key, lang, table.names)), game.emblem)
    for place, setting in enumerate(every_setting(game.key)):
        for index in moments(played(setting), MOST):
            table = table_at(played(setting), index, NAMES)
            say, name, now = saying(game.key, lang, table.names), f"{setting.seats}-{place}-{index}", when(table)[0]
            view = table.view(None, now)
            yield f"{name}-board", game.picture(view, say, offered(board_question(table, view, say)))
            seat = min(table.to_act, default=0)
            view = table.view(seat, now)
            for number, steps in enumerate(some_steps(table, seat)):
                choices = offered(seat_question(table, seat, view, say, steps))
                yield f"{name}-step{number}-seat", game.picture(view, say, choices)


def write(game: AnyGame, folder: Path) -> None:
    """Write each sample, and sheets of them at a phone's width, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        made = list(pictures(game, lang))
        for name, data in made:
            (folder / f"{lang}-{name}.png").write_bytes(data)
        for kind in ("board", "seat", "lobby"):
            small = [data for name, data in made if name.endswith(kind)]
            for page in range(0, len(small), 3 * COLUMNS):
                sheet(small[page : page + 3 * COLUMNS]).save(folder / f"sheet-{lang}-{kind}-{page // 12}.png")


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
