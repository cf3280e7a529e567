"""Before the game: opening a table, sitting down and getting up, choosing, starting; and what stands in the way."""

from typing import Any

import discord
import pytest

from bot.core.facts import CLOSED, LOBBY
from bot.pages.address import Address
from tests.kit.house import ENGLISH, House, buttons, forged, house, menus, plain, read, told
from tests.kit.publishing import calls, cut_after, refusal, slowly


async def test_joining_and_leaving(home: House):
    lobby = await home.lobby("trio", 2)
    assert "1. **Ana** · hôte\n2. **Bo**" in read(lobby)
    assert "Il manque encore une personne" in read(lobby)
    again = await home.people[1].click(lobby, label="Rejoindre")
    assert "Tu es déjà à cette table" in told(again)
    await home.people[1].click(lobby, label="Quitter")
    assert "Bo" not in read(lobby)
    assert "Tu n’es pas à cette table" in told(await home.people[1].click(lobby, label="Quitter"))


def notices(home: House) -> list[tuple[str, list[Any]]]:
    """The messages besides the lobby, and the users they may ping."""
    return [
        (plain(text), [user.id for user in message.mentions])
        for message in home.channel.history()
        if (text := read(message)) and "###" not in text
    ]


async def test_whoever_waited_moves_up_and_is_called_once(home: House):
    lobby = await home.lobby("cappuccino", 4)
    for person in home.people[4:6]:
        await person.click(lobby, label="Rejoindre")
    await home.restart()
    await home.people[1].click(lobby, label="Quitter")
    table = await home.table_of(home.people[4], LOBBY)
    assert table.queue == (home.people[5].id,)
    assert "4. **Eve**" in read(lobby)
    assert "**Liste d’attente** : Fay" in read(lobby)
    called = [text for text, _ in notices(home) if "une place s’est libérée" in text]
    assert called == [f"<@{home.people[4].id}> — une place s’est libérée : te voilà à la table (Cappuccino)."]
    pinging = [request.json for request in home.env.http_requests if "libérée" in str(request.json)]
    assert [body["allowed_mentions"]["users"] for body in pinging] == [[home.people[4].id]]
    await home.people[0].click(lobby, label="Commencer")
    assert "Fay : il n’y avait plus de place cette fois" in read(lobby)
    assert notices(home) == [], "calls go when the game begins"
    await home.restart()
    assert notices(home) == []


async def test_the_host_is_told_once_that_everybody_is_here(home: House):
    lobby = await home.lobby("cappuccino", 3)
    assert "On peut commencer : Ana presse **Commencer**" in read(lobby)
    assert notices(home) == []
    await home.people[3].click(lobby, label="Rejoindre")
    assert "Tout le monde est là : Ana peut presser **Commencer**" in read(lobby)
    (text,) = [text for text, _ in notices(home)]
    assert text.startswith(f"<@{home.people[0].id}> — tout le monde est là pour Cappuccino")
    await home.people[3].click(lobby, label="Quitter")
    await home.people[4].click(lobby, label="Rejoindre")
    assert len(notices(home)) == 1
    await home.cancel(home.people[0], lobby)
    assert notices(home) == []


async def test_a_call_that_cannot_be_posted_keeps_nobody_from_sitting_down(home: House):
    lobby = await home.lobby("cappuccino", 3)
    home.env.inject_error("POST", f"/channels/{home.channel.id}/messages", status=403, code=50013)
    await home.people[3].click(lobby, label="Rejoindre")
    assert "4. **Dan**" in read(lobby)
    assert (await home.table_of(home.people[3], LOBBY)).facts.paused is None


async def test_who_was_sent_away_hears_it_alone_and_may_be_asked_back(home: House):
    host, gone = home.people[0], home.people[1]
    lobby = await home.lobby("trio", 3)
    people = (await host.click(await home.lobby_menu(host, lobby), label="Retirer quelqu’un")).response
    (menu,) = menus(people)
    await host.select(people, [str(gone.id)], custom_id=menu)
    public = len(home.channel.history())
    for label in ("⋯", "Quitter", "Commencer", "Rejoindre"):
        assert "Ana a préféré composer cette table autrement" in told(await gone.click(lobby, label=label))
    assert len(home.channel.history()) == public, "nobody else reads it"
    away = (await host.click(await home.lobby_menu(host, lobby), label="Réinviter")).response
    assert f"1. <@{gone.id}>" in read(away)
    done = (await host.click(away, label="Réinviter 1")).response
    assert f"<@{gone.id}> peut de nouveau rejoindre la table" in read(done)
    assert "Réinviter" not in buttons(done)
    await gone.click(lobby, label="Rejoindre")
    assert "3. **Bo**" in read(lobby)


