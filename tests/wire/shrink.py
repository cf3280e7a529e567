"""The fewest troubles with which a seed of the machine of faults still fails: python -m tests.wire.shrink SEED.

First whole kinds are left out, one after the other, then the plan is cut from its end and from its beginning. What
depends on the moment of a kill may not fail every time: each part is tried twice before it counts as needed.
"""

import os
import subprocess
import sys

from tests.wire.troubles import KINDS, STEPS

TRIES = 2


def fails(seed: str, kinds: list[str], first: int, last: int) -> bool:
    """Whether the seed fails with these kinds and this part of its plan."""
    wanted = {
        "TABLEE_FAULT_SEED": seed,
        "TABLEE_FAULT_KINDS": ",".join(kinds),
        "TABLEE_FAULT_STEPS": f"{first}:{last}",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/wire/test_faults.py"]
    for _ in range(TRIES):
        if subprocess.run(command, env=os.environ | wanted, capture_output=True, check=False).returncode:
            return True
    return False


def main(seed: str) -> None:
    """Shrink, saying what is tried."""
    kinds, first, last = list(KINDS), 0, STEPS
    for kind in KINDS:
        fewer = [each for each in kinds if each != kind]
        if fewer and fails(seed, fewer, first, last):
            kinds = fewer
            sys.stdout.write(f"fails without {kind}\n")
    while last - first > 1 and fails(seed, kinds, first, (first + last) // 2):
        last = (first + last) // 2
    while last - first > 1 and fails(seed, kinds, (first + last) // 2, last):
        first = (first + last) // 2
    where = "pytest tests/wire/test_faults.py"
    sys.stdout.write(
        f"TABLEE_FAULT_SEED={seed} TABLEE_FAULT_KINDS={','.join(kinds)} TABLEE_FAULT_STEPS={first}:{last} {where}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1])
