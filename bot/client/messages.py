"""Create, edit and delete Discord messages: our JSON through discord.py's HTTP client and its rate limits.

discord.py's own methods would build objects of every response; callers here need a message's id and whether it is
ephemeral, no more. Every method raises the exceptions of discord.py's HTTP client.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import discord
import msgspec
from discord.http import HTTPClient, Route

EPHEMERAL = discord.MessageFlags(ephemeral=True).value
ORIGINAL = "@original"
"""The message that answered an interaction, or that was clicked on and updated."""
CREATE, DEFER, DEFER_UPDATE, UPDATE = 4, 5, 6, 7
"""Ways to answer an interaction."""

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
"""Where the first answer to an interaction goes."""

Interaction = discord.Interaction[Any]


_TOKEN_IN_PATH = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s]+")


class _WithoutTokens(logging.Filter):
    """Removes interaction tokens from log records."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; none is dropped."""
        record.msg, record.args = _TOKEN_IN_PATH.sub(r"\1{token}", record.getMessage()), ()
        return True


_WITHOUT_TOKENS = _WithoutTokens()


def hide_interaction_tokens() -> None:
    """Keep interaction tokens out of the log: discord.py logs the whole URL when Discord answers 429.

    Anybody who has such a token can write to that person in our name for a quarter of an hour.
    """
    for name in ("discord.http", "discord.webhook.async_"):
        logging.getLogger(name).addFilter(_WITHOUT_TOKENS)


class Upload(NamedTuple):
    """A file of a message. discord.py's own are made for reading from disk."""

    filename: str
    data: bytes
    description: str | None

    @property
    def fp(self) -> io.BytesIO:
        """Its contents, for whoever reads them as discord.py would."""
        return io.BytesIO(self.data)

    def reset(self, *, seek: bool | int = True) -> None:
        """Discord.py reads it again with every try: there is nothing to go back to."""

    def to_dict(self, index: int) -> dict[str, Any]:
        """What Discord is told of it."""
        about = {"id": index, "filename": self.filename}
        return about if self.description is None else about | {"description": self.description}


Files = Sequence[Upload]


SOON = 50
"""Messages among which one of ours is looked for."""


class Heard(NamedTuple):
    """What Discord said of a message, in its answer or in a click on it; only that it took it, if it was not asked."""

    id: int | None = None
    private: bool = False
    """Whether only one person sees it."""
    follow_up: bool = False
    """Whether it came after the answer, and is reached by its number."""

    @classmethod
    def of_click(cls, data: Any) -> Heard | None:
        """What an interaction says of the message that was clicked on; None if it names none."""
        return _of_message(data["message"]) if "message" in data else None


class Place:
    """A channel or thread."""

    def __init__(self, client: discord.Client, number: int) -> None:
        self._client = client
        self._number = number

    async def post(self, *, body: dict[str, Any], files: Files = (), nonce: str) -> PublicMessage:
        """Create a message everybody sees. Said twice with one nonce it is one message."""
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=self._number)
        told = await _send(self._client.http, route, body | {"nonce": nonce, "enforce_nonce": True}, files)
        return PublicMessage(self._client, self._number, int(told["id"]))

    async def said(self, mark: str, since: float) -> bool:
        """Whether a message of ours with a button of that id, or a line of that text, was posted soon after a time.

        The newest messages are looked at too. A process that was stopped before Discord answered asks this: Discord
        remembers a nonce for a few minutes only.
        """
        route = Route("GET", "/channels/{channel_id}/messages", channel_id=self._number)
        after, us = discord.utils.time_snowflake(datetime.fromtimestamp(since, UTC)), self._client.user
        try:
            # The newest too: our clock may be ahead of Discord's.
            for where in ({"after": after}, {}):
                found = await self._client.http.request(route, params={"limit": SOON, **where})
                own = (each for each in found if us is not None and int(each["author"]["id"]) == us.id)
                if any(mark in _marks(each.get("components", ())) for each in own):
                    return True
        except (discord.Forbidden, discord.NotFound):
            return False  # Nobody lets us look.
        return False


class PublicMessage:
    """A message of ours that everybody sees."""

    def __init__(self, client: discord.Client, place: int, number: int) -> None:
        self._http = client.http
        self._place = place
        self.id = number

    async def edit(self, *, body: dict[str, Any], files: Files = ()) -> None:
        """Show something else in it."""
        await _send(self._http, self._route("PATCH"), body, files)

    async def delete(self) -> None:
        """Take it away."""
        await self._http.request(self._route("DELETE"))

    def _route(self, method: str) -> Route:
        path = "/channels/{channel_id}/messages/{message_id}"
        return Route(method, path, channel_id=self._place, message_id=self.id)


