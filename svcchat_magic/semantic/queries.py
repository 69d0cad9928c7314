"""The way into the semantic layer: SQL text in, rows out, as one viewer may see them."""

import weakref
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from sqlglot import exp

from svcchat_magic.errors import QueryRefused, ValueOutOfRange
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.access.rights_key import rights_of
from svcchat_magic.semantic.engines.engines import Cancellation, Engine
from svcchat_magic.semantic.engines.wire_rows import whole_result
from svcchat_magic.semantic.model.member_sql import read_cube_source
from svcchat_magic.semantic.model.model import Cube, Model
from svcchat_magic.semantic.planning.stages import in_stages
from svcchat_magic.semantic.query.expressions import contains
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Column,
    Operation,
    Ordering,
    Output,
    Rows,
    SemanticQuery,
    Statement,
    Viewer,
)
from svcchat_magic.semantic.reading.reader import Clock
from svcchat_magic.semantic.reading.sql_reader import read_sql
from svcchat_magic.semantic.writing.sql_writer import EngineStatement
from svcchat_magic.semantic.writing.statement_writer import StatementWriter

MAX_ROWS = 50_000
LONGEST_KEPT = 4_000  # characters of a statement that is kept compiled
_OUT_OF_RANGE = (
    "A value that the query computes is out of range; use smaller numbers, or leave the arithmetic out."
)

__all__ = [
    "Cancellation",
    "compile_sql",
    "dimension_values",
    "explain_query",
    "run_query",
    "stream_arrow",
    "stream_query",
    "visible_model",
]


def run_query(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    sql: str,
    *,
    limit: int = 100,
    most_bytes: int | None = None,
    cancellation: Cancellation | None = None,
    now: datetime | None = None,
) -> Rows:
    """At most `limit` rows of semantic SQL, and how many rows it has in all (its own LIMIT counted).

    `now` is the moment of the question, in the zone that CURRENT_DATE is read in; the clock's by default.
    No further rows are read once those there take about `most_bytes` of memory, a hundred rows at least.
    Raises QueryRefused when it is not accepted, EngineError when it fails or is cancelled.
    """
    page = min(limit, MAX_ROWS)
    return _run(engine, _compiled(model, engine, viewer, sql, page, now), page, cancellation, most_bytes)


def stream_query(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    sql: str,
    *,
    rows_each: int = 1000,
    cancellation: Cancellation | None = None,
    now: datetime | None = None,
) -> Iterator[Rows]:
    """All rows of semantic SQL in batches, none of them counted before; one batch at least.

    The query begins with the first batch. Raises QueryRefused and EngineError as `run_query` does.
    """
    compiled = _compiled(model, engine, viewer, sql, None, now)
    query, statement = compiled.query, compiled.statement
    with _in_range(query):
        for found in engine.stream(
            statement.sql, statement.parameters, rows_each=rows_each, cancellation=cancellation
        ):
            yield replace(found, columns=_named_columns(query.outputs, found.columns))


def stream_arrow(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    sql: str,
    *,
    cancellation: Cancellation | None = None,
    now: datetime | None = None,
) -> Iterator[Any]:
    """The same as Arrow record batches; needs pyarrow."""
    compiled = _compiled(model, engine, viewer, sql, None, now)
    query, statement = compiled.query, compiled.statement
    names = [output.name for output in query.outputs]
    with _in_range(query):
        for batch in engine.stream_arrow(statement.sql, statement.parameters, cancellation=cancellation):
            yield batch.rename_columns(names)


