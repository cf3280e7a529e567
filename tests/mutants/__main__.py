"""``make mutants``: change one thing at a time in a module and see whether its tests notice.

Works on a copy; what was found is kept in ``artefacts/mutants``, so that a run can be stopped and gone on with.
"""

import argparse
import difflib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.mutants.operators import mutations

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RESULTS_FILE = ROOT / "artefacts" / "mutants" / "results.jsonl"
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "artefacts", "__pycache__", ".*_cache", ".hypothesis", "*.sqlite3*"
)
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
QUIETLY = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
"""Two mutants may have the same size within a second: nothing compiled of one may be taken for the other."""
KILLED, TIMEOUT, SURVIVED, ACCEPTED = "killed", "timeout", "survived", "accepted"


def chosen(game: str | None, only: list[str]) -> dict[str, list[str]]:
    """The modules to change with the tests that must notice, from ``modules.toml``."""
    plan = tomllib.loads((HERE / "modules.toml").read_text("utf-8"))
    found: dict[str, list[str]] = plan["modules"]
    if game:
        tests = [test.format(game=game) for test in plan["game"]["tests"]]
        files = sorted(ROOT.glob(plan["game"]["modules"].format(game=game)))
        found = {str(f.relative_to(ROOT)): tests for f in files if f.name not in plan["game"]["without"]}
    unknown = set(only) - set(found)
    if unknown or not found:
        raise SystemExit(f"no tests are named for {', '.join(sorted(unknown)) or game}: see {HERE / 'modules.toml'}")
    return {module: found[module] for module in only or found if (ROOT / module).exists()}


def stored() -> dict[str, dict[str, str]]:
    """Results of earlier runs, by mutant."""
    lines = RESULTS_FILE.read_text("utf-8").splitlines() if RESULTS_FILE.exists() else []
    return {line["key"]: line for line in map(json.loads, lines)}


def digest(*texts: str) -> str:
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=12).hexdigest()


def difference(source: str, mutant: str, module: str) -> tuple[str, str, str]:
    """The changed lines before and after, and their diff."""
    lines = list(difflib.unified_diff(source.splitlines(), mutant.splitlines(), module, module, lineterm="", n=2))
    before, after = ("\n".join(line[1:].strip() for line in lines[2:] if line[0] == sign) for sign in "-+")
    return before, after, "\n".join(lines[2:])


def accepted() -> set[tuple[str, str, str]]:
    listed = tomllib.loads((HERE / "survivors.toml").read_text("utf-8")).get("survivor", [])
    assert all(each["reason"] for each in listed)
    return {(each["module"], each["was"], each["is"]) for each in listed}


def noticed(tests: list[str], patience: float | None = None) -> str:
    # In a session of its own, so that what a test has started goes with it. A file, and not a pipe that it would hold.
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            [*PYTEST, *tests], stdout=output, env=QUIETLY if patience else None, start_new_session=True
        ) as run,
    ):
        try:
            code = run.wait(patience)
        except subprocess.TimeoutExpired:
            return TIMEOUT
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
        output.seek(0)
        if code == 1 and not re.search(rb"\d (failed|error)", output.read()):
            raise SystemExit("the tests could not be run: has the environment changed?")
        return KILLED if code else SURVIVED


def patience(tests: list[str]) -> float:
    """How long a mutant may take, by how long the tests take when nothing is changed; machines are busy at times."""
    start = time.monotonic()
    if noticed(tests) != SURVIVED:
        raise SystemExit(f"{' '.join(tests)}: these fail before anything is changed")
    return 30 + 3 * (time.monotonic() - start)


def examine(
    module: str, tests: list[str], found: dict[str, dict[str, str]], sample: int | None, seed: int
) -> Iterator[tuple[str, str]]:
    """Every mutant of a module, or a sample: what became of it, and its diff. Runs where the copy is.

    Survivors of earlier runs are tried again when their tests have changed.
    """
    file, tests = Path(module), [test for test in tests if not test.startswith("tests/") or Path(test).exists()]
    source, may_live, limit = file.read_text("utf-8"), accepted(), None
    files = [path for test in tests for path in (Path(test), *sorted(Path(test).glob("**/*.py"))) if path.is_file()]
    written = digest(*(path.read_text("utf-8") for path in files))
    for mutant in islice(mutations(source, Random(f"{seed} {module}")), sample):
        before, after, diff = difference(source, mutant, module)
        key = digest(source, mutant)
        known = found.get(key)
        if known is None or (known["outcome"] == SURVIVED and known["tests"] != written):
            limit = limit or patience(tests)
            file.write_text(mutant, "utf-8")
            try:
                known = {"key": key, "tests": written, "outcome": noticed(tests, limit)}
            finally:
                file.write_text(source, "utf-8")
            with RESULTS_FILE.open("a", encoding="utf-8") as results:
                results.write(json.dumps(known) + "\n")
        outcome = known["outcome"]
        yield ACCEPTED if outcome == SURVIVED and (module, before, after) in may_live else outcome, diff


def summary(module: str, counts: Counter[str]) -> str:
    """A line of the final table. Timeouts count as noticed; accepted mutants do not count."""
    judged = counts.total() - counts[ACCEPTED]
    score = 100 * (judged - counts[SURVIVED]) / judged if judged else 100
    numbers = " ".join(f"{counts[outcome]:>9}" for outcome in (KILLED, TIMEOUT, SURVIVED, ACCEPTED))
    return f"{module:<28} {numbers} {score:>8.0f} %"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", help="of those in modules.toml; all of them by default")
    parser.add_argument("--game", help="the modules of this game instead")
    parser.add_argument("--sample", type=int, help="so many mutants a module, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have found")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped either way, it leaves nothing running
    given: Any = parser.parse_args(arguments)
    plan, found, table = chosen(given.game, given.modules), {} if given.fresh else stored(), {}
    RESULTS_FILE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
        os.chdir(folder)
        for module, tests in plan.items():
            counts = table[module] = Counter()
            for outcome, diff in examine(module, tests, found, given.sample, given.seed):
                counts[outcome] += 1
                if outcome == SURVIVED:
                    print(f"\nsurvived: {module}\n{diff}", flush=True)  # noqa: T201, this is what it is for
        os.chdir(ROOT)
    head = " ".join(f"{outcome:>9}" for outcome in (KILLED, TIMEOUT, SURVIVED, ACCEPTED))
    print(f"\n{'module':<28} {head} {'noticed':>10}")  # noqa: T201
    for module, counts in (*table.items(), ("together", sum(table.values(), Counter()))):
        print(summary(module, counts))  # noqa: T201
    return int(any(counts[SURVIVED] for counts in table.values()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
