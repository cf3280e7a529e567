"""A child process leaves it to its parent when to end."""

import subprocess
import sys

import pytest

from bot.workers import ENDING
from tests.kit.words import ROOT

CHILD = """
import os, signal
from bot.workers import leave_to_parent
leave_to_parent()
os.kill(os.getpid(), signal.{name})
print("still here")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process of Windows at once")
@pytest.mark.parametrize("name", [each.name for each in ENDING])
def test_a_child_does_not_end_with_a_signal_to_the_group(name):
    code = CHILD.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "still here\n"
