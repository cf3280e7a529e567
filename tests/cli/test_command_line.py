"""The command line: simulate, verify, arena, film; what they print and how they end."""

import io
import json
import subprocess
import sys

import pytest

from tests.kit.moments import CATALOGUE
from tests.kit.words import ROOT


@pytest.mark.parametrize("game", CATALOGUE.games)
def test_simulated_games_verify(game, tell, tmp_path):
    code, lines, complaint = tell("simulate", game, "--games", "3", "--seed", "4")
    assert (code, len(lines), complaint) == (0, 3, "")
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert tell("verify", str(file)) == (0, ["3 records, 0 bad"], "")


def test_the_same_seed_gives_the_same_games(tell):
    first, again, other = (
        [json.loads(line)["moves"] for line in tell("simulate", "tripot", "--seed", seed, "--games", "2")[1]]
        for seed in ("1", "1", "2")
    )
    assert first == again != other


def test_seats_and_options_can_be_asked_for_or_come_in_turn(tell):
    _, lines, _ = tell("simulate", "cappuccino", "--games", "16", "--seed", "1")
    assert len({(record["seats"], *record["options"].values()) for record in map(json.loads, lines)}) == 16
    code, lines, _ = tell("simulate", "trio", "--seats", "4", "--option", "teams=true", "--option", "mode=simple")
    record = json.loads(lines[0])
    assert (code, record["seats"], record["options"]) == (0, 4, {"mode": "simple", "teams": True})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", "chess"], f"there is no game 'chess'; there are: {', '.join(sorted(CATALOGUE.games))}"),
        (["simulate", "trio", "--seats", "9"], "trio is played with 3, 4, 5, 6 seats, not 9"),
        (["simulate", "trio", "--option", "colour=red"], "trio has no option 'colour=red'; it has: mode=simple, "),
        (
            ["simulate", "trio", "--option", "mode=hard"],
            "trio has no option 'mode=hard'; it has: mode=simple, mode=picante",
        ),
        (["simulate", "trio", "--seats", "3", "--option", "teams=true"], "do not go together"),
        (["simulate", "trio", "--games", "many"], "invalid int value: 'many'"),
        (["arena", "tripot", "random"], "the following arguments are required: --seats"),
        (["arena", "tripot", "--seats", "7", "random"], "tripot is played with 2, 3, 4, 5, 6 seats, not 7"),
        (["arena", "tripot", "--seats", "2", "random", "default", "random"], "3 players do not fit on 2 seats"),
        (["arena", "tripot", "--seats", "2", "grandmaster"], "invalid choice: 'grandmaster'"),
        (["arena", "tripot", "--seats", "2", "--games", "0", "random"], "'0' is not a number from 1 on"),
        (["arena", "trio", "--seats", "3", "--option", "teams=true", "random"], "only with 4, 6 seats"),
        (["verify", "no/such/file"], "cannot read 'no/such/file': No such file or directory"),
        (["verify", "."], "cannot read '.': Is a directory"),
        (["run", "--port", "70000"], "there is no port '70000': ports go from 0 to 65535"),
        (["run", "--port", "-1"], "there is no port '-1'"),
        (["run", "--port", "²"], "there is no port '\\xb2'"),
        (["run", "--port", "9" * 5_000], "there is no port '999"),
        (["run", "--shards", "all"], "Shards are written like 0-3/16"),
        (["run", "--shards", "3-16/16"], "the highest of 16 is 15"),
        (["fleet", "--processes", "0"], "'0' is not a number from 1 on"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "required"),
    ],
)
def test_a_request_that_makes_no_sense_is_explained(arguments, told, tell):
    code, lines, complaint = tell(*arguments)
    assert (code, lines) == (2, [])
    assert told in complaint
    assert "Traceback" not in complaint


def test_the_arena_prints_a_table(tell, monkeypatch):
    monkeypatch.setattr("sys.stderr", watched := io.StringIO())
    watched.isatty = lambda: True
    asked = ("arena", "tripot", "--seats", "3", "--games", "6", "--seed", "2", "default", "random")
    code, lines, _ = tell(*asked)
    assert code == 0
    assert lines[0].startswith("tripot, 3 seats: 6 games, ")
    heads, _, default, random = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]
    assert heads == [
        "player", "seats", "wins", "95 % interval", "fair", "decisions/s", "median ms", "p95 ms",
    ]  # fmt: skip
    assert [row[0:2] + row[4:5] for row in (default, random)] == [["default", "1", "33.3%"], ["random", "2", "33.3%"]]
    assert watched.getvalue().endswith("] 6/6\n")


