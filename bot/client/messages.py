"""Create, edit and delete Discord messages: our JSON through discord.py's HTTP client and its rate limits.

discord.py's own methods would build objects of every response; callers here need a message's id and whether it is
ephemeral, no more. Every method raises the exceptions of discord.py's HTTP client.

Public and private pages are sent by different functions, and each refuses the other's pages. A private message can only
be edited through a ``PrivateMessage``, which is made from Discord's own word that the message is ephemeral: after a
silent acknowledgement of a click ``@original`` is the public board, and nothing Discord says of the board makes one.
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
from discord.webhook.async_ import async_context

from bot.client.gateway import http_session, sent_at
from bot.pages.page import (
    Block,
    Buttons,
    Document,
    Menu,
    Page,
    Picture,
    PrivatePage,
    PublicPage,
    Separator,
    Text,
)

EPHEMERAL = discord.MessageFlags(ephemeral=True).value
ORIGINAL = "@original"
"""The message that answered an interaction, or that was clicked on and updated."""
CREATE, DEFER, DEFER_UPDATE, UPDATE = 4, 5, 6, 7

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"

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
        """Its contents as a file object, as discord.py's own files have them."""
        return io.BytesIO(self.data)

    def reset(self, *, seek: bool | int = True) -> None:
        """Nothing to do: every attempt reads ``data`` from its start."""

    def to_dict(self, index: int) -> dict[str, Any]:
        """Its description in the payload."""
        about = {"id": index, "filename": self.filename}
        return about if self.description is None else about | {"description": self.description}


Files = Sequence[Upload]


SOON = 50
"""Messages that ``has_posted`` searches."""


class MessageProof(NamedTuple):
    """Discord's description of a message, from its response or a click on it; empty if it only accepted the message."""

    id: int | None = None
    private: bool = False
    follow_up: bool = False
    """Whether it is a follow-up, which is edited by its own id."""


class ChannelMessages:
    """The messages of a channel or thread: posts one, and searches for one."""

    def __init__(self, client: discord.Client, number: int) -> None:
        self._client = client
        self._number = number

    async def post(self, *, body: dict[str, Any], files: Files = (), nonce: str) -> PublicMessage:
        """Create a public message. Idempotent: the same nonce twice makes one message."""
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=self._number)
        response = await _send(self._client.http, route, body | {"nonce": nonce, "enforce_nonce": True}, files)
        return PublicMessage(self._client, self._number, int(response["id"]))

    async def has_posted(self, mark: str, since: float) -> bool:
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
        """Replace its content."""
        await _send(self._http, self._route("PATCH"), body, files)

    async def delete(self) -> None:
        """Delete it."""
        await self._http.request(self._route("DELETE"))

    def _route(self, method: str) -> Route:
        path = "/channels/{channel_id}/messages/{message_id}"
        return Route(method, path, channel_id=self._place, message_id=self.id)


class Access(msgspec.Struct, frozen=True):
    """Credentials of an interaction, valid for 15 minutes. A secret."""

    interaction: int
    application: int
    token: str

    def __repr__(self) -> str:
        """Without the token, which must not be logged."""
        return "Access(…)"


