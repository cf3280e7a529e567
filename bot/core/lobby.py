"""A table before its game: people sit down and choose options, and the host starts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from bot.core.facts import CLOSED, IDLE_DAYS, LOBBY, NOBODY, OVER, PACES, PLAYING, Player, TableFacts
from bot.core.game import CHANCE, AnyGame, Deal, Level, Options, Refusal, Seat, Value, replaced
from bot.core.opponents import LEVELS, opponent_name
from bot.core.records import make_nonce
from bot.core.table import Table

LOBBY_LIFE_SECONDS = 30 * 60.0
SLOW_LOBBY_LIFE_SECONDS = 3 * 24 * 3600.0
START_FOR_ALL_SECONDS = 60.0
"""After a lobby has been full for so long, everybody at the table may start."""
QUEUE = 10
"""The longest waiting list."""
SOLO_PACE = "free"
"""Nobody else waits, so there is no clock."""


def open_table(
    game: AnyGame,
    *,
    guild: int,
    channel: int,
    host: Player,
    options: Mapping[str, Value],
    pace: str,
    now: float,
    thread: int | None = None,
    public: bool = False,
    language: str = "",
    idle_days: int = IDLE_DAYS,
) -> Table:
    """A new lobby with only the host; see ``TableFacts`` for the last three."""
    facts = TableFacts(
        host=host.user,
        players=(host,),
        # An option may need more people than have joined yet: that is checked at the start.
        options=known_options(game, options),
        pace=pace,
        created=now,
        rules=game.version,
        public=public,
        language=language,
        idle_days=idle_days,
    )
    return Table(guild=guild, channel=channel, thread=thread, game=game, facts=facts)


def next_game(table: Table, user: int, now: float, *, banned: Collection[int] = ()) -> Table:
    """A lobby for a rematch: same people, save banned ones, options, pace and language, and the next first player."""
    table.require_seat(user)
    if table.status not in (OVER, CLOSED):
        raise Refusal("not-over")
    gone = (*banned, NOBODY)
    staying = (each for each in table.facts.players if each.user not in gone)
    players = tuple(Player(user=each.user, name=each.name, level=each.level) for each in staying)
    # If somebody is missing, seats have moved and the first player is drawn.
    deal = table.log[0].move if table.log and len(players) == table.size else None
    games, wins = table.series
    facts = TableFacts(
        host=user,
        players=players,
        options=known_options(table.game, table.facts.options),
        pace=table.facts.pace,
        created=now,
        rules=table.game.version,
        public=table.facts.public,
        language=table.facts.language,
        first=(deal.first + 1) % table.size if isinstance(deal, Deal) else None,
        games=games,
        wins=wins,
        alone=table.facts.alone,
    )
    lobby = Table(guild=table.guild, channel=table.channel, thread=table.thread, game=table.game, facts=facts)
    return lobby if free(lobby) > 0 else lobby.with_facts(full_since=now)


def expires_at(table: Table) -> float:
    """When a lobby that has not started is closed. After a change of pace it lives as long as a quick lobby."""
    life = SLOW_LOBBY_LIFE_SECONDS if table.pace.slow else LOBBY_LIFE_SECONDS
    return max(table.facts.created + life, table.facts.paced_at + LOBBY_LIFE_SECONDS)


def wake(table: Table, now: float) -> Table:
    """The lobby, closed if its time is over."""
    return table.close("expired") if now >= expires_at(table) else table


def timed(before: Table, after: Table, now: float) -> Table:
    """The lobby after a change, with the times of that change: of a new pace, of the last seat taken."""
    if after is before or after.status != LOBBY:
        return after
    if after.facts.pace != before.facts.pace:
        after = after.with_facts(paced_at=now)
    full = free(after) <= 0
    if full != (after.facts.full_since is not None):
        after = after.with_facts(full_since=now if full else None)
    return after


def join(table: Table, user: int, name: str) -> Table:
    """A user takes a free seat; else an opponent's; else a place on the waiting list."""
    table.require_lobby()
    facts = table.facts
    if user in facts.removed:
        raise Refusal("removed", host=table.host_name)
    if user in table.users:
        raise Refusal("already-in")
    if user in table.queue:
        raise Refusal("already-waiting", place=table.queue.index(user) + 1)
    player = Player(user=user, name=name)
    table = _rename_opponent(table, name)
    facts = table.facts
    if free(table) > 0:
        table = table.with_facts(players=(*facts.players, player))
        return table if free(table) else table.with_facts(called=True)
    if (seat := _last_opponent(table)) is not None:
        return table.with_facts(players=replaced(facts.players, seat, player))
    if len(table.queue) >= QUEUE:
        raise Refusal("full")
    return table.with_facts(waiting=(*facts.waiting, player))


