"""House rules of the whole suite."""

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.sandbox.api.spec import VARIABLE, Spec, find_spec
from tests.kit import loaded_cogs  # noqa: F401, cogs stay loaded

BESIDE = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
"""Where we keep Discord's description of its API, which is not ours to publish."""
NOT_HERE = f"Discord's description of its API is not here: {VARIABLE} names it"
"""The only reason for which a test may be skipped in CI."""

if BESIDE.is_file():
    os.environ.setdefault(VARIABLE, str(BESIDE))


@pytest.fixture(scope="session")
def described() -> Spec:
    """Discord's description of its API; without it, whatever asks for it is skipped."""
    path = find_spec()
    if path is None:
        pytest.skip(NOT_HERE)
    return Spec(path)


FAILED_DECISION = re.compile(r"a decision failed (?!.*: (TimeoutError|WorkerDied)$)")
"""The log of a decision that failed; not because a worker was killed or had no time, which a busy machine may cause."""


class _FailedDecisions(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if FAILED_DECISION.match(text := record.getMessage()):
            self.found.append(text)


@pytest.fixture(autouse=True)
def failed_decisions() -> Iterator[list[str]]:
    """The decisions of opponents that failed in this test: none may, unless the test expects it and clears the list."""
    handler, logger = _FailedDecisions(), logging.getLogger("bot.tables.opponents")
    logger.addHandler(handler)
    yield handler.found
    logger.removeHandler(handler)
    assert handler.found == []


def _unexcused(reporter: pytest.TerminalReporter) -> list[str]:
    """The reasons of what was skipped and may not be."""
    reasons = [str(each.longrepr[2]).removeprefix("Skipped: ") for each in reporter.stats.get("skipped", [])]
    return [reason for reason in reasons if reason != NOT_HERE]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud what was skipped where nothing may be."""
    if os.environ.get("CI") and (reasons := _unexcused(terminalreporter)):
        terminalreporter.write_line(f"{len(reasons)} skipped, and in CI nothing may be", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI a skipped test is a failed run: whatever it needs can be installed there, save that description."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and exitstatus == 0 and reporter and _unexcused(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