async def test_the_lobby_has_only_what_everybody_may_press(home: House):
    lobby = await home.lobby("trio", 4, equipes="yes")
    assert list(buttons(lobby)) == ["Rejoindre", "Quitter", "Commencer", "Règles", "⋯"]
    mine = await home.lobby_menu(home.people[0], lobby)
    for label in ("Ajouter un adversaire", "Changer d’équipe", "Mélanger", "Retirer quelqu’un", "Fermer la table"):
        assert label in buttons(mine)
    assert list(buttons(await home.lobby_menu(home.people[1], lobby))) == ["Changer d’équipe", "Règles"]
    assert list(buttons(await home.lobby_menu(home.people[5], lobby))) == ["Règles"]
    assert list(buttons(await home.lobby_menu(home.mod, lobby))) == ["Règles", "Fermer la table"]
    await home.people[1].click(await home.lobby_menu(home.people[1], lobby), label="Changer d’équipe")
    table = await home.table_of(home.people[0], LOBBY)
    assert table.seat_of(home.people[0].id) % 2 == table.seat_of(home.people[1].id) % 2, "Bo now plays with Ana"
    await home.people[0].click(mine, label="Mélanger")
    assert sorted((await home.now(table)).users) == sorted(table.users)
    assert (await home.now(table)).users != table.users


async def test_a_lobby_with_its_picture(tmp_path):
    async with house(tmp_path, pictures=True) as home:
        for game in ("trio", "cappuccino"):
            lobby = await home.lobby(game, 2)
            message = home.newest(home.channel.id)
            assert [file.filename for file in message.attachments] == ["lobby.png"]
            assert "2. Bo" in read(message), "the picture's alt text says who is there"
            assert "**Ana**" not in read(message), "what the picture shows is not told twice"
        await home.people[0].click(lobby, label="Commencer")
        started = next(each for each in home.channel.history() if each.id == message.id)
        assert not started.attachments
        assert "**Ana**" in read(started)


async def test_a_picture_that_comes_late_finds_its_lobby(tmp_path):
    async with house(tmp_path, pictures=True) as home:
        draw, asked = home.app.pictures.lobby, []

        async def late(table: Any, say: Any) -> Any:
            """Nothing at first: as if it took too long, and were there before the lobby was known."""
            asked.append(table.id)
            return await draw(table, say) if len(asked) > 1 else None

        home.app.pictures.lobby = late  # type: ignore[method-assign]
        await home.people[0].slash(home.channel, "trio nouvelle")
        assert [file.filename for file in home.newest(home.channel.id).attachments] == ["lobby.png"]
        assert len(asked) == 2


async def test_only_the_host_starts_and_only_with_enough_people(home: House):
    lobby = await home.lobby("trio", 2)
    assert "Seul l’hôte, Ana" in told(await home.people[1].click(lobby, label="Commencer"))
    assert "Il manque encore une personne" in told(await home.people[0].click(lobby, label="Commencer"))
    assert not home.channel.threads, "no thread is made for nothing"
    ENGLISH.add(home.people[0].id)
    assert "person" in told(await home.people[0].click(lobby, label="Commencer"))
    assert (await home.table_of(home.people[0], LOBBY)).size == 2


async def test_starting_twice_in_the_same_instant(home: House):
    lobby = await home.lobby("trio", 3)
    results = await home.at_once(*(home.people[0].click(lobby, label="Commencer") for _ in range(2)))
    assert len(home.channel.threads) == 1
    assert ["déjà commencé" in told(result) for result in results] == [False, True]
    assert (await home.table_of(home.people[0])).revision == 1


async def test_a_started_lobby_keeps_the_seal_and_says_where(home: House):
    lobby = await home.lobby("trio", 3)
    await home.people[0].click(lobby, label="Commencer")
    table = await home.table_of(home.people[0])
    assert f"`{table.seal}`" in read(lobby)
    assert f"<#{table.thread}>" in read(lobby)
    assert table.thread == home.channel.threads[0].id
    assert not buttons(lobby)
    assert home.channel.threads[0].name == "Trio · Ana, Bo, Chloé"


