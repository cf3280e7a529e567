"""The examination every game sits, one question a function. Each raises AssertionError where a game fails."""

import pickle
import re
from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from itertools import islice, pairwise, product
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.core.facts import UNSTORED
from bot.core.game import CHANCE, AnyGame, AnyState, BadRecord, Illegal, Level, Seat, Tally
from bot.core.lesson import moment as lesson_moment
from bot.core.moves import fault
from bot.core.opponents import Match, Player, choose, play
from bot.core.records import make_nonce, replayed, tally, verify, write
from bot.core.table import Table
from bot.pages.board import board
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Buttons, Menu
from bot.pages.question import MENUS, board_question, offered, seat_question, tokens
from bot.pages.seat import seat_page
from bot.testing.moments import (
    START,
    GameSetting,
    PlayedGame,
    moments,
    people_to_act,
    seats_and_onlookers,
    table_at,
    when,
)
from bot.text.strings import Words

TOKEN = re.compile(r"[A-Za-z0-9,_-]+")
KEY = re.compile(r"[a-z][a-z_]*")
PATH_LIMIT = 60
SIGHT_LIMIT, CODE_LIMIT = 2500, 38
FIGURES_LIMIT = 6
MOST_HONOURS = 6
GUESSES = 2
OPPONENTS_MOST_MOVES = 5_000
LOOKED_AT = 6
"""Changed choices after which everybody's pages are compared too: they cost the most."""


def names_its_moves(game: AnyGame) -> None:
    """Every verb is the tag of a move."""
    known = game.spelling.verbs.values()
    for verb in game.verbs:
        assert verb.key in known, f"the verb {verb.key} is no move: the moves are {', '.join(known)}"


def is_complete(game: AnyGame) -> None:
    """A game that is no draft has everything that players expect of each: nothing here is required to play it."""
    if game.draft:
        return
    parts = ("picture", "emblem", "opponent", "reason", "lesson", "tally")
    missing = [part for part in parts if getattr(game, part) is None]
    assert not missing, f"the game has no {', '.join(missing)}: write them, or set draft=True"
    assert 1 <= len(game.honours) <= MOST_HONOURS
    lesson = game.lesson
    assert lesson is not None
    taken: tuple[int, ...] = ()
    for _ in lesson.parts:
        assert lesson_moment(game, taken) is not None
        taken = (*taken, 0)
    assert lesson_moment(game, taken) is not None, "the lesson can be played to its end"


def ends(game: PlayedGame) -> None:
    """``to_act`` is empty exactly at the end, the outcome is there exactly then, and it makes sense."""
    *before, last = game.states
    assert game.states[0].to_act == {CHANCE}
    for state in before:
        assert state.to_act
        assert state.outcome() is None
    assert last.to_act == frozenset()
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.winners
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert set(outcome.winners) <= set(range(game.setting.seats))
    assert len(outcome.scores) == game.setting.seats
    assert all(type(score) is int for score in outcome.scores)


def plays_what_is_legal(game: PlayedGame) -> None:
    """All played moves were legal, all legal moves play, others are refused, and no state is changed in place."""
    rng = Random(3)
    for index in moments(game):
        before, (seat, move) = game.states[index - 1], game.moves[index - 1]
        assert seat in before.to_act
        assert move in before.legal(seat)
        frozen = pickle.dumps(before)
        assert before.play(seat, move) == game.states[index]
        for other in range(game.setting.seats):
            legal = [] if CHANCE in before.to_act else list(before.legal(other))
            assert len(legal) == len(set(legal))
            assert bool(legal) or other not in before.to_act
            for choice in rng.sample(legal, min(12, len(legal))):
                assert _refusal(before, other, choice) is None
            for strange in (choice for _, choice in rng.sample(game.moves, min(12, len(game.moves)))):
                if fault(before, game.setting.seats, other, strange):
                    continue
                allowed = strange in before.legal(other)
                assert allowed == (strange in legal)
                assert allowed == (_refusal(before, other, strange) is None)
        assert pickle.dumps(before) == frozen


