"""``/jouer``: choose a game and a level, play in a private message, ask for a hint, play again."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec
from discord import app_commands

from bot.app import App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Refused, Update
from bot.client.commands import CommandCog, choices, command, game_choices
from bot.client.extensions import LESSON, WELCOME
from bot.core import lobby
from bot.core.facts import LOBBY, OPEN, PLAYING, Player
from bot.core.game import AnyGame, Level, Refusal, Seat, View, percent
from bot.core.lobby import solo_seats, solo_table
from bot.core.opponents import LEVELS
from bot.core.results import Alone
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.page import Block, Button, PrivatePage, Text, cut, rows, sentence
from bot.pages.question import named
from bot.pages.seat import COLOUR, NOTICE_LENGTH
from bot.tables.opponents import Decision, Decisions, NoDecision, Wording, decision_request
from bot.tables.tables import Locks
from bot.text.strings import KERNEL, Speech

SCOPE = "solo"
ALONE = "alone"
"""The verb of addresses that lead to a new game; the steps are game, level, seats, ``yes``."""
AGAIN = "again"
"""The verb of addresses that start the next game with the same opponents."""
ADVICE = "advice"
MOST_GAMES = 25
MOST_DESCRIBED = 7
"""The most games that are listed with a line each; more would not fit into one message."""
NOVICE = "novice"


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(SoloCog(bot.app))


class SoloCog(CommandCog):
    """The command and its buttons. Moves are made as at any other table."""

    def __init__(self, app: App) -> None:
        self._locks = Locks[int]()
        app.extensions.game_buttons.append(game_buttons)
        app.extensions.table_buttons.append(table_buttons)
        app.extensions.result_notes.append(self.climbed)
        app.extensions.profile_sections.append(self.profile_section)
        clicks = {ALONE: self.choose, AGAIN: self.again, ADVICE: self.advice}
        games = {key: game for key, game in app.games.items() if game.opponent is not None}
        counts = sorted({count for game in games.values() for count in game.seats})
        made = command(
            app,
            SCOPE,
            "play",
            self.play,
            game=game_choices(app.words, games),
            level=choices(app.words, KERNEL, "level-", LEVELS),
            seats=[app_commands.Choice(name=str(count), value=count) for count in counts],
        )
        super().__init__(app, [made], clicks)

    async def climbed(self, table: Table, seat: Seat, lang: str) -> str:
        """The ladder of a game, for a player who has just beaten opponents alone; else empty."""
        if not table.alone or table.facts.feature or table.outcome is None or seat not in table.outcome.winners:
            return ""
        played = await self._app.store.played_alone(table.users[seat])
        return ladder(table.game.key, played, self._app.words.say(SCOPE, lang))

    async def choose(self, click: Click) -> Answer:
        """Ask for the next choice, or begin; the steps of the address are the choices made so far."""
        path = click.address.path
        level = next((step for step in path[1:] if step in LEVELS), None)
        seats = next((int(step) for step in path[1:] if step.isdecimal() and len(step) < 3), None)
        return await self.play(click, path[0] if path else None, level, seats)

    async def play(
        self, click: Click, game: str | None = None, level: str | None = None, seats: int | None = None
    ) -> Answer:
        """Begin a solo game, or ask for a choice that is missing; ``yes`` in the address gives up a running one."""
        self._app.seats.leave(click)
        say = self._app.words.say(SCOPE, click.lang)
        played = await self._app.store.played_alone(click.user)
        # Not while another click deals a game: it would look as if it never was.
        async with self._locks.of(click.user):
            mine = await self._mine(click.user)
        running = mine[-1] if mine else None
        if game is None:
            games = self._games(click, seats)
            ways = self._app.extensions.ways
            learn = {each.key: ways(WELCOME, each, say.scoped(each.key)) for each in games}
            page = choose_game(games, say, level=level, seats=seats, played=played, learn=learn, running=running)
            return Update(page)
        click.allow_game(game)
        rules = self._app.tables.games.get(game)
        if rules is None:
            raise Refusal("old-message")
        seats = solo_seats(rules, seats)
        chosen: Level | None = next((each for each in LEVELS if each == level), None)
        if chosen is None:
            return Update(choose_level(rules, seats, say, played, running))
        # Serialised: two clicks at once would be two games.
        async with self._locks.of(click.user):
            mine = await self._mine(click.user)
            if mine and click.address.path[-1:] != ("yes",):
                return Update(already(mine[-1], rules, chosen, seats, say))
            for old in mine:
                await self._give_up(old)
            person, now = Player(user=click.user, name=click.name), self._app.now()
            ready = solo_table(rules, guild=click.guild, person=person, level=chosen, seats=seats, now=now, options={})
            table = await self._start(click, ready)
        return await self._app.table_clicks.show(click, table)

    async def profile_section(self, user: int, lang: str) -> str:
        """Games alone by game and level with the ladder, for the person's own profile; empty before the first."""
        played = [each for each in await self._app.store.played_alone(user) if each.game in self._app.games]
        if not played:
            return ""
        say = self._app.words.say(SCOPE, lang)
        lines = [say("alone-played", games=sum(each.games for each in played), wins=sum(each.wins for each in played))]
        played.sort(key=lambda each: (each.game, LEVELS.index(each.level)))
        for game, found in groupby(played, key=lambda each: each.game):
            signs = ticks(game, played)
            parts = [
                say(
                    "alone-level",
                    level=say(f"level-{one.level}"),
                    games=one.games,
                    wins=one.wins,
                    tick=signs[one.level],
                )
                for one in found
            ]
            lines.append(f"- **{say.scoped(game)('name')}** : {' · '.join(parts)}")
        return "\n".join(lines)

    async def again(self, click: Click) -> Answer:
        """Begin the next game: the same opponents and options, and the next first player."""
        if not click.table.alone:
            raise Refusal("old-message")
        game = click.table.game
        click.allow_game(game.key)
        self._app.seats.leave(click)
        async with self._locks.of(click.user):
            old, mine = await self._app.tables.get(click.table.id), await self._mine(click.user)
            following = next((table for table in mine if table.id == old.facts.rematch), None)
            if following is None and mine:
                level: Level = next(player.level for player in old.facts.players if player.level is not None)
                return Update(already(mine[-1], game, level, old.size, self._app.words.say(SCOPE, click.lang)))
            if following is None:
                following = await self._start(click, lobby.next_game(old, click.user, self._app.now()))
                await self._app.tables.change(old.id, lambda table: table.with_facts(rematch=following.id))
        return await self._app.table_clicks.show(click, following)

    async def advice(self, click: Click) -> Answer:
        """Show an expert's move for this seat, and the reason."""
        table = click.table
        seat = table.require_seat(click.user)
        if not table.facts.hints:
            raise Refused(self._app.words.get(table.facts.feature, click.lang, "refusal-no-hints"))
        advice = await advise(self._app.decisions, table, seat, click.lang)
        now = await self._app.tables.get(table.id)
        if now.revision != table.revision:
            # Somebody has moved meanwhile: there is another question now.
            return await self._app.table_clicks.show(click, now)
        say = self._app.words.say(table.game.key, click.lang, table.names)
        notice = hint(table, seat, table.view(seat, self._app.now()), advice, say)
        return await self._app.table_clicks.show(click, now, notice=notice, lasting=True)

    async def _start(self, click: Click, ready: Table) -> Table:
        """Store the table and deal."""
        opened = await self._app.tables.open(ready)
        changed = await self._app.tables.change(
            opened, lambda table: lobby.start(table, click.user, self._app.tables.rng, self._app.now())
        )
        return changed.after

    async def _mine(self, user: int) -> list[Table]:
        """A player's running games of this feature. Closes those never dealt because the process stopped just then."""
        found = [table for table in await self._app.tables.of(user, OPEN) if table.alone and not table.facts.feature]
        for table in found:
            if table.status == LOBBY:
                await self._give_up(table)
        return [table for table in found if table.status == PLAYING]

    async def _give_up(self, table: Table) -> None:
        with contextlib.suppress(Refusal):
            await self._app.tables.change(table.id, lambda table: table.close("host"))

    def _games(self, click: Click, seats: int | None) -> list[AnyGame]:
        """The games that this player may play here, with that many seats."""
        found: list[AnyGame] = []
        for key, game in self._app.tables.games.items():
            with contextlib.suppress(Refusal):
                click.allow_game(key)
                solo_seats(game, seats)
                found.append(game)
        return found


