"""Where a table stands: being gathered at, played, finished or taken away; and whether it sleeps meanwhile."""

from __future__ import annotations

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
OPEN = (LOBBY, PLAYING)
ASLEEP = "asleep"
"""Why a table is paused whose people are all away: it waits until one of them comes back."""
