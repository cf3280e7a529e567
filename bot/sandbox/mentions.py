"""Who a message calls: the mentions written in it, as far as it is allowed to ping."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.components import walk
from bot.sandbox.form import Form

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """Whom a message may ping. For users and roles: None is everybody, else only these."""

    users: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    everyone: bool = True
    replied: bool = True


NOBODY: frozenset[str] = frozenset()


def read_allowed(form: Form, *, everything: bool) -> Allowed:
    """The allowed_mentions of a body; without them, ordinary messages ping everything and interactions only users."""
    inner = form.object("allowed_mentions")
    if inner is None:
        return Allowed() if everything else Allowed(roles=NOBODY, everyone=False)
    parse = inner.array("parse", 3) or []
    for each in parse:
        if each not in ("users", "roles", "everyone"):
            inner.fault("parse", "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
    named: dict[str, frozenset[str] | None] = {}
    for key in ("users", "roles"):
        given = inner.array(key, 100)
        named[key] = None if key in parse else frozenset(str(each) for each in given or [])
        if key in parse and given:
            inner.fault(
                None,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    replied = inner.boolean("replied_user") or False
    inner.end()
    return Allowed(users=named["users"], roles=named["roles"], everyone="everyone" in parse, replied=replied)


def written(content: str, components: Iterable[dict[str, Any]]) -> str:
    """All the text of a message in which a mention counts."""
    return "\n".join([content, *(each["content"] for each in walk(list(components)) if each["type"] == 10)])


def mentioned(text: str, pattern: re.Pattern[str], known: Iterable[str], allowed: frozenset[str] | None) -> list[str]:
    """The ids mentioned that exist and may be pinged, in order, once each."""
    existing = set(known)
    found = dict.fromkeys(pattern.findall(text))
    return [each for each in found if each in existing and (allowed is None or each in allowed)]
