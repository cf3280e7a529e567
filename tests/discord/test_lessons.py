"""Lessons on Discord: pressed through as the coach says, left, forged, and across a restart."""

from itertools import islice
from typing import Any

from bot.core.game import AnyGame
from bot.core.lesson import LessonMoment
from bot.pages.address import Address
from cogs.lessons.commands import choices, spot
from tests.kit.house import House, buttons, forged, menus, read, told
from tests.kit.lessons import TAUGHT, straight, voice

OLD = "version plus ancienne"


async def begin(home: House, game: str) -> Any:
    page = (await home.people[0].slash(home.channel, "apprendre", jeu=game)).response
    assert page is not None
    assert page.ephemeral
    return page


async def go_on(home: House, page: Any, game: AnyGame, here: LessonMoment) -> None:
    """Make the first good choice, all its steps at once, or turn the page where there is nothing to choose."""
    if here.part and here.part.moves:
        await forged(home.people[0], page, spot(game, here.taken, game.path(here.part.moves[0])))
    else:
        await home.people[0].click(page, label="Continuer")


async def test_a_restart_in_the_middle_changes_nothing(home: House):
    game, page = home.app.games["trio"], await begin(home, "trio")
    halfway = len(game.lesson.parts) // 2
    for here in islice(straight(game), halfway):
        await go_on(home, page, game, here)
        before = here
    shown = read(page)
    await home.restart()
    await home.people[0].click(page, label="Page précédente")
    assert f"· {halfway}/{len(game.lesson.parts)}" in read(page)
    await go_on(home, page, game, before)
    assert read(page) == shown


async def test_the_list_the_rules_and_leaving(home: House):
    person = home.people[0]
    listed = (await person.slash(home.channel, "apprendre")).response
    assert list(buttons(listed)) == [voice(home.app.words, game, "fr")("name") for game in TAUGHT]
    await person.click(listed, label="Trio")
    assert "Trio : la leçon · 1/8" in read(listed)
    rules = await person.click(listed, label="Règles")
    assert "Trio : la leçon · 1/8" in read(listed), "the lesson stays where it is"
    assert menus(rules.response)
    assert rules.response.ephemeral
    await person.click(listed, label="Quitter")
    assert "Leçon quittée" in read(listed)
    await person.click(listed, label="Pinocchio")
    assert "Pinocchio : la leçon · 1/9" in read(listed)


async def test_moderators_decide_who_learns_which_games(home: House):
    person = home.people[0]
    begun = (await person.slash(home.channel, "apprendre", jeu="trio")).response
    await home.mod.slash(home.channel, "config jeux", jeu="trio", autorise="no")
    listed = (await person.slash(home.channel, "apprendre")).response
    assert "Trio" not in buttons(listed)
    assert "Pinocchio" in buttons(listed)
    assert "Trio : la leçon" not in told(await person.slash(home.channel, "apprendre", jeu="trio"))
    assert "Trio : la leçon" not in told(await person.click(begun, label="E"))
    await home.mod.slash(home.channel, "config bannir", personne=person)
    assert "ne te permet pas" in told(await person.slash(home.channel, "apprendre"))
    assert "ne te permet pas" in told(await person.slash(home.channel, "apprendre", jeu="pinocchio"))


async def test_nothing_is_stored_and_nothing_is_public(home: House):
    for game in TAUGHT:
        await go_on(home, await begin(home, game.key), game, next(straight(game)))
    messages = home.env.backend.messages[home.channel.id].values()
    assert messages
    assert all(message.is_ephemeral for message in messages)
    assert not await home.app.store.of_user(home.people[0].id, ("lobby", "playing", "over", "closed"))


async def test_the_first_table_offers_the_lesson(home: House):
    opened = await home.people[0].slash(home.channel, "trio nouvelle")
    offer = opened.followups[0]
    assert "leçon" in told(opened)
    assert {"Apprendre en jouant", "Lire les règles"} == set(buttons(offer))
    await home.people[0].click(offer, label="Apprendre en jouant")
    assert "Trio : la leçon · 1/8" in read(offer)
    about = (await home.people[1].slash(home.channel, "aide")).response
    await home.people[1].click(about, label="Cappuccino")
    await home.people[1].click(about, label="Apprendre en jouant")
    assert "Cappuccino : la leçon · 1/5" in read(about)


FORGED = [
    "learn:0:0:", "learn:0:0:nothing", "learn:0:0:nothing.p", "learn:0:0:trio.x", "learn:0:0:trio.p9",
    "learn:0:0:trio.p00000000000000", "learn:0:0:trio.p0z", "learn:0:0:trio.p-1",
]  # fmt: skip
HARMLESS = [
    "learn:0:0:trio", "learn:0:0:trio.p.reveal.s9.lowest", "learn:0:0:trio.p.reveal.centre.99",
    "learn:0:0:trio.p.offer.12", "learn:0:0:trio.p.~7", "learn:0:0:trio.p.reveal.~m3", "learn:0:0:trio.p.deal",
]  # fmt: skip


async def test_steps_that_nobody_offered_ask_the_question_again_and_a_forged_address_is_refused(home: House):
    person = home.people[0]
    for custom_id in HARMLESS:
        page = await begin(home, "trio")
        await forged(person, page, custom_id)
        assert "1/8" in read(page), custom_id
        assert "2 ▲" in buttons(page), custom_id
    for custom_id in FORGED:
        assert OLD in told(await forged(person, page, custom_id)), custom_id
    assert "Cette table n’existe plus" in told(await forged(person, page, "learn:5:9:trio.p"))


async def test_the_end_offers_a_game_against_novices_as_soon_as_there_are_some(home: House):
    game, page = home.app.games["tripot"], await begin(home, "tripot")
    for here in islice(straight(game), len(game.lesson.parts)):
        await go_on(home, page, game, here)
    address = Address.parse(buttons(page)["Jouer contre Odile (débutante)"])
    assert address == Address("alone", path=("tripot", "novice"))
    assert choices("p") == ()
