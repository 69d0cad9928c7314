"""The search tool of a model: tables with the members that some words find, in the shape of 2.5."""

from dataclasses import dataclass, field

from svcchat_magic.semantic.model.model import Cube, Field, Model, View
from svcchat_magic.semantic.search.entries import entries_of
from svcchat_magic.semantic.search.member_index import MemberIndex

_MOST_MEMBERS = 20


@dataclass(slots=True)
class MemberSearch:
    """Searches one model, for which it builds the index at the first search."""

    model: Model
    _fields: tuple[Field | None, ...] = ()
    _index: MemberIndex | None = field(default=None, repr=False)

    def search(self, words: str, *, limit: int = _MOST_MEMBERS) -> tuple[dict[str, object], ...]:
        """The public tables with the members that match best.

        Views come before cubes, because they join what belongs together. At most `limit` members in all;
        nothing when no word matches.
        """
        tables: dict[str, list[Field]] = {}
        for found in self._found(words)[:limit]:
            tables.setdefault(found.table, []).append(found)

        hits = [(self.model.table(name), fields) for name, fields in tables.items()]
        views_first = sorted(hits, key=lambda hit: not isinstance(hit[0], View))
        return tuple(_table_hit(table, fields) for table, fields in views_first if table is not None)

    def _found(self, words: str) -> list[Field]:
        if self._index is None:
            entries = entries_of(self.model)
            self._fields = tuple(field for _, field in entries)
            self._index = MemberIndex([entry for entry, _ in entries])

        found = (self._fields[hit.number] for hit in self._index.find(words))
        return [each for each in found if each is not None]


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
