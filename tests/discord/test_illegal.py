"""Every kind of move the rules refuse, typed by a person: the reason in their language, and nothing changes."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from bot.core.game import Illegal, Path
from bot.core.table import Table
from bot.pages.rulebook import reason
from tests.kit.house import ENGLISH, House, plain, told
from tests.kit.players import in_phase, type_anything

CUPS, TRIO, PAIRS = ("ptipasspass", 3, {}), ("trio", 3, {}), ("trio", 4, {"equipes": "yes"})
DUELS, NOSES = ("tripot", 3, {}), ("pinocchio", 3, {})
COFFEE, BUILD = ("cappuccino", 2, {}), ("cappuccino", 2, {"avancee": "yes"})


def turn(table: Table) -> int:
    """Whoever is waited for."""
    return table.to_act[0]


def idle(table: Table) -> int:
    """Somebody who is not waited for."""
    return next(seat for seat in range(table.size) if seat not in table.to_act)


def always(_: Table) -> bool:
    """Any moment of the phase."""
    return True


def missing(table: Table) -> str:
    """A colour the active player has no token of."""
    return next(c for c in ("blue", "green", "orange") if c not in table.state.secrets.hands[turn(table)])


def lacks(table: Table) -> bool:
    return len(set(table.state.secrets.hands[turn(table)])) < 3


def mine(table: Table) -> tuple[int, ...]:
    return table.state.public.duels_of(turn(table))


def two_duels(table: Table) -> bool:
    return len(mine(table)) == 2


def lay(table: Table, *actions: str, reverse: bool = False) -> Path:
    laid = [f"{duel}-{action}" for duel, action in zip(mine(table), actions, strict=False)]
    return ("commit", *(reversed(laid) if reverse else laid))


def rival(table: Table, why: str) -> int | None:
    return next((s for s in range(table.size) if s != turn(table) and table.state.hindrance(s) == why), None)


def foreign_duel(table: Table) -> int | None:
    duels = table.state.public.duels
    return next((number for number, duel in enumerate(duels) if turn(table) not in duel.seats), None)


def done_duel(table: Table) -> int | None:
    view = table.state.view(None)
    legal = {move.duel for move in table.legal(turn(table))}
    return next((n for n in view.public.duels_of(turn(table)) if n not in legal), None)


def cells(table: Table, *, own: bool) -> list[str]:
    """The stacks of the active player, or of somebody else."""
    public = table.state.public
    stacks = {cell: layers[-1] for cell, layers in public.layers.items() if layers}
    return [f"{q},{r}" for (q, r), top in stacks.items() if (public.setup.owner(top) == turn(table)) == own]


def voids(table: Table) -> list[str]:
    return [f"{q},{r}" for (q, r), layers in table.state.public.layers.items() if not layers]


def refused(table: Table, key: str, paths: Iterable[Path]) -> Path | None:
    """The first of these moves that is refused for that reason."""
    for path in paths:
        try:
            table.state.play(turn(table), table.game.move(path))
        except Illegal as no:
            if no.key == key:
                return path
    return None


def stacked(table: Table, key: str) -> Path | None:
    """A stacking that is refused for that reason."""
    own, others = cells(table, own=True), cells(table, own=False)
    return refused(table, key, (("stack", source, target) for source in own for target in (*own, *others)))


def placed(table: Table, key: str) -> Path | None:
    """A placing that is refused for that reason."""
    colour, near = table.state.public.setup.owned(turn(table))[0], range(-6, 7)
    return refused(table, key, (("place", colour, f"r{r}", f"{q},{r}") for q in near for r in near))


def other_colour(table: Table) -> Path:
    colour = table.state.public.setup.owned(idle(table))[0]
    return ("place", colour, "r0", "0,0")


def misfit(table: Table) -> Path | None:
    said = table.state.public.bound
    legal = {(move.garment, move.colour) for move in table.legal(turn(table))}
    garments, colours = ("bonnet", "sabots", "bowtie", "jacket", "dungarees"), ("red", "yellow", "blue")
    pairs = [(g, c) for g in garments for c in colours if (g, c) not in legal]
    return ("announce", *pairs[0]) if said and pairs else None


def shown_place(table: Table) -> str | None:
    places = [getattr(card.by, "place", None) for card in table.state.public.shown]
    return next((str(place) for place in places if place is not None), None)


def empty_place(table: Table) -> str | None:
    shown = {getattr(card.by, "place", None) for card in table.state.public.shown}
    centre = table.state.public.centre
    return next((str(n) for n, full in enumerate(centre) if not full and n not in shown), None)


def not_held(table: Table) -> str:
    return next(str(card) for card in range(1, 13) if card not in table.state.view(turn(table)).own.hand)


Who = Callable[[Table], int]
CASES: list[tuple[str, Any, str, Who, Path | Callable[[Table], Path | None], Callable[[Table], Any]]] = [
    ("not-your-turn", CUPS, "aim", idle, ("aim", "blue", "A1"), always),
    ("nothing-to-answer", CUPS, "aim", turn, ("ok",), always),
    ("nothing-to-announce", CUPS, "aim", turn, ("announce", "blue"), always),
    ("no-such-cup", CUPS, "aim", turn, ("aim", "blue", "Z9"), always),
    ("place-first", CUPS, "aim", turn, ("swap", "A1", "A2"), always),
    ("not-in-hand", CUPS, "aim", turn, lambda t: ("aim", missing(t), "A1"), lacks),
    ("wait-for-answers", CUPS, "doublon", idle, ("ok",), always),
    ("answer-first", CUPS, "doublon", turn, ("aim", "blue", "A1"), always),
    ("menteur-too-early", CUPS, "doublon", turn, ("menteur",), always),
    ("doublon-too-late", CUPS, "menteur", turn, ("doublon",), always),
    ("announce-first", CUPS, "announce", turn, ("aim", "blue", "A1"), always),
    ("nothing-to-aim", CUPS, "reveal", turn, ("aim", "blue", "A1"), always),
    ("same-cup", CUPS, "reveal", turn, ("swap", "A1", "A1"), always),
    ("not-neighbours", CUPS, "reveal", turn, ("swap", "A1", "C3"), always),
    ("not-a-line", CUPS, "reveal", turn, ("lift", "row", "A1-A2-B2"), always),
    ("already-swapped", CUPS, "lift", turn, ("swap", "A1", "A2"), always),
    ("not-your-turn", TRIO, "reveal", idle, ("reveal", "centre", "0"), always),
    ("no-such-place", TRIO, "reveal", turn, ("reveal", "centre", "20"), always),
    ("no-such-seat", TRIO, "reveal", turn, ("reveal", "s7", "lowest"), always),
    ("no-teams", TRIO, "reveal", turn, ("decline",), always),
    ("place-shown", TRIO, "reveal", turn, lambda t: ("reveal", "centre", shown_place(t)), shown_place),
    ("place-empty", TRIO, "reveal", turn, lambda t: ("reveal", "centre", empty_place(t)), empty_place),
    ("exchange-first", PAIRS, "exchange", turn, ("reveal", "s0", "lowest"), always),
    ("not-in-hand", PAIRS, "exchange", turn, lambda t: ("offer", not_held(t)), always),
    ("no-centre", PAIRS, "reveal", turn, ("reveal", "centre", "0"), always),
    ("no-exchange", PAIRS, "reveal", turn, ("decline",), always),
    ("not-your-turn", DUELS, "challenge", idle, lambda t: ("challenge", f"s{turn(t)}", "1"), always),
    ("self-challenge", DUELS, "challenge", turn, lambda t: ("challenge", f"s{turn(t)}", "1"), always),
    ("no-such-seat", DUELS, "challenge", turn, ("challenge", "s9", "1"), always),
    ("not-in-hand", DUELS, "challenge", turn, lambda t: ("challenge", f"s{idle(t)}", "9"), always),
    ("wrong-phase", DUELS, "challenge", turn, ("answer", "1"), always),
    ("opponent-busy", ("tripot", 6, {}), "challenge", turn, lambda t: ("challenge", f"s{rival(t, 'busy')}", "1"),
     lambda t: rival(t, "busy") is not None),
    ("not-in-hand", DUELS, "answer", turn, ("answer", "9"), always),
    ("wrong-phase", DUELS, "answer", turn, lambda t: ("challenge", f"s{idle(t)}", "1"), always),
    ("wrong-phase", DUELS, "actions", turn, ("answer", "1"), always),
    ("same-action", DUELS, "actions", turn, lambda t: lay(t, "attack", "attack"), two_duels),
    ("every-duel", DUELS, "actions", turn, ("commit", "0-attack", "1-defend", "2-cooperate"), two_duels),
    ("duels-in-order", DUELS, "actions", turn, lambda t: lay(t, "attack", "defend", reverse=True), two_duels),
    ("no-such-duel", DUELS, "resolve", turn, ("resolve", "d9"), always),
    ("not-your-duel", DUELS, "resolve", turn, lambda t: ("resolve", f"d{foreign_duel(t)}"),
     lambda t: foreign_duel(t) is not None),
    ("already-resolved", DUELS, "resolve", turn, lambda t: ("resolve", f"d{done_duel(t)}"),
     lambda t: done_duel(t) is not None),
    ("nothing-said", NOSES, "announce", turn, ("believe",), always),
    ("not-your-turn", NOSES, "announce", idle, ("announce", "bonnet", "red"), always),
    ("not-yours-to-judge", NOSES, "judge", idle, ("doubt",), always),
    ("judge-first", NOSES, "judge", turn, ("announce", "bonnet", "red"), always),
    ("misfit", NOSES, "announce", turn, misfit, misfit),
    ("protected", NOSES, "announce", turn, ("doubt",),
     lambda t: (said := t.state.public.announcement) and said.protected),
    ("already-judged", NOSES, "announce", turn, ("doubt",), lambda t: t.state.public.last == "believe"),
    ("not-your-turn", COFFEE, "stack", idle, ("stack", "0,0", "1,0"), always),
    ("nothing-to-place", COFFEE, "stack", turn, other_colour, always),
    ("no-stack", COFFEE, "stack", turn, ("stack", "40,40", "41,40"), always),
    ("not-yours", COFFEE, "stack", turn, lambda t: ("stack", *cells(t, own=False)[:2]), always),
    ("same-cell", COFFEE, "stack", turn, lambda t: ("stack", *cells(t, own=True)[:1] * 2), always),
    ("too-far", COFFEE, "stack", turn, lambda t: stacked(t, "too-far"), always),
    ("too-tall", COFFEE, "stack", turn, lambda t: stacked(t, "too-tall"), lambda t: stacked(t, "too-tall")),
    ("void", COFFEE, "stack", turn, lambda t: ("stack", cells(t, own=True)[0], voids(t)[0]), voids),
    ("place-first", BUILD, "place", turn, ("stack", "0,0", "1,0"), always),
    ("cell-taken", BUILD, "place", turn, lambda t: placed(t, "cell-taken"), always),
    ("too-few-contacts", BUILD, "place", turn, lambda t: placed(t, "too-few-contacts"), always),
    ("not-your-colour", BUILD, "place", turn, other_colour, always),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "kind", "phase", "who", "spell", "when"),
    [pytest.param(*case, id=f"{case[1][0]}-{case[2]}-{case[0]}") for case in CASES],
)
async def test_the_reason_in_both_languages(home: House, key, kind, phase, who, spell, when):
    table = await in_phase(home, *kind, phase, when=when)
    seat, path = who(table), spell(table) if callable(spell) else spell
    with pytest.raises(Illegal) as caught:
        table.state.play(seat, table.game.move(path))
    assert caught.value.key == key
    await home.env.advance_time(0.1)
    texts = []
    for lang in ("fr", "en"):
        if lang == "en":
            ENGLISH.add(table.users[seat])
        result = await type_anything(home, table, seat, path)
        expected = plain(reason(caught.value, home.app.words.say(table.game.key, lang, table.names)))
        assert told(result).startswith(expected)
        assert result.response.ephemeral
        texts.append(expected)
        assert (await home.now(table)).log == table.log
    assert texts[0] != texts[1]


@pytest.mark.parametrize(
    ("kind", "phase", "path"),
    [
        (CUPS, "aim", ("aim", "purple", "A1")),
        (TRIO, "reveal", ("reveal", "moon", "lowest")),
        (DUELS, "challenge", ("challenge", "Zoé", "1")),
        (NOSES, "announce", ("announce", "cape", "red")),
        (COFFEE, "stack", ("stack", "there", "here")),
    ],
)
async def test_words_that_spell_no_move(home: House, kind, phase, path):
    table = await in_phase(home, *kind, phase)
    result = await type_anything(home, table, turn(table), path)
    assert "Je ne comprends pas ce choix" in told(result)
    ENGLISH.add(table.users[turn(table)])
    assert "Je ne comprends" not in told(await type_anything(home, table, turn(table), path))
    assert (await home.now(table)).log == table.log


async def test_a_command_without_its_options_asks_for_them(home: House):
    table = await home.start("tripot", 3)
    result = await home.person(table, turn(table)).slash(home.place(table), "tripot defier")
    assert "Qui défies-tu ?" in told(result)
    assert (await home.now(table)).log == table.log


async def test_choices_may_be_typed_in_the_words_one_sees(home: House):
    table = await home.start("tripot", 3)
    seat = turn(table)
    names = [name for other, name in enumerate(table.names) if other != seat]
    offered = await home.person(table, seat).autocomplete(home.place(table), "tripot defier", "adversaire", names[0])
    (choice,) = offered
    await home.person(table, seat).slash(
        home.place(table), "tripot defier", adversaire=choice["name"].upper(), carte="1"
    )
    assert (await home.now(table)).log[-1].move.opponent == table.names.index(names[0])
