"""In CI a skipped test fails the run, save for want of the one file that a clone does not bring."""

import os
import subprocess
import sys

import pytest

from bot.sandbox.api.spec import VARIABLE
from tests.conftest import NO_SPEC
from tests.kit.words import ROOT

EXCUSED = "def test_it(described):\n    pass\n"
SKIPPED = "import pytest\n\ndef test_it():\n    pytest.skip('I do not feel like it')\n"


def run(folder, text, *, ci):
    """A run of that one test with our house rules, in a clone without the description; its exit status and words."""
    file = folder / "test_one.py"
    file.write_text(f"{text}\n\ndef test_other():\n    pass\n")
    known = {key: value for key, value in os.environ.items() if key not in (VARIABLE, "CI")}
    # The variable is there and names nothing: a description that lies beside the repository is not looked for.
    environment = known | {VARIABLE: "", "PYTHONPATH": str(ROOT)} | ({"CI": "true"} if ci else {})
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:xdist", "-rs", str(file)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.parametrize(("text", "ci", "status"), [(SKIPPED, True, 1), (SKIPPED, False, 0), (EXCUSED, True, 0)])
def test_what_may_be_skipped(tmp_path, text, ci, status):
    code, said = run(tmp_path, text, ci=ci)
    assert code == status, said
    assert "1 passed, 1 skipped" in said
    assert ("in CI nothing may be" in said) == bool(status)
    assert (NO_SPEC in said) == (text is EXCUSED)