class Answers:
    """Sends through an interaction: one response within three seconds, and follow-ups for 15 minutes."""

    def __init__(self, http: HTTPClient, access: Access) -> None:
        self._http = http
        self.access = access
        self._id = access.interaction
        self._token = access.token
        self._application = access.application

    @classmethod
    def of(cls, interaction: Interaction) -> Answers:
        """Those of an interaction that has arrived."""
        access = Access(interaction.id, interaction.application_id, interaction.token)
        return cls(interaction.client.http, access)

    async def create(self, *, body: dict[str, Any], files: Files = (), ephemeral: bool = False) -> MessageProof:
        """Respond with a new message; returns Discord's description of it."""
        return _of_answer(await self._callback(CREATE, _flagged(body, ephemeral=ephemeral), files, ask=True))

    async def update(self, *, body: dict[str, Any], files: Files = ()) -> MessageProof:
        """Respond to a click by editing the clicked message."""
        await self._callback(UPDATE, body, files)
        return MessageProof()

    async def announce(self) -> MessageProof:
        """Defer the response with an ephemeral note."""
        return _of_answer(await self._callback(DEFER, {"flags": EPHEMERAL}, ask=True))

    async def acknowledge(self) -> MessageProof:
        """Acknowledge a click without a message."""
        await self._callback(DEFER_UPDATE)
        return MessageProof()

    async def original(self) -> MessageProof:
        """The current state of the first response."""
        return _of_message(await self._request(self._route("GET", ORIGINAL)))

    async def follow_up(self, *, body: dict[str, Any], files: Files = (), ephemeral: bool) -> MessageProof:
        """Send a follow-up message."""
        route = Route(
            "POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=self._application, webhook_token=self._token
        )
        flagged = _flagged(body, ephemeral=ephemeral)
        sent = await self._request(route, flagged, files, {"wait": 1, "with_components": 1})
        return _of_message(sent)._replace(follow_up=True)

    async def edit(self, message: int | str, *, body: dict[str, Any], files: Files = ()) -> None:
        """Edit a message that was sent through this interaction."""
        params = None if message == ORIGINAL else {"with_components": 1}
        await self._request(self._route("PATCH", message), body, files, params)

    async def delete(self, message: int | str) -> None:
        """Delete a message that was sent through this interaction."""
        await self._request(self._route("DELETE", message))

    async def _callback(
        self, kind: int, data: dict[str, Any] | None = None, files: Files = (), *, ask: bool = False
    ) -> Any:
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        route = Route("POST", CALLBACK, webhook_id=self._id, webhook_token=self._token)
        return await self._request(route, body, files, {"with_response": 1} if ask else None)

    async def _request(
        self,
        route: Route,
        body: dict[str, Any] | None = None,
        files: Files = (),
        params: dict[str, Any] | None = None,
    ) -> Any:
        """Send through the adapter that discord.py itself uses for interactions.

        ``HTTPClient.request`` would keep a rate-limit bucket for every token for five minutes, and look through all of
        them whenever a new one comes: at 150 clicks a second that blocks the loop for milliseconds each time.
        """
        session = http_session(self._http)
        adapter = async_context.get()
        if files:
            form = _form(body or {}, files)
            as_files: Any = files
            return await adapter.request(route, session=session, multipart=form, files=as_files, params=params)
        return await adapter.request(route, session=session, payload=body, params=params)

    def _route(self, method: str, message: int | str) -> Route:
        path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}"
        return Route(method, path, webhook_id=self._application, webhook_token=self._token)


async def _send(http: HTTPClient, route: Route, body: dict[str, Any], files: Files) -> Any:
    if not files:
        return await http.request(route, json=body)
    as_files: Any = files
    return await http.request(route, form=_form(body, files), files=as_files)


