"""Statements with columns of plain types, each looked at once: the tables do not change any more."""

import duckdb

from svcchat_magic.semantic.engines.duckdb_rows import Kinds, in_plain_types
from svcchat_magic.semantic.model.derived_values import DerivedValues

_MOST_KEPT = 256
_LONGEST_KEPT = 4_000  # characters of a statement with its values


class PlainStatements:
    """What to run for a statement; to plan one twice costs as much as a small one does itself."""

    def __init__(self) -> None:
        self._kept = DerivedValues(_MOST_KEPT)

    def of(self, cursor: duckdb.DuckDBPyConnection, sql: str, given: dict[str, object] | None) -> str:
        """The statement to run."""

        def plain() -> str:
            return in_plain_types(sql, described(cursor, sql, given))

        kinds = repr([str if isinstance(each, str) else each for each in (given or {}).values()])
        key = (sql, kinds)  # texts are of one type, 1 and 1.0 of two
        return self._kept.get(key, plain) if sum(map(len, key)) <= _LONGEST_KEPT else plain()


def described(cursor: duckdb.DuckDBPyConnection, sql: str, given: dict[str, object] | None = None) -> Kinds:
    """The columns of a statement, which is not run for this."""
    return [(str(name), str(kind)) for name, kind, *_ in cursor.execute(f"DESCRIBE {sql}", given).fetchall()]
