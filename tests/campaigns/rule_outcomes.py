"""What a viewer gets to see of a question: rows, columns and totals, or the sentence of an error."""

from collections.abc import Callable, Sequence

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import dimension_values, run_query, stream_arrow, stream_query
from svcchat_magic.semantic.query.query import Viewer
from tests.campaigns.rule_statements import Asked

Outcome = tuple[object, ...]  # its first word: rows, refused, failed or uncaught
Ask = Callable[[Model, Engine, Viewer, Asked], Outcome]

MOST_ROWS = 1_000


def outcome(ask: Ask, model: Model, engine: Engine, viewer: Viewer, asked: Asked) -> Outcome:
    """Everything that can be told from the answer, but its time."""
    try:
        return ("rows", *ask(model, engine, viewer, asked))
    except QueryRefused as refusal:
        return "refused", str(refusal)
    except EngineError as failure:
        return "failed", str(failure)
    except Exception as fault:  # what is no error of ours is a 500 of the service, and counted as that
        return "uncaught", type(fault).__name__, str(fault)


def found_rows(model: Model, engine: Engine, viewer: Viewer, asked: Asked) -> Outcome:
    found = run_query(model, engine, viewer, asked.sql, limit=MOST_ROWS)
    return _columns(found), _told(found.rows, asked), found.total_rows


def _streamed(model: Model, engine: Engine, viewer: Viewer, asked: Asked) -> Outcome:
    batches = list(stream_query(model, engine, viewer, asked.sql, rows_each=MOST_ROWS))
    return _columns(batches[0]), _told([row for batch in batches for row in batch.rows], asked)


def _in_arrow(model: Model, engine: Engine, viewer: Viewer, asked: Asked) -> Outcome:
    batches = list(stream_arrow(model, engine, viewer, asked.sql))
    rows = [
        tuple(row) for batch in batches for row in zip(*(c.to_pylist() for c in batch.columns), strict=True)
    ]
    return str(batches[0].schema), _told(rows, asked)


def values(model: Model, engine: Engine, viewer: Viewer, asked: Asked) -> Outcome:
    return (dimension_values(model, engine, viewer, f"{asked.table}.{asked.named}"),)


DOORS: Sequence[Ask] = (*[found_rows] * 6, *[_streamed] * 2, *[_in_arrow] * 2, values)


def _columns(found: object) -> tuple[tuple[str, str], ...]:
    return tuple((column.name, column.column_type) for column in found.columns)


def _told(rows: Sequence[Sequence[object]], asked: Asked) -> tuple[str, ...]:
    texts = map(repr, rows)
    return tuple(texts) if asked.in_order else tuple(sorted(texts))
