"""Queries over data on this machine, run in this process."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from svcchat_magic.commands.command_line import named_sources
from svcchat_magic.commands.sql_options import SqlOptions
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.inference.joined_tables import open_joined
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import Explanation, explain_query, run_query, stream_query
from svcchat_magic.semantic.query.query import Rows, Viewer

DEMO = Path(__file__).parent.parent / "demo"


def local_result(sql: str, options: SqlOptions) -> SqlResult:
    """The rows of a query over the data that the options name.

    Raises QueryRefused when it is not accepted, ModelError for files that cannot be loaded, and EngineError.
    """
    with _opened(options) as (model, engine):
        found = _rows(sql, model, engine, options)

    columns = tuple(Column(column.name, column.column_type) for column in found.columns)
    return SqlResult("", sql, "", columns, found.rows, found.total_rows)


def local_explanation(sql: str, options: SqlOptions) -> Explanation:
    """How the query would be answered; raises as above."""
    with _opened(options) as (model, engine):
        return explain_query(model, engine, _viewer(options), sql)


@contextmanager
def _opened(options: SqlOptions) -> Iterator[tuple[Model, Engine]]:
    """The data with its model, or with the one inferred from it; the demo shop where none is named."""
    sources = named_sources(options.data)
    named = {key: value for each in sources if isinstance(each, dict) for key, value in each.items()}
    if options.model and named:
        own = [each for each in sources if not isinstance(each, dict)]
        is_demo = str(options.model) == "demo"
        folder = DEMO / "model" if is_demo else options.model
        joined, engine = open_joined(folder, [DEMO / "data"] if is_demo else own, named)
        with closing(engine):
            yield joined.model, engine

        return

    with closing(open_engine(sources or DEMO / "data")) as engine:
        if options.model or not options.data:
            yield load_model(options.model or DEMO / "model"), engine
        else:
            yield infer_model(engine).model, engine


def _rows(sql: str, model: Model, engine: Engine, options: SqlOptions) -> Rows:
    viewer = _viewer(options)
    if options.limit:
        return run_query(model, engine, viewer, sql, limit=options.limit, now=options.now)

    batches = list(stream_query(model, engine, viewer, sql, rows_each=10_000, now=options.now))
    rows = tuple(row for batch in batches for row in batch.rows)
    return Rows(batches[0].columns, rows, len(rows))


def _viewer(options: SqlOptions) -> Viewer:
    """The user who asks; without a user, a group or an attribute the owner of the data, who sees all."""
    is_owner = not (options.as_user or options.group or options.attr)
    return Viewer(
        options.as_user or "", is_internal=is_owner, groups=options.group, attributes=dict(options.attr)
    )
