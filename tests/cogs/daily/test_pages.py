"""The messages of the daily deal in channels are within Discord's limits and contain no secret."""

from random import Random

import pytest

from bot.core.results import Result
from bot.pages.page import COMPONENT_LIMIT, ID_LIMIT, TEXT_LIMIT
from cogs.daily import deal as daily
from cogs.daily.deal import DailyLine, DailyStory
from cogs.daily.pages import ACCEPT, RANKED, invitation, places, ranking, standing, to
from tests.kit.moments import CATALOGUE, UGLY

DAY = 20_774


def result(place: int = 2) -> Result:
    """A result at a table of six."""
    return Result(
        table=7, seat=0, user=2**62, guild=0, game="trio", seats=6, side=0, place=place, score=12, won=place == 1,
        left=False, rated=False, tally={}, honours=(), pace="free", options={}, finished=0.0, seconds=1.0,
    )  # fmt: skip


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", list(CATALOGUE.games))
def test_an_invitation_gives_nothing_away(game: str, lang: str):
    deal = daily.draw(CATALOGUE.games[game], Random(3))
    page = invitation(DAY, deal, None, CATALOGUE.words.say("daily", lang))
    words = "\n".join(page.texts())
    assert deal.nonce not in words
    assert to(ACCEPT, DAY) in list(page.ids())
    assert page.length <= TEXT_LIMIT
    assert page.size <= COMPONENT_LIMIT


@pytest.mark.parametrize(("place", "signs"), [(1, "🏆⬜⬜⬜⬜⬜"), (2, "⬜🟨⬜⬜⬜⬜"), (6, "⬜⬜⬜⬜⬜🟧")])
def test_no_place_but_the_first_looks_like_a_success(place: int, signs: str):
    assert places(result(place)) == signs


@pytest.mark.parametrize(("days", "words"), [(1, "🔥 Premier jour"), (6, "🔥 6 jours"), (7, "🎉 **Une semaine")])
def test_a_whole_week_is_celebrated(days: int, words: str):
    story = DailyStory(result(), 0, 0, days, "", None, "below", lowest_wins=False)
    assert words in standing(story, CATALOGUE.words.say("daily", "fr"))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("over", [False, True])
def test_a_ranking_fits_and_names_nobody_by_number(lang: str, *, over: bool):
    say = CATALOGUE.words.say("daily", lang)
    names = ["", "*" * 32, "@everyone", "<@123>", *UGLY]
    lines = [DailyLine(rank, names[(rank - 1) % len(names)], result(rank % 3 + 1), 1234) for rank in range(1, 11)]
    page = ranking(DAY, lines, 99_990, say, over=over)
    words = "\n".join(page.texts())
    assert str(2**62) not in words
    assert say("somebody") in words
    assert list(page.ids()) == [to(RANKED, DAY)]
    assert max(map(len, page.ids())) <= ID_LIMIT
    assert page.length <= TEXT_LIMIT
    assert page.pings == ()
    assert ("UTC" in words) is not over
