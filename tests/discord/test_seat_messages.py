"""Seat messages: one a person and table, which follows the game, and ends in time."""

import asyncio
from typing import Any

import msgspec
import pytest

from bot.client import seats
from bot.client.boards import MERGE_SECONDS, MIN_POST_SECONDS, ONLOOKERS_SECONDS, OWN_MOVE_SECONDS
from bot.client.messages import LIFE, PrivateMessage
from bot.core import absence
from bot.core.facts import Look
from bot.core.table import Table
from bot.pages.address import Address
from cogs.pinocchio.moves import Believe
from cogs.ptipasspass.moves import Ok
from tests.kit.house import House, buttons, forged, leading, menus, read, told
from tests.kit.players import in_phase, open_hand, press, quick_mind
from tests.kit.publishing import Wire, as_usual, breaking, calls, cut, slowly

WAITS = "On attend"
AIM = ("ptipasspass", 3, {}, "aim")
FIRST, SECOND = "Quel jeton prends-tu dans ton poing ?", "Quel gobelet vises-tu ?"


async def half_chosen(home: House, table: Table, seat: int) -> Any:
    """The panel of somebody who has taken a token and has not said for which cup."""
    panel = await open_hand(home, table, seat)
    person = home.person(table, seat)
    assert FIRST in read(panel)
    await person.click(panel, custom_id=next(i for i in buttons(panel).values() if i.endswith(":aim.green")))
    assert SECOND in read(panel)
    return panel


async def test_a_choice_half_made_is_kept_while_its_question_stands_and_goes_with_it(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    seen, other = read(panel), (seat + 1) % 3
    await home.after(table, lambda table: absence.leave(table, table.users[other]))
    await home.env.advance_time(1)
    left = f"**{table.names[other]}**, qui a quitté la partie"
    assert left in read(home.board(table)), "something has changed for everybody"
    assert read(panel) == seen
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 0.1)
    assert (await home.now(table)).state.public.phase == "announce", "every cup was empty"
    assert SECOND not in read(panel)
    assert not menus(panel)


async def test_answers_of_others_to_an_open_question_are_one_edit(home: House):
    table = await in_phase(home, "ptipasspass", 4, {}, "doublon")
    panels = [await open_hand(home, table, seat) for seat in range(4)]
    (idle,) = {*range(4)}.difference(table.to_act)
    first, second, last = table.to_act

    def answered(panel: Any) -> int:
        return read(panel).count("· OK")

    await press(home, table, first, ("ok",), panels[first])
    assert [answered(panels[seat]) for seat in (first, second, last, idle)] == [1, 0, 0, 0]
    await home.env.advance_time(seats.MERGE_ANSWERS_SECONDS - 1)
    since = len(home.env.http_requests)
    await press(home, table, second, ("ok",), panels[second])
    assert [answered(panels[seat]) for seat in (first, second, last, idle)] == [1, 2, 0, 0]
    await home.env.advance_time(1)
    assert [answered(panels[seat]) for seat in (first, second, last, idle)] == [1, 2, 2, 2]
    by_token = [each for each in home.env.http_requests[since:] if each.path.startswith("/webhooks/")]
    assert len(by_token) == 2, "both answers are one edit"
    await press(home, table, last, ("ok",), panels[last])
    (waited,) = (await home.now(table)).to_act
    assert waited == idle
    assert not any(answered(panel) for panel in panels), "the window is over: everybody sees that at once"
    assert "annonces" in read(panels[waited])


async def test_every_open_panel_follows_a_move(home: House):
    table = await in_phase(home, "pinocchio", 4, {}, "announce")
    panels = [await open_hand(home, table, seat) for seat in range(4)]
    mover = table.to_act[0]
    for seat, panel in enumerate(panels):
        assert (WAITS in read(panel)) == (seat != mover)
    move = table.game.path(quick_mind()(table, mover))
    await press(home, table, mover, move, panels[mover])
    table = await home.now(table)
    (waited,) = table.to_act
    assert waited != mover
    for seat, panel in enumerate(panels):
        assert (WAITS in read(panel)) == (seat != waited), seat
    assert {"D’accord", "Pas d’accord"} <= set(buttons(panels[waited]))