def compile_sql(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    sql: str,
    *,
    limit: int = 100,
    now: datetime | None = None,
) -> EngineStatement:
    """What the engine would be given for semantic SQL.

    Raises QueryRefused when it is not accepted.
    """
    return _compiled(model, engine, viewer, sql, limit, now).statement


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a query is answered: the logical plan with what its viewer sees, and the SQL that the engine gets.

    The SQL names what the plan leaves out: show it only to those who may read the model's files.
    """

    plan: str
    sql: str


def explain_query(model: Model, engine: Engine, viewer: Viewer, sql: str, *, limit: int = 100) -> Explanation:
    """How semantic SQL would be answered; nothing is run. Raises QueryRefused when it is not accepted."""
    statement = in_stages(model, read_sql(visible_model(model, viewer), sql), viewer)
    return Explanation(*_writer(model, engine, viewer).explained(statement, limit))


def dimension_values(
    model: Model,
    engine: Engine,
    viewer: Viewer,
    member: str,
    *,
    limit: int = 1000,
    cancellation: Cancellation | None = None,
) -> tuple[str, ...]:
    """The distinct values of a string dimension, `table.name`, that this viewer may see, sorted.

    Raises QueryRefused when there is no such dimension.
    """
    table, _, name = member.partition(".")
    asked = read_sql(visible_model(model, viewer), f'SELECT DISTINCT "{name}" FROM "{table}"')
    query = in_stages(model, asked, viewer)
    dimension = query.outputs[0].expression
    if not isinstance(query, SemanticQuery) or type_of(dimension) != "string":
        raise QueryRefused(f"{member} is no text dimension, so it has no list of values.")

    present = Operation("not", (Operation("is_null", (dimension,)),))
    query = replace(query, where=(present,), order_by=(Ordering(dimension),))
    page = min(limit, MAX_ROWS)
    compiled = _Compiled(query, _write(model, engine, viewer, query, page))
    return tuple(str(value) for (value,) in _run(engine, compiled, page, cancellation).rows)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What was asked, and the statement that answers it."""

    query: Statement
    statement: EngineStatement
    reads_clock: bool = False  # it answers this moment's question alone


def _compiled(
    model: Model, engine: Engine, viewer: Viewer, sql: str, page: int | None, now: datetime | None
) -> _Compiled:
    """The text read and written; kept with the model for those who see the same."""

    def compiled() -> _Compiled:
        clock = Clock(now)
        query = in_stages(model, read_sql(visible_model(model, viewer), sql, clock=clock), viewer)
        return _Compiled(query, _write(model, engine, viewer, query, page), clock.was_read)

    rights = rights_of(viewer)
    if rights is None or len(sql) > LONGEST_KEPT:
        return compiled()

    kept = model.derived.get(("statement", rights, sql, page, weakref.ref(engine)), compiled)
    return compiled() if kept.reads_clock else kept


def _write(
    model: Model, engine: Engine, viewer: Viewer, statement: Statement, page: int | None
) -> EngineStatement:
    """The SQL for one page, or for all rows where that is None."""
    try:
        writer = _writer(model, engine, viewer)
        return writer.all_rows(statement) if page is None else writer.page(statement, page)
    except RecursionError as error:  # how deep is too deep depends on the caller's own stack
        raise QueryRefused("The query is nested too deep; write it flatter.") from error


def _writer(model: Model, engine: Engine, viewer: Viewer) -> StatementWriter:
    return StatementWriter(model, viewer, dialect=engine.dialect, kinds=partial(_column_kinds, engine))


def _run(
    engine: Engine,
    compiled: _Compiled,
    page: int,
    cancellation: Cancellation | None,
    most_bytes: int | None = None,
) -> Rows:
    query, statement = compiled.query, compiled.statement
    width = len(query.outputs)
    with _in_range(query):
        found, is_cut = _page(engine, statement, page, cancellation, most_bytes)
        return Rows(
            columns=_named_columns(query.outputs, found.columns),
            rows=tuple(row[:width] for row in found.rows),
            total_rows=_total(engine, compiled, found, len(found.rows) if is_cut else page, cancellation),
        )


_ROWS_EACH = 100
_CELL_BYTES = 64  # a number or a time in Python; text comes on top


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
def _in_range(query: Statement) -> Iterator[None]:
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


def _column_kinds(engine: Engine, cube: Cube) -> Mapping[str, str]:
    return engine.column_kinds(_every_column(cube.sql_table, cube.sql, engine.dialect))


@lru_cache(maxsize=1024)  # a pure function of the model's text: the same for every viewer
def _every_column(sql_table: str, sql: str, dialect: str) -> str:
    return exp.select("*").from_(read_cube_source(sql_table, sql)).sql(dialect=dialect)


def _named_columns(outputs: tuple[Output, ...], columns: tuple[Column, ...]) -> tuple[Column, ...]:
    return tuple(
        Column(output.name, column.column_type) for output, column in zip(outputs, columns, strict=False)
    )


def _total(
    engine: Engine, compiled: _Compiled, found: Rows, page: int, cancellation: Cancellation | None
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
