"""PostgreSQL's types: how their values come to Python, and what each is on the wire (2.6)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from types import MappingProxyType

from psycopg import Column as FoundColumn
from psycopg import adapters
from psycopg.abc import Buffer
from psycopg.abc import Loader as LoaderProtocol
from psycopg.adapt import AdaptersMap, Loader
from psycopg.pq import Format

from svcchat_magic.semantic.query.query import Column

_BOOLEAN, _DATE, _TIMESTAMP, _WITH_ZONE, _NUMERIC, _DOUBLE = 16, 1082, 1114, 1184, 1700, 701
_INTEGERS = (20, 21, 23, 26)
_FLOATS = (700, _DOUBLE)
_TEXT = 25
_TEXTS = (18, 19, _TEXT, 1042, 1043)
_ANY = 0  # the loader of types that have none

_WIRE_TYPES: Mapping[int, str] = MappingProxyType(
    {
        _BOOLEAN: "Boolean",
        _DATE: "Date",
        **dict.fromkeys((_TIMESTAMP, _WITH_ZONE), "Timestamp"),
        **dict.fromkeys((*_FLOATS, _NUMERIC), "Double"),
        **dict.fromkeys(_INTEGERS, "Int64"),
    }
)
_KINDS: Mapping[int, str] = MappingProxyType(
    {
        _BOOLEAN: "boolean",
        _TIMESTAMP: "time",
        **dict.fromkeys(_FLOATS, "double"),
        **dict.fromkeys(_INTEGERS, "integer"),
        **dict.fromkeys(_TEXTS, "text"),
        _NUMERIC: "decimal",
        _DATE: "date",
    }
)
_SOURCE_KINDS: Mapping[int, str] = MappingProxyType(
    {
        **_KINDS,
        _DATE: "date",
        _WITH_ZONE: "time",
        **dict.fromkeys((*_FLOATS, _NUMERIC), "number"),
    }
)


def columns_of(found: Sequence[FoundColumn]) -> tuple[Column, ...]:
    """The columns with their types as the wire names them; what has no type there is PostgreSQL's text."""
    return tuple(Column(each.name, _WIRE_TYPES.get(each.type_code, "String")) for each in found)


def kinds_by_name(found: Sequence[FoundColumn]) -> Mapping[str, str]:
    """What columns hold, by their names in lower case, as `Engine.column_kinds` says it."""
    return {each.name.lower(): _KINDS[each.type_code] for each in found if each.type_code in _KINDS}


def source_kind(type_code: int) -> str:
    """What a column holds as inference needs it: text, integer, number, date, time, boolean or other."""
    return _SOURCE_KINDS.get(type_code, "other")


@cache
def wire_adapters() -> AdaptersMap:
    """How values are read: numbers as int and float, moments in UTC, all else as PostgreSQL's own text."""
    own = AdaptersMap(adapters)
    number, text = _known_loader(_DOUBLE), _known_loader(_TEXT)
    for known in adapters.types:
        for type_code in filter(None, (known.oid, known.array_oid)):
            if type_code not in _WIRE_TYPES:
                own.register_loader(type_code, text)

    own.register_loader(_ANY, text)
    own.register_loader(_NUMERIC, number)
    own.register_loader(_DATE, _DateLoader)
    own.register_loader(_TIMESTAMP, _MomentLoader)
    own.register_loader(_WITH_ZONE, _MomentLoader)
    return own


def _known_loader(type_code: int) -> type[LoaderProtocol]:
    found = adapters.get_loader(type_code, Format.TEXT)
    assert found is not None, "psycopg reads text and numbers"
    return found


class _DateLoader(Loader):
    """A date, or None for one that Python has not: infinite, before Christ, after 9999."""

    def load(self, data: Buffer) -> date | None:
        """Read the text that PostgreSQL writes with DateStyle ISO."""
        try:
            return date.fromisoformat(bytes(data).decode())
        except ValueError:
            return None


class _MomentLoader(Loader):
    """A moment in UTC without a zone, or None as above."""

    def load(self, data: Buffer) -> datetime | None:
        """Read the text that PostgreSQL writes with DateStyle ISO."""
        try:
            found = datetime.fromisoformat(bytes(data).decode())
        except ValueError:
            return None

        return found if found.tzinfo is None else found.astimezone(UTC).replace(tzinfo=None)
