"""Rules of the whole suite: what may be skipped, what may not be logged, and in which order tests run."""

import logging
import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.api.spec import VARIABLE, Spec, find_spec
from tests.kit import once  # noqa: F401, patches libraries for this process

SPEC_FILE = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
"""Discord's description of its API, which is not ours to publish."""
NO_SPEC = f"Discord's description of its API is not here: {VARIABLE} names it"
"""The only reason for which a test may be skipped in CI."""
Report = pytest.TestReport | pytest.CollectReport
FAILED_DECISION = re.compile(r"a decision failed (?!.*: (TimeoutError|WorkerDied) at )")
"""The log of an opponent's decision that failed, but not of a worker that was killed or too slow on a busy machine."""

# Settings, databases and backups of commands that tests run are in the current folder.
os.environ["TABLEE_HOME"] = "."
if SPEC_FILE.is_file():
    os.environ.setdefault(VARIABLE, str(SPEC_FILE))


@pytest.fixture(scope="session")
def described() -> Spec:
    """Discord's description of its API; tests that need it are skipped where it is missing."""
    path = find_spec()
    if path is None:
        pytest.skip(NO_SPEC)
    return Spec(path)


# ---- which tests run where and when


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto` means two processes per core: about half of the suite waits for other processes, timers and disks."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process one run of neighbouring tests, which share games and servers; a process that is done steals."""
    from xdist.scheduler import WorkStealingScheduling  # noqa: PLC0415, tests also run without xdist

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start the slow tests first, so that no process is left alone with one at the end.

    They mostly wait: half of the processes do them, while the others keep the processor busy.
    """
    processes = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = [item for item in items if not item.get_closest_marker("slow")]
    lanes = (processes + 1) // 2 if len(slow) < len(others) else processes
    rest = len(items)
    items.clear()
    for process in range(processes):
        # The scheduler cuts the list into equal parts in the same way.
        size = rest // (processes - process)
        mine = slow[process::lanes] if process < lanes else []
        filling = others[: max(0, size - len(mine))]
        items += [*mine, *filling]
        del others[: len(filling)]
        rest -= size
    items += others


# ---- decisions of opponents


@pytest.fixture(autouse=True)
def failed_decisions() -> Iterator[list[str]]:
    """Fail a test in which an opponent's decision failed, unless the test expects that and clears this list."""
    found = list[str]()

    def emit(record: logging.LogRecord) -> None:
        if FAILED_DECISION.match(text := record.getMessage()):
            found.append(text)

    handler, logger = logging.Handler(logging.ERROR), logging.getLogger("bot.tables.opponents")
    handler.emit = emit
    logger.addHandler(handler)
    yield found
    logger.removeHandler(handler)
    assert found == []


# ---- skipped tests fail in CI


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, Report, Report]:
    """In CI a skipped test has failed: everything it needs, except that description, can be installed there."""
    report = yield
    if os.environ.get("CI") and report.skipped and NO_SPEC not in str(report.longrepr):
        report.outcome = "failed"
    return report


pytest_make_collect_report = pytest_runtest_makereport