async def test_who_judges_on_the_board_gets_their_card_and_the_grid_at_once(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    (seat,) = table.to_act
    board = home.board(table)
    result = await home.person(table, seat).click(board, custom_id=buttons(board)["D’accord"])
    assert result.response.ephemeral
    assert "Qu’annonces-tu" in read(result.response)
    fitting = [i for i in buttons(result.response).values() if i.startswith("play:")]
    assert len(fitting) >= 7
    table = await home.now(table)
    assert table.to_act == (seat,)
    assert f":{table.revision}:" in buttons(home.board(table))["Jouer · ma main"], "the board follows by itself"
    path = table.game.path(quick_mind()(table, seat))
    await press(home, table, seat, path, result.response)
    assert table.game.path((await home.now(table)).log[-1].move) == path


# ---- following, whatever happens on the way


WINDOW = ("ptipasspass", 3, {"rythme": "free"}, "doublon")
OK = Ok()


async def watching(home: House) -> tuple[Table, int]:
    """A slow window of challenge, and who is not asked and only watches."""
    table = await in_phase(home, *WINDOW)
    (watcher,) = set(range(3)) - set(table.to_act)
    return table, watcher


async def go_on(home: House, table: Table, watcher: int) -> Table:
    """The table when something has changed for the watcher: they are asked, or no longer."""
    before, now = watcher in (await home.now(table)).to_act, home.app.now()
    while (watcher in (table := await home.now(table)).to_act) == before:
        seat = table.to_act[0]
        move = OK if OK in table.legal(seat) else quick_mind()(table, seat)
        await home.after(table, lambda table, seat=seat, move=move: table.after(seat, move, now))
    return table


def asked(panel: Any) -> bool:
    """Whether a panel asks something, and does not only offer to choose it ahead."""
    return "D’avance" not in read(panel) and any(each.startswith("play:") for each in buttons(panel).values())


async def test_a_panel_that_cannot_be_reached_is_tried_again_at_growing_distances(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    with calls(PrivateMessage, "edit", home, cut) as times:
        table = await go_on(home, table, watcher)
        for _ in range(160):
            await home.env.advance_time(1)
    assert [time - times[0] for time in times] == pytest.approx([0, 1, 6, 26, 86, 146], abs=2.5)
    assert not asked(panel)
    await home.env.advance_time(61)
    assert asked(panel)
    with calls(PrivateMessage, "edit", home, as_usual) as times:
        await home.env.advance_time(200)
    assert times == [], "then it is left alone"


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10008), (404, 10015), (403, 50001)])
async def test_a_panel_discord_does_not_know_any_more_is_let_go(home: House, status: int, code: int):
    table, watcher = await watching(home)
    await open_hand(home, table, watcher)
    home.env.inject_error("PATCH", "/webhooks/*", status=status, code=code)
    await go_on(home, table, watcher)
    assert (table.id, table.users[watcher]) not in home.app.seats._open
    with calls(PrivateMessage, "edit", home, as_usual) as times:
        await go_on(home, table, watcher)
        await home.env.advance_time(100)
    assert times == []


async def test_a_panel_that_fails_for_our_own_fault_follows_the_next_change(home: House, caplog):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    with calls(PrivateMessage, "edit", home, breaking(KeyError("the queen of hearts"))) as times:
        await go_on(home, table, watcher)
        await home.env.advance_time(100)
    assert times
    assert "seat message failed" in caplog.text
    assert "hearts" not in caplog.text, "what failed may be about somebody's cards"
    assert not asked(panel)
    await home.after(table, lambda table: table.close("host"))
    assert "L’hôte a fermé la table" in read(panel)


async def test_what_happens_while_a_panel_is_opened_is_shown_in_it(home: House):
    table, watcher = await watching(home)
    board = home.board(table)
    with calls(home.app.pictures, "picture", home, slowly(1)):
        opening = await home.person(table, watcher).click(board, custom_id=leading(board, "hand"))
    await go_on(home, table, watcher)
    await home.env.advance_time(2)
    assert asked(opening.response)


