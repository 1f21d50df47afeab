"""A property that is computed at its first use and kept, by threads too."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """A property computed at its first use: of several threads one computes it, and the others wait for it.

    The object holds the lock for it as ``lock``. From Python 3.12 on `functools.cached_property` computes it as often
    as threads ask meanwhile.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        if instance is None:
            return self  # type: ignore[return-value]
        with instance.lock:
            if self._name not in instance.__dict__:
                instance.__dict__[self._name] = self._make(instance)
            value: T = instance.__dict__[self._name]
            return value
