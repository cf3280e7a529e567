"""Accepts requests from this machine only, under its own name, and not from other sites' pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

NAMES = frozenset(("127.0.0.1", "localhost"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_AUTHORITY = r"([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?"
_HOST = re.compile(_AUTHORITY, re.ASCII | re.IGNORECASE)
_ORIGIN = re.compile(rf"null|([a-z][a-z0-9+.-]{{0,20}})://({_AUTHORITY})", re.ASCII | re.IGNORECASE)


@web.middleware
async def refuse_others(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse other hosts (DNS rebinding) and other sites (Origin, Sec-Fetch-Site): 403, or 400 for no name at all."""
    hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
    if len(hosts) != 1 or len(origins) > 1:
        raise web.HTTPBadRequest(text="A request has one Host and at most one Origin.")
    host = _HOST.fullmatch(hosts[0])
    if host is None:
        raise web.HTTPBadRequest(text="This Host is no name of a machine.")
    if host[1].lower() not in NAMES:
        raise web.HTTPForbidden(text="The sandbox answers only as 127.0.0.1 or localhost.")
    for each in origins:
        origin = _ORIGIN.fullmatch(each)
        if origin is None:
            raise web.HTTPBadRequest(text="This Origin is no name of a site.")
        if (origin[1], origin[2]) != ("http", hosts[0]):
            raise web.HTTPForbidden(text="The sandbox answers no other site.")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise web.HTTPForbidden(text="The sandbox answers no other site.")
    return await handler(request)


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Give every answer the headers that keep a browser inside."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


def is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a log record is about a defect of the server; unreadable requests, answered with 400, are not."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))