async def test_options(home: House):
    lobby = await home.lobby("trio", 4)
    panel = await home.lobby_menu(home.people[0], lobby)
    assert panel.ephemeral
    for token in ("picante", "yes", "steady"):
        menu = next(custom_id for custom_id, values in menus(panel).items() if token in values)
        await home.people[0].select(panel, [token], custom_id=menu)
    table = await home.table_of(home.people[0], LOBBY)
    assert table.facts.options == {"mode": "picante", "teams": True}
    assert table.facts.pace == "steady"
    for word in ("Picante", "Par équipes de deux", "posé"):
        assert word in read(lobby)


async def test_a_table_speaks_the_language_its_host_chooses(home: House):
    host = home.people[0]
    ENGLISH.add(host.id)
    lobby = await home.lobby("trio", 3)
    assert {"Join", "Start"} <= set(buttons(lobby)), "the host's own language, unless moderators chose one"
    panel = await home.lobby_menu(host, lobby)
    menu = next(custom_id for custom_id in menus(panel) if custom_id.endswith(":language"))
    await host.select(panel, ["fr"], custom_id=menu)
    assert {"Rejoindre", "Commencer"} <= set(buttons(lobby))
    await host.select(panel, ["en"], custom_id=menu)
    await host.click(lobby, label="Start")
    table = await home.table_of(host)
    assert "Waiting for" in read(home.board(table))
    await home.mod.slash(home.channel, "config langue", langue="fr")
    other = (await host.slash(home.channel, "tripot nouvelle")).response
    assert "Rejoindre" in buttons(other), "moderators chose French"


async def test_closures_are_told_and_those_by_a_moderator_also_to_the_journal(home: House):
    journal = await home.journal()
    before = len(home.written(journal))
    lobby = await home.lobby("trio", 2)
    assert "Fermer la table" not in buttons(await home.lobby_menu(home.people[1], lobby))
    table = await home.table_of(home.people[0], LOBBY)
    old = await forged(home.people[1], lobby, Address("cancel", table.id))
    assert "Seuls l’hôte et la modération" in told(old)
    menu = await home.lobby_menu(home.people[0], lobby)
    question = (await home.people[0].click(menu, label="Fermer la table")).response
    assert "pour tout le monde" in read(question)
    assert "Rejoindre" in buttons(lobby), "the question closes nothing"
    options = (await home.people[0].click(question, label="Retour")).response
    assert "Options de la table" in read(options)
    await home.cancel(home.people[0], lobby)
    assert "L’hôte a fermé la table" in read(lobby)
    assert not buttons(lobby)
    lobby = await home.lobby("trio", 2)
    await home.cancel(home.mod, lobby)
    assert "La modération a fermé la table" in read(lobby)
    assert len(await home.app.store.of_user(home.people[1].id, (CLOSED,))) == 2
    table = await home.start("pinocchio", 2)
    menu = (await home.mod.click(home.board(table), label="⋯")).response
    sure = (await home.mod.click(menu, label="Fermer la table")).response
    assert len(home.written(journal)) == before + 1, "the question closes nothing"
    await home.mod.click(sure, label="Fermer la table")
    assert [line.split("\n")[0] for line in home.written(journal)[before:]] == [
        f"✖️ <@{home.mod.id}> a fermé Trio dans <#{home.channel.id}> (**Ana** et **Bo**).",
        f"✖️ <@{home.mod.id}> a fermé Pinocchio dans <#{table.place}> (**Ana** et **Bo**).",
    ]


async def test_the_rules_are_offered_once_per_game_and_person(home: House):
    opened = await home.people[0].slash(home.channel, "trio nouvelle")
    assert "Trio, pour la première fois ?" in told(opened)
    joined = await home.people[1].click(opened.response, label="Rejoindre")
    assert "Trio, pour la première fois ?" in told(joined)
    assert all(message.ephemeral for message in (*opened.followups, *joined.followups))
    assert told(await home.people[1].slash(home.channel, "trio nouvelle")) == ""
    other = await home.people[1].slash(home.channel, "cappuccino nouvelle")
    assert "Cappuccino, pour la première fois ?" in told(other)
    await home.cancel(home.people[1], other.response)
    for game in ("trio", "cappuccino"):
        again = await home.people[1].slash(home.channel, f"{game} nouvelle")
        assert told(again) == ""
        await home.cancel(home.people[1], again.response)


