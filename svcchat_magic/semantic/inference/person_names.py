"""The whole name of people whose table has it in two columns."""

from collections.abc import Iterator, Mapping, Set

from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.column_roles import ColumnRole, Role
from svcchat_magic.semantic.inference.names import entity_words, title_of, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_FIRST = (
    ("first", "name"), ("given", "name"), ("fname",), ("forename",), ("firstname",),
    ("givenname",), ("first",),
)  # fmt: skip
_LAST = (
    ("last", "name"), ("family", "name"), ("sur", "name"), ("lname",), ("surname",), ("lastname",),
    ("familyname",), ("last",),
)  # fmt: skip
PARTS_OF_NAMES = frozenset((*_FIRST, *_LAST))  # they tell nobody apart
_WHOLE = frozenset({"name", "full_name", "fullname", "display_name"})


def full_names(table: TableProfile, roles: Mapping[str, ColumnRole], names: set[str]) -> Iterator[Entry]:
    """A dimension that joins first and last name, unless the table has one that does."""
    texts = [each for each in table.columns if roles[each.name].role in {Role.TEXT, Role.CATEGORY}]
    first, last = _column(texts, _FIRST), _column(texts, _LAST)
    if first is None or last is None or _prefix(first, _FIRST) != _prefix(last, _LAST):
        return

    prefix = _prefix(first, _FIRST)
    if _has_whole(names, prefix):
        return

    of_row = not prefix or prefix == entity_words(table.spoken)
    one = " ".join(entity_words(table.spoken) if of_row else prefix)
    yield {
        "name": free_name("_".join((*prefix, "full_name")), names),
        "sql": f"{column_sql(first)} || ' ' || {column_sql(last)}",
        "type": "string",
        "title": "Full name" if of_row else f"{title_of(one)} full name",
        "description": "First and last name.",
        "meta": {"synonyms": ["name", f"{one} name"] if of_row else [f"{one} name", one]},
    }


def _column(texts: list[ColumnProfile], endings: tuple[tuple[str, ...], ...]) -> ColumnProfile | None:
    """The one column whose name ends so."""
    found = [each for each in texts if any(_words(each)[-len(end) :] == end for end in endings)]
    return found[0] if len(found) == 1 else None


def _words(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name))


def _prefix(column: ColumnProfile, endings: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Whose name it is, where the column says so: customer of `customer_first_name`."""
    words = _words(column)
    end = next(each for each in endings if words[-len(each) :] == each)
    return words[: -len(end)]


def _has_whole(names: Set[str], prefix: tuple[str, ...]) -> bool:
    return any("_".join((*prefix, each)) in names for each in _WHOLE)
