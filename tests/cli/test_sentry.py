"""What goes to Sentry: what failed and where, and nothing anybody holds."""

import json
import logging
import sys

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from bot.cli import logs
from bot.cli.settings import BadSetting
from tests.cli.test_settings import TOKEN

INTERACTION = "aW50ZXJhY3Rpb246" + "Zx9_-" * 20
SECRETS = (TOKEN, "secret-part", INTERACTION, "hunter2", "roi-de-coeur", "123456789012345678")


class Post(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[dict[str, object]] = []

    def capture_envelope(self, envelope):
        """Keep an envelope's events."""
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


def deal(hand: str, token: str) -> None:
    """Something that fails with secrets in its variables and in its words."""
    cards = [hand, token]
    raise ValueError(f"cannot play {cards}")


def fail() -> ValueError:
    """The error of it."""
    try:
        deal("roi-de-coeur", TOKEN)
    except ValueError as error:
        return error
    raise AssertionError


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


@pytest.mark.parametrize("logger", ["bot.client.bot", "discord.client", "asyncio"])
def test_of_an_error_its_kind_and_its_way_are_sent_and_no_variable(post, logger):
    logging.getLogger(logger).error(
        "it says roi-de-coeur" if logger != "bot.client.bot" else "it failed", exc_info=fail()
    )
    (event,) = post.sent
    (error,) = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("ValueError", "")
    assert [frame["function"] for frame in error["stacktrace"]["frames"]] == ["fail", "deal"]
    assert all(set(frame) <= set(logs.FRAME_KEYS) for frame in error["stacktrace"]["frames"])
    text = json.dumps(event)
    assert "vars" not in text
    assert not any(secret in text for secret in SECRETS)
    if logger != "bot.client.bot":
        assert event["logentry"] == {"message": f"an error of {logger}"}


def test_a_crash_is_sent_alike(post):
    sentry_sdk.capture_exception(fail())
    (event,) = post.sent
    assert event["exception"]["values"][0]["type"] == "ValueError"
    assert not any(secret in json.dumps(event) for secret in SECRETS)


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
