"""Who may talk to the sandbox: this machine, under its own name, and no other site's pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

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


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse other hosts (DNS rebinding) and other sites (Origin, Sec-Fetch-Site)."""
    host = request.host
    if urlsplit(f"//{host}").hostname not in NAMES:
        raise web.HTTPForbidden(text="The sandbox answers only as 127.0.0.1 or localhost.")
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != host:
        raise web.HTTPForbidden(text="The sandbox answers no other site.")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise web.HTTPForbidden(text="The sandbox answers no other site.")
    return await handler(request)


async def dress(_: web.Request, response: web.StreamResponse) -> None:
    """Give every answer the headers that keep a browser inside."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
