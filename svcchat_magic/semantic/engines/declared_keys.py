"""Primary keys and references of one column each, as databases declare them."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from svcchat_magic.semantic.engines.engines import DeclaredReference

Name: TypeAlias = tuple[str, str]  # of a table, and of its schema


class DeclaredKey(NamedTuple):
    """A primary key, or with another table what keeps a column to its key."""

    schema: str  # "" for the one that needs no name
    table: str
    column: str
    other: str | None = None
    key: str | None = None  # of the other


def keys_and_references(
    declared: Iterable[DeclaredKey],
) -> tuple[dict[Name, str], dict[Name, list[DeclaredReference]]]:
    """The primary keys and the references, by the table's name and schema."""
    keys: dict[Name, str] = {}
    references: dict[Name, list[DeclaredReference]] = {}
    for each in declared:
        name = each.table, each.schema
        if each.other is None or each.key is None:
            keys[name] = each.column
        else:
            references.setdefault(name, []).append(DeclaredReference(each.column, each.other, each.key))

    return keys, references
