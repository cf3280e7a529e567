"""``/config …``: what moderators decide, in both languages, and how commands are called on English clients."""

from typing import Any

import pytest

from bot.tables.servers import Server
from tests.kit.house import ENGLISH, LOCALES, House, buttons, plain, read, told
from tests.kit.players import open_hand


async def settings(home: House) -> Server:
    return await home.app.servers.get(home.guild.id)


def sent_commands(home: House) -> dict[str, dict[str, Any]]:
    """The commands as Discord got them, by their French names."""
    request = next(
        request for request in home.env.http_requests if request.method == "PUT" and request.path.endswith("/commands")
    )
    return {command["name"]: command for command in request.json}


async def test_everything_can_be_set_and_seen(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    await home.mod.slash(home.channel, "config langue", langue="en")
    await home.mod.slash(home.channel, "config rythme", rythme="steady")
    await home.mod.slash(home.channel, "config fils", fils="no")
    saved = await home.mod.slash(home.channel, "config limites", **{"par-salon": 7, "par-hote": 2})
    assert "✅ C’est enregistré." in told(saved)
    assert await settings(home) == Server(
        channels=(home.channel.id, other.id), language="en", pace="steady", threads=False, tables=7, hosted=2
    )
    shown = await home.mod.slash(home.channel, "config voir")
    for line in (
        "anglais",
        "posé",
        "**Un fil par partie** : non",
        "7 au plus par salon, 2 par personne",
        f"<#{other.id}>",
    ):
        assert line in told(shown)
    assert "enregistré" not in told(shown)
    assert shown.response.ephemeral
    await home.restart()
    assert (await settings(home)).tables == 7


async def test_channels_are_opened_and_closed_again(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(home.channel, "config salon", salon=other)
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    assert (await settings(home)).channels == (other.id,)
    assert "n’est pas ouvert" in told(await home.people[0].slash(home.channel, "trio nouvelle"))
    assert "Rejoindre" in buttons((await home.people[0].slash(other, "trio nouvelle")).response)
    await home.mod.slash(home.channel, "config salon", salon=other, ouvert="no")
    assert "Aucun salon n’est ouvert aux jeux" in told(await home.mod.slash(home.channel, "config voir"))


async def test_a_thread_opens_the_channel_it_belongs_to(home: House):
    table = await home.start("pinocchio", 2)
    await home.mod.slash(home.channel, "config salon", ouvert="no")
    await home.mod.slash(home.place(table), "config salon")
    assert (await settings(home)).channels == (home.channel.id,)


async def test_permissions_are_checked_again(home: House):
    """A server may show the command to anybody (Integrations); that does not let them use it."""
    person, before = home.people[0], await settings(home)
    assert "config voir" not in person.available_commands(home.channel)
    (config,) = [known for known in await home.bot.tree.fetch_commands() if known.name == "config"]
    home.guild.set_command_permissions(config, {person: True})
    given = {
        "langue": {"langue": "en"}, "rythme": {"rythme": "free"}, "fils": {"fils": "no"}, "limites": {"par-salon": 9},
    }  # fmt: skip
    for command in ("voir", "salon", *given, "tables", "effacer"):
        refused = await person.slash(home.channel, f"config {command}", **given.get(command, {}))
        assert "Il faut la permission **Gérer le serveur**" in told(refused), command
    assert await settings(home) == before


async def test_missing_permissions_are_listed_for_each_channel(home: House):
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(other, "config salon")
    home.forbid("attach_files", "create_public_threads")
    await home.env.settle()
    lines = told(await home.mod.slash(other, "config voir")).split("\n")
    (here,) = [line for line in lines if f"<#{home.channel.id}>" in line]
    (there,) = [line for line in lines if f"<#{other.id}>" in line]
    assert "il me manque **Joindre des fichiers** et **Créer des fils publics**" in here
    assert "toutes les permissions" in there
    await home.mod.slash(other, "config fils", fils="no")
    lines = told(await home.mod.slash(other, "config voir")).split("\n")
    assert "Créer des fils" not in next(line for line in lines if f"<#{home.channel.id}>" in line)
    home.env.backend.delete_channel(home.channel.id)
    await home.env.settle()
    assert "je ne vois pas ce salon" in told(await home.mod.slash(other, "config voir"))


async def test_an_english_client_sees_english(home: House):
    ENGLISH.update({home.mod.id, home.people[1].id})
    assert "Settings of the server" in told(await home.mod.slash(home.channel, "config voir"))
    table = await home.start("trio", 3)
    assert "On attend" in read(home.board(table)), "the board speaks the server's language"
    french = read(await open_hand(home, table, table.seat_of(home.people[0].id)))
    english = read(await open_hand(home, table, table.seat_of(home.people[1].id)))
    words = home.app.words
    seat = table.seat_of(home.people[1].id)
    for lang, panel, whose in (("fr", french, 0), ("en", english, seat)):
        say = words.say("trio", lang, table.names)
        line = table.game.face.sight(table.view(whose, home.env.now().timestamp()), say).hand.split("\n")[0]
        assert plain(line) in panel


async def test_a_client_in_another_language_sees_english_unless_the_server_speaks_french(home: House):
    person = home.people[0]
    LOCALES[person.id] = "pt-BR"
    assert "What would you like to play?" in told(await person.slash(home.channel, "aide"))
    await home.mod.slash(home.channel, "config langue", langue="fr")
    assert "À quoi veux-tu jouer" in told(await person.slash(home.channel, "aide"))
    assert "À quoi veux-tu jouer" in told(await home.people[1].slash(home.channel, "aide"))
    await home.mod.slash(home.channel, "config langue", langue="host", salon=home.channel)
    assert "What would you like to play?" in told(await person.slash(home.channel, "aide"))


@pytest.mark.parametrize("locale", ["en-GB", "ja"])
async def test_names_of_commands_for_clients_that_are_not_french(home: House, locale: str):
    commands = sent_commands(home)
    assert "fr" not in commands["menteur"]["name_localizations"], "the default names are French"
    assert commands["menteur"]["name_localizations"][locale] == "liar"
    assert commands["regles"]["name_localizations"][locale] == "rules"
    assert commands["main"]["name_localizations"][locale] == "hand"
    subs = {sub["name"]: sub for sub in commands["pinocchio"]["options"]}
    assert subs["nouvelle"]["name_localizations"][locale] == "new"
    garment = next(option for option in subs["annoncer"]["options"] if option["name"] == "vetement")
    assert garment["name_localizations"][locale] != "vetement"
    described = [
        node
        for command in commands.values()
        for node in (command, *command.get("options", ()))
        if "description" in node
    ]
    assert all(locale in node["description_localizations"] for node in described)


async def test_config_is_hidden_from_others(home: House):
    assert int(sent_commands(home)["config"]["default_member_permissions"]) == 1 << 5, "Manage Server"
