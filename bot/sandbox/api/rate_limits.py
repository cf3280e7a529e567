"""Rate limits: buckets, their headers, and the 429 responses.

Discord publishes no numbers per route. These are what people commonly observe, and can all be changed.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.clock import Clock
from bot.sandbox.model.refusals import Refusal, refusal

Rate = tuple[int, float]
"""So many requests in so many seconds."""

COMMON: Mapping[str, Rate] = {"create": (5, 5.0), "edit": (5, 5.0), "delete": (5, 1.0), "webhook": (5, 2.0)}
OLD_MESSAGE_SECONDS = 3600.0


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits in force. `Limits.none()` has none at all, for benches."""

    rates: Mapping[str, Rate] = field(default_factory=lambda: COMMON)
    everything: Rate | None = (50, 1.0)
    """The global limit of one bot; interactions do not count."""
    old_edits: Rate | None = (30, 600.0)
    """Edits of messages older than an hour, per channel (30046). Discord keeps the real number to itself."""
    identify: Rate | None = (1, 5.0)
    """Identifies in a bucket; the shards of a bot lie in `max_concurrency` buckets, by their number."""
    starts: Rate | None = (1000, 86_400.0)
    """Sessions that may be started; starting more revokes the token."""

    @classmethod
    def none(cls) -> Limits:
        """No limits."""
        return cls(rates={}, everything=None, old_edits=None, identify=None, starts=None)


class Meter:
    """Counts requests against the limits."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self._clock = clock
        self._spent: dict[tuple[str, str], deque[float]] = {}
        self._starts: deque[float] = deque()
        self._calls = 0

    def spend(self, kind: str | None, major: str, *, counted: bool) -> dict[str, str]:
        """Count one request; the headers that go with its answer, or a 429.

        `major` is what the bucket belongs to (a channel, an interaction's token); `counted` is whether the request
        counts against the global limit.
        """
        if counted and self.limits.everything:
            left, reset = self._take(("*", ""), self.limits.everything)
            if left < 0:
                raise limited(reset, scope="global")
        rate = self.limits.rates.get(kind or "")
        if not kind or not rate:
            return {}
        left, reset = self._take((kind, major), rate)
        headers = {
            "X-RateLimit-Limit": str(rate[0]),
            "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": f"{self._clock.now() + reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(kind.encode()).hexdigest()[:32],
        }
        if left < 0:
            raise limited(reset, scope="user", headers=headers)
        return headers

    def spend_old_edit(self, channel_id: str, age: float) -> None:
        """Count an edit of a message of this age: those above an hour have a limit of their own."""
        if age > OLD_MESSAGE_SECONDS and self.limits.old_edits:
            left, reset = self._take(("old", channel_id), self.limits.old_edits)
            if left < 0:
                known = refusal(30046)
                raise limited(reset, scope="shared", code=30046, message=known.message)

    def identify(self, bucket: int) -> bool:
        """Count an identify in a bucket; False if the one before it is too near."""
        return self.limits.identify is None or self._take(("identify", str(bucket)), self.limits.identify)[0] >= 0

    def start(self) -> bool:
        """Count a session that starts; False if there were as many as may be."""
        self._starts.append(self._clock.now())
        return self.limits.starts is None or self.session_starts()["remaining"] >= 0

    def session_starts(self) -> dict[str, int]:
        """How many sessions may be started, how many still may, and in how many milliseconds that begins anew."""
        most, window = self.limits.starts or Limits().starts or (0, 0.0)
        now = self._clock.now()
        while self._starts and self._starts[0] <= now - window:
            self._starts.popleft()
        left = most - len(self._starts) if self.limits.starts else most
        reset = self._starts[0] + window - now if self._starts else window
        return {"total": most, "remaining": left, "reset_after": int(reset * 1000)}

    def _take(self, key: tuple[str, str], rate: Rate) -> tuple[int, float]:
        """How many requests are left in the window (below zero: refused), and when it ends."""
        most, window = rate
        now = self._clock.now()
        self._calls += 1
        if self._calls % 1000 == 0:
            self._sweep(now)
        spent = self._spent.setdefault(key, deque())
        while spent and spent[0] <= now - window:
            spent.popleft()
        if len(spent) >= most:
            return -1, spent[0] + window - now
        spent.append(now)
        return most - len(spent), spent[0] + window - now

    def _sweep(self, now: float) -> None:
        longest = 600.0
        for key in [key for key, spent in self._spent.items() if not spent or spent[-1] < now - longest]:
            del self._spent[key]


def limited(
    seconds: float,
    *,
    scope: str = "user",
    code: int = 0,
    message: str = "You are being rate limited.",
    headers: Mapping[str, str] | None = None,
) -> Refusal:
    """A 429 as Discord words it."""
    wait = max(round(seconds, 3), 0.001)
    more = {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope, "Via": "1.1 sandbox"}
    if scope == "global":
        more["X-RateLimit-Global"] = "true"
    body: dict[str, Any] = {"retry_after": wait, "global": scope == "global"}
    return Refusal(429, code, message, headers={**(headers or {}), **more}, **body)
