"""Run a compiled query: one page of its rows, with how many there are in all."""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from svcchat_magic.errors import QueryRefused, ValueOutOfRange
from svcchat_magic.semantic.engines.engines import Cancellation, Engine
from svcchat_magic.semantic.engines.wire_rows import whole_result
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Column,
    Operation,
    Output,
    Rows,
    SemanticQuery,
    Statement,
)
from svcchat_magic.semantic.writing.sql_writer import EngineStatement

_OUT_OF_RANGE = (
    "A value that the query computes is out of range; use smaller numbers, or leave the arithmetic out."
)
_ROWS_EACH = 100
_CELL_BYTES = 64  # a number or a time in Python; text comes on top


@dataclass(frozen=True, slots=True)
class Compiled:
    """What was asked, and the statement that answers it."""

    query: Statement
    statement: EngineStatement
    reads_clock: bool = False  # it answers this moment's question alone


def run_compiled(
    engine: Engine,
    compiled: Compiled,
    page: int,
    cancellation: Cancellation | None,
    most_bytes: int | None = None,
) -> Rows:
    """At most `page` rows, and how many the query has in all; none after `most_bytes` of memory."""
    query, statement = compiled.query, compiled.statement
    width = len(query.outputs)
    with in_range(query):
        found, is_cut = _page(engine, statement, page, cancellation, most_bytes)
        return Rows(
            columns=named_columns(query.outputs, found.columns),
            rows=tuple(row[:width] for row in found.rows),
            total_rows=_total(engine, compiled, found, len(found.rows) if is_cut else page, cancellation),
        )


def _page(
    engine: Engine,
    statement: EngineStatement,
    page: int,
    cancellation: Cancellation | None,
    most_bytes: int | None,
) -> tuple[Rows, bool]:
    """The rows of a page, and whether they were cut because they would take too much memory."""
    if most_bytes is None:
        return engine.run(statement.sql, statement.parameters, limit=page, cancellation=cancellation), False

    columns: tuple[Column, ...] = ()
    rows: list[tuple[object, ...]] = []
    left = most_bytes
    with closing(_batches(engine, statement, cancellation)) as batches:
        for batch in batches:
            columns = batch.columns
            rows += batch.rows
            left -= sum(map(_row_bytes, batch.rows))
            if left < 0:
                return whole_result(columns, rows), True

    return whole_result(columns, rows), False


def _batches(
    engine: Engine, statement: EngineStatement, cancellation: Cancellation | None
) -> Generator[Rows, None, None]:
    yield from engine.stream(
        statement.sql, statement.parameters, rows_each=_ROWS_EACH, cancellation=cancellation
    )


def _row_bytes(row: tuple[object, ...]) -> int:
    return sum(_CELL_BYTES + (len(value) if isinstance(value, str) else 0) for value in row)


@contextmanager
def in_range(query: Statement) -> Iterator[None]:
    """What a query computes out of range is its own fault, not the service's; members alone compute nothing.

    Raises QueryRefused.
    """
    try:
        yield
    except ValueOutOfRange as error:
        is_plain = isinstance(query, SemanticQuery) and not any(
            contains(expression, (Operation, Aggregate)) for expression in query.expressions()
        )
        if is_plain:
            raise

        raise QueryRefused(_OUT_OF_RANGE) from error


def named_columns(outputs: tuple[Output, ...], columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns of the engine's rows by the names that were asked for."""
    return tuple(
        Column(output.name, column.column_type) for output, column in zip(outputs, columns, strict=False)
    )


def _total(
    engine: Engine, compiled: Compiled, found: Rows, page: int, cancellation: Cancellation | None
) -> int:
    """How many rows the query has, its own LIMIT and OFFSET counted.

    They are counted only where there may be more than came. An empty page is past the end.
    """
    limit = compiled.query.limit
    if len(found.rows) < page or not found.rows or (limit is not None and limit <= page):
        return len(found.rows)

    counted = found.rows
    counting = compiled.statement.count
    if counting is not None:
        counted = engine.run(counting.sql, counting.parameters, limit=1, cancellation=cancellation).rows

    total = int(str(counted[0][-1]))
    if not isinstance(compiled.query, SemanticQuery):
        return total  # counted with its own LIMIT and OFFSET

    total -= compiled.query.offset
    return total if limit is None else min(total, limit)