class Access(msgspec.Struct, frozen=True):
    """What lets a process send through an interaction, for a quarter of an hour: a secret."""

    interaction: int
    application: int
    token: str

    def __repr__(self) -> str:
        """Not what it is: no log shall have it."""
        return "Access(…)"


class Answers:
    """What an interaction lets us send: one answer within three seconds, and more for a quarter of an hour."""

    def __init__(self, http: HTTPClient, access: Access) -> None:
        self._http = http
        self.access = access
        self._id = access.interaction
        self._token = access.token
        self._application = access.application

    @classmethod
    def of(cls, interaction: Interaction) -> Answers:
        """Those of an interaction that we have heard of."""
        access = Access(interaction.id, interaction.application_id, interaction.token)
        return cls(interaction.client.http, access)

    async def create(self, *, body: dict[str, Any], files: Files = (), ephemeral: bool = False) -> Heard:
        """Answer with a new message; says which, and who sees it."""
        return _of_answer(await self._callback(CREATE, _flagged(body, ephemeral=ephemeral), files, ask=True))

    async def update(self, *, body: dict[str, Any], files: Files = ()) -> Heard:
        """Answer a click by changing what was clicked on."""
        await self._callback(UPDATE, body, files)
        return Heard()

    async def announce(self) -> Heard:
        """Answer that we are working on it, to this person only."""
        return _of_answer(await self._callback(DEFER, {"flags": EPHEMERAL}, ask=True))

    async def acknowledge(self) -> Heard:
        """Answer a click without a trace."""
        await self._callback(DEFER_UPDATE)
        return Heard()

    async def original(self) -> Heard:
        """What has become of the answer."""
        return _of_message(await self._http.request(self._route("GET", ORIGINAL)))

    async def follow_up(self, *, body: dict[str, Any], files: Files = (), ephemeral: bool) -> Heard:
        """Send another message after the answer."""
        route = Route(
            "POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=self._application, webhook_token=self._token
        )
        sent = await _send(
            self._http, route, _flagged(body, ephemeral=ephemeral), files, {"wait": 1, "with_components": 1}
        )
        return _of_message(sent)._replace(follow_up=True)

    async def edit(self, message: int | str, *, body: dict[str, Any], files: Files = ()) -> None:
        """Show something else in a message sent through here."""
        params = None if message == ORIGINAL else {"with_components": 1}
        await _send(self._http, self._route("PATCH", message), body, files, params)

    async def delete(self, message: int | str) -> None:
        """Take a message away that was sent through here."""
        await self._http.request(self._route("DELETE", message))

    async def _callback(
        self, kind: int, data: dict[str, Any] | None = None, files: Files = (), *, ask: bool = False
    ) -> Any:
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        route = Route("POST", CALLBACK, webhook_id=self._id, webhook_token=self._token)
        return await _send(self._http, route, body, files, {"with_response": 1} if ask else None)

    def _route(self, method: str, message: int | str) -> Route:
        path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
        return Route(method, path, webhook_id=self._application, webhook_token=self._token)


async def _send(
    http: HTTPClient, route: Route, body: dict[str, Any], files: Files, params: dict[str, Any] | None = None
) -> Any:
    if not files:
        return await http.request(route, json=body, params=params)
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": msgspec.json.encode(body).decode()}]
    like_files: Any = files
    for index, file in enumerate(files):
        form.append(
            {
                "name": f"files[{index}]",
                "value": file.data,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
        )
    return await http.request(route, form=form, files=like_files, params=params)


def _flagged(body: dict[str, Any], *, ephemeral: bool) -> dict[str, Any]:
    return body | {"flags": body["flags"] | EPHEMERAL} if ephemeral else body


def _of_answer(told: Any) -> Heard:
    about = told["interaction"]
    found = about.get("response_message_id")
    return Heard(int(found) if found else None, about.get("response_message_ephemeral") is True)


def _of_message(told: Any) -> Heard:
    return Heard(int(told["id"]), bool((told.get("flags") or 0) & EPHEMERAL))


def _marks(components: Any) -> set[str]:
    """The ids of everything that can be pressed, and all lines of text, however deep."""
    found, waiting = set[str](), list(components)
    while waiting:
        component = waiting.pop()
        found.add(component.get("custom_id", ""))
        found.update(component.get("content", "").splitlines())
        waiting += component.get("components", ())
    return found
