"""Settings: what is listed for whoever hosts the bot is what there is, and a wrong one is named."""

from __future__ import annotations

import base64
from dataclasses import fields
from pathlib import Path

import pytest

from bot.settings import LEVELS, BadSetting, Settings
from tests.kit import ROOT

TOKEN = f"{base64.b64encode(b'123456789012345678').decode().rstrip('=')}.GaBcDe.secret-part"
NOWHERE = Path("no/such/file")


def test_the_example_lists_exactly_the_settings():
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    named = [line.lstrip("# ").partition("=")[0] for line in lines if "=" in line and line.lstrip("# ")[0].isupper()]
    assert [name for name in named if name.isupper()] == [field.name.upper() for field in fields(Settings)]


def test_the_example_as_it_stands_can_be_read():
    Settings.read({}, ROOT / ".env.example")


def test_nothing_set_gives_the_defaults():
    assert Settings.read({}, NOWHERE) == Settings()
    assert Settings.read({field.name.upper(): " " for field in fields(Settings)}, NOWHERE) == Settings()


def test_the_environment_comes_before_the_file(tmp_path):
    file = tmp_path / ".env"
    file.write_text(f"LOG_LEVEL=DEBUG\nDISCORD_TOKEN={TOKEN}\n", "utf-8")
    found = Settings.read({"LOG_LEVEL": "ERROR"}, file)
    assert found.log_level == "ERROR"
    assert found.discord_token == TOKEN


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("LOG_LEVEL", "LOUD", ", ".join(LEVELS)),
        ("LOG_LEVEL", "info", "INFO"),
        ("DATABASE_URL", "mysql://here", "sqlite:///"),
        ("DATABASE_URL", "tablee.sqlite3", "postgresql://"),
    ],
)
def test_a_wrong_value_names_the_variable_the_value_and_what_is_allowed(variable, value, allowed):
    with pytest.raises(BadSetting) as bad:
        Settings.read({variable: value}, NOWHERE)
    assert variable in str(bad.value)
    assert repr(value) in str(bad.value)
    assert allowed in str(bad.value)


@pytest.mark.parametrize("token", ["nonsense", "a.b.c", "..", "MTIz.x", TOKEN + ".more", "é.b.c", "YWJj.b.c"])
def test_a_token_of_the_wrong_shape_is_refused_and_never_repeated(token):
    with pytest.raises(BadSetting) as bad:
        Settings.read({"DISCORD_TOKEN": token}, NOWHERE)
    assert "DISCORD_TOKEN" in str(bad.value)
    assert token not in str(bad.value)


def test_the_application_is_known_from_its_token():
    assert Settings.read({"DISCORD_TOKEN": TOKEN}, NOWHERE).application == 123456789012345678
    assert Settings().application is None
