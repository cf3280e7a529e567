"""Settings: one frozen object read from the environment and a ``.env`` file, and the folder of everything stored."""

from __future__ import annotations

import base64
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dotenv import dotenv_values

from bot.core.shards import Shards

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
LAST_PORT = 65535
FILE = Path(".env")
"""Has the settings that the environment lacks, in ``home()``."""
HOME = "TABLEE_HOME"
BACKUPS = Path("backups")
"""The folder of backups without another name, in ``home()``."""
SOURCE = Path(__file__).parents[2]
SIMILAR = 0.9
"""How alike a variable and a setting are for the variable to be taken as mistyped; 1 is equal."""


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://")
_HOST = r"(\[[0-9A-Fa-f:.%]+\]|[^\s@:,/?#\[\]]*)(:[0-9]{1,5})?"
_OPTION = r"[\w.]+=[^\s#@&]*"
_DATABASES = (
    re.compile(r"sqlite:///(?![A-Za-z][A-Za-z0-9+.-]+:)[^\0]+"),
    # Stricter than the driver, whose messages repeat parts of a password if a character in it ends it early.
    re.compile(rf"postgres(ql)?://([^\s@/?#\[\]]*@)?{_HOST}(,{_HOST})*(/[^\s/@?#]*)?(\?{_OPTION}(&{_OPTION})*)?"),
)


PATTERNS = {
    "log_level": ("|".join(LEVELS), ", ".join(LEVELS)),
    "retention_days": (r"[1-9][0-9]{0,4}", "a number of days, or nothing"),
    "log_format": ("|".join(FORMATS), ", ".join(FORMATS)),
    "sentry_dsn": (
        r"https?://[^\s@/:]+(:[^\s@/:]*)?@[^\s@/]+/([^\s@]*/)?[0-9]+",
        "https://key@host/project, as Sentry shows it",
    ),
    "discord_api": (r"https?://[^\s/?#@]+(/[^\s?#]*)?", "an address like https://discord.com/api/v10"),
}
"""The form of a setting, and what is said of it to the host."""
HIDDEN = ("sentry_dsn", "discord_api")
"""Settings that are not repeated: they may hold a secret."""


def home() -> Path:
    """The folder with ``.env``, database and backups.

    ``TABLEE_HOME``, or the current folder if it has a ``.env`` or the source, or else the platform's folder for data.
    """
    if named := os.environ.get(HOME):
        return Path(named).expanduser()
    if FILE.exists() or Path.cwd() == SOURCE:
        return Path()
    match sys.platform:
        case "win32":
            base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
        case "darwin":
            base = "~/Library/Application Support"
        case _:
            base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "tablee"


class BadSetting(Exception):
    """An invalid setting: names the variable or the file, and what is allowed. Never has a secret."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings. The variable of a field is its name in capitals."""

    discord_token: str = field(default="", repr=False)
    database_url: str = field(default="sqlite:///data/tablee.sqlite3", repr=False)
    log_level: str = "INFO"
    retention_days: str = ""
    log_format: str = "text"
    metrics_port: int | None = None
    sentry_dsn: str = field(default="", repr=False)
    shards: Shards | None = None
    discord_api: str = ""

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
        """The settings of the environment, then of the file, then the defaults. Raises BadSetting."""
        found = _variables(environment, file)
        values = {each.name: (found.get(each.name.upper()) or "").strip() for each in fields(cls)}
        readers = {"metrics_port": _port, "shards": _shards, "log_level": str.upper, "log_format": str.lower}
        given: dict[str, Any] = {name: readers.get(name, str)(value) for name, value in values.items() if value}
        settings = cls(**given)
        settings.check()
        if settings.sqlite:
            path = home() / settings.database_url.removeprefix("sqlite:///")
            settings = replace(settings, database_url=f"sqlite:///{path.as_posix()}")
        return settings

    def check(self) -> None:
        """Raise BadSetting for the first invalid value."""
        for name, (pattern, allowed) in PATTERNS.items():
            value = getattr(self, name)
            if value and not re.fullmatch(pattern, value):
                shown = "…" if name in HIDDEN else repr(value)
                raise BadSetting(f"{name.upper()}={shown} is not possible; allowed: {allowed}")
        check_address(self.database_url, "DATABASE_URL")
        if self.discord_token and self.application is None:
            raise BadSetting(
                "DISCORD_TOKEN=… is not possible; allowed: the bot token of discord.com/developers, "
                "three parts joined by dots"
            )

    @property
    def retention(self) -> int | None:
        """Days after which finished games lose names and numbers; None: never."""
        return int(self.retention_days) if self.retention_days else None

    @property
    def sqlite(self) -> bool:
        """Whether the database is a file, which only one process can use."""
        return self.database_url.startswith("sqlite:")

    @property
    def application(self) -> int | None:
        """The application's id, which is the first part of its token; None if the token has another shape."""
        parts = self.discord_token.split(".")
        if len(parts) != 3 or not all(parts):
            return None
        try:
            text = base64.b64decode(parts[0] + "=" * (-len(parts[0]) % 4), validate=True).decode()
        except ValueError:
            return None
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else None


def doubts(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Iterator[str]:
    """A sentence for each variable that looks like a mistyped setting."""
    found = _variables(environment, file)
    known = [each.name.upper() for each in fields(Settings)]
    for name in sorted(found.keys() - known):
        for nearest in get_close_matches(name, known, 1, SIMILAR):
            if not found.get(nearest):
                yield f"{name} is not a setting: is {nearest} meant?"


def _port(text: str) -> int:
    """A port as it is written. Raises BadSetting."""
    if not re.fullmatch("[0-9]{1,5}", text) or not 1 <= int(text) <= LAST_PORT:
        raise BadSetting(f"METRICS_PORT={text[:20]!r} is not possible; allowed: a port from 1 to {LAST_PORT}")
    return int(text)


def _shards(text: str) -> Shards:
    """Shards as they are written. Raises BadSetting."""
    try:
        return Shards.parse(text)
    except ValueError as error:
        raise BadSetting(f"SHARDS={text[:20]!r} is not possible. {error}") from None


def check_address(url: str, name: str) -> str:
    """The same address if it is a database's. Raises BadSetting with that name."""
    if not any(pattern.fullmatch(url) for pattern in _DATABASES):
        # Only the scheme is repeated: the rest of an address may hold a password.
        scheme = _SCHEME.match(url)
        raise BadSetting(
            f"{name}={scheme[0] if scheme else ''}… is not possible; allowed: sqlite:///path/to/file or "
            "postgresql://user:password@host/name (in a password, @ / ? # [ ] are written %40 %2F %3F %23 %5B %5D)"
        )
    return url


def look_up(variable: str) -> str:
    """A variable of the environment or of the file. Raises BadSetting if neither has it."""
    if not (found := _variables().get(variable)):
        raise BadSetting(f"there is no variable {variable}, neither in the environment nor in {home() / FILE}")
    return found.strip()


def _variables(environment: Mapping[str, str] | None = None, file: Path | None = None) -> dict[str, str | None]:
    """The variables of the file, if there is one, and of the environment, which comes first. Raises BadSetting."""
    file = file or home() / FILE
    try:
        # Some editors write a byte order mark. A line that is no setting is a warning of dotenv's.
        written = dotenv_values(file, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file} cannot be read ({type(error).__name__}): save it as UTF-8, for this user") from None
    for name in (each.name.upper() for each in fields(Settings)):
        if name in written and written[name] is None:
            raise BadSetting(f"{file}: the line {name} has no value; write {name}=… or remove the line")
    return {**written, **(os.environ if environment is None else environment)}
