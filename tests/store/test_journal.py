"""Moderators' journals and times of announcements, on each storage."""

import asyncio
import json
from random import Random

import msgspec

from bot import store as storage
from bot.client.journal import JournalEntry
from bot.store.statements import JOURNAL
from bot.tables.tables import Tables
from cogs.privacy.commands import Privacy
from tests.kit.moments import CATALOGUE
from tests.store.processes import guild, process, until
from tests.store.samples import BIGGEST

NOW = 1_700_000_000.0
GUILD, CHANNEL = 5, 50
ANA, BO, MOD = 800_000_000_000_000_001, 800_000_000_000_000_002, 800_000_000_000_000_003


async def add(store, number, *, entry=None, channel=CHANNEL, at=NOW, where=GUILD):
    entry = entry or JournalEntry(key="banned", who=MOD, person=number)
    await store.add_to_journal(where, at, msgspec.json.encode(entry), channel, f"token {number}")


async def entries(store, where=GUILD):
    rows = await store.journal(where, None, 2_000)
    return [msgspec.json.decode(row.entry, type=JournalEntry) for row in rows]


async def test_entries_are_read_newest_first_and_posted_oldest_first(store):
    for number in range(1, 6):
        await add(store, number)
    assert [entry.person for entry in await entries(store)] == [5, 4, 3, 2, 1]
    newest = await store.journal(GUILD, None, 2)
    assert [row.id for row in await store.journal(GUILD, newest[-1].id, 2)] == [newest[-1].id - 1, newest[-1].id - 2]
    first, second = await store.journal_to_post(GUILD, 2)
    assert first.id < second.id < newest[-1].id
    assert (first.tried, first.channel) == (None, CHANNEL)
    await store.journal_trying(first.id, NOW + 1)
    await store.journal_trying(first.id, NOW + 9)
    assert (await store.journal_to_post(GUILD, 1))[0].tried == NOW + 1
    await store.journal_posted(first.id)
    assert (await store.journal_to_post(GUILD, 1))[0].id == second.id
    assert await store.journals_to_post() == [GUILD]
    for row in await store.journal_to_post(GUILD, 9):
        await store.remove_from_journal(row.id)
    assert await store.journals_to_post() == []
    assert [entry.person for entry in await entries(store)] == [1], "what was posted can still be read"


async def test_an_entry_is_stored_once_and_the_oldest_are_dropped(store, monkeypatch):
    await asyncio.gather(*(add(store, 1, channel=None) for _ in range(5)))
    assert len(await entries(store)) == 1
    assert await store.journals_to_post() == [], "it has no channel"
    monkeypatch.setattr(storage, "JOURNAL_ENTRIES", 3)
    await add(store, 99, where=GUILD + 1)
    for number in range(2, 6):
        await add(store, number, at=NOW + number)
    assert [entry.person for entry in await entries(store)] == [5, 4, 3]
    assert len(await entries(store, GUILD + 1)) == 1
    await store.trim_journals(NOW + 4)
    assert [entry.person for entry in await entries(store)] == [5, 4]
    assert await entries(store, GUILD + 1) == []


async def test_a_person_is_exported_and_erased(store):
    privacy = Privacy(Tables(store, CATALOGUE.games, now=lambda: NOW, rng=Random(7)), store)
    await add(store, ANA)
    await add(
        store, BO, entry=JournalEntry(key="closed", who=ANA, people=((ANA, "Ana-Lucia"), (BO, "Bo")), game="trio")
    )
    await add(store, 3, entry=JournalEntry(key="settings", who=ANA, what="/config langue", old="a", new="b"))
    await add(store, 4, entry=JournalEntry(key="banned", who=MOD, person=ANA * 10))
    told = json.loads(await privacy.export(ANA))["journal"]
    assert [(each["what"], each["as"]) for each in told] == [
        ("banned", "person"), ("closed", "moderator"), ("settings", "moderator"),
    ]  # fmt: skip
    assert not any(str(other) in json.dumps(told) for other in (BO, MOD, 'Bo"'))
    await asyncio.gather(privacy.erase(ANA), privacy.erase(BO))
    assert list(reversed(await entries(store))) == [
        JournalEntry(key="banned", who=MOD, person=0),
        JournalEntry(key="closed", who=0, people=((0, ""), (0, "")), game="trio"),
        JournalEntry(key="settings", who=0, what="/config langue", old="a", new="b"),
        JournalEntry(key="banned", who=MOD, person=ANA * 10),
    ]
    assert json.loads(await privacy.export(ANA))["journal"] == []


# ---- times of announcements


async def test_servers_are_claimed_once_their_time_has_come(store):
    assert await store.next_post() is None
    assert await store.claim_posts(100.0, 15.0, 10) == []
    for server, at in ((5, 30.0), (BIGGEST, 10.0), (7, 20.0), (9, 200.0)):
        await store.post_at(server, at)
    assert await store.next_post() == 10.0
    assert await store.claim_posts(5.0, 15.0, 10) == []
    assert await store.claim_posts(100.0, 15.0, 2) == [BIGGEST, 7]
    assert await store.claim_posts(100.0, 15.0, 10) == [5]
    # After the lease they are claimed again.
    assert await store.claim_posts(100.0, 15.0, 10) == []
    assert sorted(await store.claim_posts(115.0, 15.0, 10)) == [5, 7, BIGGEST]
    await store.post_at(7, 300.0)
    await store.post_at(5, None)
    await store.post_at(5, None)
    await store.post_at(BIGGEST, None)
    assert await store.next_post() == 200.0
    assert await store.claim_posts(999.0, 15.0, 10) == [9, 7]


async def test_of_several_processes_each_posts_to_its_own_servers(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        heard: list[int] = []
        there.subscribe(JOURNAL, heard.append)
        await add(here, 1, where=guild(0))
        await add(here, 2, where=guild(3))
        await until(lambda: asyncio.sleep(0, heard == [guild(3)]))
        assert await here.journals_to_post() == [guild(0)]
        assert await there.journals_to_post() == [guild(3)]
        for shard in range(4):
            await here.post_at(guild(shard), 10.0 - shard)
        assert (await here.next_post(), await there.next_post()) == (9.0, 7.0)
        assert await here.claim_posts(10.0, 60, 9) == [guild(1), guild(0)]
        assert await there.claim_posts(10.0, 60, 1) == [guild(3)]
        assert await there.claim_posts(10.0, 60, 9) == [guild(2)]
        # A process that has let go claims nothing.
        await here.let_go()
        assert await here.claim_posts(1000.0, 60, 9) == []
        assert await here.next_post() is None
