"""The lobby of a table: its players and options, and the host's menus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.core.facts import CLOSED, LOBBY, OVER, PACES
from bot.core.game import AnyGame, Value, never
from bot.core.lobby import expires_at, free, joinable, missing, numbers, obstacle, starts_for_all_at, teams
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.board import COLOUR, STOPPED, WON, highlight, scores, series, winners
from bot.pages.page import (
    LABEL_LIMIT,
    MENU_LIMIT,
    Block,
    Button,
    Buttons,
    Choice,
    Menu,
    Picture,
    PrivatePage,
    PublicPage,
    Text,
    cut,
    rows,
    sentence,
)
from bot.text.strings import LANGUAGES, Speech, plain, refusal, seen

LISTED = 20
"""Removed users that the host's list names: a page has little room."""


def lobby(
    table: Table,
    say: Speech,
    *,
    pings: tuple[int, ...] = (),
    picture: Picture | None = None,
    result_buttons: Sequence[Button] = (),
) -> PublicPage:
    """The public lobby: open, started or ended. A picture replaces the list of players."""
    blocks: list[Block] = [Text(f"### {say('name')}\n{say('blurb')}")]
    if table.status == CLOSED and not table.log:
        return PublicPage((*blocks, Text(say(f"closed-{table.facts.closed}"))), STOPPED)
    if table.status == CLOSED or (table.status == OVER and table.outcome is not None):
        return ended(table, say, result_buttons, picture)
    blocks += [Text(_choices(table, say)), picture or Text(people(table, say))]
    if table.status != LOBBY:
        if table.facts.waiting:
            blocks.append(Text(say("lobby-no-seat", people=_waiting(table, say))))
        if table.seal:
            blocks.append(Text(f"-# {say('sealed', seal=table.seal)}"))
        place = f"<#{table.thread}>" if table.thread else "here"
        return PublicPage((*blocks, Text(say("lobby-started", place=place))), COLOUR)
    blocks.append(Text(standing(table, say)))
    if table.facts.waiting:
        blocks.append(Text(say("lobby-waiting", people=_waiting(table, say))))
    expiry = f"<t:{round(expires_at(table))}:R>"
    blocks.append(Text(f"-# {say('lobby-expires', time=expiry)}"))
    buttons = (
        Button(say("join-button"), str(Address("join", table.id)), "success"),
        Button(say("leave-button"), str(Address("leave", table.id))),
        Button(say("start-button"), str(Address("start", table.id)), "primary"),
        rules_button(table.game.key, say),
        Button("⋯", str(Address("options", table.id))),
    )
    return PublicPage((*blocks, Buttons(buttons)), COLOUR, pings)


def call(key: str, user: int, say: Speech) -> PublicPage:
    """A message that pings one user about a lobby: edits of the lobby ping nobody."""
    text = say(f"call-{key}", person=f"<@{user}>", game=say("name"))
    return PublicPage((Text(text),), COLOUR, (user,))


def ended(
    table: Table, say: Speech, result_buttons: Sequence[Button] = (), picture: Picture | None = None
) -> PublicPage:
    """The card of a game played elsewhere: its last picture, how it ended, a link, and the buttons of features.

    The seal of the deal is behind ⋯, like the whole proof.
    """
    blocks: list[Block] = [Text(f"### {say('name')}"), *([picture] if picture else [])]
    notes: list[str] = []
    if table.status == OVER:
        blocks += [Text(f"## {winners(table, say)}"), Text(scores(table, say))]
        notes += [highlight(table, say), series(table, say)]
    else:
        blocks.append(Text(say(f"closed-{table.facts.closed}")))
    if table.thread:
        notes.append(say("result-place", place=f"https://discord.com/channels/{table.guild}/{table.thread}"))
    if small := "\n".join(f"-# {note}" for note in notes if note):
        blocks.append(Text(small))
    more = Button("⋯", str(Address("menu", table.id)))
    return PublicPage((*blocks, *rows([*result_buttons, more])), WON if table.status == OVER else STOPPED)


