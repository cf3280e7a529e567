"""Games given as files: checked, kept for a while, and seen again; hostile files get a clear no."""

from bot.pages.address import Address
from cogs.replays import commands as module
from tests.kit.house import ENGLISH, House, menus, read, told
from tests.kit.replays import answer_to, finished


async def test_a_record_is_checked_and_opens_its_game(home: House):
    table = await finished(home)
    data = table.record().encode() + b"\n"
    person = home.people[4]
    page = (await person.slash(home.channel, "verifier", fichier=("partie.jsonl", data))).response
    text = read(page)
    assert page.ephemeral
    assert "La partie est valable" in text
    assert table.seal in text
    assert "Joueur 1" in text
    await home.restart()
    await person.click(page, label="▶")
    assert f"Coup 1 sur {table.revision - 1} · Tout à découvert" in read(page)
    (eyes,) = (custom_id for custom_id in menus(page) if custom_id.endswith("~e"))
    await person.select(page, ["s2"], custom_id=eyes)
    assert "Comme Joueur 3 l’a vu" in read(page)
    # Nobody else has it, whatever they send.
    marked = module.mark(data.strip())
    assert "n’ai plus cette partie" in await answer_to(home, home.people[0], Address("review", path=(marked,)))
    # Another one takes its place.
    half = (await finished(home, "cappuccino", 2)).record().encode()
    await person.slash(home.channel, "verifier", fichier=("autre.jsonl", half))
    result = await person.click(page, label="▶")
    assert "n’ai plus cette partie" in told(result) + read(page)


async def test_a_record_is_kept_for_a_while(home: House, monkeypatch):
    monkeypatch.setattr(module, "RETENTION_SECONDS", 3600)
    table = await finished(home)
    person = home.people[4]
    page = (await person.slash(home.channel, "verifier", fichier=("p", table.record().encode()))).response
    await home.restart(down=3600 - 60)
    await person.click(page, label="▶")
    assert "Coup 1 sur" in read(page)
    await home.restart(down=120)
    result = await person.click(page, label="▶")
    assert "n’ai plus cette partie" in told(result) + read(page)
    assert await home.app.store.get(module.KIND, person.id) is None


HOSTILE = {
    "nothing": (b"", "n’est pas une partie"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "n’est pas une partie"),
    "deep": (b'{"format":' + b"[" * 100_000, "n’est pas une partie"),
    "a number": (b"9" * 100_000, "n’est pas une partie"),
    "large": (b" " * (256 * 1024 + 1), "256 Ko au plus"),
    "twice": (b'{"format":1,"format":2}', "n’est pas une partie"),
    "markdown": (b'{"`@everyone`<@1>":1}', "n’est pas une partie"),
}


async def test_files_that_are_no_games_are_refused_kindly(home: House):
    person = home.people[0]
    for name, (data, words) in HOSTILE.items():
        answer = told(await person.slash(home.channel, "verifier", fichier=(name, data)))
        assert words in answer, name
        assert "référence" not in answer, name
        assert "`" not in answer, "nothing of it is repeated"
    table = await finished(home)
    record = table.record().encode()
    bad = {
        "coup 0": record.replace(b'"first":', b'"last":', 1),
        "Le résultat": record.replace(b'"winners":[', b'"winners":[9,'),
        "Le sceau": record.replace(f'"sha256":"{table.seal}'.encode(), b'"sha256":"' + b"0" * 64),
    }
    for words, data in bad.items():
        assert data != record
        assert words in told(await person.slash(home.channel, "verifier", fichier=("x", data)))
    assert await home.app.store.get(module.KIND, person.id) is None
    ENGLISH.add(person.id)
    answer = told(await person.slash(home.channel, "verifier", fichier=("x", b"{}")))
    assert "This file is no game" in answer


async def test_checking_is_given_up_in_time_and_a_crowd_is_sent_away(home: House, monkeypatch):
    table = await finished(home)
    monkeypatch.setattr(module, "CHECK_TIMEOUT_SECONDS", -1)
    answer = told(await home.people[0].slash(home.channel, "verifier", fichier=("x", table.record().encode())))
    assert "prend trop de temps" in answer
    monkeypatch.setattr(module, "MAX_WAITING", 0)
    answer = told(await home.people[0].slash(home.channel, "verifier", fichier=("x", table.record().encode())))
    assert "réessaie dans un instant" in answer
