"""Workers of tests/test_processes.py, in a module that imports little: each process that a test starts imports it."""

import os
import sys
import threading
from typing import Any

from bot.workers import Worker

GUARD = 120


class Echo(Worker):
    """Repeats the question, or does what it says."""

    def __init__(self, greeting: str, chores: int = 0) -> None:
        self._greeting = greeting
        self._chores = chores
        self._done: list[Any] = []

    def answer(self, question: Any) -> Any:
        """See the cases."""
        match question:
            case "who":
                return os.getpid()
            case "what":
                return self._done
            case "fail":
                raise ValueError("the queen of hearts")
            case "die":
                os._exit(1)
            case "sleep":
                threading.Event().wait(GUARD)
            case "riddle":
                return Riddle()
        self._done.append(question)
        return f"{self._greeting} {question}" if isinstance(question, str) else question

    def prepare(self) -> bool:
        """Note one chore."""
        if self._chores:
            self._chores -= 1
            self._done.append("chore")
        return self._chores > 0


class Riddle:
    """Can be pickled, but not unpickled."""

    def __reduce__(self) -> Any:
        return int, ("the queen of hearts",)


class Stillborn(Worker):
    """Cannot be made."""

    def __init__(self) -> None:
        sys.exit(1)

    def answer(self, question: Any) -> Any:
        """Unused."""


class Sluggish(Worker):
    """Never starts."""

    def __init__(self) -> None:
        threading.Event().wait(GUARD)

    def answer(self, question: Any) -> Any:
        """Unused."""
