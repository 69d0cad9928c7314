"""The search tool of a model: tables with the members that some words find, in the shape of 2.5."""

from functools import lru_cache

from svcchat_magic.semantic.model.model import Cube, Field, Model, View
from svcchat_magic.semantic.search.entries import Entry, entries_of
from svcchat_magic.semantic.search.member_index import MemberIndex

_MOST_INDEXES = 16  # of different models, or parts of one that different users see


def search_members(model: Model, words: str, *, limit: int = 20) -> tuple[dict[str, object], ...]:
    """The public tables with the members that match best, in the shape of 2.5.

    Views come before cubes, because they join what belongs together. At most `limit` members in all;
    nothing when no word matches.
    """
    listing = model.derived.get("listing of members", lambda: _listing(model))
    hits = _index_of(listing).find(words)
    fields = [field for hit in hits if (field := listing.fields[hit.number])]
    tables: dict[str, list[Field]] = {}
    for field in fields[:limit]:
        tables.setdefault(field.table, []).append(field)

    found = [(model.table(name), members) for name, members in tables.items()]
    views_first = sorted(found, key=lambda hit: not isinstance(hit[0], View))
    return tuple(_table_hit(table, members) for table, members in views_first if table)


def index_of(entries: tuple[Entry, ...]) -> MemberIndex:
    """The index of these entries; users who see the same share one."""
    return _index_of(_Listing(entries))


class _Listing:
    """The entries of a visible model; equal ones are found by a digest that is computed once."""

    __slots__ = ("_digest", "entries", "fields")

    def __init__(self, entries: tuple[Entry, ...], fields: tuple[Field | None, ...] = ()) -> None:
        self.entries = entries
        self.fields = fields
        self._digest = hash(entries)

    def __hash__(self) -> int:
        return self._digest

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Listing) and self.entries == other.entries)


def _listing(model: Model) -> _Listing:
    found = entries_of(model)
    return _Listing(tuple(entry for entry, _ in found), tuple(field for _, field in found))


@lru_cache(maxsize=_MOST_INDEXES)
def _index_of(listing: _Listing) -> MemberIndex:
    return MemberIndex(listing.entries)


def _table_hit(table: Cube | View, fields: list[Field]) -> dict[str, object]:
    return {
        "name": table.name,
        "type": "view" if isinstance(table, View) else "cube",
        "title": table.title or table.name.replace("_", " ").capitalize(),
        "members": [_member_hit(field) for field in fields],
    }


def _member_hit(field: Field) -> dict[str, str]:
    hit = {
        "name": field.qualified,
        "title": field.title,
        "description": field.description,
        "type": field.type,
    }
    return hit | {"aggType": field.agg_type} if field.agg_type else hit
