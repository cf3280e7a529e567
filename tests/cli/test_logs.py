"""Log lines for people and for programs, and what goes to Sentry: what failed and where, and nothing anybody holds."""

import json
import logging
import os
import sys

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from bot.cli import logs
from bot.cli.logs import JsonFormatter, not_of_an_outage, set_up
from bot.cli.settings import BadSetting
from bot.store import Unavailable
from bot.tables.tables import error_summary
from tests.cli.test_settings import TOKEN

INTERACTION = "aW50ZXJhY3Rpb246" + "Zx9_-" * 20
SECRETS = (TOKEN, "secret-part", INTERACTION, "hunter2", "roi-de-coeur", "123456789012345678")


def line(message: str, *values: object, **more: object) -> dict[str, object]:
    record = logging.LogRecord("bot.here", logging.INFO, "file.py", 1, message, values, None)
    record.__dict__.update({"created": 1_700_000_000.25} | more)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    return json.loads(text)


def test_a_line_of_json_says_when_how_bad_who_and_what():
    always = {
        "time": "2023-11-14T22:13:20.250+00:00",
        "level": "INFO",
        "pid": os.getpid(),
        "logger": "bot.here",
    }
    assert line("hello") == always | {"message": "hello"}
    found = line("stored table=%s revision=%d, %s of %.2f s 100 %% guild=%s", 5, 7, "é", 1.234, None)
    message = "stored table=5 revision=7, é of 1.23 s 100 % guild=None"
    assert found == always | {"message": message, "table": 5, "revision": 7, "guild": None}


def test_an_error_comes_with_its_way():
    assert line("odd level=%s", "high")["level"] == "INFO", "no name takes the place of what every line has"
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


# ---- Sentry


class Post(Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, object]] = []

    def capture_envelope(self, envelope):
        for item in envelope.items:
            self.sent.append(json.loads(item.payload.get_bytes()))


@pytest.fixture
def post():
    """Sentry, with nobody at the other end."""
    post = Post()
    hook = sys.excepthook
    logs.send_to_sentry("https://key@sentry.example/7", transport=post)
    yield post
    sentry_sdk.get_global_scope().set_client(None)
    sys.excepthook = hook


def fail() -> ValueError:
    def deal(hand: str) -> None:
        cards = [hand, TOKEN]
        raise ValueError(f"cannot play {cards}")

    with pytest.raises(ValueError, match="cannot") as caught:
        deal("roi-de-coeur")
    return caught.value


def test_our_own_lines_are_sent_without_what_may_be_a_secret(post):
    log = logging.getLogger("bot.client.click")
    log.error("failed reference=%s table=%s: %s", "a1b2c3", 42, "ValueError at deal, line 3")
    log.error("odd %s %s %s", TOKEN, INTERACTION, 123456789012345678)
    log.error("postgresql://root:hunter2@db/x")
    log.warning("no error")
    first, second, third = post.sent
    assert first["logentry"]["formatted"] == "failed reference=a1b2c3 table=42: ValueError at deal, line 3"
    assert second["logentry"]["formatted"] == "odd … … …"
    assert third["logentry"]["formatted"] == "postgresql://…db/x"
    assert first["logger"] == "bot.client.click"
    assert not any(secret in json.dumps(post.sent) for secret in SECRETS)


@pytest.mark.parametrize("logger", ["bot.client.bot", "discord.client", "asyncio", "a crash"])
def test_of_an_error_its_kind_and_its_way_are_sent_and_no_variable(post, logger):
    if logger == "a crash":
        sentry_sdk.capture_exception(fail())
    else:
        words = "it failed" if logger == "bot.client.bot" else "it says roi-de-coeur"
        logging.getLogger(logger).error(words, exc_info=fail())
    (event,) = post.sent
    (error,) = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("ValueError", "")
    assert [frame["function"] for frame in error["stacktrace"]["frames"]] == ["fail", "deal"]
    assert all(set(frame) <= set(logs.FRAME_KEYS) for frame in error["stacktrace"]["frames"])
    text = json.dumps(event)
    assert "vars" not in text
    assert not any(secret in text for secret in SECRETS)
    if logger in ("discord.client", "asyncio"):
        assert event["logentry"] == {"message": f"an error of {logger}"}


def test_only_what_is_listed_is_sent():
    event = {
        "event_id": "1",
        "server_name": "hunter2",
        "user": {"id": "123456789012345678"},
        "request": {"url": "hunter2"},
        "extra": {"hand": "roi-de-coeur"},
        "breadcrumbs": {"values": [{"message": TOKEN}]},
        "contexts": {"x": {"y": INTERACTION}},
        "tags": {"who": "hunter2"},
        "threads": {"values": [{"stacktrace": {"frames": [{"vars": {"hand": "roi-de-coeur"}}]}}]},
    }
    assert logs.scrubbed(event) == {"event_id": "1"}


def test_without_the_extra_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(BadSetting, match=r"pip install 'tablee\[sentry\]'"):
        logs.send_to_sentry("https://key@sentry.example/7")
