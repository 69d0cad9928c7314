"""Names that several rows share: the Cardiology of each hospital is one kind of department."""

from svcchat_magic.semantic.inference.column_names import Entry
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile

_NAME = "name"
_OF_PERSONS = frozenset({"first", "last", "full", "middle", "family", "given", "sur", "user", "nick"})
_OFTEN = 1.5  # rows with a name, on average
_FEWEST = 4  # rows that tell


def tell_kinds(dimension: Entry, column: ColumnProfile) -> None:
    """Mark the dimension of such a column, so that rows of one name are told together."""
    words, told = words_of(column.name), dimension.get("meta", {})
    is_name = dimension["type"] == "string" and words[-1:] == (_NAME,) and _OF_PERSONS.isdisjoint(words)
    repeats = column.filled >= _FEWEST and column.filled >= _OFTEN * max(column.distinct, 1)
    if is_name and repeats and isinstance(told, dict):
        dimension["meta"] = {**told, "shared_names": True}