async def advise(decisions: Decisions, table: Table, seat: Seat, lang: str) -> Decision:
    """The move to recommend to a seat, from its views alone, and the reason. Refusal where others play too."""
    if not table.alone or len(table.people) != 1 or table.game.reason is None:
        raise Refusal("advice-alone")
    if seat not in table.to_act or table.facts.players[seat].opponent:
        raise Refusal("advice-turn")
    asked = await decision_request(table, seat, "expert", wording=Wording(lang=lang, names=table.names))
    try:
        return await decisions.decide(table, seat, asked)
    except NoDecision:
        raise Refusal("advice-none") from None


def choose_game(
    games: Sequence[AnyGame],
    say: Speech,
    *,
    level: str | None,
    seats: int | None,
    played: Sequence[Alone],
    learn: Mapping[str, Sequence[Button]],
    running: Table | None,
) -> PrivatePage:
    """The choice of a game; a running one comes first. ``learn``: by game the ways to learn it."""
    chosen = tuple(str(each) for each in (level, seats) if each is not None)
    blocks: list[Block] = [Text(say("alone-games" if games else "alone-none")), *_go_on(running, say)]
    begin = [
        Button(say.scoped(game.key)("name"), str(Address(ALONE, path=(game.key, *chosen))), "primary")
        for game in games[:MOST_GAMES]
    ]
    if len(begin) > MOST_DESCRIBED:
        return PrivatePage((*blocks, *rows(begin)), COLOUR)
    for game, button in zip(games, begin, strict=True):
        # Short, so that all games fit on a phone's screen.
        short = {"label": say("alone-learn"), "style": "secondary"}
        lessons = [msgspec.structs.replace(each, **short) for each in learn.get(game.key, ())]
        signs = "".join(ticks(game.key, played).values())
        about = say("alone-about", ladder=signs, minutes=game.minutes or 0, blurb=say.scoped(game.key)("blurb"))
        blocks += [Text(about), *rows([button, *lessons])]
    return PrivatePage(tuple(blocks), COLOUR)


