"""What every DuckDB connection of ours is set to, whatever data it has."""

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

_INTERRUPTED = "Query interrupted"
_OFF = ("common_subplan", "self_join_aggregate")


@contextmanager
def interruptible() -> Iterator[None]:
    """An interrupt of a statement in the main thread as what it is, which DuckDB makes a RuntimeError of."""
    try:
        yield
    except RuntimeError as cause:
        if str(cause) != _INTERRUPTED:
            raise

        raise KeyboardInterrupt from cause


def compute_as_written(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB compute each sub-query and each join by itself.

    Its optimizer `common_subplan` (since 1.5) computes joins once that are not the same. Sub-queries over
    like joins, as `sql_writer` writes them, then give wrong numbers on 2.0.0, or fail inside DuckDB.
    `self_join_aggregate` (since 2.0.1) makes one scan of two; each of ours has row rules of its own.
    """
    known = {name for (name,) in connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()}
    if off := ",".join(each for each in _OFF if each in known):
        connection.execute(f"SET disabled_optimizers = '{off}'")


def count_in_utc(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB group and compare moments that have a zone as UTC has them, wherever this machine stands."""
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
