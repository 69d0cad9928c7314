"""Trees as JSON and back; members and entities are looked up by name in the model of whoever reads them."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning import tree
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_MEANING = tree.__name__.rpartition(".")[0]
_OF_TREE = tuple(
    each
    for each in vars(tree).values()
    if isinstance(each, type) and is_dataclass(each) and each.__module__.startswith(_MEANING)
)
_KIND = "is"
_SCALARS: Mapping[str, Callable[[str], object]] = {
    "Decimal": Decimal,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
}


class StaleTree(ValueError):
    """A stored tree that cannot be used."""


@dataclass
class StoredTree:
    """Reads and writes trees that may hold some classes beside those of an analysis."""

    more: tuple[type, ...]
    catalog: Catalog
    _classes: Mapping[str, type] = field(init=False)

    def __post_init__(self) -> None:
        self._classes = {each.__name__: each for each in (*_OF_TREE, Period, *self.more)}

    @staticmethod
    def packed(value: object) -> bytes:
        """A tree as bytes."""
        return json.dumps([_version(), _plain(value)], separators=(",", ":")).encode()

    def unpacked(self, stored: bytes) -> object | None:
        """The tree; None if it is damaged, of another version, or about what this model does not show."""
        try:
            version, plain = json.loads(stored)
            return self._value(plain) if version == _version() else None
        except (ValueError, TypeError, KeyError, ArithmeticError):
            return None

    def _value(self, plain: Any) -> Any:
        if isinstance(plain, list):
            return tuple(map(self._value, plain))

        if not isinstance(plain, dict):
            return plain

        kind = plain.pop(_KIND)
        if kind in _SCALARS:
            return _SCALARS[kind](plain["of"])

        if kind == Concept.__name__:
            return self.catalog.by_key[plain["cube"], plain["name"]]

        if kind == Entity.__name__ and plain["cube"]:
            return self.catalog.entities[plain["cube"]]

        return self._classes[kind](**{name: self._value(each) for name, each in plain.items()})


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None

    if value is None or isinstance(value, bool | int | float | str):
        return value

    if isinstance(value, tuple):
        return [_plain(each) for each in value]

    if isinstance(value, datetime | date):
        return {_KIND: type(value).__name__, "of": value.isoformat()}

    if isinstance(value, Decimal):
        return {_KIND: "Decimal", "of": str(value)}

    return {_KIND: type(value).__name__, **_fields_of(value)}


def _fields_of(value: Any) -> dict[str, object]:
    if isinstance(value, Concept):
        return {"cube": value.cube, "name": value.name}

    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _version() -> str:
    """What the classes of a tree look like: with other fields a stored tree is another language."""
    shape = [(each.__name__, [one.name for one in fields(each)]) for each in (*_OF_TREE, Period)]
    return sha256(json.dumps(sorted(shape)).encode()).hexdigest()[:12]
