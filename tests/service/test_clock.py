"""The clock alone, over a storage that does what a test says: who is woken, when, how often, and what is logged."""

from __future__ import annotations

import asyncio
import logging
from itertools import pairwise

import pytest

from bot.tables import clock as module
from bot.tables.clock import (
    BATCH,
    LEASE_SECONDS,
    POLL_SECONDS,
    READ_RETRY_SECONDS,
    WakeClock,
)

NOW = 1_000_000.0
REAL_SLEEP = asyncio.sleep


class Time:
    """A clock for the clock: its timers run when the test says so, and nothing else takes any time."""

    def __init__(self, monkeypatch):
        self.now = NOW
        self.timers = []
        monkeypatch.setattr(module.asyncio, "sleep", self.sleep)
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self.call_later, raising=False)

    def __call__(self):
        """The time."""
        return self.now

    def call_later(self, delay, callback, *given):
        """Remember a timer."""
        timer = Timer(self.now + delay, callback, given)
        self.timers.append(timer)
        return timer

    async def sleep(self, delay):
        """Wait for the test."""
        done = asyncio.get_running_loop().create_future()
        self.call_later(delay, lambda: done.done() or done.set_result(None))
        await done

    async def settle(self):
        """Let everything run that waits for nothing."""
        for _ in range(60):
            await REAL_SLEEP(0)

    async def until(self, moment):
        """Go on to a moment, timer by timer."""
        await self.settle()
        for _ in range(10_000):
            due = [timer for timer in self.timers if timer.at <= moment]
            if not due:
                break
            timer = min(due, key=lambda timer: timer.at)
            self.timers.remove(timer)
            self.now = max(self.now, timer.at)
            timer.callback(*timer.given)
            await self.settle()
        else:
            raise AssertionError("it spins")
        self.now = moment

    def fire(self):
        """Run the next timer now, whatever else is under way."""
        timer = min((timer for timer in self.timers if timer.live), key=lambda timer: timer.at)
        self.timers.remove(timer)
        timer.callback(*timer.given)

    def next(self):
        """When the next timer runs."""
        return min((timer.at for timer in self.timers if timer.live), default=None)


class Timer:
    """One timer."""

    def __init__(self, at, callback, given):
        self.at, self.given, self.live = at, given, True
        self._callback = callback

    def callback(self, *given):
        """Run it unless it was cancelled."""
        if self.live:
            self._callback(*given)

    def cancel(self):
        """Never run it."""
        self.live = False


class Shelf:
    """A storage of wake times."""

    def __init__(self, **wakes):
        self.wakes = {int(name[1:]): at for name, at in wakes.items()}
        self.claims = []
        self.broken = None
        self.before_claim = None
        self.before_next = None

    async def claim(self, now, lease, limit):
        """As storages do it."""
        self.claims.append(now)
        if self.broken:
            raise self.broken
        due = sorted((at, table) for table, at in self.wakes.items() if at <= now)[:limit]
        for _, table in due:
            self.wakes[table] = now + lease
        if self.before_claim:
            await self.before_claim()
        return [table for _, table in due]

    async def next_wake(self):
        """As storages do it."""
        found = min(self.wakes.values(), default=None)
        if self.before_next:
            await self.before_next()
        return found


@pytest.fixture
async def time(monkeypatch):
    return Time(monkeypatch)


def clock_of(shelf, time, wake=None):
    """A clock over a shelf, and the list of whom it has woken and when."""
    woken = []

    async def note(table):
        woken.append((table, time.now))
        shelf.wakes.pop(table)
        if wake:
            await wake(table)

    return WakeClock(shelf.claim, shelf.next_wake, note, time), woken


async def test_whoever_is_overdue_is_woken_at_once_and_others_at_their_time(time):
    shelf = Shelf(t1=NOW - 500, t2=NOW, t3=NOW + 7.5, t4=NOW + 8)
    clock, woken = clock_of(shelf, time)
    clock.start()
    await time.until(NOW)
    assert woken == [(1, NOW), (2, NOW)]
    assert time.next() == NOW + 7.5
    await time.until(NOW + 10)
    assert woken[2:] == [(3, NOW + 7.5), (4, NOW + 8)]


