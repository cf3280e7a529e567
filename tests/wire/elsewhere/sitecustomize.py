"""Python loads this first in every process that has this folder in PYTHONPATH: see `tests.wire.elsewhere`."""

import os
import sys

# Only the bot and its fleet: workers need none of this.
if os.environ.get("TABLEE_ELSEWHERE") and "bot" in sys.orig_argv:
    from tests.wire import elsewhere

    if "run" in sys.orig_argv:
        elsewhere.redirect(os.environ["TABLEE_ELSEWHERE"])
    elif "fleet" in sys.orig_argv:
        elsewhere.point(os.environ["TABLEE_ELSEWHERE"])
