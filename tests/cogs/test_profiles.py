"""Standings and profiles: what a game adds, who gains from it, and the picture of a profile."""

import io
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from bot.core.results import ALL_TIME, ENOUGH, MU, SIGMA, SURE, Meeting, Rated, Standing
from bot.pages.page import TEXT_LIMIT, PublicPage
from bot.pictures.kit import theme
from bot.text.strings import LANGUAGES
from cogs.profiles.pages import Profile, favourite, nemesis, own_profile, profile
from cogs.profiles.picture import GAP, ROW, draw, picture
from cogs.profiles.service import OFTEN, count
from tests.kit.moments import CATALOGUE, UGLY
from tests.store.test_results import result

SEASON = 20264


def table(*users, number=1, **changes):
    """A table whose seats finished in order."""
    return [result(number, seat, user, **changes) for seat, user in enumerate(users)]


def counted(*tables, recent=()):
    """The all-time standings after these tables, by person."""
    standings = {}
    for each in tables:
        count(standings, each, SEASON, recent)
    return {user: standing for (season, user), standing in standings.items() if season == ALL_TIME}


def test_a_game_adds_up():
    games = [table(11, 12, 13), table(12, 11, 13, number=2, rated=False)]
    found = counted(*games)
    ana = found[11]
    assert (ana.games, ana.wins, ana.rated, ana.rated_wins) == (2, 1, 1, 1)
    assert ana.tally == {"near": 1, "misses": 4}
    assert ana.best == {"near": 1, "misses": 2}
    assert ana.honours == {"sharp": 1}
    assert (found[12].wins, found[12].rated_wins) == (1, 0)
    # A season is counted beside all time.
    standings = {}
    count(standings, table(11, 12), SEASON, ())
    count(standings, table(11, 12, number=2), SEASON + 7, ())
    assert {season: standing.games for (season, user), standing in standings.items() if user == 11} == {
        SEASON: 1, SEASON + 7: 1, ALL_TIME: 2,
    }  # fmt: skip


def test_the_better_place_gains_more_and_who_shares_one_gains_alike():
    found = counted(table(11, 12, 13, 14))
    assert all(better.mu > worse.mu for better, worse in pairwise(found[user] for user in (11, 12, 13, 14)))
    assert all(standing.sigma < SIGMA for standing in found.values())
    found = counted([replace(each, place=min(each.place, 2)) for each in table(11, 12, 13)])
    assert found[12].mu == found[13].mu < MU < found[11].mu


def test_what_is_not_rated_changes_no_rating():
    found = counted(table(11, 12, rated=False))
    assert {(standing.mu, standing.sigma) for standing in found.values()} == {(MU, SIGMA)}


def test_partners_gain_together_and_leaving_costs_only_who_left():
    pairs = [replace(each, side=seat % 2, place=1 + seat % 2) for seat, each in enumerate(table(11, 12, 13, 14))]
    found = counted(pairs)
    assert found[11].mu == found[13].mu > MU > found[12].mu == found[14].mu
    first, *others = [replace(each, place=1, rated=False) for each in pairs]
    found = counted([replace(first, place=2, rated=True, left=True), *others])
    assert found[11].mu < MU == found[12].mu == found[13].mu == found[14].mu
    assert (found[11].rated, found[13].rated) == (1, 0)


def test_whoever_is_not_to_be_remembered_is_played_against_but_not_counted():
    found = counted(table(11, None, 12))
    assert set(found) == {11, 12}
    assert found[11].mu > MU > found[12].mu


@pytest.mark.parametrize(("met", "share"), [(0, 1), (OFTEN - 1, 1), (OFTEN, 1 / 2), (OFTEN + 1, 1 / 4), (99, 0)])
def test_the_same_two_gain_less_the_more_often_they_met_that_day(met, share):
    recent = [Rated(number, user, 0.0) for number in range(100, 100 + met) for user in (11, 12)]
    full, damped = counted(table(11, 12)), counted(table(11, 12), recent=recent)
    for user in (11, 12):
        assert damped[user].mu - MU == pytest.approx(share * (full[user].mu - MU), abs=1e-9)
        assert damped[user].sigma ** 2 - SIGMA**2 == pytest.approx(share * (full[user].sigma ** 2 - SIGMA**2), abs=1e-9)
        assert damped[user].rated == 1


def test_at_a_table_of_several_the_average_of_the_rivals_decides():
    recent = [Rated(number, user, 0.0) for number in range(100, 100 + OFTEN) for user in (11, 12)]
    full, damped = counted(table(11, 12, 13)), counted(table(11, 12, 13), recent=recent)
    assert damped[11].mu - MU == pytest.approx(0.75 * (full[11].mu - MU))
    assert damped[13] == full[13]
    apart = [Rated(number, user, 0.0) for number, user in enumerate([11, 12] * 50)]
    assert counted(table(11, 12), recent=apart) == counted(table(11, 12)), "only games together are meetings"


def test_a_rating_is_provisional_until_enough_is_known():
    known = Standing(guild=1, game="trio", season=0, user=1, rated=ENOUGH, sigma=SURE)
    assert not known.provisional
    assert replace(known, rated=ENOUGH - 1).provisional
    assert replace(known, sigma=SURE + 0.01).provisional
    assert Standing(guild=1, game="trio", season=0, user=1).points == 1000
    played = counted(*(table(11, 12, 13, 14, number=number) for number in range(ENOUGH)))
    assert not any(standing.provisional for standing in played.values())


def test_who_is_met_most_and_who_is_feared():
    often = Meeting(1, "Ana", 9, 3, 6)
    feared = Meeting(2, "Bo", 5, 4, 1)
    worse = Meeting(3, "Cy", 4, 3, 1)
    rare = Meeting(4, "Di", 2, 2, 0)
    assert favourite([feared, often, worse, rare]) == often
    assert nemesis([often, worse, feared, rare]) == feared
    assert nemesis([often, rare]) is None
    assert favourite([rare]) is None


# ---- the picture


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
