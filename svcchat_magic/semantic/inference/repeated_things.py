"""Things of which a table has several rows each: the athletes of athlete events, the patients of records."""

from collections.abc import Iterator

from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.names import entity_words, member_name, plural, title_of, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

_OF_ROWS = frozenset({"appearance", "entry", "event", "history", "log", "record", "result", "row"})
_EACH = 0.9  # of the rows have a thing of their own: then rows and things are the same


def repeated_things(table: TableProfile, names: set[str]) -> Iterator[Entry]:
    """How many different ones there are, by their number or their name where several rows have it."""
    thing, column = _repeated(table)
    if column is None:
        return

    many = " ".join((*thing[:-1], plural(thing[-1])))
    called = [f"{each} {many}" for each in ("different", "unique", "distinct", "number of")]
    yield {
        "name": free_name(f"distinct_{member_name(many)}", names),
        "sql": column_sql(column),
        "type": "count_distinct",
        "title": title_of(many),
        "description": f"How many different {many} occur.",
        "meta": {"synonyms": called},
    }


def one_of_rows(table: TableProfile) -> tuple[str, ...]:
    """What a name in a row is that of: the thing that has several rows, else the row itself."""
    thing, column = _repeated(table)
    return entity_words(table.spoken) if column is None else thing


def _repeated(table: TableProfile) -> tuple[tuple[str, ...], ColumnProfile | None]:
    """The words for the thing, and the column that tells it."""
    words = entity_words(table.spoken)
    thing = words[:-1]
    if not thing or words[-1] not in _OF_ROWS:
        return thing, None

    called = (("id",), (*thing, "name"), ("name",))  # an `exam_id` may be that of another table's exams
    found = {words_of(each.name): each for each in reversed(table.columns)}
    column = next((found[each] for each in called if each in found), None)
    is_repeated = column is not None and 1 < column.distinct <= _EACH * column.filled
    return thing, column if is_repeated else None