def leave(table: Table, user: int) -> Table:
    """A user gives up their seat or place: another user becomes host, the queue moves up, an empty table closes."""
    table.require_lobby()
    if user not in table.queue:
        table.require_seat(user)
    return _without(table, user)


def remove(table: Table, host: int, user: int) -> Table:
    """The host removes a user from a seat or the waiting list, until they are asked back."""
    table.require_lobby()
    table.require_host(host)
    if user == host or user not in (*table.users, *table.queue):
        raise Refusal("nobody-to-remove")
    after = _without(table, user)
    return after if user < 0 else after.with_facts(removed=(*table.facts.removed, user))


def ask_back(table: Table, host: int, user: int) -> Table:
    """The host lets a user whom they removed join again."""
    table.require_lobby()
    table.require_host(host)
    return table.with_facts(removed=tuple(each for each in table.facts.removed if each != user))


def seat_opponent(table: Table, host: int, level: Level) -> Table:
    """The host adds an opponent."""
    table.require_lobby()
    table.require_host(host)
    return add_opponent(table, level)


def complete(table: Table, host: int, level: Level) -> Table:
    """The host adds as many opponents as the game needs to start; more are added one by one."""
    table.require_lobby()
    table.require_host(host)
    if not (count := missing(table)):
        raise Refusal("nobody-missing")
    for _ in range(count):
        table = add_opponent(table, level)
    return table


def add_opponent(table: Table, level: Level) -> Table:
    """The lobby with one more opponent of that level. Does not check who asks."""
    table.require_lobby()
    if level not in LEVELS:
        raise Refusal("no-such-option")
    if free(table) <= 0:
        raise Refusal("no-free-seat")
    facts = table.facts
    # Not the id of an opponent of an earlier game: wins are counted by id.
    user = min((0, *table.users, *facts.wins)) - 1
    name = opponent_name([player.name for player in facts.players])
    return table.with_facts(players=(*facts.players, Player(user=user, name=name, level=level)))


def _rename_opponent(table: Table, name: str) -> Table:
    """The lobby with another name for an opponent that has the name of a new player."""
    players = table.facts.players
    taken = [name, *(player.name for player in players)]
    for seat, player in enumerate(players):
        if player.opponent and player.name.casefold() == name.casefold().strip():
            return table.with_player(seat, name=opponent_name(taken))
    return table


def _last_opponent(table: Table) -> Seat | None:
    """The seat of the opponent that was added last."""
    return min(table.opponents, key=lambda seat: table.users[seat], default=None)


def _without(table: Table, user: int) -> Table:
    """The lobby without a user."""
    waiting = tuple(player for player in table.facts.waiting if player.user != user)
    players = tuple(player for player in table.facts.players if player.user != user)
    if players == table.facts.players:
        return table.with_facts(waiting=waiting)
    people = [player.user for player in players if not player.opponent]
    if not people:
        return table.close("empty")
    host = table.facts.host if table.facts.host != user else people[0]
    return _with_queue_seated(table.with_facts(players=players, waiting=waiting, host=host, first=None))


def _with_queue_seated(table: Table) -> Table:
    """The lobby with free seats filled from the waiting list."""
    places, facts = free(table), table.facts
    if facts.waiting and places > 0:
        table = table.with_facts(players=(*facts.players, *facts.waiting[:places]), waiting=facts.waiting[places:])
    return table.with_facts(full_since=None) if free(table) > 0 else table


def numbers(table: Table) -> tuple[int, ...]:
    """The numbers of players that the chosen options allow, ascending; never none."""
    fitting, chosen = table.game.seats, table.facts.options
    for option in table.game.options:
        allowed = option.needs.get(chosen[option.key])
        if allowed is not None:
            fitting = tuple(number for number in fitting if number in allowed)
    return fitting or table.game.seats


def free(table: Table) -> int:
    """The number of free seats; negative if there are too many players for the options."""
    return max(numbers(table)) - table.size


def joinable(table: Table) -> bool:
    """Whether there is a seat for one more person: a free one, or an opponent's."""
    return free(table) > 0 or bool(table.opponents)


def calls(before: Table, after: Table) -> list[tuple[str, int]]:
    """The users to notify of a change to a lobby that they did not make, with the reason."""
    if before.status != LOBBY or after.status != LOBBY:
        return []
    found = [("seat", user) for user in after.users if user in before.queue]
    if after.facts.called and not before.facts.called:
        found.append(("full", after.facts.host))
    return found