@pytest.mark.parametrize("before", [True, False])
async def test_a_panel_that_was_not_taken_leaves_the_one_before(home: House, before: bool):  # noqa: FBT001
    table, watcher = await watching(home)
    old = await open_hand(home, table, watcher) if before else None
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    assert await open_hand(home, table, watcher) is None
    with calls(PrivateMessage, "edit", home, as_usual) as times:
        await go_on(home, table, watcher)
    assert bool(times) == before
    if before:
        assert asked(old)
    else:
        assert (table.id, table.users[watcher]) not in home.app.seats._open


# ---- one a person and table


def private(home: House, table: Table, seat: int) -> list[int]:
    return [each.id for each in home.private(table, table.users[seat])]


async def test_menus_and_rules_take_its_place_and_opening_it_again_by_any_way_deletes_the_one_before(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    (seat,) = table.to_act
    person, panel = home.person(table, seat), await open_hand(home, table, seat)
    start = read(panel)
    for label in ("Règles", "⋯"):
        await person.click(panel, label=label)
        assert read(panel) != start
        await person.click(panel, label="Retour")
        assert read(panel) == start
    menu = (await person.click(home.board(table), label="⋯")).response
    assert private(home, table, seat) == [menu.id], "from the board it opens below, and the other is gone"
    await person.click(menu, label="Quitter la partie")
    await person.click(menu, label="Retour")
    assert read(menu) == start
    assert (await home.now(table)).log == table.log
    opened = [(await open_hand(home, table, seat)).id]
    opened.append((await open_hand(home, table, seat)).id)
    assert private(home, table, seat) == opened[-1:]
    opened.append((await person.slash(home.place(table), "main")).response.id)
    assert private(home, table, seat) == opened[-1:]
    await home.env.advance_time(1)
    typed = (await person.slash(home.place(table), "trio devoiler", source="centre", carte="0")).response
    assert (await home.now(table)).revision == table.revision + 1
    assert private(home, table, seat) == [typed.id]
    assert "Trio" in read(typed)
    assert len(set(opened)) == 3


async def test_a_question_takes_the_place_of_a_menu(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    await home.person(table, watcher).click(panel, label="⋯")
    assert not asked(panel)
    await go_on(home, table, watcher)
    assert asked(panel)


async def test_it_says_when_it_ends_stays_after_a_press_and_deletes_itself(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    person, panel = home.person(table, seat), await half_chosen(home, table, seat)
    await home.after(table, lambda table: table.with_facts(deadline=None))
    await home.env.advance_time(LIFE - seats.WARNING_SECONDS - 1)
    assert "Rester à la table" not in buttons(panel)
    await home.env.advance_time(2)
    assert "Ce message se ferme <t:" in read(panel)
    await person.click(panel, label="Rester à la table")
    assert "Rester à la table" not in buttons(panel)
    assert SECOND in read(panel), "what was chosen stays chosen"
    await home.env.advance_time(LIFE - 1)
    assert private(home, table, seat) == [panel.id]
    await home.env.advance_time(2)
    assert private(home, table, seat) == []
    assert not home.app.seats._open


async def test_one_that_a_crash_left_goes_on_with_the_next_press(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    (seat,) = table.to_act
    person, old = home.person(table, seat), await open_hand(home, table, seat)
    await home.restart(down=1)
    await person.click(old, custom_id=leading(old, "play"))
    assert (await home.now(table)).revision == table.revision + 1
    assert private(home, table, seat) == [old.id]
    await home.after(table, lambda table: table.close("host"))
    assert "L’hôte a fermé la table" in read(old), "and it follows"


async def test_who_loses_their_seat_is_told_in_it(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    players = table.facts.players
    stranger = msgspec.structs.replace(players[watcher], user=7, name="Zoé")
    await home.after(
        table,
        lambda table: table.with_facts(
            players=tuple(stranger if seat == watcher else each for seat, each in enumerate(players))
        ),
    )
    assert "Quelqu’un d’autre joue maintenant à ta place" in read(panel)
    assert not home.app.seats._open


# ---- refusals


async def test_a_refusal_comes_with_the_seat_message_and_stands_there_until_something_changes(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    other = (table.to_act[0] + 1) % 3
    person, seat = home.person(table, other), other
    await open_hand(home, table, other)
    await home.env.advance_time(1)
    result = await person.slash(home.place(table), "trio devoiler", source="centre", carte="0")
    assert "Ton tour viendra" in told(result)
    assert "Trio" in told(result)
    assert private(home, table, seat) == [result.response.id]
    panel, board = await open_hand(home, table, other), home.board(table)
    result = await home.person(table, other).click(board, custom_id=buttons(board)["C"])
    assert told(result) == ""
    assert "Ton tour viendra" in read(panel)
    assert private(home, table, other) == [panel.id]
    await press(home, table, table.to_act[0], ("reveal", "centre", "2"))
    assert "Ton tour viendra" not in read(panel)


@pytest.mark.parametrize("by_press", [True, False])
async def test_a_refusal_without_a_seat_message_goes_in_time_or_with_the_next_press(home: House, *, by_press: bool):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    other = (table.to_act[0] + 1) % 3
    person, board, seat = home.person(table, other), home.board(table), other
    result = await person.click(board, custom_id=buttons(board)["C"])
    assert "Ton tour viendra" in told(result)
    await home.env.advance_time(seats.REFUSAL_SECONDS - 1)
    assert private(home, table, seat) == [result.response.id]
    if by_press:
        panel = await open_hand(home, table, other)
        assert private(home, table, seat) == [panel.id]
    else:
        await home.env.advance_time(1.1)
        assert private(home, table, seat) == []


# ---- reveals


async def doubted(home: House) -> tuple[Table, int, list[Any]]:
    """A quick table that reveals a card, who doubted, and everybody's seat message."""
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    (seat,) = table.to_act
    panels = [await open_hand(home, table, each) for each in range(3)]
    await press(home, table, seat, ("doubt",), panels[seat])
    return await home.now(table), seat, panels


async def test_a_reveal_is_in_every_seat_message_for_its_seconds_and_then_the_question(home: House):
    table, _, panels = await doubted(home)
    board = read(home.board(table))
    card = next(line for line in board.split("\n") if "Carte retournée" in line)
    for panel in panels:
        assert card in read(panel)
        assert not asked(panel)
    await home.env.advance_time(table.flash_until - home.app.now() + 0.1)
    (waited,) = table.to_act
    for seat, panel in enumerate(panels):
        assert card not in read(panel)
        assert asked(panel) == (seat == waited)
    assert await home.app.store.documents(seats.REVEALED) == [], "nothing is left to be hidden"


async def test_where_a_reveal_is_shown_is_stored_before_and_hidden_after_a_crash(home: House, monkeypatch):
    edit, stored = PrivateMessage.edit, []

    async def watched(message: PrivateMessage, page: Any) -> None:
        if any("Carte retournée" in text for text in page.texts()):
            documents = await home.app.store.documents(seats.REVEALED)
            stored.append(any(str(message.reader).encode() in document for _, document in documents))
        await edit(message, page)

    monkeypatch.setattr(PrivateMessage, "edit", watched)
    table, _, panels = await doubted(home)
    assert stored == [True, True], "the third is the answer to the press"
    assert all("Carte retournée" in read(panel) for panel in panels)
    await home.restart(down=30)
    assert not any("Carte retournée" in read(panel) for panel in panels)
    assert "Carte retournée" not in home.in_public()
    (waited,) = table.to_act
    assert asked(panels[waited]), "and they follow again"


@pytest.mark.parametrize("down", [0, 30])
async def test_seat_messages_go_on_after_a_stop_and_hide_their_reveal(home: House, down: float):
    table, _, panels = await doubted(home)
    await home.restart(down=down, stopped=True)
    assert any("Carte retournée" in read(panel) for panel in panels) == (not down)
    await home.env.advance_time(max(0.0, table.flash_until - home.app.now() + 0.1))
    assert not any("Carte retournée" in read(panel) for panel in panels)
    (waited,) = table.to_act
    assert [asked(panel) for panel in panels] == [seat == waited for seat in range(3)]
    table, before = await home.now(table), [read(panel) for panel in panels]
    await press(home, table, waited, table.game.path(next(iter(table.legal(waited)))), panels[waited])
    await home.env.advance_time(seats.MERGE_ANSWERS_SECONDS)
    assert all(read(panel) != old for panel, old in zip(panels, before, strict=True)), "they follow the game"
    await home.restart(down=900, stopped=True)
    assert await home.app.store.get("panels", 0) is None


async def test_cards_turned_up_for_a_turn_do_not_stay_after_a_crash(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    (seat,) = table.to_act
    panels = [await open_hand(home, table, each) for each in range(3)]
    await home.person(table, seat).click(home.board(table), custom_id=buttons(home.board(table))["C"])
    turned = f" : **{(await home.now(table)).state.public.shown[0].number}**."
    assert all(turned in read(panel) for panel in panels)
    await home.restart(down=30)
    while (await home.look(await home.now(table))).state.public.shown:
        now = await home.now(table)
        move = next(each for each in now.legal(seat) if each != now.log[-1].move)
        await home.after(now, lambda each, move=move: each.after(seat, move, home.app.now()))
    await home.env.settle()
    assert not any(turned in read(panel) for panel in panels), "they follow the game again"


async def test_nothing_is_revealed_in_a_message_when_its_address_cannot_be_stored(home: House, monkeypatch):
    put = home.app.store.put

    async def full(kind: str, *rest: Any, **more: Any) -> None:
        if kind == seats.REVEALED:
            raise OSError("disk full")
        await put(kind, *rest, **more)

    monkeypatch.setattr(home.app.store, "put", full)
    table, _, panels = await doubted(home)
    assert "Carte retournée" in read(home.board(table))
    assert not any("Carte retournée" in read(panel) for panel in panels)


# ---- chat


async def chat(home: House, table: Table) -> None:
    await home.people[5].send(home.place(table), "…")


async def passed(home: House, table: Table) -> Table:
    """The table after the turn has passed, by presses on the board."""
    before = table.to_act
    while (table := await home.now(table)).to_act == before:
        paths = [table.game.path(move) for move in table.legal(before[0])]
        board = next(each for each in home.public(table.place) if buttons(each))
        await press(home, table, before[0], paths[0], board)
        await home.look(table)
    return table


def boards(home: House, table: Table) -> list[int]:
    return [each.id for each in home.public(table.place) if buttons(each)]


@pytest.mark.parametrize("open_seat", ["no", "above the chat", "below it"])
async def test_a_buried_board_is_posted_anew_for_players_who_see_no_seat_message(home: House, open_seat: str):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    for _ in range(3):
        table = await passed(home, table)
    old, board = boards(home, table), home.board(table)
    opened = [Address("hand", table.id, table.revision)] * 3
    for seat, address in enumerate(opened if open_seat == "above the chat" else ()):
        await forged(home.person(table, seat), board, address)
    await home.env.advance_time(MIN_POST_SECONDS)
    assert boards(home, await passed(home, table)) == old, "nobody has written anything"
    await chat(home, table)
    for seat, address in enumerate(opened if open_seat == "below it" else ()):
        await forged(home.person(table, seat), board, address)
    table = await passed(home, await home.now(table))
    assert (boards(home, table) == old) == (open_seat == "below it")
    assert len(boards(home, table)) == 1, "the old one is gone"


async def test_a_board_that_only_onlookers_watch_is_edited_less_often_until_somebody_answers_there(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    for seat in range(3):
        await open_hand(home, table, seat)
    wire = Wire(home)

    async def turn() -> Table:
        announcing = await home.moved(await home.now(table), lambda *_: Believe())
        after = await home.moved(announcing, lambda table, seat: next(iter(table.legal(seat))))
        await home.env.advance_time(MERGE_SECONDS)
        return after

    table = await turn()
    assert wire() == []
    await home.env.advance_time(ONLOOKERS_SECONDS)
    assert wire.methods == ["PATCH"]

    board, (seat,) = home.board(table), table.to_act
    believe = buttons(board)["D’accord"]
    await turn()
    assert wire.methods == ["PATCH"], "a moment ago"
    await home.person(table, seat).click(board, custom_id=believe)
    await home.env.advance_time(MERGE_SECONDS)
    assert wire.methods == ["PATCH"] * 2, "the button was out of date"
    await turn()
    assert wire.methods == ["PATCH"] * 3


async def test_one_edit_hides_a_reveal_and_shows_the_move_that_the_table_itself_makes_then(home: House):
    table = await in_phase(home, "tripot", 3, {}, "resolve")
    while not (table.reveals(home.app.now()) and absence.auto(table)):
        table = await home.moved(table, lambda table, seat: next(iter(table.legal(seat))))
    await home.does(home.app.boards.flush)
    wire, revision = Wire(home), table.revision
    await home.env.advance_time(table.flash_until - home.app.now() + OWN_MOVE_SECONDS)
    assert (await home.now(table)).revision > revision
    assert wire.methods == ["PATCH"]


# ---- a look that ends early


async def test_a_look_ends_when_everybody_has_seen_it(home: House):
    table, _, panels = await doubted(home)
    (waited,) = table.to_act
    assert list(buttons(home.board(table))) == ["👀 Regardez"], "the board has nothing to press"
    for seat, panel in sorted(enumerate(panels), key=lambda each: each[0] != waited):
        assert (await home.now(table)).reveals(home.app.now()), "nobody cuts it short for the others"
        await home.person(table, seat).click(panel, label="Vu")
    table = await home.now(table)
    assert not table.reveals(home.app.now())
    assert asked(panels[waited])
    assert not any("Carte retournée" in text for text in (*map(read, panels), read(home.board(table))))
    assert b"look" not in table.record().encode()


async def test_a_look_lasts_until_the_last_of_several_has_seen_it(home: House):
    table = await in_phase(home, "tripot", 3, {}, "challenge")
    now = home.app.now()
    looking = table.with_facts(look=Look(table.revision, (0,)))
    assert looking.seen == (0,)
    assert looking.unseen == (1, 2)
    assert table.look(table.users[0], now) is table, "nothing is revealed"


async def test_a_promise_is_pressed_in_private_and_read_by_everybody(home: House):
    table = await in_phase(home, "tripot", 3, {}, "actions")
    panels = [await open_hand(home, table, seat) for seat in range(3)]
    person = home.person(table, 0)
    await person.click(panels[0], custom_id=leading(panels[0], "promise"))
    assert "Je promets" in read(panels[0])
    label = next(label for label in buttons(panels[0]) if label.endswith("Coopérer"))
    await person.click(panels[0], custom_id=buttons(panels[0])[label])
    await home.env.advance_time(ONLOOKERS_SECONDS)
    promise = f"**{table.names[0]}** promet {label}"
    for message in (home.board(table), *panels):
        assert promise in read(message)
    assert (await home.now(table)).revision == table.revision


async def test_a_stop_waits_until_a_replaced_message_is_deleted(home: House, monkeypatch: pytest.MonkeyPatch):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    await open_hand(home, table, seat)
    delete, free = PrivateMessage.delete, asyncio.Event()

    async def slowly(message: PrivateMessage) -> None:
        await free.wait()
        await delete(message)

    monkeypatch.setattr(PrivateMessage, "delete", slowly)
    since = len(home.env.http_requests)
    with home.env._bot_scope():
        home.app.seats._close((table.id, table.users[seat]))
        finishing = asyncio.create_task(home.app.seats.finish())
        await asyncio.sleep(0)
        free.set()
        await finishing
    assert [each.method for each in home.env.http_requests[since:]] == ["DELETE"]