def choose_level(game: AnyGame, seats: int, say: Speech, played: Sequence[Alone], running: Table | None) -> PrivatePage:
    """The choice of a level; a running game comes first."""
    lines = [say("alone-levels", game=say.scoped(game.key)("name"), others=seats - 1), ladder(game.key, played, say)]
    if game.minutes:
        lines.append(f"-# {say('alone-minutes', minutes=game.minutes)}")
    styles = dict(zip(LEVELS, ("success", "primary", "danger"), strict=True))
    levels = [Button(sentence(say(f"level-{level}")), _start(game, level, seats), styles[level]) for level in LEVELS]
    beside = [
        rules_button(game.key, say),
        Button(say("back"), str(Address(ALONE)), emoji="↩️"),
    ]
    return PrivatePage((*_go_on(running, say), Text("\n".join(lines)), *rows(levels), *rows(beside)), COLOUR)


def _go_on(running: Table | None, say: Speech) -> list[Block]:
    """The way back to a running game."""
    if running is None:
        return []
    text = say("alone-running", game=say.scoped(running.game.key)("name"), since=_since(running))
    return [Text(text), *rows([_resume(running, say)])]


def _resume(running: Table, say: Speech) -> Button:
    return Button(say("alone-resume"), str(Address("hand", running.id)), "success")


def ticks(game: str, played: Sequence[Alone]) -> dict[Level, str]:
    """By level, from novice to expert, a sign: ticked where the player has won."""
    beaten = {each.level for each in played if each.game == game and each.wins}
    return {level: "✅" if level in beaten else "▫️" for level in LEVELS}


def ladder(game: str, played: Sequence[Alone], say: Speech) -> str:
    """The levels of a game in words, with their ticks."""
    return " · ".join(f"{sign} {say(f'level-{level}')}" for level, sign in ticks(game, played).items())


def _since(table: Table) -> str:
    return f"<t:{round(table.log[-1].at if table.log else table.facts.created)}:R>"


def already(table: Table, game: AnyGame, level: Level, seats: int, say: Speech) -> PrivatePage:
    """The player has a solo game already: continue it, or give it up for the new one."""
    names = {"game": say.scoped(table.game.key)("name"), "other": say.scoped(game.key)("name")}
    buttons = [_resume(table, say), Button(say("alone-anew"), _start(game, level, seats, "yes"), "danger")]
    return PrivatePage((Text(say("alone-already", since=_since(table), **names)), *rows(buttons)), COLOUR)


def hint(table: Table, seat: Seat, view: View, advice: Decision, say: Speech) -> str:
    """The recommended move in the words of its buttons, the reason, and the chances of the next best."""
    own, game, legal = say.scoped(SCOPE), table.game, table.legal(seat)
    told = own("advice", move=named(game, view, legal, advice.move, say), reason=advice.reason)
    chances = [(move, percent(chance)) for move, chance in advice.odds]
    second = next((each for each in chances if each[1] < chances[0][1]), None)
    # Of two moves, the reason speaks of both.
    if len(chances) > 2 and second is not None:
        other, less = second
        blanks = {"chance": chances[0][1], "less": less}
        told = f"{told}\n-# {own('advice-second', other=named(game, view, legal, other, say), **blanks)}"
    return cut(told, NOTICE_LENGTH)


def game_buttons(place: str, game: AnyGame | None, say: Speech) -> list[Button]:
    """The button that leads to a game, or to the choice of one; after a lesson, to one against novices."""
    own = say.scoped(SCOPE)
    if game is None:
        return [Button(own("help-alone"), str(Address(ALONE)), "success")]
    if game.opponent is None or place == WELCOME:
        return []
    if place == LESSON:
        return [Button(own("learning-alone"), str(Address(ALONE, path=(game.key, NOVICE))), "success")]
    return [Button(own("help-alone"), str(Address(ALONE, path=(game.key,))), "primary")]


def table_buttons(table: Table, seat: Seat | None, say: Speech) -> list[Button]:
    """A hint while it is the player's turn, and ways to go on after a solo table of this feature."""
    own = say.scoped(SCOPE)
    if table.status not in OPEN:
        if not table.alone or table.facts.feature:
            return []
        return [
            Button(own("alone-again-button"), str(Address(AGAIN, table.id)), "success"),
            Button(own("alone-other-button"), str(Address(ALONE))),
        ]
    if seat is None or seat not in table.to_act or table.facts.paused:
        return []
    if table.game.reason is None or not table.facts.hints:
        return []
    return [Button(own("advice-button"), str(Address(ADVICE, table.id, table.asked[seat])), emoji="💡")]


def _start(game: AnyGame, level: Level, seats: int, *more: str) -> str:
    return str(Address(ALONE, path=(game.key, level, str(seats), *more)))