@pytest.mark.parametrize(
    ("permission", "word"),
    [("embed_links", "Intégrer des liens"), ("read_message_history", "Voir les anciens messages")],
)
async def test_a_missing_permission_is_named(home: House, permission: str, word: str):
    home.forbid(permission)
    refused = await home.people[0].slash(home.channel, "trio nouvelle")
    assert f"Il me manque **{word}** dans ce salon" in told(refused)
    assert refused.response.ephemeral
    home.allow_all()
    assert "Rejoindre" in buttons((await home.people[0].slash(home.channel, "trio nouvelle")).response)


async def test_what_is_missing_for_the_board_is_told_to_whoever_starts(home: House):
    lobby = await home.lobby("trio", 3)
    home.forbid("attach_files")
    refused = await home.people[0].click(lobby, label="Commencer")
    assert "Il me manque **Joindre des fichiers**" in told(refused)
    assert not home.channel.threads
    home.allow_all()
    await home.people[0].click(lobby, label="Commencer")
    assert (await home.table_of(home.people[0])).thread


async def test_a_table_that_lacks_a_permission_is_told_to_the_journal_once(home: House):
    journal = await home.journal()
    before = len(home.written(journal))
    table = await home.start("cappuccino", 2)
    home.forbid("attach_files")
    home.env.inject_error("*", f"/channels/{table.place}/messages*", status=403, code=50013, times=2)
    for _ in range(2):
        home.app.boards.request(table.id)
        await home.does(home.app.boards.repost, table.id)
        await home.journalled()
    assert (await home.now(table)).facts.paused == "attach_files"
    (line,) = home.written(journal)[before:]
    assert (
        line.split("\n")[0]
        == f"⚠️ Cappuccino dans <#{table.place}> est en pause : il me manque **Joindre des fichiers**."
    )
    hand = await home.people[0].click(home.board(table), label="Jouer")
    assert hand.acknowledged


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_without_threads_it_plays_in_the_channel(home: House, permission: str):
    home.forbid(permission)
    table = await home.start("trio", 3)
    assert table.thread is None
    assert "On attend" in read(home.board(table))


@pytest.mark.parametrize("answer", [refusal(403, 50013), refusal(429), slowly(3600)])
async def test_a_thread_that_cannot_be_made(home: House, answer: Any):
    lobby = await home.lobby("trio", 3)
    with calls(discord.PartialMessage, "create_thread", home, answer):
        result = await home.people[0].click(lobby, label="Commencer")
        await home.env.advance_time(70)
    table = await home.table_of(home.people[0])
    assert table.thread is None
    assert "On attend" in read(home.board(table))
    assert "La partie se joue ici" in read(lobby)
    assert "Discord n’a pas ouvert de fil" in told(result)


async def test_a_thread_whose_answer_was_lost_is_found(home: House):
    lobby, answers = await home.lobby("trio", 3), iter([cut_after, refusal(400, 160004)])
    with calls(discord.PartialMessage, "create_thread", home, lambda go_on: next(answers)(go_on)):  # noqa: PLW0108, another one each time
        result = await home.people[0].click(lobby, label="Commencer")
        await home.env.advance_time(3)
    table = await home.table_of(home.people[0])
    assert table.thread
    assert f"<#{table.thread}>" in read(lobby)
    assert told(result) == ""


async def test_a_table_opened_in_a_thread_stays_there(home: House):
    first = await home.start("pinocchio", 2)
    thread = home.place(first)
    lobby = (await home.people[2].slash(thread, "cappuccino nouvelle")).response
    await home.people[3].click(lobby, label="Rejoindre")
    await home.people[2].click(lobby, label="Commencer")
    table = await home.table_of(home.people[3])
    assert table.place == thread.id
    assert len(home.channel.threads) == 1


async def test_only_in_servers(home: House):
    assert isinstance(home.bot.tree.get_command("trio"), discord.app_commands.Group)
    for name in ("trio", "table", "config", "menteur", "ok", "doublon", "profil", "classement"):
        assert home.bot.tree.get_command(name).guild_only