def keeps_records(game: PlayedGame) -> None:
    """Records verify, whole or cut anywhere; a damaged one does not."""
    setting = game.setting
    games = {setting.game.key: setting.game}

    def written(end: int, nonce: str | None = None) -> bytes:
        outcome = game.states[end].outcome()
        return write(setting.game, setting.seats, setting.options, game.moves[:end], outcome, nonce).encode()

    whole = len(game.moves)
    for end in {1, whole // 2, whole - 1, whole}:
        assert verify(written(end, make_nonce()), games) is None
    short = written(min(whole - 1, 50))
    assert msgspec.json.decode(short)["outcome"] is None
    assert verify(short.replace(b'"outcome":null', b'"outcome":{"winners":[0],"scores":[]}'), games)
    for twisted in (game.moves[1:], (*game.moves, game.moves[-1]), (game.moves[0], *game.moves)):
        line = write(setting.game, setting.seats, setting.options, twisted, game.states[-1].outcome())
        fault = verify(line.encode(), games)
        assert fault is not None
        assert fault.where.startswith("move ")
    last = msgspec.json.decode(written(whole))
    last["outcome"]["winners"] = [seat for seat in range(setting.seats) if seat not in last["outcome"]["winners"]]
    fault = verify(msgspec.json.encode(last), games)
    assert fault is not None
    assert fault.where == "outcome"


def tallies(game: PlayedGame) -> None:
    """The figures of a game come from one pass over its log, under exactly the keys it names, as whole numbers."""
    rules, setting = game.setting.game, game.setting
    assert len(rules.figures) <= FIGURES_LIMIT
    for keys in (rules.figures, rules.totals):
        assert len(set(keys)) == len(keys)
        assert all(KEY.fullmatch(key) for key in keys)
    steps = replayed(rules, setting.seats, setting.options, iter(game.moves))
    found = rules.tally(setting.seats, steps) if rules.tally else tally(rules, setting.seats, {}, ())
    assert next(steps, None) is None or rules.tally is None, "a log is read to its end"
    assert len(found.seats) == setting.seats
    for figures, keys in (*((own, rules.figures) for own in found.seats), (found.whole, rules.totals)):
        assert tuple(figures) == keys
        assert all(type(count) is int and count >= 0 for count in figures.values())
    assert msgspec.json.decode(msgspec.json.encode(found), type=Tally) == found
    assert tally(rules, setting.seats, setting.options, game.moves) == found


def guesses(game: AnyGame, view: Any, seed: int) -> list[AnyState]:
    """Several states that a view allows."""
    return [game.guess(view, Random(seed * 100 + number)) for number in range(GUESSES)]


def guesses_what_it_sees(game: PlayedGame) -> None:
    """A guessed state has the view it was guessed from, with its flash or without, the public view and the moves."""
    for index in (0, *moments(game)):
        state = game.states[index]
        for seat in seats_and_onlookers(game.setting.seats):
            view = state.view(seat)
            for seen in (view, view.without_flash()) if view.flash else (view,):
                for guessed in guesses(game.setting.game, seen, index):
                    what = f"at move {index} `guess` from the view of seat {seat} gives another"
                    assert msgspec.json.encode(guessed.view(seat)) == msgspec.json.encode(seen), f"{what} view"
                    assert guessed.view(None).without_flash() == state.view(None).without_flash(), f"{what} public part"
                    assert guessed.to_act == state.to_act, f"{what} seat to act"
                    assert guessed.outcome() == state.outcome()
                    if seat is not None:
                        assert list(guessed.legal(seat)) == list(state.legal(seat))


def refuses_alike(game: PlayedGame) -> None:
    """Trying what is not allowed teaches nothing: a move is refused for the same reason in every guess."""
    strange = Random(5).sample(game.moves[1:], min(12, len(game.moves) - 1))
    for index in moments(game):
        state = game.states[index]
        for seat in range(game.setting.seats):
            for guessed in guesses(game.setting.game, state.view(seat), index):
                for _, move in strange:
                    if not fault(state, game.setting.seats, seat, move):
                        assert _refusal(guessed, seat, move) == _refusal(state, seat, move)


def _refusal(state: AnyState, seat: Seat, move: Any) -> str | None:
    try:
        state.play(seat, move)
    except (Illegal, BadRecord) as no:
        return str(no)
    return None


def survives_writing(game: PlayedGame) -> None:
    """Views and moves are the same after they crossed to another process, and the written log gives every state."""
    kind, state = game.setting.game, game.states[0]
    views, moves = msgspec.msgpack.Decoder(kind.view), msgspec.msgpack.Decoder(kind.moves)
    written = msgspec.json.Decoder(kind.moves)
    for index in moments(game):
        for seat in seats_and_onlookers(game.setting.seats):
            view = game.states[index].view(seat)
            crossed = "a view is another one after it has crossed to a worker: use tuples, and tags in unions"
            assert views.decode(msgspec.msgpack.encode(view)) == view, crossed
    assert state == kind.start(game.setting.seats, game.setting.options)
    for (seat, move), after in zip(game.moves, game.states[1:], strict=True):
        assert moves.decode(msgspec.msgpack.encode(move)) == move
        again = written.decode(msgspec.json.encode(move))
        assert again == move
        state = state.play(seat, again)
        assert state == after


def keeps_secrets(game: PlayedGame, words: Words, *, most: int = 4, pictures: bool = True) -> None:
    """Nothing anybody is shown depends on what they may not know: it is the same, byte for byte, in every guess."""
    for index in moments(game, most):
        table = table_at(game, index)
        assert table.state is not None
        for seat in seats_and_onlookers(table.size):
            truth = shown(table, seat, words, pictures=pictures)
            for guessed in guesses(table.game, table.state.view(seat), index):
                other = shown(replace(table, state=guessed), seat, words, pictures=pictures)
                for part, data in truth.items():
                    assert other[part] == data, (
                        f"{part} of seat {seat} at move {index} tells a secret: {_difference(data, other[part])}"
                    )


def _difference(one: bytes, other: bytes) -> str:
    """Where two things that should be the same are not."""
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    return " or ".join(f"…{each[max(0, at - 60) : at + 60].decode('utf-8', 'replace')}…" for each in (one, other))


def shown(table: Table, seat: Seat | None, words: Words, *, pictures: bool) -> dict[str, bytes]:
    """All that reaches somebody from a table, as bytes: the view, the pages with their addresses, the pictures."""
    found: dict[str, bytes] = {}
    say = words.say(table.game.key, "fr", table.names)
    for now in when(table):
        view = table.view(seat, now)
        found[f"view {now}"] = msgspec.json.encode(view)
        # Players also see the board, which is made from the public view; their guess has the same one.
        if seat is None:
            pages = [board(table, say, now)]
        else:
            pages = [seat_page(table, seat, say, now, steps=steps) for steps in some_steps(table, seat)]
        for number, page in enumerate(pages):
            found[f"page {number} {now}"] = msgspec.json.encode(page)
            found[f"ids {number} {now}"] = "\n".join(page.ids()).encode()
        if pictures and table.game.picture:
            for steps in [()] if seat is None else some_steps(table, seat)[-2:]:
                if seat is None:
                    asked = board_question(table, view, say)
                else:
                    asked = seat_question(table, seat, view, say, steps)
                found[f"picture {steps} {now}"] = table.game.picture(view, say, offered(asked))
    return found


def opens_everything(game: PlayedGame, words: Words, *, pictures: bool) -> None:
    """A replay with everything face up tells apart what an onlooker cannot, in the view, the words and the picture."""
    kind = game.setting.game
    say = words.say(kind.key, "fr", [f"P{seat}" for seat in range(game.setting.seats)])
    told = 0
    for index in moments(game):
        state = game.states[index]
        view = kind.opened(state) if kind.opened else state.view(None)
        assert view.seat is None
        assert view.own is None
        for guessed in guesses(kind, state.view(None), index):
            assert kind.opened or guessed == state, "something is hidden, so the game needs `opened`"
            # To an onlooker both are one and the same.
            other = kind.opened(guessed) if kind.opened else guessed.view(None)
            if other != view:
                told += 1
                words_differ = kind.face.sight(other, say).scene != kind.face.sight(view, say).scene
                assert words_differ, f"the scene at move {index} does not say what `opened` uncovers"
                if pictures and kind.picture:
                    drawn_differ = kind.picture(other, say) != kind.picture(view, say)
                    assert drawn_differ, f"the picture at move {index} does not show what `opened` uncovers"
        if pictures and kind.picture:
            assert kind.picture(view, say).startswith(b"\x89PNG")
    assert told or not kind.opened, "`opened` uncovers nothing that an onlooker does not see: is a secret in Public?"


def seals_again_unseen(game: PlayedGame, words: Words) -> None:
    """Players who are not to act may at most change a sealed choice, and nothing shows it to others."""
    rng = Random(7)
    looked = 0
    for index, state in enumerate(game.states[1:], start=1):
        for seat in range(game.setting.seats):
            legal = () if seat in state.to_act else state.legal(seat)
            if not legal:
                continue
            table = table_at(game, index)
            table = replace(table, row=replace(UNSTORED, revision=index))
            assert all(table.game.verb(table.game.path(move)[0]).sealed for move in legal)
            for move in rng.sample(list(legal), min(2, len(legal))):
                after = table.play(
                    table.users[seat], table.game.path(move), revision=index, at=START + index, now=START + index + 9
                )
                assert after.state is not None
                assert (after.to_act, after.asked) == (table.to_act, table.asked)
                for other in range(table.size):
                    assert list(after.legal(other)) == list(table.legal(other))
                looked += 1
                for other in seats_and_onlookers(table.size):
                    if other != seat:
                        assert msgspec.json.encode(after.state.view(other)) == msgspec.json.encode(state.view(other))
                        if looked <= LOOKED_AT:
                            before = shown(table, other, words, pictures=False)
                            assert shown(after, other, words, pictures=False) == before


def some_steps(table: Table, seat: Seat) -> list[tuple[str, ...]]:
    """Beginnings of moves, as somebody takes them step by step: the start, every verb, and some deeper ones."""
    paths = [table.game.path(move) for move in islice(table.legal(seat), 400)] if table.state else []
    verbs = list(dict.fromkeys(path[:1] for path in paths if len(path) > 1))
    deeper = list(dict.fromkeys(path[:depth] for path in paths for depth in range(2, len(path))))
    return [(), *verbs, *Random(table.revision).sample(deeper, min(2, len(deeper)))]


def says_it_in_short(game: PlayedGame, words: Words) -> None:
    """Whatever anybody is called, words fit beside each other, drawings on a phone, and choices on a button."""
    rules, seats = game.setting.game, game.setting.seats
    voices = [
        words.say(rules.key, lang, ["*_~`|<>[]#@" * 2, *["W" * 40] * 5][:seats]) for lang in words.languages(rules.key)
    ]
    for index, say in product((0, *moments(game)), voices):
        state = game.states[index]
        everybody = rules.face.sight(state.view(None), say)
        for seat in seats_and_onlookers(seats):
            view = state.view(seat)
            sight = rules.face.sight(view, say)
            same = (sight.scene, sight.story) == (everybody.scene, everybody.story)
            assert same, f"seat {seat} reads another scene or story than onlookers: only hand and note are its own"
            assert len(sight.title + sight.scene + sight.story + sight.hand) < SIGHT_LIMIT
            assert all(len(line) <= CODE_LIMIT for code in sight.scene.split("```")[1::2] for line in code.splitlines())
            assert not sight.hand or seat is not None, "an onlooker has no hand"
            if index and seat is not None:
                paths = [rules.path(move) for move in islice(state.legal(seat), 60)]
                asked = {path[:length] for path in paths for length in range(2, len(path) + 1)}
                assert all(0 < len(rules.face.label(view, path, say)) <= LABEL_LIMIT for path in asked)


def labels_differ(game: PlayedGame, words: Words) -> set[str]:
    """No two choices of one question have the same label. Gives the questions whose choices are hidden in menus."""
    rules, menus = game.setting.game, set[str]()
    for index, lang in product(moments(game, 6), words.languages(rules.key)):
        table = table_at(game, index)
        say = words.say(rules.key, lang, table.names)
        now = when(table)[-1]
        for seat in table.to_act:
            for steps in some_steps(table, seat):
                offered = tokens(map(rules.path, table.legal(seat)), steps)
                assert len(offered) <= MENUS * MENU_LIMIT, f"{'.'.join(steps)} at move {index}: {len(offered)} choices"
                page = seat_page(table, seat, say, now, steps=steps)
                labels = list[str]()
                for block in page.blocks:
                    if isinstance(block, Buttons):
                        labels += [button.label for button in block.buttons if button.id.startswith("play")]
                    elif isinstance(block, Menu):
                        labels += [choice.label for choice in block.choices]
                        menus.add(f"{game.setting}: {'.'.join(steps) or 'the first question'}")
                twice = sorted({label for label in labels if labels.count(label) > 1})
                assert not twice, f"{lang}, {'.'.join(steps)} at move {index}: several choices are called {twice}"
    return menus


def eliminates_for_good(game: PlayedGame) -> None:
    """A seat that is out stays out, is never waited for and has no legal moves."""
    gone = set[Seat]()
    for state in game.states[1:]:
        out = set(game.setting.game.out(state.view(None)))
        assert gone <= out <= set(range(game.setting.seats))
        assert not out & state.to_act
        assert not any(state.legal(seat) for seat in out)
        gone = out


def clears_its_flash(game: PlayedGame) -> None:
    """A reveal is gone with the next move: a flash is never carried over."""
    for before, after in pairwise(game.states):
        flash = before.view(None).flash
        assert flash is None or after.view(None).flash is not flash, "the flash of the move before is still there"


def has_safe_defaults(game: PlayedGame) -> None:
    """The move played for somebody whose time is up is legal, always the same, and chosen from their view alone."""
    rules = game.setting.game
    for index in moments(game, 40):
        state = game.states[index]
        for seat in people_to_act(state):
            view, legal = state.view(seat), state.legal(seat)
            assert isinstance(legal, Collection), "`legal` gives an iterator: make it a tuple"
            move = rules.default(view, legal)
            assert move in legal, f"`default` gives {move}, which seat {seat} may not play at move {index}"
            assert rules.default(view, legal) == move
            for guessed in guesses(rules, view, index):
                assert rules.default(guessed.view(seat), guessed.legal(seat)) == move


def spells_moves(game: PlayedGame) -> None:
    """Paths and moves are inverse; paths are unique, none begins another, and they fit into an address."""
    rules = game.setting.game
    verbs = {verb.key: verb for verb in rules.verbs}
    for index in moments(game, 30):
        state = game.states[index]
        for seat in range(game.setting.seats):
            spelt = {rules.path(move): move for move in islice(state.legal(seat), 600)}
            assert len(spelt) == len(list(islice(state.legal(seat), 600)))
            for path, move in spelt.items():
                assert rules.move(path) == move
                assert rules.spelling.verbs[type(move)] == path[0]
                assert len(path) - 1 <= len(verbs[path[0]].steps)
                assert all(TOKEN.fullmatch(token) for token in path)
                assert len(".".join(path)) <= PATH_LIMIT
            # Sorted, a path stands right before those it begins.
            assert not any(after[: len(before)] == before for before, after in pairwise(sorted(spelt)))
    for nonsense in ((), ("",), ("no-such-verb",), *((key, *["?"] * 9) for key in verbs)):
        assert not _spells(rules, nonsense)


def _spells(game: AnyGame, path: Iterable[str]) -> bool:
    try:
        game.move(tuple(path))
    except ValueError:
        return False
    return True


def has_opponents_that_end(setting: GameSetting, levels: Sequence[Level]) -> None:
    """A table of nothing but opponents, of these levels in turn, comes to its end, and their moves are legal."""
    players: tuple[Player, ...] = tuple([levels[seat % len(levels)] for seat in range(setting.seats)])
    match = Match(setting.game, setting.seats, setting.options, players)
    try:
        play(match, 0, lambda: 0.0, OPPONENTS_MOST_MOVES)
    except (Illegal, RuntimeError) as error:
        raise AssertionError(f"{setting}: opponents ({', '.join(levels)}): {error}") from error


def has_fair_opponents(game: PlayedGame, level: Level, most: int = 3) -> int:
    """An opponent's move is legal, and depends on its arguments alone; in how many other logs it was asked again.

    They are sent to another process, so copies give the same move. In another log that shows the seat the same, with
    everything that it cannot know drawn afresh at some moment, the move is the same too.
    """
    rules, logs = game.setting.game, 0
    for index in moments(game, most):
        state = game.states[index]
        for seat in people_to_act(state):
            views, legal = game.shown(seat, index), tuple(state.legal(seat))
            copy = deepcopy(views)
            move = choose(rules, views, legal, level, Random(index))
            assert move in legal
            assert views == copy
            assert choose(rules, copy, legal, level, Random(index)) == move
            for since in {index, max(1, index - 1), max(1, index - 6)}:
                other = _shown_otherwise(game, index, seat, since)
                if other is not None:
                    logs += 1
                    assert [view for view, _ in other] == views[since - 1 :]
                    again = [*views[: since - 1], *(view for view, _ in other)]
                    assert choose(rules, again, other[-1][1], level, Random(index)) == move
    return logs


def _shown_otherwise(game: PlayedGame, index: int, seat: Seat, since: int) -> list[tuple[Any, Collection[Any]]] | None:
    """A seat's views and legal moves from a moment on in a log with other secrets, if that log looks the same to it."""
    state = game.setting.game.guess(game.states[since].view(seat), Random(index))
    if state == game.states[since]:
        return None  # that is the same log
    found = [(state.view(seat), state.legal(seat))]
    for place in range(since, index):
        mover, move = game.moves[place]
        if move not in state.legal(mover):
            return None
        state = state.play(mover, move)
        found.append((state.view(seat), state.legal(seat)))
        if found[-1][0] != game.states[place + 1].view(seat):
            return None
    return found


QUESTIONS = (
    ends, plays_what_is_legal, survives_writing, keeps_records, tallies, guesses_what_it_sees, refuses_alike,
    has_safe_defaults, spells_moves, eliminates_for_good, clears_its_flash,
)  # fmt: skip
"""Those that need nothing but a played game."""
