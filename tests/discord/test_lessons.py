"""Lessons on Discord: pressed through as the coach says, left, forged, and across a restart."""

import re
from typing import Any

from bot.core.game import AnyGame, Path
from bot.core.lesson import LessonMoment, moment
from bot.pages.address import Address
from cogs.lessons.commands import choices
from tests.kit.house import House, buttons, forged, menus, read, told, widgets
from tests.kit.lessons import TAUGHT, straight, voice

END = -1
OLD = "version plus ancienne"


class Learner:
    """Somebody with a lesson before them."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.person = home.people[0]
        self.page: Any = None

    async def begin(self, game: AnyGame) -> None:
        """Type the command."""
        result = await self.person.slash(self.home.channel, "apprendre", jeu=game.key)
        self.page = result.response
        assert self.page.ephemeral

    async def press(self, custom_id: str) -> Any:
        """Press something; the lesson stays one message, and nobody else sees any."""
        result = await self.person.click(self.page, custom_id=custom_id)
        assert not [answer for answer in result.followups if not answer.ephemeral]
        return result

    async def towards(self, path: Path) -> None:
        """Make a choice, a press a step."""
        for _ in range(4):
            ways = [
                (len(found.path), each) for each, found in self.leads() if path[: len(found.path) - 2] == found.path[2:]
            ]
            depth, nearest = max(ways)
            await self.press(nearest)
            if depth == len(path) + 2:
                return
        raise AssertionError(path)

    async def go_on(self, game: AnyGame, here: LessonMoment) -> None:
        """Make the first good choice, or turn the page where there is nothing to choose."""
        if here.part and here.part.moves:
            await self.towards(game.path(here.part.moves[0]))
        else:
            await self.press(buttons(self.page)["Continuer"])

    def leads(self) -> list[tuple[str, Address]]:
        """The buttons that lead to further steps of the present choice."""
        found = [(custom_id, Address.parse(custom_id)) for custom_id in self.usable().values()]
        return [
            (each, address) for each, address in found if address and address.verb == "learn" and len(address.path) > 2
        ]

    def number(self) -> int:
        """Which part is shown, from 0; END once it is over."""
        numbers = re.search(r"· (\d+)/\d+", read(self.page).split("\n")[0])
        return int(numbers[1]) - 1 if numbers else END

    def usable(self) -> dict[str, str]:
        """Labels of the buttons that can be pressed now, with their ids."""
        pressable = {each["custom_id"] for each in widgets(self.page) if each["type"] == 2 and not each.get("disabled")}
        return {label: custom_id for label, custom_id in buttons(self.page).items() if custom_id in pressable}


async def test_a_restart_in_the_middle_changes_nothing(home: House):
    game = home.app.catalogue.games["trio"]
    learner = Learner(home)
    await learner.begin(game)
    halfway = len(game.lesson.parts) // 2
    for here in straight(game):
        assert here.part is not None
        if len(here.taken) == halfway:
            break
        await learner.go_on(game, here)
    shown = read(learner.page)
    await home.restart()
    await learner.press(buttons(learner.page)["Page précédente"])
    assert learner.number() == halfway - 1
    before = moment(game, (0,) * (halfway - 1))
    assert before is not None
    assert before.part is not None
    await learner.go_on(game, before)
    assert read(learner.page) == shown


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
    learner = Learner(home)
    for game in TAUGHT:
        await learner.begin(game)
        if game.lesson.parts[0].moves:
            await learner.towards(game.path(game.lesson.parts[0].moves[0]))
    messages = home.env.backend.messages[home.channel.id].values()
    assert messages
    assert all(message.is_ephemeral for message in messages)
    assert not await home.app.store.of_user(learner.person.id, ("lobby", "playing", "over", "closed"))


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
    learner = Learner(home)
    for custom_id in HARMLESS:
        await learner.begin(home.app.catalogue.games["trio"])
        await forged(learner.person, learner.page, custom_id)
        assert "1/8" in read(learner.page), custom_id
        assert "2 ▲" in buttons(learner.page), custom_id
    for custom_id in FORGED:
        assert OLD in told(await forged(learner.person, learner.page, custom_id)), custom_id
    assert "Cette table n’existe plus" in told(await forged(learner.person, learner.page, "learn:5:9:trio.p"))


async def test_the_end_offers_a_game_against_novices_as_soon_as_there_are_some(home: House):
    game = home.app.catalogue.games["tripot"]
    learner = Learner(home)
    await learner.begin(game)
    for here in straight(game):
        if here.part is None:
            break
        await learner.go_on(game, here)
    address = Address.parse(buttons(learner.page)["Jouer contre Odile (débutante)"])
    assert address == Address("alone", path=("tripot", "novice"))
    assert choices("p") == ()