def _form(body: dict[str, Any], files: Files) -> list[dict[str, Any]]:
    """The parts of a multipart request."""
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": msgspec.json.encode(body).decode()}]
    for index, file in enumerate(files):
        form.append(
            {
                "name": f"files[{index}]",
                "value": file.data,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
        )
    return form


def _flagged(body: dict[str, Any], *, ephemeral: bool) -> dict[str, Any]:
    return body | {"flags": body["flags"] | EPHEMERAL} if ephemeral else body


def _of_answer(response: Any) -> MessageProof:
    about = response["interaction"]
    found = about.get("response_message_id")
    return MessageProof(int(found) if found else None, about.get("response_message_ephemeral") is True)


def _of_message(response: Any) -> MessageProof:
    return MessageProof(int(response["id"]), bool((response.get("flags") or 0) & EPHEMERAL))


def _marks(components: Any) -> set[str]:
    """The ids of everything that can be pressed, and all lines of text, however deep."""
    found, waiting = set[str](), list(components)
    while waiting:
        component = waiting.pop()
        found.add(component.get("custom_id", ""))
        found.update(component.get("content", "").splitlines())
        waiting += component.get("components", ())
    return found


_STYLES = {style.name: style.value for style in discord.ButtonStyle}


LAYOUT = discord.MessageFlags(components_v2=True).value


class WrongDoor(TypeError):
    """A public page was about to be sent privately, or a private one publicly."""


def new_public(page: PublicPage) -> dict[str, Any]:
    """Keyword arguments for creating a message everybody sees."""
    return _content(page, PublicPage)


def changed_public(page: PublicPage) -> dict[str, Any]:
    """Keyword arguments for editing a public message; its old attachments are removed."""
    return _content(page, PublicPage, edits=True)


def new_private(page: PrivatePage) -> dict[str, Any]:
    """Keyword arguments for creating a message one person sees. A channel does not take them: ``ephemeral`` is one."""
    return _content(page, PrivatePage) | {"ephemeral": True}


def changed_private(page: PrivatePage) -> dict[str, Any]:
    """Keyword arguments for editing a private message; its old attachments are removed."""
    return _content(page, PrivatePage, edits=True)


def _content(page: Page, kind: type[Page], *, edits: bool = False) -> dict[str, Any]:
    """The page as Discord's JSON. Made at once: building discord.py's items first takes ten times as long."""
    if type(page) is not kind:
        # The page itself is not named: it may hold somebody's cards.
        raise WrongDoor(f"a {type(page).__name__} where only a {kind.__name__} may go")
    inside: list[dict[str, Any]] = []
    files: list[Upload] = []
    for block in page.blocks:
        inside.append(_component(block))
        if isinstance(block, Picture | Document):
            files.append(Upload(block.name, block.data, block.alt if isinstance(block, Picture) else None))
    body: dict[str, Any] = {
        "components": [{"type": 17, "accent_color": page.colour, "spoiler": False, "components": inside}],
        "flags": LAYOUT,
        # Those it names may be pinged, nobody else.
        "allowed_mentions": {"parse": [], "users": list(page.pings)},
    }
    if files or edits:
        body["attachments"] = [file.to_dict(index) for index, file in enumerate(files)]
    return {"body": body, "files": files}


def _component(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"type": 10, "content": text}
        case Picture(name, alt):
            return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": alt}]}
        case Document(name):
            return {"type": 13, "file": {"url": f"attachment://{name}"}}
        case Separator():
            return {"type": 14, "divider": True, "spacing": 1}
        case Buttons(buttons):
            row: list[dict[str, Any]] = []
            for button in buttons:
                style, label = _STYLES[button.style], button.label
                made = {"type": 2, "style": style, "label": label, "custom_id": button.id, "disabled": button.disabled}
                if button.emoji:
                    made["emoji"] = {"id": None, "name": button.emoji}
                row.append(made)
            return {"type": 1, "components": row}
        case Menu(custom_id, placeholder, choices):
            options: list[dict[str, Any]] = []
            for choice in choices:
                option = {"label": choice.label, "value": choice.value, "default": choice.chosen}
                if choice.description:
                    option["description"] = choice.description
                options.append(option)
            menu = {"type": 3, "custom_id": custom_id, "placeholder": placeholder, "options": options}
            return {"type": 1, "components": [menu]}


LIFE = 14.5 * 60
"""How long an interaction's token can be used, with a margin."""


class NotPrivate(Exception):
    """Discord does not say that only one person sees this message."""


class StoredMessage(msgspec.Struct, frozen=True):
    """The stored address of a private message. Only ``PrivateMessage`` creates one. A secret."""

    reader: int
    id: int | None
    message: int | None
    """The id of a follow-up; None: the first response, or the clicked message."""
    dies_at: float
    access: Access


class PrivateMessage:
    """A message only one person sees, and the interaction through which it can be changed."""

    def __init__(self, interaction: Interaction, proof: MessageProof) -> None:
        """Raises NotPrivate unless the proof says that the message is ephemeral."""
        if not proof.private:
            raise NotPrivate
        self.reader = interaction.user.id
        self.id = proof.id
        self._answers = Answers.of(interaction)
        # The answer itself, or the private message that was clicked on, is the original: the proof was about that one.
        self._message = proof.id if proof.follow_up and proof.id else ORIGINAL
        self.dies_at = sent_at(interaction.id) + LIFE

    def address(self) -> StoredMessage:
        """Its address, for the process that takes it over."""
        message = None if self._message == ORIGINAL else int(self._message)
        return StoredMessage(self.reader, self.id, message, self.dies_at, self._answers.access)

    @classmethod
    def found(cls, http: HTTPClient, stored: StoredMessage) -> PrivateMessage:
        """The message at a stored address: the process that stored it had the proof that it is private."""
        self = cls.__new__(cls)
        self.reader, self.id, self.dies_at = stored.reader, stored.id, stored.dies_at
        self._answers = Answers(http, stored.access)
        self._message = ORIGINAL if stored.message is None else stored.message
        return self

    async def edit(self, page: PrivatePage) -> None:
        """Show another page in it. Raises discord.py's exceptions."""
        await self._answers.edit(self._message, **changed_private(page))

    async def delete(self) -> None:
        """Delete it. Raises discord.py's exceptions."""
        await self._answers.delete(self._message)
