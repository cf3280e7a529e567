"""The address of a database: which kind it names, and of PostgreSQL's keeping the password to ourselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

ADDRESS = re.compile(
    r"""postgres(ql)?://
    ([^\s/?\#@:\[\]]* (:[^\s/?\#@\[\]]*)? @)?                     # user:password@
    (\[[^\s/?\#@\[\]]+\] | [^\s/?\#@:,\[\]]*) (:\d{1,5})?          # host:port
    (,(\[[^\s/?\#@\[\]]+\] | [^\s/?\#@:,\[\]]*) (:\d{1,5})?)*      # and further ones
    (/[^\s/?\#@]*)?                                               # /database
    (\?[\w.]+=[^\s\#@&]*(&[\w.]+=[^\s\#@&]*)*)?                     # ?option=value&option=value
    """,
    re.VERBOSE | re.ASCII,
)
"""Stricter than the driver, which puts pieces of a password into its messages if a sign in it ends it early."""


def in_postgres(url: str) -> bool:
    """Whether an address is one of PostgreSQL's."""
    return re.match(r"postgres(ql)?://", url) is not None


def path_of(url: str) -> Path:
    """The file that any other address names."""
    return Path(url.removeprefix("sqlite:///"))


def check(url: str) -> str:
    """The same address; ValueError if it is malformed, without repeating it."""
    if not ADDRESS.fullmatch(url):
        raise ValueError(
            "The address of the PostgreSQL database is malformed; it is like "
            "postgresql://user:password@host:5432/database?option=value. In a name or a password write %23 for #, "
            "%2F for /, %3A for :, %3F for ?, %40 for @, %5B for [, %5D for ] and %20 for a space."
        )
    return url


def place(url: str) -> str:
    """Where an address leads, for people: host and database, nothing else of it."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.netloc.rpartition("@")[2] or options.get("host", ["localhost"])[-1]
    return unquote(f"{host}{parts.path or '/'}")


def reason(url: str, error: BaseException) -> str | None:
    """What may be said of an error that holds a password of the address somewhere; None if it holds none."""
    secrets = _secrets(url)
    if not any(secret in text for text in _texts(error) for secret in secrets):
        return None
    text = str(error)
    return type(error).__name__ if any(secret in text for secret in secrets) else text


def _secrets(url: str) -> set[str]:
    """The passwords of an address, as they are and as they are written in it."""
    parts = urlsplit(url)
    written = {parts.netloc.rpartition("@")[0].partition(":")[2]}
    for option in parts.query.split("&"):
        name, _, value = option.partition("=")
        if "pass" in name.lower():
            written.add(value)
    return {text for secret in written for text in (secret, unquote(secret)) if text}


def _texts(error: BaseException | None) -> Iterator[str]:
    """What an error says, and those it was raised for."""
    while error is not None:
        yield str(error)
        error = error.__cause__ or error.__context__
