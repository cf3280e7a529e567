"""The moderators' journal: stored first, written into its channel in order, late if need be, never twice."""

import json

import msgspec
import pytest

from bot.client import journal as entries
from bot.client.journal import JOURNAL_DAYS, JournalEntry
from bot.pages.address import Address
from bot.store import JournalRow
from bot.store.statements import JOURNAL
from tests.kit.house import House, forged, plain, read, told
from tests.kit.publishing import breaking, calls


async def stored(home: House) -> list[JournalEntry]:
    """All entries, oldest first."""
    rows: list[JournalRow] = await home.app.store.journal(home.guild.id, None, 100)
    return [msgspec.json.decode(row.entry, type=JournalEntry) for row in reversed(rows)]


def bans(lines: list[str]) -> list[str]:
    """The mentions of people whose ban was written, in order."""
    return [line.split("a banni ")[1].split(" ")[0] for line in lines if "a banni " in line]


async def ban(home: House, *numbers: int) -> list[str]:
    """Ban these people; gives what the moderator was told."""
    return [
        told(await home.mod.slash(home.channel, "config bannir", personne=home.people[number])) for number in numbers
    ]


async def test_entries_come_when_the_permission_is_back(home: House):
    journal = await home.journal()
    before = len(home.written(journal))
    home.forbid("send_messages", channel=journal)
    await home.journalled()
    for answer in await ban(home, 0, 1):
        assert "ne peut plus s’asseoir" in answer
        assert "Je ne peux pas écrire le journal" in answer
        assert "**Envoyer des messages**" in answer
    assert len(home.written(journal)) == before
    shown = told(await home.mod.slash(home.channel, "config voir"))
    (line,) = [line for line in shown.split("\n") if line.startswith("**Journal**")]
    assert "⚠️ il me manque **Envoyer des messages**" in line
    home.allow_all(channel=journal)
    await home.env.advance_time(entries.FEED_SECONDS + 1)
    assert bans(home.written(journal)) == [home.people[0].mention, home.people[1].mention]
    (answer,) = await ban(home, 2)
    assert "⚠️" not in answer
    await home.env.advance_time(2 * entries.FEED_SECONDS)
    assert bans(home.written(journal)) == [person.mention for person in home.people[:3]]


async def test_entries_come_after_an_outage_without_anybody_doing_anything(home: House):
    journal = await home.journal()
    home.env.inject_error("POST", f"/channels/{journal.id}/messages", status=500, times=50)
    await ban(home, 0, 1)
    assert bans(home.written(journal)) == []
    home.env.backend.faults.clear()
    await home.env.advance_time(entries.FEED_SECONDS + 1)
    assert bans(home.written(journal)) == [home.people[0].mention, home.people[1].mention]


async def test_entries_come_after_a_restart(home: House):
    journal = await home.journal()
    home.forbid("send_messages", channel=journal)
    await home.journalled()
    await ban(home, 0, 1)
    await home.restart()
    home.allow_all(channel=journal)
    await home.journalled()
    await home.restart(down=3600)
    assert bans(home.written(journal)) == [home.people[0].mention, home.people[1].mention]


async def test_an_entry_posted_just_before_a_crash_is_not_posted_again(home: House):
    journal = await home.journal()
    with calls(home.app.store, "journal_posted", home, breaking(OSError("the machine is gone"))):
        await ban(home, 0)
        assert bans(home.written(journal)) == [home.people[0].mention]
    await home.restart(down=3600)
    await ban(home, 1)
    assert bans(home.written(journal)) == [home.people[0].mention, home.people[1].mention]


async def test_who_sets_a_channel_is_told_at_once_what_is_missing_there(home: House):
    other = home.guild.create_text_channel("autre")
    home.forbid("send_messages", channel=other)
    await home.journalled()
    for command, setting in (("journal", "Journal"), ("resultats", "Annonce des résultats"), ("defi", "Défi du jour")):
        answer = told(await home.mod.slash(home.channel, f"config {command}", salon=other))
        (line,) = [line for line in answer.split("\n") if line.startswith(f"**{setting}**")]
        assert "il me manque **Envoyer des messages**" in line
    (answer,) = await ban(home, 0)
    for what in ("écrire le journal", "annoncer les résultats", "annoncer le défi du jour"):
        assert f"Je ne peux pas {what} dans <#{other.id}>" in answer


async def test_entries_say_what_was_before_and_what_is_now(home: House):
    journal = await home.journal()
    await home.mod.slash(home.channel, "config langue", langue="en")
    await home.mod.slash(home.channel, "config langue", langue="fr")
    *_, english, french = home.written(journal)
    assert "before: **Language of the boards**: that of each table’s host" in english
    assert "avant : **Langue des plateaux** : anglais" in french
    assert "après : **Langue des plateaux** : français" in french
    entry = (await stored(home))[-1]
    assert (entry.key, entry.who) == ("settings", home.mod.id)
    assert entry.what == "/config langue langue:fr"
    assert (plain(entry.old), plain(entry.new)) == (
        "**Langue des plateaux** : anglais",
        "**Langue des plateaux** : français",
    )


