"""A bare HTTP client of the sandbox, to send what discord.py would not."""

import contextlib
import io
import json

import aiohttp


class Raw:
    """Requests with the bot's token; each gives the status and the JSON."""

    def __init__(self, sandbox, session):
        self.sandbox = sandbox
        self.session = session

    async def __call__(self, method, path, body=None, *, token=True, headers=None, files=None):
        headers = {**({"Authorization": f"Bot {self.sandbox.token}"} if token else {}), **(headers or {})}
        data = None
        if files:
            data = aiohttp.FormData({"payload_json": json.dumps(body)})
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
            body = None
        async with self.session.request(
            method, self.sandbox.api + path, json=body, headers=headers, data=data
        ) as answer:
            text = await answer.text()
            self.headers = answer.headers
            return answer.status, json.loads(text) if text else None


@contextlib.asynccontextmanager
async def raw_client(sandbox):
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


def leaves(errors, path=""):
    """The places and codes in an error body: {"components.0.custom_id": "BASE_TYPE_REQUIRED"}."""
    found = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= leaves(value, f"{path}.{key}" if path else key)
    return found
