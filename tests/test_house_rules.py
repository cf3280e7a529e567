"""In CI a skipped test fails the run, save for want of the one file that a clone does not bring."""

import pytest

from bot.sandbox.api.spec import VARIABLE
from tests import conftest

pytest_plugins = "pytester"
EXCUSED = "def test_it(described):\n    pass\n"
SKIPPED = "import pytest\n\ndef test_it():\n    pytest.skip('I do not feel like it')\n"


@pytest.mark.parametrize(("text", "ci", "status"), [(SKIPPED, True, 1), (SKIPPED, False, 0), (EXCUSED, True, 0)])
def test_what_may_be_skipped(pytester, monkeypatch, text, ci, status):
    """A run of that one test with our house rules, in a clone without the description."""
    # The variable is there and names nothing: a description that lies beside the repository is not looked for.
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("CI", "true" if ci else "")
    pytester.makepyfile(f"{text}\n\ndef test_other():\n    pass\n")
    done = pytester.runpytest_inprocess("-rs", "-p", "no:xdist", "-p", "no:asyncio", plugins=[conftest])
    assert done.ret == status
    done.assert_outcomes(passed=1, skipped=1)
    said = done.stdout.str()
    assert ("in CI nothing may be" in said) == bool(status)
    assert (conftest.NO_SPEC in said) == (text is EXCUSED)
