"""A disk that takes nothing more: whoever only looks is answered as ever, and nothing is lost that was stored."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.core.facts import ASLEEP, AWAY_AFTER
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, forged, told
from tests.kit.players import finished, move, played_out

APOLOGY = "référence"


class FullDisk:
    """Storage whose every write fails as SQLite's do on a full disk, while ``full`` is true."""

    def __init__(self, home: House) -> None:
        self.full = True
        self.tried = 0
        store: Any = home.app.store
        self._write, store._write = store._write, self.write

    async def write(self, work: Any) -> Any:
        """Write, or fail."""
        self.tried += 1
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        return await self._write(work)


async def slow_table(home: House) -> Table:
    """A table at a slow pace where something has happened since anybody looked."""
    table = await home.start("cappuccino", 2, rythme="steady")
    return await move(home, await move(home, table))


def pressed(verb: str, *path: str) -> Callable[[House, Table], Awaitable[str]]:
    async def look(home: House, table: Table) -> str:
        return told(await forged(home.person(table, 0), home.board(table), Address(verb, table.id, path=path)))

    return look


def typed(command: str, **options: str) -> Callable[[House, Table], Awaitable[str]]:
    async def look(home: House, table: Table) -> str:
        return told(await home.person(table, 0).slash(home.place(table), command, **options))

    return look


by_button, by_command, in_words, menu = pressed("hand"), typed("main"), pressed("read"), pressed("menu")
LOOKS = {
    "hand by the board": (by_button, "Tu joues ▲"),
    "/main": (by_command, "Tu joues ▲"),
    "in words": (in_words, "Tu joues ▲"),
    "menu": (menu, "Quitter"),
    "rules of the table": (pressed("rules", "cappuccino"), "Cappuccino"),
    "/regles": (typed("regles", jeu="trio"), "Trio"),
    "/aide": (typed("aide"), "Cappuccino"),
    "/table liste": (typed("table liste"), "Cappuccino"),
    "/profil": (typed("profil"), "pas encore terminé"),
    "/classement": (typed("classement", jeu="cappuccino"), "Cappuccino"),
    "/parties": (typed("parties"), "aucune partie"),
    "/apprendre": (typed("apprendre"), "Trio"),
    "a lesson": (typed("apprendre", jeu="trio"), "Trio"),
    "/jouer": (typed("jouer"), "Trio"),
    "/rappels": (typed("rappels"), "rappel"),
    "/confidentialite": (typed("confidentialite"), "Ce que je garde"),
}


async def test_whoever_looks_is_answered_on_a_full_disk(home: House):
    table = await slow_table(home)
    FullDisk(home)
    for look, (ask, words) in (*LOOKS.items(), *LOOKS.items()):
        answer = await ask(home, table)
        assert words.casefold() in answer.casefold(), look
        assert APOLOGY not in answer, look


async def test_a_failed_note_of_who_looked_names_the_table_and_they_are_told_again(home: House, caplog):
    table = await slow_table(home)
    disk = FullDisk(home)
    caplog.clear()
    first = await by_button(home, table)
    assert "Pendant ton absence" in first
    assert disk.tried
    said = [record.getMessage() for record in caplog.records if "not stored" in record.getMessage()]
    assert said
    assert all(f"table={table.id}" in line for line in said)
    assert "Pendant ton absence" in await by_button(home, table)
    disk.full = False
    await by_button(home, table)
    await home.restart()
    assert "Pendant ton absence" not in await by_button(home, table), "it is stored once there is room again"


@pytest.mark.parametrize("how", ["away", "asleep", "without permission"])
async def test_who_comes_back_sees_their_hand_on_a_full_disk(home: House, how: str):
    table = await slow_table(home)
    if how == "without permission":
        table = await home.after(table, lambda table: table.with_facts(paused="send_messages"))
    else:
        paused = ASLEEP if how == "asleep" else None
        table = await home.after(
            table, lambda table: table.with_player(0, missed=AWAY_AFTER), lambda table: table.with_facts(paused=paused)
        )
    disk = FullDisk(home)
    for ask in (by_button, by_command, in_words, menu):
        answer = await ask(home, table)
        assert APOLOGY not in answer
        assert ("Que veux-tu faire" if ask is menu else "Tu joues ▲") in answer
    disk.full = False
    await by_button(home, table)
    now = await home.now(table)
    assert not now.facts.paused
    assert not now.facts.players[0].away, "they are there again as soon as it can be stored"


async def test_a_finished_game_is_seen_again_and_its_record_checked_on_a_full_disk(home: House):
    table = await finished(home)
    FullDisk(home)
    person, board = home.people[0], home.board(table)
    for verb in ("replay", "proof", "menu"):
        answer = told(await forged(person, board, Address(verb, table.id)))
        assert answer
        assert APOLOGY not in answer
    answer = told(await home.people[4].slash(home.channel, "verifier", fichier=("p", table.record().encode())))
    assert "La partie est valable" in answer
    assert APOLOGY not in answer


async def test_what_ended_a_moment_ago_is_not_in_a_profile_yet_but_it_is_shown(home: House):
    table = await home.start("pinocchio", 3)
    disk = FullDisk(home)
    disk.full = False
    await played_out(home, table)
    disk.full = True
    answer = told(await home.people[0].slash(home.channel, "profil"))
    assert "Ana" in answer
    assert APOLOGY not in answer
