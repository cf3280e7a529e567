"""The command line: run, doctor, backup, restore, move, simulate and the others. Composition only."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from bot.catalogue import walk
from bot.cli import health, loop, sentry
from bot.cli.bar import Bar
from bot.cli.logs import set_up
from bot.cli.settings import LAST_PORT, BadSetting, Settings
from bot.core.game import AnyGame, Value
from bot.core.opponents import PLAYERS, Player
from bot.core.records import lines, verify
from bot.core.shards import Shards
from bot.core.simulate import records, settings
from bot.text.strings import LANGUAGES

USAGE, BAD = 2, 1


class NoSense(Exception):
    """What was typed cannot be done; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit code is 0, 1 for a bad result, 2 for a request that makes no sense."""
    given = commands().parse_args(arguments)
    try:
        match given.command:
            case "run" | "fleet":
                return run(given) if given.command == "run" else run_fleet(given.shards, given.processes)
            case "doctor":
                return asyncio.run(doctor())
            case "health":
                return tell_health(ready=given.ready)
            case "backup" | "restore" | "move":
                return copy_contents(given)
            case "commands" | "rebuild":
                return print_commands() if given.command == "commands" else rebuild()
            case "simulate":
                return simulate_games(given.game, given.seats, given.games, given.seed, given.option)
            case "arena":
                return play_arena(
                    given.game, given.seats, given.option, given.players, given.games, given.seed, given.jobs
                )
            case "film":
                return make_film(given.record, given.out, given.lang)
            case _:
                return verify_records(given.file)
    except (BadSetting, NoSense) as bad:
        complain(str(bad))
        return USAGE
    except BrokenPipeError:
        return BAD


def commands() -> argparse.ArgumentParser:
    """What can be typed."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Tablée: a game master for Discord.")
    verbs = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_run(verbs)
    verbs.add_parser("doctor", help="check settings, database, clock, token and versions; print the invite link")
    state = verbs.add_parser("health", help="ask the bot that runs here, by METRICS_PORT, whether it is well")
    state.add_argument("--ready", action="store_true", help="also whether it is connected and its storage answers")
    save = verbs.add_parser("backup", help="write everything in the database into a new file; the bot may run")
    save.add_argument("file", type=Path, metavar="FILE")
    load = verbs.add_parser("restore", help="fill the database of DATABASE_URL, which must be empty, from a backup")
    load.add_argument("file", type=Path, metavar="FILE")
    carry = verbs.add_parser("move", help="copy everything from one database into another, which must be empty")
    for name in ("FROM", "TO"):
        carry.add_argument(
            name, help="an address as in DATABASE_URL, or the variable that has it, so that no shell keeps a password"
        )
    verbs.add_parser("commands", help="print every slash command, as docs/commands.md has them")
    simulate = verbs.add_parser("simulate", help="play random legal games and print one record a line")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--seats", type=int, help="only with so many seats (default: all in turn)")
    simulate.add_argument("--games", type=int, default=1, help="how many games (default: 1)")
    simulate.add_argument("--seed", type=int, help="the same seed gives the same games")
    simulate.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="only with this option")
    match = verbs.add_parser("arena", help="let opponents play one another and print how well and how fast they do")
    match.add_argument("game", metavar="GAME")
    match.add_argument("--seats", type=int, required=True, help="how many seats")
    match.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="with this option")
    match.add_argument("--games", type=read_count, default=100, help="how many games (default: 100)")
    match.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    match.add_argument("--jobs", type=read_count, default=1, help="in how many processes (default: 1)")
    match.add_argument(
        "players", nargs="+", choices=PLAYERS, metavar="PLAYER",
        help=f"{', '.join(PLAYERS)}; the last one sits in all seats that are left",
    )  # fmt: skip
    check = verbs.add_parser("verify", help="replay records and report the first fault of each bad one")
    check.add_argument("file", nargs="?", type=Path, help="a file of records, one a line (default: standard input)")
    add_film(verbs)
    verbs.add_parser("rebuild", help="make results, ratings and rankings again from the logs (stop the bot first)")
    return parser


def read_port(text: str) -> int:
    """A port as it is typed."""
    number = int(text) if re.fullmatch("[0-9]{1,5}", text) else LAST_PORT + 1
    if number > LAST_PORT:
        raise argparse.ArgumentTypeError(f"there is no port {text[:20]!a}: ports go from 0 to {LAST_PORT}")
    return number


def read_count(text: str) -> int:
    """A number of things of which there must be one at least."""
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise argparse.ArgumentTypeError(f"{text[:20]!a} is not a number from 1 on")
    return int(text)