def test_verify_numbers_records_by_line_and_counts_the_bad(tell, tmp_path, monkeypatch):
    _, (good,), _ = tell("simulate", "tripot", "--seed", "3")
    record = json.loads(good)
    moved = json.dumps({**record, "moves": [record["moves"][0], [0, {"kind": "answer", "card": 1}]]})
    ended = json.dumps({**record, "outcome": None})
    sealed = json.dumps({**record, "seal": {**record["seal"], "sha256": "0" * 64}})
    file = tmp_path / "records"
    file.write_text("\n".join([good, "", "nonsense", moved, ended, sealed, "  "]), "utf-8")
    code, lines, complaint = tell("verify", str(file))
    assert (code, complaint) == (1, "")
    assert [line.partition(":")[0] for line in lines[:-1]] == [
        "record 3", "record 4, move 1", "record 5, outcome", "record 6, seal",
    ]  # fmt: skip
    assert lines[-1] == "5 records, 4 bad"
    file.write_text("", "utf-8")
    assert tell("verify", str(file)) == (0, ["0 records, 0 bad"], "")
    monkeypatch.setattr("bot.core.records.SIZE", len(good))
    file.write_text("\n".join([good, good + " ", "x" * (5 * len(good)), good, good + "x"]), "utf-8")
    code, lines, _ = tell("verify", str(file))
    too_long = [f"record {number}: longer than {len(good)} bytes" for number in (2, 3, 5)]
    assert (code, lines) == (1, [*too_long, "5 records, 3 bad"]), "it goes on after a line that is too long"


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (["fleet", "--processes", "2"], 2, "fleet needs PostgreSQL in DATABASE_URL: a SQLite file serves one process"),
        (["run", "--standby"], 2, "none can be on standby"),
        (["run", "--shards", "0-1/4"], 2, "SQLite serves one process"),
    ],
)
def test_sqlite_serves_one_process_and_all_shards(command, code, told, tell, clinic):
    found, lines, complaint = tell(*command)
    assert (found, lines) == (code, [])
    assert told in complaint
    assert list(clinic.iterdir()) == []


def test_some_options_are_for_discord(tell, clinic, monkeypatch):
    assert tell("run", "--port", "0")[2].startswith("--port is for playing without DISCORD_TOKEN")
    monkeypatch.setenv("DISCORD_TOKEN", "")
    for option in (["--shards", "0-1/2"], ["--standby"]):
        assert tell("run", *option) == (2, [], f"{option[0]} is for Discord: set DISCORD_TOKEN\n")
    assert tell("fleet")[2].startswith("fleet needs DISCORD_TOKEN")


def test_a_bad_file_of_settings_is_explained(tell, clinic):
    (clinic / ".env").write_bytes(b"DISCORD_TOKEN=\xff-secret\n")
    told = ".env cannot be read (UnicodeDecodeError): save it as UTF-8, for this user"
    assert tell("run") == (2, [], f"{told}\n")
    code, lines, _ = tell("doctor")
    assert (code, lines[-1]) == (1, f"BAD  settings: {told}")


def test_another_program_verifies_what_it_reads(tell):
    made = "\n".join(tell("simulate", "pinocchio", "--games", "2")[1])
    checked = subprocess.run(
        [sys.executable, "-m", "bot", "verify"], cwd=ROOT, input=f"{made}\n{{}}\n",
        capture_output=True, check=False, timeout=60, encoding="utf-8",
    )  # fmt: skip
    assert (checked.returncode, checked.stderr) == (1, "")
    assert checked.stdout.splitlines()[-1] == "3 records, 1 bad"


def test_a_record_becomes_a_film(tell, tmp_path):
    record, out, bad = (tmp_path / name for name in ("game.jsonl", "game.gif", "bad.jsonl"))
    _, (line,), _ = tell("simulate", "tripot", "--seats", "2", "--seed", "1")
    record.write_text(f"{line}\n", "utf-8")
    bad.write_bytes(b"{}\n")
    code, _, complaint = tell("film", str(bad), str(out))
    assert (code, out.exists()) == (1, False)
    assert "missing required field `format`" in complaint
    for arguments in ((tmp_path / "nothing", out), (record, tmp_path / "no" / "game.gif")):
        code, _, complaint = tell("film", *map(str, arguments))
        assert (code, "No such file" in complaint) == (2, True), arguments
    assert "does not end in .gif" in tell("film", str(record), str(tmp_path / "game.png"))[2]
    code, lines, _ = tell("film", str(record), str(out), "--lang", "en")
    assert code == 0
    assert out.read_bytes().startswith(b"GIF89a")
    assert f"{out.stat().st_size} bytes" in lines[-1]