def options(table: Table, say: Speech, language: str, paces: Collection[str] = tuple(PACES)) -> PrivatePage:
    """The host's private menu: the options, the paces that moderators allow, the language, and everything else.

    ``language`` is the one that the table has now.
    """

    def menu(key: str, name: str, choices: Iterable[tuple[str, str, str, bool]]) -> Menu:
        """A menu of tokens, each with its words, a help and whether it is chosen."""
        lines = (
            Choice(say("chosen.line", name=name, value=words), token, about, chosen)
            for token, words, about, chosen in choices
        )
        return Menu(str(Address("option", table.id, 0, (key,))), name, tuple(lines))

    blocks: list[Block] = [Text(say("options-text"))]
    for option in table.game.options:
        key, chosen = option.key, table.facts.options[option.key]
        about = say(f"option-{key}.help")[:100]
        values = ((token(each), value_word(each, key, say), about, each == chosen) for each in option.values)
        blocks.append(menu(key, say(f"option-{key}"), values))
    shown = ((key, say(f"pace-{key}"), _pace_help(table.game, key, say), key == table.facts.pace) for key in paces)
    blocks.append(menu("pace", say("pace"), shown))
    about = say("table-language.help")
    spoken = ((lang, say(f"language-{lang}"), about, lang == language) for lang in LANGUAGES)
    blocks.append(menu("language", say("table-language"), spoken))
    verbs = ["opponents"]
    if teams(table):
        verbs += ["team", "shuffle"]
    if table.size > 1 or table.facts.waiting:
        verbs.append("remove")
    if table.facts.removed:
        verbs.append("invite")
    buttons = [Button(say(f"{verb}-button"), str(Address(verb, table.id))) for verb in verbs]
    return PrivatePage((*blocks, *rows([*buttons, _cancel(table, say)])), COLOUR)


def guest_menu(table: Table, user: int, say: Speech, *, moderator: bool) -> PrivatePage:
    """The private menu of everybody but the host."""
    buttons = [rules_button(table.game.key, say)]
    if user in table.users and teams(table):
        buttons.insert(0, Button(say("team-button"), str(Address("team", table.id))))
    if moderator:
        buttons.append(_cancel(table, say))
    key = "guest-seated" if user in table.users else "guest-waiting" if user in table.queue else "guest-stranger"
    host = table.seat_of(table.facts.host)
    assert host is not None
    return PrivatePage((Text(say(key, host=say.name(host))), *rows(buttons)), COLOUR)


def invitations(table: Table, say: Speech) -> PrivatePage:
    """The host's list of users they removed, a button each to let them join again."""
    removed = list(enumerate(table.facts.removed[-LISTED:], start=1))
    lines = [say("invite-text"), *(f"{number}. <@{user}>" for number, user in removed)]
    buttons = [
        Button(say("invite-person", number=number), str(Address("invite", table.id, 0, (str(user),))))
        for number, user in removed
    ]
    return PrivatePage((Text("\n".join(lines)), *rows([*buttons, _back(table, say)])), COLOUR)


def closing(table: Table, say: Speech) -> PrivatePage:
    """The question before a lobby closes for everybody."""
    people = say.names(range(table.size))
    question = say("close-confirm", game=say("name"), place=f"<#{table.place}>", people=people)
    return PrivatePage((Text(question), *rows([_cancel(table, say, "yes"), _back(table, say)])), COLOUR)


def _cancel(table: Table, say: Speech, *path: str) -> Button:
    return Button(say("close-button"), str(Address("cancel", table.id, 0, path)), "danger")


def _back(table: Table, say: Speech) -> Button:
    return Button(say("back"), str(Address("options", table.id)))


