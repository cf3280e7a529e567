"""Python loads this first in every process that has this folder in PYTHONPATH: see `tests.wire.elsewhere`."""

import os
import sys

# Only the bot and its fleet: workers need none of this.
if os.environ.get("TABLEE_ELSEWHERE") and {"run", "fleet"} & set(sys.orig_argv):
    from tests.wire import elsewhere

    elsewhere.redirect(run="run" in sys.orig_argv)
