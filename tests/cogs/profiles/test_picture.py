"""The picture of a profile fits a phone, with any name."""

import io

import msgspec
import pytest
from PIL import Image

from bot.core.results import Meeting, Standing
from bot.pages.page import TEXT_LIMIT, PublicPage
from bot.pictures.kit import theme
from bot.text.strings import LANGUAGES
from cogs.profiles.pages import Profile, own_profile, profile
from cogs.profiles.picture import GAP, ROW, draw, picture
from tests.kit.moments import CATALOGUE, UGLY
from tests.store.test_results import result

GAMES = CATALOGUE.games


def somebody(name: str = "Ana", games: int = 5, many: int = 123_456) -> Profile:
    """A player with every figure and honour."""
    standings = [
        Standing(
            guild=1, game=key, season=0, user=1, games=many, wins=many // 2, rated=many, sigma=2.0,
            tally=dict.fromkeys(game.figures, many), best=dict.fromkeys(game.figures, 40),
            honours={honour.key: many for honour in game.honours},
        )
        for key, game in list(GAMES.items())[:games]
    ]  # fmt: skip
    form = tuple(result(number, number % 6, 1, seats=6) for number in range(10))
    met = Meeting(2, name, many, many, 0)
    return Profile(name=name, standings=tuple(standings), form=form, favourite=met, nemesis=met, counting=True)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["Ana", "", *UGLY])
def test_a_card_fits_a_phone_and_its_words_a_message(lang, name):
    say, shown = CATALOGUE.words.say("profiles", lang), somebody(name)
    data = draw(shown, GAMES, say)
    image = Image.open(io.BytesIO(data))
    assert image.width == theme.WIDTH
    assert image.height <= 960
    assert len(data) < 80_000
    private = own_profile(shown, (), GAMES, say, None, sections=(), hidden=False)
    for page in (private, PublicPage(profile(shown, GAMES, say, None))):
        assert page.length <= TEXT_LIMIT


def test_a_worker_draws_the_same_picture():
    say, shown = CATALOGUE.words.say("profiles", "en"), somebody(UGLY[0])
    assert picture(msgspec.msgpack.encode(("en", shown)), CATALOGUE) == draw(shown, GAMES, say)


def test_a_card_shows_what_differs():
    say = CATALOGUE.words.say("profiles", "fr")
    one = somebody(many=3)
    pictures = {
        draw(shown, GAMES, say)
        for shown in (one, somebody(many=4), somebody("Bo", many=3), somebody(games=1, many=3), Profile(name="Ana"))
    }
    assert len(pictures) == 5


def test_a_game_that_is_gone_is_told_in_words_alone():
    say, shown = CATALOGUE.words.say("profiles", "fr"), somebody(many=3)
    rest = {key: game for key, game in GAMES.items() if key != "trio"}
    heights = [Image.open(io.BytesIO(draw(shown, games, say))).height for games in (GAMES, rest)]
    assert heights[0] - heights[1] == ROW + GAP
    text = "\n".join(PublicPage(profile(shown, rest, say, None)).texts())
    assert "**trio** · 3 parties" in text