def read_shards(text: str) -> Shards:
    """Shards as they are typed."""
    try:
        return Shards.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(given: argparse.Namespace) -> int:
    """Run the bot until it is stopped: on Discord, or without a token on this machine."""
    port, shards, standby, of_fleet = given.port, given.shards, given.standby, given.of_fleet
    found = Settings.read()
    if shards is not None:
        found = replace(found, shards=shards)
    with contextlib.suppress(KeyboardInterrupt):
        if found.discord_token:
            if port is not None:
                raise NoSense("--port is for playing without DISCORD_TOKEN, which is set")
            from bot.cli.run import run as run_bot  # noqa: PLC0415, the other commands do not need discord

            set_up(found.log_level, found.log_format, several=of_fleet)
            if found.sentry_dsn:
                sentry.set_up(found.sentry_dsn)
            return loop.run(run_bot(found, standby=standby, of_fleet=of_fleet))
        if shards is not None or standby:
            raise NoSense(f"{'--standby' if shards is None else '--shards'} is for Discord: set DISCORD_TOKEN")
        from bot.cli import local  # noqa: PLC0415, whoever goes to Discord needs no sandbox

        return loop.run(local.run(local.PORT if port is None else port, found))
    return 0


def run_fleet(shards: Shards | None, processes: int | None) -> int:
    """Run several processes until they are stopped."""
    from bot.fleet import supervisor  # noqa: PLC0415, the other commands do not need it

    found = Settings.read()
    if shards is not None:
        found = replace(found, shards=shards)
    supervisor.check(found)
    set_up(found.log_level, found.log_format, several=True)
    with contextlib.suppress(KeyboardInterrupt):
        return loop.run(supervisor.run(found, processes))
    return 0


def rebuild() -> int:
    """Make again what follows from games."""
    from bot.cli.rebuild import rebuild as rebuild_all  # noqa: PLC0415, the other commands need no storage

    found = Settings.read()
    with contextlib.suppress(KeyboardInterrupt):
        return loop.run(rebuild_all(found))
    complain("interrupted: start it again to go on, or the bot, which goes on by itself")
    return BAD


async def doctor() -> int:
    """Print what was found; 1 if something will not do."""
    from bot.cli.doctor import examine  # noqa: PLC0415, the other commands do not need discord

    good = True
    async for finding in examine():
        print(f"{'ok ' if finding.good else 'BAD'}  {finding.what}: {finding.how}")  # noqa: T201, this is its output
        good = good and finding.good
    return 0 if good else BAD


def tell_health(*, ready: bool) -> int:
    """Print how the bot that runs here does; 1 if it is not well."""
    port = Settings.read().metrics_port
    if port is None:
        raise NoSense("set METRICS_PORT, for the bot and for this command: there the bot says how it is")
    status, text = health.ask(port, "/readyz" if ready else "/healthz")
    print(text)  # noqa: T201, this is its output
    return 0 if status == health.OK else BAD


def print_commands() -> int:
    """Print the tables of slash commands."""
    from bot.cli.commands import tables  # noqa: PLC0415, the other commands do not need discord

    print(asyncio.run(tables()), end="")  # noqa: T201, this is its output
    return 0


def copy_contents(given: argparse.Namespace) -> int:
    """Do what is asked with all that is in a database."""
    from bot.cli import copies  # noqa: PLC0415, the other commands do not need it

    match given.command:
        case "backup":
            return copies.backup(given.file)
        case "restore":
            return copies.restore(given.file)
        case _:
            return copies.move(given.FROM, given.TO)


def simulate_games(key: str, seats: int | None, games: int, seed: int | None, chosen: list[str]) -> int:
    """Print random games as records."""
    game, options = read_game(key, seats, chosen)
    if not settings(game, seats, options):
        raise NoSense("these options do not go together with that number of seats")
    for record in progress(records(game, games=games, rng=Random(seed), seats=seats, options=options), games):
        print(record)  # noqa: T201, this is its output
    return 0


def play_arena(key: str, seats: int, chosen: list[str], players: list[Player], games: int, seed: int, jobs: int) -> int:
    """Print how opponents do against one another."""
    from bot.cli.arena import arena  # noqa: PLC0415, the other commands do not need it

    game, given = read_game(key, seats, chosen)
    try:
        options = game.complete(given, seats)
    except ValueError as error:
        raise NoSense(str(error)) from None
    if len(players) > seats:
        raise NoSense(f"{len(players)} players do not fit on {seats} seats")
    if game.opponent is None and set(players) - {"random", "default"}:
        raise NoSense(f"{key} has no opponents")
    arena(key, seats, options, players, games, seed, jobs)
    return 0