def choose(table: Table, user: int, key: str, value: Value | str) -> Table:
    """The host sets an option, the pace or the language, which the caller has checked."""
    table.require_lobby()
    table.require_host(user)
    if key == "pace" and value in PACES:
        return table.with_facts(pace=value)
    if key == "language":
        return table.with_facts(language=value)
    option = next((option for option in table.game.options if option.key == key), None)
    if option is None or value not in option.values:
        raise Refusal("no-such-option")
    table = table.with_facts(options={**table.facts.options, key: value})
    while free(table) < 0 and (seat := _last_opponent(table)) is not None:
        table = _without(table, table.users[seat])
    return _with_queue_seated(table)


def change_team(table: Table, user: int) -> Table:
    """A user moves to the next team: they swap seats with the player there who joined last."""
    table.require_lobby()
    seat, sides = table.require_seat(user), teams(table)
    if not sides:
        raise Refusal("no-teams")
    mine = next(index for index, side in enumerate(sides) if seat in side)
    other = sides[(mine + 1) % len(sides)][-1]
    players = list(table.facts.players)
    players[seat], players[other] = players[other], players[seat]
    return table.with_facts(players=tuple(players))


def shuffle(table: Table, user: int, rng: Random) -> Table:
    """The host shuffles the seats."""
    table.require_lobby()
    table.require_host(user)
    players = list(table.facts.players)
    rng.shuffle(players)
    return table.with_facts(players=tuple(players), first=None)


def teams(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each team; none unless this table plays in teams and can start."""
    if not table.game.teams or obstacle(table):
        return ()
    return table.game.teams(table.size, table.facts.options)


def missing(table: Table) -> int:
    """How many players must still join before it can start; 0 if it can, or if there are too many."""
    size = table.size
    return next((number - size for number in numbers(table) if number >= size), 0)


def obstacle(table: Table) -> Refusal | None:
    """Why this lobby cannot start; None if it can."""
    for option in table.game.options:
        value = table.facts.options[option.key]
        if not option.fits(value, table.size):
            needed = "/".join(map(str, sorted(option.needs[value])))
            return Refusal("option-seats", option=option.key, seats=needed, count=missing(table))
    if table.size not in table.game.seats:
        return Refusal("too-few", count=missing(table))
    return None


def start(table: Table, user: int, rng: Random, now: float) -> Table:
    """The game starts: the deal is drawn and sealed.

    The host may do that; after the lobby has been full for a minute, everybody at the table.
    """
    table.require_lobby()
    open_at = starts_for_all_at(table)
    if user not in table.users or open_at is None:
        table.require_host(user)
    elif user != table.facts.host and now < open_at:
        raise Refusal("start-later", host=table.host_name, time=f"<t:{round(open_at)}:R>")
    if refusal := obstacle(table):
        raise refusal
    if table.facts.games and table.facts.wins.keys() != set(table.users):
        table = table.with_facts(games=0, wins={})  # Other people: a new series begins.
    state = table.game.start(table.size, table.facts.options)
    # The rules may have been updated since the lobby was opened.
    ready = table.with_facts(nonce=make_nonce(), rules=table.game.version).but(status=PLAYING, state=state)
    return ready.after(CHANCE, state.chance(rng, table.facts.first), now)


def starts_for_all_at(table: Table) -> float | None:
    """When everybody at a full lobby may start the game; None while it has a free seat."""
    since = table.facts.full_since
    return None if since is None or free(table) > 0 else since + START_FOR_ALL_SECONDS


def cancel(table: Table, user: int, *, moderator: bool) -> Table:
    """The host or a moderator closes a lobby. Raises Refusal if the game has started in the meantime."""
    if user != table.facts.host and not moderator:
        raise Refusal("close-only")
    table.require_lobby()
    return table.close("host" if user == table.facts.host else "moderator")


def known_options(game: AnyGame, options: Options) -> dict[str, Value]:
    """A value for every option of the game: the chosen one, or the default if that is not allowed."""
    found: dict[str, Value] = {}
    for option in game.options:
        chosen = options.get(option.key)
        found[option.key] = option.values[0] if chosen is None or chosen not in option.values else chosen
    return found


# ---- solo tables: one person against opponents, in a private message


def solo_seats(game: AnyGame, wanted: int | None = None) -> int:
    """The number of seats: the wanted one, or the game's usual one. Raises Refusal."""
    if wanted is None:
        return game.usual or game.seats[0]
    if wanted not in game.seats:
        raise Refusal("alone-seats", fewest=game.seats[0], most=game.seats[-1])
    return wanted


def solo_table(
    game: AnyGame, *, guild: int, person: Player, level: Level, seats: int, now: float, options: Mapping[str, Value]
) -> Table:
    """A lobby that can start at once: one person and opponents of one level, in no channel."""
    table = open_table(game, guild=guild, channel=0, host=person, options=options, pace=SOLO_PACE, now=now)
    table = table.with_facts(alone=True)
    for _ in range(seats - 1):
        table = add_opponent(table, level)
    return table
