"""The clock alone, over a storage that does what a test says: who is woken, when, how often, and what is logged."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.clock import (
    BATCH,
    LEASE_SECONDS,
    LOCKED_RETRY_SECONDS,
    POLL_SECONDS,
    READ_RETRY_SECONDS,
    WakeClock,
)

NOW = 1_000_000.0


class Time:
    """A clock for the clock: its timers run when the test says so, and nothing else takes any time."""

    def __init__(self, monkeypatch):
        self.now = NOW
        self._timers = []
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self._call_later, raising=False)

    def __call__(self):
        return self.now

    def _call_later(self, delay, callback, *given):
        self._timers.append(asyncio.TimerHandle(self.now + delay, callback, given, asyncio.get_running_loop()))
        return self._timers[-1]

    def _waiting(self):
        self._timers = sorted((each for each in self._timers if not each.cancelled()), key=lambda each: each.when())
        return self._timers

    def next(self):
        return self._waiting()[0].when() if self._waiting() else None

    def fire(self):
        self._waiting().pop(0)._run()

    async def settle(self):
        for _ in range(60):
            await asyncio.sleep(0)

    async def until(self, moment):
        await self.settle()
        for _ in range(10_000):
            following = self.next()
            if following is None or following > moment:
                self.now = moment
                return
            self.now = max(self.now, following)
            self.fire()
            await self.settle()
        raise AssertionError("it spins")


class Shelf:
    def __init__(self, **wakes):
        self.wakes = {int(name[1:]): at for name, at in wakes.items()}
        self.claims = []
        self.locked = set()
        self.broken = None
        self.before_claim = None
        self.before_next = None

    async def claim(self, now, lease, limit):
        self.claims.append(now)
        if self.broken:
            raise self.broken
        due = sorted((at, table) for table, at in self.wakes.items() if at <= now and table not in self.locked)[:limit]
        for _, table in due:
            self.wakes[table] = now + lease
        if self.before_claim:
            await self.before_claim()
        return [table for _, table in due]

    async def next_wake(self):
        found = min(self.wakes.values(), default=None)
        if self.before_next:
            await self.before_next()
        return found


@pytest.fixture
async def time(monkeypatch):
    return Time(monkeypatch)


def clock_of(shelf, time, wake=None):
    """A clock over a shelf, and the list of whom it has woken and when; ``wake``: what becomes of them."""
    woken = []

    async def note(table):
        woken.append((table, time.now - NOW))
        if wake:
            await wake(table)
        else:
            shelf.wakes.pop(table)

    clock = WakeClock(shelf.claim, shelf.next_wake, note, time)
    clock.start()
    return clock, woken


async def test_whoever_is_overdue_is_woken_at_once_and_others_at_their_time(time):
    _, woken = clock_of(Shelf(t1=NOW - 500, t2=NOW, t3=NOW + 7.5, t4=NOW + 8), time)
    await time.until(NOW)
    assert woken == [(1, 0), (2, 0)]
    assert time.next() == NOW + 7.5
    await time.until(NOW + 10)
    assert woken[2:] == [(3, 7.5), (4, 8)]


async def test_very_many_are_woken_a_few_at_a_time(time):
    shelf = Shelf(**{f"t{number}": NOW - number for number in range(1, 3 * BATCH)})
    most = []

    async def wake(table):
        shelf.wakes.pop(table)
        most.append(sum(at == time.now + LEASE_SECONDS for at in shelf.wakes.values()))
        await asyncio.sleep(0)

    _, woken = clock_of(shelf, time, wake)
    await time.until(NOW)
    assert len(woken) == 3 * BATCH - 1
    assert max(most) < BATCH


async def test_it_looks_again_after_a_while_even_if_nobody_wants_to_be_woken(time):
    shelf = Shelf()
    _, woken = clock_of(shelf, time)
    await time.until(NOW)
    assert time.next() == NOW + POLL_SECONDS
    shelf.wakes[9] = NOW + 5  # another process stores it, and nobody tells us
    await time.until(NOW + POLL_SECONDS)
    assert woken == [(9, POLL_SECONDS)]
    shelf.wakes[9] = NOW + 10 * POLL_SECONDS
    await time.until(NOW + 2 * POLL_SECONDS)
    assert time.next() == NOW + 3 * POLL_SECONDS, "a far time is not waited for alone"


async def test_a_poke_only_ever_makes_it_earlier(time):
    shelf = Shelf(t1=NOW + 50)
    clock, _ = clock_of(shelf, time)
    await time.until(NOW)
    claims = len(shelf.claims)
    for at in (None, NOW + 60, NOW + 20, NOW + 30):
        clock.poke(at)
    assert time.next() == NOW + 20
    await time.until(NOW + 49)
    assert shelf.claims[claims:] == [NOW + 20]


@pytest.mark.parametrize("moment", ["before_claim", "before_next"])
async def test_who_pokes_while_it_reads_is_not_overheard(time, moment):
    shelf, read = Shelf(), []
    clock, woken = clock_of(shelf, time)

    async def meanwhile():
        # Something has been read; now somebody stores a time and says so, and the timer runs at once.
        setattr(shelf, moment, None)
        shelf.wakes[5] = time.now
        clock.poke(time.now)
        time.fire()

    async def reading():
        read.append(list(woken))

    shelf.before_next = reading
    setattr(shelf, moment, meanwhile)
    await time.until(NOW)
    assert woken == [(5, 0)]
    if moment == "before_claim":
        assert read == [[(5, 0)]], "it looks again before it asks who is next"


async def test_a_table_that_cannot_be_woken_is_tried_after_its_lease_and_logged_once_a_streak(time, caplog):
    shelf, healthy = Shelf(t1=NOW, t2=NOW), [False]

    async def wake(table):
        if table == 2:
            shelf.wakes.pop(table)
        elif healthy[0]:
            shelf.wakes[table] = time.now + 10
        else:
            raise RuntimeError("a card: 987")

    _, woken = clock_of(shelf, time, wake)
    await time.until(NOW + LEASE_SECONDS)
    healthy[0] = True
    await time.until(NOW + 2 * LEASE_SECONDS + 25)
    healthy[0] = False
    await time.until(NOW + 3 * LEASE_SECONDS + 30)
    assert (2, 0) in woken, "nobody else is kept from waking"
    failed, lived = [0, LEASE_SECONDS], [2 * LEASE_SECONDS + more for more in (0, 10, 20)]
    afresh = [2 * LEASE_SECONDS + 30, 3 * LEASE_SECONDS + 30]
    assert [at for table, at in woken if table == 1] == [*failed, *lived, *afresh]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("ERROR", None)] * 2
    assert caplog.text.count("waking fails table=1: RuntimeError at wake") == 2
    assert "987" not in caplog.text


async def test_a_table_that_wants_to_be_woken_at_once_for_ever_does_not_make_it_spin(time):
    shelf = Shelf(t1=NOW - 5, t2=NOW + 3.25)

    async def wake(table):
        if table == 1:
            shelf.wakes[1] = NOW - 5
            clock.poke(NOW - 5)
        else:
            shelf.wakes.pop(table)

    clock, woken = clock_of(shelf, time, wake)
    await time.until(NOW + 2 * LEASE_SECONDS)
    assert [at for table, at in woken if table == 1] == [0.0, LEASE_SECONDS, 2 * LEASE_SECONDS]
    assert (2, 3.25) in woken, "and the others are on time"
    assert len(shelf.claims) < 50


async def test_a_due_table_that_another_process_is_writing_is_claimed_again_after_a_pause(time):
    shelf = Shelf(t1=NOW - 5, t2=NOW)
    shelf.locked.add(1)
    _, woken = clock_of(shelf, time)
    await time.until(NOW)
    assert woken == [(2, 0)]
    assert time.next() == NOW + LOCKED_RETRY_SECONDS
    await time.until(NOW + LOCKED_RETRY_SECONDS)
    shelf.locked.clear()
    await time.until(NOW + 2 * LOCKED_RETRY_SECONDS)
    assert woken == [(2, 0), (1, 2 * LOCKED_RETRY_SECONDS)]


async def test_storage_that_cannot_be_read_is_tried_again_and_logged_once(time, caplog):
    shelf = Shelf(t1=NOW)
    shelf.broken = OSError("the shelf fell down")
    _, woken = clock_of(shelf, time)
    await time.until(NOW + 9 * READ_RETRY_SECONDS)
    assert len(shelf.claims) == 10
    assert caplog.text.count("the clock cannot read storage") == 1
    shelf.broken = None
    await time.until(NOW + 10 * READ_RETRY_SECONDS)
    assert woken == [(1, 10 * READ_RETRY_SECONDS)]
    shelf.broken = OSError("again")
    await time.until(NOW + 2 * POLL_SECONDS)
    assert caplog.text.count("the clock cannot read storage") == 2


async def test_a_stopped_clock_wakes_nobody(time):
    clock, woken = clock_of(Shelf(t1=NOW + 5), time)
    await time.until(NOW)
    clock.stop()
    clock.poke(NOW + 1)  # what is finished while the program stops is stored, and says so
    await time.until(NOW + 50)
    assert woken == []
    assert time.next() is None
    clock.start()
    await time.until(NOW + 50)
    assert woken == [(1, 50)]


@pytest.mark.parametrize("working", [True, False])
async def test_a_clock_that_finishes_wakes_whom_it_has_claimed_and_claims_nobody_more(time, working):
    shelf, going = Shelf(t1=NOW if working else NOW + 1, t2=NOW + 1), asyncio.Event()
    clock, woken = clock_of(shelf, time, lambda _table: going.wait())
    await time.until(NOW)
    finishing = asyncio.create_task(clock.finish())
    await time.settle()
    assert finishing.done() is not working
    going.set()
    await finishing
    await time.until(NOW + 50)
    assert woken == [(1, 0)] * working
    assert shelf.claims == [NOW], "nobody is there to wake others: they would wait for their lease to end"


async def test_a_clock_stopped_in_the_middle_lets_go(time):
    cancelled = []

    async def wake(table):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(table)
            raise

    clock, _ = clock_of(Shelf(t1=NOW, t2=NOW + 1000), time, wake)
    await time.until(NOW)
    clock.stop()
    await time.settle()
    assert cancelled == [1]