def read_game(key: str, seats: int | None, chosen: Iterable[str]) -> tuple[AnyGame, dict[str, Value]]:
    """A game by its key, and the options asked for. Raises NoSense."""
    known = walk().games
    if key not in known:
        raise NoSense(f"there is no game {key!a}; there are: {', '.join(known)}")
    game = known[key]
    options = read_options(game, chosen)
    if seats is not None and seats not in game.seats:
        raise NoSense(f"{key} is played with {', '.join(map(str, game.seats))} seats, not {seats}")
    return game, options


def read_options(game: AnyGame, chosen: Iterable[str]) -> dict[str, Value]:
    """Options written KEY=VALUE. Raises NoSense."""
    options: dict[str, Value] = {}
    for text in chosen:
        key, _, word = text.partition("=")
        option = next((option for option in game.options if option.key == key), None)
        if option is None:
            raise NoSense(
                f"{game.key} has no option {key!a}; it has: {', '.join(o.key for o in game.options) or 'none'}"
            )
        words = {str(value).lower() if isinstance(value, bool) else value: value for value in option.values}
        if word not in words:
            raise NoSense(f"option {key} cannot be {word!a}; allowed: {', '.join(words)}")
        options[key] = words[word]
    return options


def verify_records(file: Path | None) -> int:
    """Report every bad record; 1 if there is any."""
    games = walk().games
    total = bad = 0
    try:
        with file.open("rb") if file else contextlib.nullcontext(sys.stdin.buffer) as source:
            for number, line in enumerate(lines(source), start=1):
                if not line.strip():
                    continue
                total += 1
                if fault := verify(line, games):
                    bad += 1
                    where = f", {fault.where}" if fault.where else ""
                    print(f"record {number}{where}: {fault.reason}")  # noqa: T201, this is its output
    except BrokenPipeError:
        raise  # Whoever read the report is gone; nothing is wrong with the records.
    except OSError as error:
        raise NoSense(f"cannot read {str(file or 'standard input')!a}: {error.strerror}") from None
    print(f"{total} records, {bad} bad")  # noqa: T201
    return BAD if bad else 0


def add_run(verbs: Any) -> None:
    """Let ``run`` and ``fleet`` be typed."""
    start = verbs.add_parser("run", help="run the bot: on Discord with DISCORD_TOKEN, else on a page of this machine")
    start.add_argument("--port", type=read_port, help="port of that page (default: 8787; 0: any free one)")
    start.add_argument("--shards", type=read_shards, metavar="0-3/16", help="serve these shards only (default: SHARDS)")
    start.add_argument(
        "--standby", action="store_true", help="connect, and take over as soon as who serves these shards has left"
    )
    start.add_argument("--of-fleet", action="store_true", help=argparse.SUPPRESS)
    several = verbs.add_parser(
        "fleet", help="run several processes, each with some of the shards; SIGHUP replaces them one after the other"
    )
    several.add_argument("--processes", type=read_count, metavar="N", help="how many (default: one a processor)")
    several.add_argument(
        "--shards", type=read_shards, metavar="0-31/64", help="divide these shards only (default: SHARDS)"
    )


def add_film(commands: Any) -> None:
    """Let ``film`` be typed."""
    reel = commands.add_parser("film", help="draw the game of a record as an animated picture (GIF)")
    reel.add_argument("record", type=Path, help="a file whose first line is a record")
    reel.add_argument("out", type=Path, help="the file to write, which ends in .gif")
    reel.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language of its words (default: fr)")


def make_film(record: Path, out: Path, lang: str) -> int:
    """Draw a record as a film; 1 if the record is bad."""
    from bot.cli.film import make  # noqa: PLC0415, the other commands do not need pictures

    if out.suffix.lower() != ".gif":
        raise NoSense(f"{str(out)!a} does not end in .gif, and that is what a film is")
    try:
        fault = make(record, out, lang)
    except OSError as error:
        raise NoSense(f"cannot use {str(error.filename)!a}: {error.strerror}") from None
    if fault:
        complain(fault)
    return BAD if fault else 0


def progress(lines: Iterator[str], total: int) -> Iterator[str]:
    """The same lines, with a bar on standard error when somebody is watching."""
    bar = Bar(total)
    for line in lines:
        yield line
        bar.add(1)
    bar.end()


def complain(text: str) -> None:
    """Say something to whoever typed the command."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
