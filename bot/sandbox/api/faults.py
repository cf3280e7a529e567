"""Faults on demand: requests that are slow, refused or lost, as often or as likely as wanted."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
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

    A route of "GATEWAY INTERACTION_CREATE shard 3", or how such a name begins, strikes what is sent to the bot there
    instead: delay lets it arrive later (and all that comes after it no sooner), drop cuts the connection.

    It strikes `times` requests. With a `chance` below 1 it spares some, and with `spread` it takes up to so many
    seconds longer; both are drawn from `seed`, so that the same requests meet the same faults.
    """

    kind: str
    route: str = ""
    times: int = 1
    seconds: float = 0.5
    status: int = 500
    code: int = 0
    after: bool = False
    chance: float = 1.0
    spread: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in ("delay", "error", "limit", "drop"):
            raise ValueError(f"no fault of kind {self.kind!r}")
        if self.on_gateway and self.kind not in ("delay", "drop"):
            raise ValueError(f"what the gateway sends meets no fault of kind {self.kind!r}")
        re.compile(self.route)
        self._rng = Random(self.seed)

    def matches(self, route: str) -> bool:
        """Whether it applies to this route now."""
        if self.times <= 0 or re.search(self.route, route) is None:
            return False
        return self.chance >= 1 or self._rng.random() < self.chance

    @property
    def on_gateway(self) -> bool:
        """Whether it applies to gateway events instead of requests."""
        return self.route.startswith("GATEWAY")

    def wait(self) -> float:
        """How many seconds it takes this time."""
        return self.seconds + self._rng.uniform(0, self.spread)

    @property
    def name(self) -> str:
        """In a word or two, for counting."""
        where = "gateway " if self.on_gateway else ""
        return f"{where}{self.kind} after" if self.after else f"{where}{self.kind}"


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

    def _next(self, route: str, *, on_gateway: bool) -> Fault | None:
        """The faults that apply to this request; each is counted."""
        for fault in self.waiting:
            if fault.on_gateway == on_gateway and fault.matches(route):
                self.struck[fault.name] += 1
                fault.times -= 1
                if fault.times <= 0:
                    self.waiting.remove(fault)
                return fault
        return None

    def on_the_way(self, name: str) -> float:
        """How many seconds later something arrives that the gateway sends; Dropped if the connection is to be cut."""
        fault = self._next(name, on_gateway=True)
        if fault and fault.kind == "drop":
            raise Dropped
        return fault.wait() if fault else 0.0

    async def strike(self, route: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do the work, with what goes wrong before or after it."""
        fault = self._next(route, on_gateway=False)
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
        await asyncio.sleep(fault.wait())
    elif fault.kind == "limit":
        raise limited(fault.wait(), scope="shared")
    elif fault.kind == "drop":
        raise Dropped
    else:
        status, message = REFUSALS.get(fault.code, (fault.status, f"{fault.status}: fault on demand"))
        raise Refusal(status, fault.code, message)
