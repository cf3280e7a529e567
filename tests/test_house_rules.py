"""In CI a skipped test fails the run, save for want of the one file that a clone does not bring."""

import pytest

from bot.sandbox.api.spec import VARIABLE
from tests import conftest

pytest_plugins = "pytester"
EXCUSED = "def test_it(described):\n    pass\n"
SKIPPED = "import pytest\n\ndef test_it():\n    pytest.skip('I do not feel like it')\n"
NO_MODULE = "import pytest\n\npytest.importorskip('no_such_module')\n"


@pytest.mark.parametrize(
    ("text", "ci", "outcome"),
    [
        (SKIPPED, "true", "failed"),
        (SKIPPED, "", "skipped"),
        (EXCUSED, "true", "skipped"),
        (NO_MODULE, "true", "errors"),
    ],
)
def test_what_may_be_skipped(pytester, monkeypatch, text, ci, outcome):
    """A run of that one test with our house rules, in a clone without the description."""
    # The variable is there and names nothing: a description that lies beside the repository is not looked for.
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("CI", ci)
    pytester.makepyfile(text)
    done = pytester.runpytest_inprocess("-p", "no:xdist", "-p", "no:asyncio", plugins=[conftest])
    done.assert_outcomes(**{outcome: 1})
