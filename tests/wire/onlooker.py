"""Whether anybody's socket ever received what they may not know. Every wire test ends by asking.

A message everybody sees must be a public page: nothing that only a panel has, and nobody's hand, in words or as a
picture. A message for one person must reach nobody else, and hold no other person's hand. What is a hand is worked out
from the logs: the words that the games' own faces find for each seat after each move.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.core.facts import CLOSED, OVER
from bot.core.game import State
from bot.core.table import Table
from bot.pages.address import Address
from bot.pictures.cache import alt
from bot.sandbox import Person
from bot.sandbox.model.components import walk
from bot.text.strings import LANGUAGES, Words
from tests.wire.boards import EPHEMERAL, Json

SELECTS = (3, 5, 6, 7, 8)
LOBBY = {"join", "leave", "start", "options", "team", "shuffle", "cancel", "opponents"}
BOARD = {"hand", "play", "repeat", "missed", "aid", "rules", "menu", "end", "back", "rematch", "take", "seat", "replay"}
PUBLIC = LOBBY | BOARD | {"daily"}
"""The verbs a page for everybody may carry. New verbs must be added here."""
PRIVATE_PICTURES = re.compile(r"\b(hand|seat|seen-\d+)\.png")


SEAT = {"hand", "play"}
"""The verbs whose private answers are the seat message, or take its place."""
MOST_SEAT_MESSAGES = 4
"""One, and the answers to three presses of the same instant: each arrives before what it replaces is deleted."""


def check(people: Iterable[Person], tables: Iterable[Table], words: Words, *, crashed: bool = False) -> None:
    """Look through everything everybody ever received; what somebody should not have got fails the test.

    A bot that has ``crashed`` leaves seat messages behind that nobody can delete.
    """
    people = list(people)
    found = leaks(people, tables, words) + ([] if crashed else crowded(people))
    if found:
        # Not by comparing: pytest would show what was compared, and everybody's cards with it.
        raise AssertionError("\n".join(found[:20]))


def leaks(people: Iterable[Person], tables: Iterable[Table], words: Words) -> list[str]:
    """Messages that a person must not have received, one line each, without the secret itself."""
    known = {table.id: table for table in tables}
    hands = {number: _hands(table, words) for number, table in known.items() if table.log}
    quick = {number: _quick(table) for number, table in known.items() if table.log}
    found: list[str] = []
    judged: set[str] = set()
    for person in people:
        others = _forbidden(int(person.id), known, hands) - _sealed(int(person.id), known, words)
        everyone = {text for each in hands.values() for texts in each.values() for text in texts}
        for frame in person.received:
            for message in _messages(frame):
                where = f"message {message['id']} at {person.me.get('global_name')}'s socket ({frame['t']})"
                if message["flags"] & EPHEMERAL:
                    owner = (message.get("interaction_metadata") or {}).get("user", {}).get("id")
                    if owner != person.id:
                        found.append(f"{where} is private to {owner}")
                    # Word for word: one hand may well be the beginning of another. A lesson's cards are nobody's.
                    seen = {
                        text
                        for number in _replayed(message, known)
                        for texts in hands[number].values()
                        for text in texts
                    }
                    if not _lesson(message) and (told := (others - seen).intersection(_strings(message))):
                        games = {known[n].game.key for n, each in hands.items() if told & set().union(*each.values())}
                        led = sorted({address.verb for address in _addresses(message) if address})
                        found.append(f"{where} has another person's hand of {sorted(games)}; it leads to {led}")
                    continue
                # Everybody receives the same: what one socket brought has been judged for all.
                if (mark := repr(message.get("edited_timestamp")) + repr(_strings(message))) in judged:
                    continue
                judged.add(mark)
                found += [f"{where}: {wrong}" for wrong in public_faults(message, quick)]
                shown = "\n".join(_strings(message))
                if any(hand in shown for hand in everyone):
                    found.append(f"{where} has somebody's hand in words")
    return found


def crowded(people: Iterable[Person]) -> list[str]:
    """People with too many private messages of a table, one line each.

    A new one may arrive just before the one it replaces is deleted; in the end there is one.
    """
    found: list[str] = []
    for person in people:
        pressed: dict[str, Address | None] = {}
        seats: defaultdict[int, set[str]] = defaultdict(set)
        for frame in person.received:
            data = frame["d"]
            if frame["t"] == "INTERACTION":
                pressed[data["id"]] = Address.parse(data["custom_id"] or "")
            elif frame["t"] == "MESSAGE_DELETE":
                for messages in seats.values():
                    messages.discard(data["id"])
            elif frame["t"] == "MESSAGE_CREATE" and data["flags"] & EPHEMERAL:
                answered = pressed.get((data.get("interaction_metadata") or {}).get("id", ""))
                # Help and rules lead back to the seat; what was pressed tells them apart. A command tells nothing.
                leads = [answered] if answered else _addresses(data)
                for table in {each.table for each in leads if each and each.verb in SEAT}:
                    seats[table].add(data["id"])
                    if len(seats[table]) > MOST_SEAT_MESSAGES:
                        found.append(f"{person.me.get('global_name')} got too many messages of table {table}")
        for table, messages in seats.items():
            if len(messages) > 1:
                found.append(f"{person.me.get('global_name')} has {len(messages)} messages of table {table}")
    return found


def public_faults(message: Json, quick: Mapping[int, Mapping[int, set[tuple[str, ...]]]]) -> list[str]:
    """Parts of a public message that only a private page may have.

    `quick` says, by table and revision, which moves the public board offers.
    """
    wrong = [f"picture {name}" for text in _strings(message) for name in PRIVATE_PICTURES.findall(text)]
    for widget in walk(message["components"]):
        if widget["type"] in SELECTS:
            wrong.append("a menu")
        address = Address.parse(widget.get("custom_id") or "")
        if address is None or widget.get("disabled"):
            continue
        if address.verb not in PUBLIC or (address.verb == "hand" and address.path):
            wrong.append(f"a button of a panel: {address.verb}")
        elif address.verb in ("play", "repeat"):
            offered = quick.get(address.table, {}).get(address.revision, set())
            if address.path not in offered:
                wrong.append("a move that the board does not offer")
    return wrong


def _replayed(message: Json, known: Mapping[int, Table]) -> set[int]:
    """The tables whose viewer a private message is: of games that are over, anybody may see every hand."""
    # A viewer's answer contains the viewer itself.
    addresses = [*_addresses(message), *_addresses(message.get("referenced_message") or {})]
    found = {address.table for address in addresses if address and address.verb == "replay" and address.path}
    return {number for number in found if number in known and known[number].status in (OVER, CLOSED)}


def _addresses(message: Json) -> list[Address | None]:
    return [Address.parse(widget.get("custom_id") or "") for widget in walk(message.get("components", []))]


def _messages(frame: Json) -> Iterator[Json]:
    if frame["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        yield frame["d"]
    elif frame["t"] == "DONE" and isinstance(frame["d"]["result"], list):
        yield from (each for each in frame["d"]["result"] if isinstance(each, dict) and "flags" in each)


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for each in value.values() for text in _strings(each)]
    return [text for each in value for text in _strings(each)] if isinstance(value, list) else []


def _lesson(message: Json) -> bool:
    """Whether it is a page of a lesson: it knows no table, and its deal is always the same."""
    # The rules asked for in a lesson are a message of their own, which holds the page they answer.
    found = (*_addresses(message), *_addresses(message.get("referenced_message") or {}))
    return any(address is not None and address.verb == "learn" for address in found)


def _states(table: Table) -> Iterator[tuple[int, State]]:
    state = table.game.start(table.size, table.facts.options)
    for revision, turn in enumerate(table.log, start=1):
        state = state.play(turn.seat, turn.move)
        yield revision, state


def _hands(table: Table, words: Words) -> dict[int, set[str]]:
    """For each seat, every way its hand was ever put in words: in a text, and beside a picture."""
    found: dict[int, set[str]] = defaultdict(set)
    for _, state in _states(table):
        for seat in range(table.size):
            view = state.view(seat)
            # While what was revealed is to be seen, and after.
            for each in (view, view.without_flash()) if view.flash else (view,):
                found[seat] |= _worded(table, each, words)
    return found


def _sealed(user: int, known: Mapping[int, Table], words: Words) -> set[str]:
    """The hands that somebody may have had with a sealed choice that they changed afterwards: no log has it."""
    found: set[str] = set()
    for table in known.values():
        keys = {verb.key for verb in table.game.verbs if verb.sealed}
        if not keys or not table.log or user not in table.users:
            continue
        seat = table.users.index(user)
        for _, state in _states(table):
            for move in state.legal(seat):
                if table.game.path(move)[0] in keys:
                    found |= _worded(table, state.play(seat, move).view(seat), words)
    return found


def _worded(table: Table, view: Any, words: Words) -> set[str]:
    voices = [words.say(table.game.key, lang, table.names) for lang in LANGUAGES]
    hands = {table.game.face.sight(view, say).hand for say in voices} - {""}
    return hands | {alt(hand) for hand in hands}


def _quick(table: Table) -> dict[int, set[tuple[str, ...]]]:
    public = {verb.key for verb in table.game.verbs if verb.public}
    found: dict[int, set[tuple[str, ...]]] = {}
    for revision, state in _states(table):
        whole = [table.game.path(move) for seat in state.to_act for move in state.legal(seat)]
        found[revision] = {path[:length] for path in whole if path[0] in public for length in range(1, len(path) + 1)}
    return found


def _forbidden(user: int, known: Mapping[int, Table], hands: Mapping[int, Mapping[int, set[str]]]) -> set[str]:
    """The hands that somebody may not see: other people's, save those that are worded like one of their own."""
    others: set[str] = set()
    own: set[str] = set()
    for number, seats in hands.items():
        for seat, texts in seats.items():
            # Former players of a seat saw its hand while they sat there.
            had = user == known[number].users[seat] or (seat, user) in known[number].facts.had
            (own if had else others).update(texts)
    return others - own