async def test_very_many_are_woken_a_few_at_a_time(time):
    shelf = Shelf(**{f"t{number}": NOW - number for number in range(1, 3 * BATCH)})
    most = []

    async def wake(_table):
        most.append(sum(at == time.now + LEASE_SECONDS for at in shelf.wakes.values()))
        await REAL_SLEEP(0)

    clock, woken = clock_of(shelf, time, wake)
    clock.start()
    await time.until(NOW)
    assert len(woken) == 3 * BATCH - 1
    assert max(most) < BATCH


async def test_it_looks_again_after_a_while_even_if_nobody_wants_to_be_woken(time):
    shelf = Shelf()
    clock, woken = clock_of(shelf, time)
    clock.start()
    await time.until(NOW)
    assert time.next() == NOW + POLL_SECONDS
    shelf.wakes[9] = NOW + 5  # another process stores it, and nobody tells us
    await time.until(NOW + POLL_SECONDS)
    assert woken == [(9, NOW + POLL_SECONDS)]
    shelf.wakes[9] = NOW + 10 * POLL_SECONDS
    await time.until(NOW + 2 * POLL_SECONDS)
    assert time.next() == NOW + 3 * POLL_SECONDS, "a far time is not waited for alone"


async def test_a_poke_only_ever_makes_it_earlier(time):
    shelf = Shelf(t1=NOW + 50)
    clock, _ = clock_of(shelf, time)
    clock.start()
    await time.until(NOW)
    claims = len(shelf.claims)
    for at in (None, NOW + 60, NOW + 20, NOW + 30):
        clock.poke(at)
    assert time.next() == NOW + 20
    await time.until(NOW + 49)
    assert shelf.claims[claims:] == [NOW + 20]


async def test_who_pokes_while_it_claims_is_not_overheard(time):
    shelf = Shelf()
    clock, woken = clock_of(shelf, time)
    read = []

    async def meanwhile():
        # The claim has been read; now somebody stores a time and says so, and the timer runs at once.
        shelf.before_claim = None
        shelf.wakes[5] = time.now
        clock.poke(time.now)
        time.fire()

    async def reading():
        read.append(list(woken))

    shelf.before_claim, shelf.before_next = meanwhile, reading
    clock.start()
    await time.until(NOW)
    assert read == [[(5, NOW)]], "it looks again before it asks who is next"


async def test_who_pokes_while_it_reads_the_next_time_is_not_overheard(time):
    shelf = Shelf()
    clock, woken = clock_of(shelf, time)

    async def meanwhile():
        shelf.before_next = None
        shelf.wakes[5] = time.now
        clock.poke(time.now)
        time.fire()

    shelf.before_next = meanwhile
    clock.start()
    await time.until(NOW)
    assert woken == [(5, NOW)]


async def test_a_table_that_cannot_be_woken_is_tried_after_its_lease_and_logged_once(time, caplog):
    shelf = Shelf(t1=NOW, t2=NOW)
    tries, woken = [], []

    async def wake(table):
        if table == 1:
            tries.append(time.now - NOW)
            raise RuntimeError("a card: 987")
        woken.append(table)
        shelf.wakes.pop(table)

    clock = WakeClock(shelf.claim, shelf.next_wake, wake, time)
    with caplog.at_level(logging.INFO):
        clock.start()
        await time.until(NOW + 600)
    assert woken == [2], "nobody else is kept from waking"
    assert {after - before for before, after in pairwise(tries)} == {LEASE_SECONDS}
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "waking fails table=1: RuntimeError at wake" in caplog.text
    assert "987" not in caplog.text
    assert caplog.records[0].exc_info is None


