"""The fields a chart may read: the result's columns and those its transforms compute."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from svcchat_magic.charts.rules.literals import chart_text
from svcchat_magic.errors import ChartRefused


@dataclass(frozen=True, slots=True)
class Fields:
    """The names a chart may use, each with its name in the rows."""

    names: Mapping[str, str]

    @classmethod
    def of(cls, columns: Sequence[str]) -> "Fields":
        """The fields of a result."""
        return cls(field_names(columns))

    def read(self, name: Any) -> str:
        """The name of a field in the rows. Raises ChartRefused for an unknown field."""
        return self.names[self.column(name)]

    def column(self, name: Any) -> str:
        """The column's own name, however the chart spells it. Raises as `read`."""
        if not isinstance(name, str) or name in _OF_EVERY_OBJECT:
            raise ChartRefused("The chart names a field that no result can have.")

        for wanted in (name, _ESCAPE.sub(r"\1", name), name.strip("[]'\"")):
            if wanted in self.names:
                return wanted

        raise ChartRefused(f"The chart uses {chart_text(name[:60])!r}, which is not a column of the result.")

    def read_all(self, names: Any) -> list[str]:
        """A list of fields."""
        if not isinstance(names, list) or len(names) > _MOST_FIELDS:
            raise ChartRefused("The chart lists its fields in a way that cannot be read.")

        return [self.read(name) for name in names]

    def having(self, made: Iterable[str]) -> "Fields":
        """These fields and those that a transform computes."""
        return Fields({**self.names, **{name: made_name(name) for name in made}})

    def only(self, kept: Iterable[str], made: Iterable[str]) -> "Fields":
        """The fields after an aggregation: those it groups by and those it computes."""
        left = set(kept)
        names = {name: field for name, field in self.names.items() if field in left}
        return Fields(names).having(made)


def field_names(columns: Sequence[str]) -> dict[str, str]:
    """Each column's name and its name in a chart's rows.

    Vega treats dots and brackets as paths and would draw nothing; a tooltip would load a field called image.
    """
    taken = {column for column in columns if _is_plain(column)}
    names: dict[str, str] = {}
    for at, column in enumerate(columns, start=1):
        plain = column if column in taken else _NOT_PLAIN.sub("_", column).strip("_")
        if column not in taken and (plain in taken or not _is_plain(plain)):
            plain = next(free for number in count(at) if (free := f"column {number}") not in taken)

        names.setdefault(column, plain)
        taken.add(plain)

    return names


def made_name(name: Any) -> str:
    """The name of a computed field. Raises ChartRefused for a harmful name."""
    if isinstance(name, str) and _is_plain(name):
        return name

    raise ChartRefused("The chart gives a computed field a name that cannot be used.")


def _is_plain(name: str) -> bool:
    return _PLAIN.fullmatch(name) is not None and name not in _OF_EVERY_OBJECT and name != "image"


_MOST_FIELDS = 50
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_ ]{0,63}", re.ASCII)
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9]+")
_ESCAPE = re.compile(r"\\(.)")
_OF_EVERY_OBJECT = frozenset(
    {
        *("__proto__", "constructor", "prototype", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"),
        *("toLocaleString", "toString", "valueOf"),
        *("__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
    }
)
