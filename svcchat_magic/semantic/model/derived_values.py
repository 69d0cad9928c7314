"""What is computed from a model again and again, kept beside it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar, cast

MOST_VALUES = 512

Value = TypeVar("Value")


class DerivedValues:
    """The newest values by their keys, at most `size`. Its methods may be called from several threads."""

    def __init__(self, size: int = MOST_VALUES) -> None:
        self._size = size
        self._values: OrderedDict[Hashable, object] = OrderedDict()
        self._changing = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> tuple[type["DerivedValues"], tuple[int]]:
        """Pickle no values: a model that is sent to another process derives its own."""
        return DerivedValues, (self._size,)

    def get(
        self, key: Hashable, make: Callable[[], Value], keeps: Callable[[Value], bool] = lambda _: True
    ) -> Value:
        """The value of a key, made where there is none and kept where `keeps` says so.

        Two threads may make it at once; an error of `make` is raised and not kept.
        """
        with self._changing:
            if key in self._values:
                self._values.move_to_end(key)
                return cast("Value", self._values[key])

        made = make()
        if keeps(made):
            self._keep(key, made)

        return made

    def _keep(self, key: Hashable, value: object) -> None:
        with self._changing:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
