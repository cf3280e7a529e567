"""Faults on demand: requests that are slow, refused or lost."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.api.rate_limits import limited
from bot.sandbox.model.refusals import REFUSALS, Refusal


@dataclass(kw_only=True)
class Fault:
    """Something that goes wrong with the next requests.

    `route` is a pattern searched in "POST /channels/{channel_id}/messages"; `kind` is one of

    - delay: `seconds` pass before the request is done (`after`: before it is answered);
    - error: answered with `status` (and `code`); with `after`, only once it has been done: the answer is lost;
    - limit: answered with a 429 asking to wait `seconds`;
    - drop: the connection is cut without an answer (with `after`: once the request has been done).

    It strikes `times` requests.
    """

    kind: str
    route: str = ""
    times: int = 1
    seconds: float = 0.5
    status: int = 500
    code: int = 0
    after: bool = False

    def __post_init__(self) -> None:
        if self.kind not in ("delay", "error", "limit", "drop"):
            raise ValueError(f"no fault of kind {self.kind!r}")
        re.compile(self.route)

    @property
    def name(self) -> str:
        """In a word or two, for counting."""
        return f"{self.kind} after" if self.after else self.kind


class Dropped(Exception):
    """The connection is to be cut."""


@dataclass
class Faults:
    """The pending faults, and how often each kind was applied."""

    waiting: list[Fault] = field(default_factory=list)
    struck: Counter[str] = field(default_factory=Counter)

    def add(self, **facts: Any) -> Fault:
        """Let this go wrong from now on."""
        fault = Fault(**facts)
        self.waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self.waiting.clear()

    def _next(self, route: str) -> Fault | None:
        """The first fault that applies to this request; it is counted."""
        for fault in self.waiting:
            if re.search(fault.route, route):
                self.struck[fault.name] += 1
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

    async def strike(self, route: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do the work, with what goes wrong before or after it."""
        fault = self._next(route)
        if fault is None:
            return await work()
        if not fault.after:
            await _happen(fault)
            return await work()
        result = await work()
        await _happen(fault)
        return result


async def _happen(fault: Fault) -> None:
    if fault.kind == "delay":
        await asyncio.sleep(fault.seconds)
    elif fault.kind == "limit":
        raise limited(fault.seconds, scope="shared")
    elif fault.kind == "drop":
        raise Dropped
    else:
        status, message = REFUSALS.get(fault.code, (fault.status, f"{fault.status}: fault on demand"))
        raise Refusal(status, fault.code, message)
