"""Settings: one frozen object read from the environment and a ``.env`` file."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from dotenv import dotenv_values

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(Exception):
    """A setting nobody can work with: names the variable, the value and what is allowed."""

    def __init__(self, variable: str, value: str, allowed: str) -> None:
        super().__init__(f"{variable}={value!r} is not possible; allowed: {allowed}")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that can be set from outside. The variable of a field is its name in capitals."""

    discord_token: str = ""
    database_url: str = "sqlite:///data/tablee.sqlite3"
    log_level: str = "INFO"

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, file: Path = Path(".env")) -> Settings:
        """The settings of an environment; what it lacks is taken from the file, then from the defaults."""
        known = os.environ if environment is None else environment
        found = {**(dotenv_values(file) if file.exists() else {}), **known}
        values = {field.name: (found.get(field.name.upper()) or "").strip() for field in fields(cls)}
        settings = cls(**{name: value for name, value in values.items() if value})
        settings.check()
        return settings

    def check(self) -> None:
        """Raise BadSetting for the first value nobody can work with."""
        if self.log_level not in LEVELS:
            raise BadSetting("LOG_LEVEL", self.log_level, ", ".join(LEVELS))
        if not self.database_url.startswith(("sqlite:///", "postgresql://", "postgres://")):
            raise BadSetting("DATABASE_URL", self.database_url, "sqlite:///path/to/file or postgresql://user@host/name")
        if self.discord_token and self.application is None:
            raise BadSetting(
                "DISCORD_TOKEN", "…", "the bot token of discord.com/developers, three parts joined by dots"
            )

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
        return int(text) if text.isascii() and text.isdigit() else None
