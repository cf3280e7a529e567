"""The picture of a lobby: for every game, drawn once for its content."""

import io

import pytest
from PIL import Image

from bot.core.facts import Player
from bot.core.lobby import choose, join
from bot.core.table import Table
from bot.pictures.cache import PictureCache
from bot.pictures.kit import theme
from bot.pictures.lobby import LobbyContent, content, draw
from tests.kit.moments import UGLY
from tests.kit.seated import GAMES, lobby
from tests.kit.words import saying


def shown(table: Table, lang: str = "fr") -> LobbyContent:
    """The content of the picture of a lobby."""
    return content(table, saying(table.game.key, lang, table.names))


def renamed(table: Table) -> Table:
    """The same lobby with the worst names."""
    people = table.facts.players
    return table.with_facts(players=tuple(Player(user=p.user, name=UGLY[seat]) for seat, p in enumerate(people)))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_lobby_that_fits_a_phone(game, lang):
    emblem = GAMES[game].emblem
    assert emblem is not None
    seen = set()
    for people in range(1, max(GAMES[game].seats) + 1):
        data = draw(shown(renamed(lobby(game, people)), lang), emblem)
        image = Image.open(io.BytesIO(data))
        assert image.width == theme.WIDTH
        assert image.height <= 640
        assert len(data) < 40_000
        seen.add(data)
    assert len(seen) == max(GAMES[game].seats), "everybody who sits down is seen"
    assert draw(shown(lobby(game, 1), lang), None) not in seen, "without an emblem it has our own sign"


def test_no_seat_has_the_colour_of_a_piece():
    image = Image.open(io.BytesIO(draw(shown(lobby("ptipasspass", 6)), None))).convert("RGBA").convert("RGB")
    drawn = {colour for _, colour in image.getcolors(maxcolors=1 << 20) or []}
    assert theme.PAPER in drawn
    assert not drawn & {colour for name, colour in theme.TOKENS.items() if name != "white"}


def test_seats_teams_and_what_is_missing():
    alone = shown(lobby(people=2))
    assert (alone.places, alone.needed, alone.teams, alone.host) == (6, 3, (), 0)
    pairs = shown(lobby(people=1, teams=True))
    assert (pairs.places, pairs.needed, [team.seats for team in pairs.teams]) == (4, 4, [(0, 2), (1, 3)])
    assert [team.seats for team in shown(lobby(people=5, teams=True)).teams] == [(0, 3), (1, 4), (2, 5)]
    assert shown(lobby("cappuccino", 2, two_colours=True)).places == 2
    crowded = choose(lobby("cappuccino", 3), 1, "two_colours", True)
    assert shown(crowded).places == 3, "nobody disappears because an option was changed"


async def test_a_lobby_is_drawn_once_for_its_content(painter):
    pictures, table = PictureCache(painter), lobby(people=2)
    say = saying("trio", "fr", table.names)
    first = await pictures.lobby(table, say)
    assert first is not None
    assert "1. Ana · hôte\n2. Bo" in first.alt
    assert "Il manque encore une personne" in first.alt
    other = choose(table, 1, "pace", "free").but(id=9)
    assert (await pictures.lobby(other, say)) == first, "the picture does not show the pace, nor which table it is"
    assert painter.drawn == 1
    more = join(table, 3, "Chloé")
    await pictures.lobby(more, saying("trio", "fr", more.names))
    assert painter.drawn == 2
    assert await PictureCache(None).lobby(table, say) is None
