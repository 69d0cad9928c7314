"""The way into the semantic layer: SQL text in, rows out, as one viewer may see them."""

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.access.rights_key import rights_of
from svcchat_magic.semantic.compiled_queries import Compiled, in_range, named_columns, run_compiled
from svcchat_magic.semantic.engines.engines import Cancellation, Engine
from svcchat_magic.semantic.model.member_sql import read_cube_source
from svcchat_magic.semantic.model.model import Cube, Model
from svcchat_magic.semantic.planning.stages import in_stages
from svcchat_magic.semantic.query.operations import type_of
from svcchat_magic.semantic.query.query import (
    Operation,
    Ordering,
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
    texts: Mapping[str, str] = MappingProxyType({}),
) -> Rows:
    """At most `limit` rows of semantic SQL, and how many rows it has in all (its own LIMIT counted).

    `now` is the moment of the question, in the zone that CURRENT_DATE is read in; the clock's by default.
    No further rows are read once those there take about `most_bytes` of memory, a hundred rows at least.
    `texts` are what constants of the statement stand for: it is read and written once for all of them.
    Raises QueryRefused when it is not accepted, EngineError when it fails or is cancelled.
    """
    page = min(limit, MAX_ROWS)
    compiled = _compiled(model, engine, viewer, sql, page, now)
    if texts:
        compiled = replace(compiled, statement=compiled.statement.with_texts(texts))

    return run_compiled(engine, compiled, page, cancellation, most_bytes)


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
    with in_range(query):
        for found in engine.stream(
            statement.sql, statement.parameters, rows_each=rows_each, cancellation=cancellation
        ):
            yield replace(found, columns=named_columns(query.outputs, found.columns))


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
    with in_range(query):
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
    compiled = Compiled(query, _write(model, engine, viewer, query, page))
    return tuple(str(value) for (value,) in run_compiled(engine, compiled, page, cancellation).rows)


def _compiled(
    model: Model, engine: Engine, viewer: Viewer, sql: str, page: int | None, now: datetime | None
) -> Compiled:
    """The text read and written; kept with the model for those who see the same."""

    def compiled() -> Compiled:
        clock = Clock(now)
        query = in_stages(model, read_sql(visible_model(model, viewer), sql, clock=clock), viewer)
        return Compiled(query, _write(model, engine, viewer, query, page), clock.was_read)

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


def _column_kinds(engine: Engine, cube: Cube) -> Mapping[str, str]:
    return engine.column_kinds(_every_column(cube.sql_table, cube.sql, engine.dialect))


@lru_cache(maxsize=1024)  # a pure function of the model's text: the same for every viewer
def _every_column(sql_table: str, sql: str, dialect: str) -> str:
    return exp.select("*").from_(read_cube_source(sql_table, sql)).sql(dialect=dialect)
