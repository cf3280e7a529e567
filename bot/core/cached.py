"""Properties that are worked out once: functools has the same, but before Python 3.12 with a lock around each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class cached(Generic[T]):  # noqa: N801, it is used like ``property``
    """A property whose value is kept in the instance once it has been asked for."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, _owner: type | None = None) -> T:
        if instance is None:
            raise AttributeError(self._name)
        found = instance.__dict__[self._name] = self._work_out(instance)
        return found
