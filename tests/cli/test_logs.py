"""Log lines for people and for programs."""

import json
import logging
import os

import pytest

from bot.cli.logs import JsonFormatter, not_of_an_outage, set_up
from bot.store import Unavailable
from bot.tables.tables import error_summary


def line(message: str, *values: object, **more: object) -> dict[str, object]:
    """A record as JSON says it."""
    record = logging.LogRecord("bot.here", logging.INFO, "file.py", 1, message, values, None)
    record.__dict__.update({"created": 1_700_000_000.25} | more)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    return json.loads(text)


def test_a_line_of_json_says_when_how_bad_who_and_what():
    assert line("hello") == {
        "time": "2023-11-14T22:13:20.250+00:00",
        "level": "INFO",
        "pid": os.getpid(),
        "logger": "bot.here",
        "message": "hello",
    }


def test_what_has_a_name_in_the_message_has_it_in_the_line():
    found = line("stored table=%s revision=%d, %s of %.2f s 100 %% guild=%s", 5, 7, "é", 1.234, None)
    assert found["message"] == "stored table=5 revision=7, é of 1.23 s 100 % guild=None"
    assert (found["table"], found["revision"], found["guild"]) == (5, 7, None)
    assert found.keys() - {"time", "level", "pid", "logger", "message"} == {"table", "revision", "guild"}


def test_no_name_takes_the_place_of_what_every_line_has():
    assert line("odd level=%s", "high")["level"] == "INFO"


def test_an_error_comes_with_its_way():
    with pytest.raises(ValueError, match="no") as caught:
        int("no")
    found = line("failed", exc_info=(ValueError, caught.value, caught.tb))
    assert str(found["exception"]).splitlines()[-1].startswith("ValueError: invalid")


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_format_is_chosen(form, capsys):
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    root.handlers = []
    discord = logging.getLogger("discord").level
    try:
        set_up("DEBUG", form)
        logging.getLogger("bot.here").debug("table=%s", 5)
        logging.getLogger("discord.http").debug("somebody's hand")
    finally:
        root.handlers, root.level = kept, level
        logging.getLogger("discord").setLevel(discord)
    said = capsys.readouterr().err
    assert "hand" not in said
    if form == "json":
        assert json.loads(said)["table"] == 5
    else:
        assert said.endswith(" DEBUG bot.here table=5\n")


def test_calls_that_an_outage_fails_are_not_logged_each():
    def passes(message: str, *values: object, error: Exception | None = None) -> bool:
        caught = (type(error), error, None) if error else None
        return not_of_an_outage(logging.LogRecord("bot.here", logging.ERROR, "x.py", 1, message, values, caught))

    assert passes("board table=%s: %s", 5, "KeyError at boards.py:3")
    assert passes("failed", error=KeyError())
    assert not passes("board table=%s: %s", 5, error_summary(Unavailable("PostgreSQL does not answer")))
    assert not passes("failed", error=Unavailable())
