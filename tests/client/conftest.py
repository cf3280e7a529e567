"""A Discord that answers what a test has written down for it."""

import json
from functools import partial

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route


def says(data=None, status=200, **headers):
    """An answer of Discord's; names of headers are written with underscores."""
    body = {} if data is None else {"body": json.dumps(data).encode(), "content_type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return partial(web.Response, status=status, headers=named, **body)


class Written:
    """The answers to come; the last one is repeated."""

    def __init__(self):
        self.answers = [says({})]

    async def answer(self, _request):
        """The next answer."""
        return (self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])()


@pytest.fixture
async def there(monkeypatch):
    """A server that is asked."""
    written, app = Written(), web.Application()
    app.router.add_route("*", "/{path:.*}", written.answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        yield written