def opponents(table: Table, say: Speech) -> PrivatePage:
    """The host's choice of opponents: one more, or as many as are missing, and their level."""
    blocks: list[Block] = []

    def levels(verb: str, before: str = "") -> tuple[Buttons, ...]:
        words = {level: sentence(f"{before}{say(f'level-{level}')}") for level in LEVELS}
        return rows([Button(words[level], str(Address(verb, table.id, 0, (level,)))) for level in LEVELS])

    if (count := missing(table)) > 1:
        blocks += [Text(say("opponents-complete", count=count)), *levels("complete", f"{count} × ")]
    if free(table) > 0:
        blocks += [Text(say("opponents-one")), *levels("opponent")]
    else:
        blocks.append(Text(say("refusal-no-free-seat")))
    buttons = [Button(say("remove-button"), str(Address("remove", table.id)))] if table.size > 1 else []
    return PrivatePage((*blocks, *rows([*buttons, _back(table, say)])), COLOUR)


def removal(table: Table, say: Speech) -> PrivatePage:
    """The host's menu of players to remove."""
    others = [player for player in (*table.facts.players, *table.facts.waiting) if player.user != table.facts.host]
    lines = tuple(
        Choice(cut(seen(player.marked) or "…", LABEL_LIMIT), str(player.user)) for player in others[:MENU_LIMIT]
    )
    blocks: list[Block] = [Text(say("remove-text"))]
    blocks += [Menu(str(Address("remove", table.id, 0, ("person",))), say("choose"), lines)] if lines else []
    return PrivatePage((*blocks, *rows([_back(table, say)])), COLOUR)


def token(value: Value) -> str:
    """An option's value in a menu or a command."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def value_of(game: AnyGame, key: str, text: str) -> Value | str:
    """The value of an option's token; the text itself if there is none."""
    option = next((option for option in game.options if option.key == key), None)
    return next((value for value in option.values if token(value) == text), text) if option else text


def value_word(value: Value, key: str, say: Speech) -> str:
    """An option's value in words."""
    return say(f"option-{key}.{token(value)}")


def _choices(table: Table, say: Speech) -> str:
    lines = [
        say(
            "chosen",
            name=say(f"option-{option.key}"),
            value=value_word(table.facts.options[option.key], option.key, say),
        )
        for option in table.game.options
    ]
    pace = f"{say(f'pace-{table.facts.pace}')} — {_pace_help(table.game, table.facts.pace, say)}"
    return "\n".join([*lines, say("chosen", name=say("pace"), value=pace)])


def _pace_help(game: AnyGame, pace: str, say: Speech) -> str:
    """The time for a move, and the time to challenge in games with challenges."""
    return say(f"pace-{pace}.help" if game.hurry is never else f"pace-{pace}.window")


def people(table: Table, say: Speech) -> str:
    """The players in a lobby, and how many the game needs."""
    possible = numbers(table)
    fewest, most = possible[0], possible[-1]
    if len(possible) == 1:
        wanted = str(most)
    elif len(possible) == most - fewest + 1:
        wanted = say("lobby-range", fewest=fewest, most=most)
    else:
        wanted = f" {say('or')} ".join(map(str, possible))
    lines = [say("lobby-people", count=table.size, wanted=wanted)]
    sides = teams(table)
    for seat, player in enumerate(table.facts.players):
        mark = f" · {say('team-name', letter='ABC'[seat % len(sides)])}" if sides else ""
        host = f" · {say('host')}" if player.user == table.facts.host else ""
        if player.level is not None:
            host = f" · {say(f'level-{player.level}')}"
        lines.append(f"{seat + 1}. **{say.name(seat)}**{host}{mark}")
    return "\n".join(lines)


def standing(table: Table, say: Speech) -> str:
    """Why a lobby cannot start yet, or that it can."""
    if (wrong := obstacle(table)) is not None:
        return f"*{refusal(wrong, say)}*"
    host = table.seat_of(table.facts.host)
    assert host is not None
    key = "lobby-ready" if free(table) > 0 else "lobby-full-opponents" if joinable(table) else "lobby-full"
    text = say(key, host=say.name(host))
    if (open_at := starts_for_all_at(table)) is not None and len(table.opponents) < table.size - 1:
        text += f"\n-# {say('lobby-start-for-all', time=f'<t:{round(open_at)}:R>')}"
    return text


def _waiting(table: Table, say: Speech) -> str:
    return say.join(plain(player.name) for player in table.facts.waiting)
