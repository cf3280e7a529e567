"""The command line: what can be typed, and which module does it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

from bot import __version__
from bot.cli.settings import LAST_PORT, BadSetting
from bot.cli.terminal import FAILED, INTERRUPTED, USAGE, BadRequest
from bot.core.opponents import PLAYERS
from bot.core.shards import Shards
from bot.text.strings import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit code: 0, 1 for a bad result, 2 for a request that cannot be carried out."""
    given = commands().parse_args(arguments)
    try:
        # Imported only now: few commands need Discord, storage or pictures.
        return resolve_name(given.function)(given)
    except (BadSetting, BadRequest) as bad:
        sys.stderr.write(f"{bad}\n")
        return USAGE
    except BrokenPipeError:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def commands() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    parser = argparse.ArgumentParser(prog="tablee", description="Tablée: a game master for Discord.")
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    verbs = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, function: str, text: str) -> argparse.ArgumentParser:
        command = verbs.add_parser(name, help=text)
        command.set_defaults(function=function)
        return command

    run = add("run", "bot.cli.run:run", "run the bot: on Discord with DISCORD_TOKEN, else on a page of this machine")
    run.add_argument("--discord", action="store_true", help="refuse to start without DISCORD_TOKEN")
    run.add_argument("--port", type=read_port, help="port of that page (default: 8787; 0: any free one)")
    run.add_argument("--shards", type=read_shards, metavar="0-3/16", help="serve these shards only (default: SHARDS)")
    run.add_argument(
        "--standby", action="store_true", help="connect, and take over as soon as who serves these shards has left"
    )
    run.add_argument("--of-fleet", action="store_true", help=argparse.SUPPRESS)
    fleet = add(
        "fleet", "bot.fleet.supervisor:run",
        "run several processes, each with some of the shards; SIGHUP replaces them one after the other",
    )  # fmt: skip
    fleet.add_argument("--processes", type=read_count, metavar="N", help="how many (default: one a processor)")
    fleet.add_argument(
        "--shards", type=read_shards, metavar="0-31/64", help="divide these shards only (default: SHARDS)"
    )
    add("doctor", "bot.cli.doctor:doctor", "check settings, database, clock, token and versions; print the invite link")
    health = add("health", "bot.cli.health:health", "ask the bot that runs here, by METRICS_PORT, whether it is well")
    health.add_argument("--ready", action="store_true", help="also whether it is connected and its storage answers")
    backup = add(
        "backup", "bot.cli.database:backup", "write everything in the database into a new file; the bot may run"
    )
    backup.add_argument("file", nargs="?", type=Path, metavar="FILE", help="default: a dated one in backups/")
    restore = add(
        "restore", "bot.cli.database:restore", "fill the database of DATABASE_URL, which must be empty, from a backup"
    )
    restore.add_argument("file", type=Path, metavar="FILE")
    move = add("move", "bot.cli.database:move", "copy everything from one database into another, which must be empty")
    for name in ("FROM", "TO"):
        move.add_argument(
            name, help="an address as in DATABASE_URL, or the variable that has it, so that no shell keeps a password"
        )
    if find_spec("cogs.profiles"):
        add(
            "rebuild", "cogs.profiles.cli:rebuild",
            "make results, ratings and rankings again from the logs (stop the bot first)",
        )  # fmt: skip
    simulate = add("simulate", "bot.cli.games:simulate", "play random legal games and print one record a line")
    add_game(simulate, required=False)
    simulate.add_argument("--games", type=int, default=1, help="how many games (default: 1)")
    simulate.add_argument("--seed", type=int, help="the same seed gives the same games")
    arena = add(
        "arena", "bot.cli.games:arena", "let opponents play one another and print how well and how fast they do"
    )
    add_game(arena, required=True)
    arena.add_argument("--games", type=read_count, default=100, help="how many games (default: 100)")
    arena.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (default: 0)")
    arena.add_argument(
        "players", nargs="+", choices=PLAYERS, metavar="PLAYER",
        help=f"{', '.join(PLAYERS)}; the last one sits in all seats that are left",
    )  # fmt: skip
    add("games", "bot.cli.games:games", "list the games that are installed, with version and origin")
    new_game = add("new-game", "bot.cli.games:new_game", "write a small game to start from, as a package with tests")
    new_game.add_argument("name", metavar="NAME", help="the key of the game: lower-case letters and digits")
    strings = add("strings", "bot.cli.games:strings", "what a translation lacks")
    strings.add_argument("what", choices=["missing"])
    strings.add_argument("lang", metavar="LANGUAGE", help="its code, like de or pt-BR")
    verify = add("verify", "bot.cli.games:verify", "replay records and report the first fault of each bad one")
    verify.add_argument("file", nargs="?", type=Path, help="a file of records, one a line (default: standard input)")
    if find_spec("cogs.replays"):
        film = add("film", "cogs.replays.film:command", "draw the game of a record as an animated picture (GIF)")
        film.add_argument("record", type=Path, help="a file whose first line is a record")
        film.add_argument("out", type=Path, help="the file to write, which ends in .gif")
        film.add_argument(
            "--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language of its words (default: fr)"
        )
    return parser


def add_game(command: argparse.ArgumentParser, *, required: bool) -> None:
    """Add the arguments that choose a game, its seats and its options."""
    command.add_argument("game", metavar="GAME")
    seats = "how many seats" if required else "only with so many seats (default: all in turn)"
    command.add_argument("--seats", type=int, required=required, help=seats)
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="only with this option")


def read_port(text: str) -> int:
    """A port as it is typed."""
    number = int(text) if re.fullmatch("[0-9]{1,5}", text) else LAST_PORT + 1
    if number > LAST_PORT:
        raise argparse.ArgumentTypeError(f"there is no port {text[:20]!a}: ports go from 0 to {LAST_PORT}")
    return number


def read_count(text: str) -> int:
    """A positive number as it is typed."""
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise argparse.ArgumentTypeError(f"{text[:20]!a} is not a number from 1 on")
    return int(text)


def read_shards(text: str) -> Shards:
    """Shards as they are typed."""
    try:
        return Shards.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