async def test_entries_are_read_without_a_channel(home: House):
    await ban(home, 0)
    await home.mod.slash(home.channel, "config gracier", personne=home.people[0])
    shown = await home.mod.slash(home.channel, "config voir")
    page = await home.mod.click(shown.response, label="Journal")
    text = read(page.response or shown.response)
    assert text.index("permet de nouveau") < text.index("a banni"), "the newest first"
    assert home.people[0].mention in text
    for number in range(1, 6):
        await ban(home, number)
    for number in range(1, 6):
        await home.mod.slash(home.channel, "config gracier", personne=home.people[number])
    shown = await home.mod.slash(home.channel, "config voir")
    page = await home.mod.click(shown.response, label="Journal")
    turned = await home.mod.click(page.response or shown.response, label="Suivants")
    assert f"a banni {home.people[0].mention}" in read(turned.response or shown.response)
    refused = await forged(home.people[0], await home.lobby("trio", 1), Address("journal"))
    assert "Il faut la permission" in told(refused)


async def test_a_new_channel_gets_what_the_old_one_did_not(home: House):
    journal = await home.journal()
    home.forbid("send_messages", channel=journal)
    await home.journalled()
    await ban(home, 0)
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(home.channel, "config journal", salon=other)
    assert bans(home.written(other)) == [home.people[0].mention]
    home.env.backend.delete_channel(other.id)
    await home.journalled()
    await ban(home, 1)
    again = home.guild.create_text_channel("encore")
    await home.mod.slash(home.channel, "config journal", salon=again)
    assert bans(home.written(again)) == [home.people[1].mention]


async def test_who_is_erased_is_somebody_in_the_journal(home: House):
    journal, lobby = await home.journal(), await home.lobby("trio", 3)
    await ban(home, 0)
    await home.cancel(home.mod, lobby)
    home.forbid("send_messages", channel=journal)
    await home.journalled()
    await home.mod.slash(home.channel, "config gracier", personne=home.people[0])
    exported = json.loads(await home.cog("PrivacyCog").privacy.export(home.people[0].id))
    assert [each["what"] for each in exported["journal"]] == ["banned", "pardoned"]
    assert str(home.mod.id) not in json.dumps(exported["journal"]), "nothing that is another person's"
    for person in (home.people[0], home.people[1], home.mod):
        await home.does(home.cog("PrivacyCog").erase, person.id)
    rows = await home.app.store.journal(home.guild.id, None, 100)
    text = b" ".join(row.entry for row in rows).decode()
    for person in (home.people[0], home.people[1], home.mod):
        assert str(person.id) not in text
    assert '"Bo"' not in text
    assert '"Chloé"' in text
    home.allow_all(channel=journal)
    await home.env.advance_time(entries.FEED_SECONDS + 1)
    assert home.written(journal)[-1].startswith("🕊️ quelqu’un permet de nouveau à quelqu’un de s’asseoir")


@pytest.mark.parametrize("possible", ["now", "later", "never"])
async def test_that_the_server_was_erased_is_written_if_possible_and_then_removed(home: House, possible: str):
    journal = await home.journal()
    if possible != "now":
        home.forbid("send_messages", channel=journal)
        await home.journalled()
    asked = await home.mod.slash(home.channel, "config effacer")
    await home.mod.click(asked.response, label="Tout effacer")
    if possible == "later":
        assert [entry.key for entry in await stored(home)] == ["erased"]
        home.allow_all(channel=journal)
    if possible == "never":
        home.env.backend.delete_channel(journal.id)
    await home.env.advance_time(entries.FEED_SECONDS + 1)
    if possible != "never":
        assert home.written(journal)[-1].startswith(f"🗑️ <@{home.mod.id}> a effacé tout")
    assert await stored(home) == []


async def test_only_the_process_of_the_server_posts(home: House, monkeypatch: pytest.MonkeyPatch):
    journal = await home.journal()
    with monkeypatch.context() as patched:
        patched.setattr(home.app.store, "at_home", lambda _shard: False)
        await ban(home, 0)
        assert bans(home.written(journal)) == []
    await home.does(home.app.store.notify, JOURNAL, home.guild.id)
    assert bans(home.written(journal)) == [home.people[0].mention]


async def test_old_entries_are_dropped(home: House):
    old = home.app.now() - (JOURNAL_DAYS + 1) * 86_400
    await home.app.store.add_to_journal(home.guild.id, old, b'{"key":"daily-gone"}', None, "old")
    await home.env.advance_time(entries.FEED_SECONDS + 1)
    assert [entry.key for entry in await stored(home)] == ["settings"], "only the channel that was opened today"


async def test_entries_of_a_feature_are_in_its_words_and_of_a_removed_one_in_neutral_ones(home: House):
    assert "défi" in home.app.journal.text(JournalEntry(key="daily-gone"), "fr")
    assert home.app.journal.text(JournalEntry(key="rabbits-gone"), "en").startswith("A note of a feature")