async def test_a_table_that_can_be_woken_again_is_soon_and_fails_afresh(time, caplog):
    shelf = Shelf(t1=NOW)
    healthy, tries = [False], []

    async def wake(table):
        tries.append(time.now - NOW)
        if not healthy[0]:
            raise RuntimeError
        shelf.wakes[table] = time.now + 10

    clock = WakeClock(shelf.claim, shelf.next_wake, wake, time)
    clock.start()
    await time.until(NOW + LEASE_SECONDS)
    assert tries == [0, LEASE_SECONDS]
    healthy[0] = True
    await time.until(NOW + 2 * LEASE_SECONDS + 25)
    assert tries[2:] == [2 * LEASE_SECONDS, 2 * LEASE_SECONDS + 10, 2 * LEASE_SECONDS + 20]
    healthy[0] = False
    await time.until(NOW + 3 * LEASE_SECONDS + 30)
    assert tries[5:] == [2 * LEASE_SECONDS + 30, 3 * LEASE_SECONDS + 30]
    assert caplog.text.count("waking fails") == 2, "once a streak"


async def test_a_table_that_wants_to_be_woken_at_once_for_ever_does_not_make_it_spin(time):
    shelf = Shelf(t1=NOW - 5, t2=NOW + 3.25)
    woken = []
    clock = None

    async def wake(table):
        woken.append((table, time.now - NOW))
        if table == 1:
            shelf.wakes[1] = NOW - 5
            clock.poke(NOW - 5)
        else:
            shelf.wakes.pop(table)

    clock = WakeClock(shelf.claim, shelf.next_wake, wake, time)
    clock.start()
    await time.until(NOW + 2 * LEASE_SECONDS)
    assert [at for table, at in woken if table == 1] == [0.0, LEASE_SECONDS, 2 * LEASE_SECONDS]
    assert (2, 3.25) in woken, "and the others are on time"
    assert len(shelf.claims) < 50


async def test_storage_that_cannot_be_read_is_tried_again_and_logged_once(time, caplog):
    shelf = Shelf(t1=NOW)
    shelf.broken = OSError("the shelf fell down")
    clock, woken = clock_of(shelf, time)
    clock.start()
    await time.until(NOW + 9 * READ_RETRY_SECONDS)
    assert len(shelf.claims) == 10
    assert caplog.text.count("the clock cannot read storage") == 1
    shelf.broken = None
    await time.until(NOW + 10 * READ_RETRY_SECONDS)
    assert woken == [(1, NOW + 10 * READ_RETRY_SECONDS)]
    shelf.broken = OSError("again")
    await time.until(NOW + 2 * POLL_SECONDS)
    assert caplog.text.count("the clock cannot read storage") == 2


async def test_a_stopped_clock_wakes_nobody(time):
    shelf = Shelf(t1=NOW + 5)
    clock, woken = clock_of(shelf, time)
    clock.start()
    await time.until(NOW)
    clock.stop()
    clock.poke(NOW + 1)  # what is finished while the program stops is stored, and says so
    await time.until(NOW + 50)
    assert woken == []
    assert time.next() is None
    clock.start()
    await time.until(NOW + 50)
    assert woken == [(1, NOW + 50)]


async def test_a_clock_that_finishes_wakes_whom_it_has_claimed_and_claims_nobody_more(time):
    shelf = Shelf(t1=NOW, t2=NOW + 1)
    going = asyncio.Event()
    clock, woken = clock_of(shelf, time, lambda _table: going.wait())
    clock.start()
    await time.until(NOW)
    finishing = asyncio.create_task(clock.finish())
    await time.settle()
    assert not finishing.done()
    going.set()
    await finishing
    await time.until(NOW + 50)
    assert woken == [(1, NOW)]
    assert shelf.claims == [NOW]


async def test_a_clock_that_finishes_while_it_waits_claims_nobody_more(time):
    shelf = Shelf(t1=NOW + 1)
    clock, woken = clock_of(shelf, time)
    clock.start()
    await time.until(NOW)
    await clock.finish()
    await time.until(NOW + 50)
    assert woken == []
    assert shelf.claims == [NOW], "nobody is there to wake them: they would wait for their lease to end"


async def test_a_clock_stopped_in_the_middle_lets_go(time):
    shelf = Shelf(t1=NOW, t2=NOW + 1000)
    stuck = asyncio.Event()
    cancelled = []

    async def wake(table):
        try:
            await stuck.wait()
        except asyncio.CancelledError:
            cancelled.append(table)
            raise

    clock = WakeClock(shelf.claim, shelf.next_wake, wake, time)
    clock.start()
    await time.until(NOW)
    clock.stop()
    await time.settle()
    assert cancelled == [1]
