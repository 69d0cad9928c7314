"""The bytes of a query's reply, chunk by chunk, as NDJSON or as an Arrow stream; nothing is read ahead.

An error before the first chunk is raised; a later one ends the reply.
"""

import io
from collections.abc import Generator, Iterator, Sequence
from importlib.util import find_spec
from itertools import chain
from typing import Any

from svcchat_magic.errors import EngineError
from svcchat_magic.protocol.query_reply import (
    ARROW_TYPE,
    ERROR,
    NDJSON_TYPE,
    TOTAL_ROWS,
    TRUNCATED,
    error_line,
    rows_line,
    schema_line,
    total_line,
    truncated_line,
)
from svcchat_magic.semantic.query.query import Rows

MAX_LINE_BYTES = 4_000_000  # clients refuse lines of 8 MB
_JSON_RANGES = frozenset({NDJSON_TYPE, "application/json", "application/*", "*/*"})


def chosen_type(accept: str) -> str | None:
    """The format that an Accept header requests: NDJSON unless it names Arrow; None for neither."""
    wanted = _wanted(accept) if accept.strip() else {"*/*": 1.0}
    json = max((quality for name, quality in wanted.items() if name in _JSON_RANGES), default=0.0)
    arrow = wanted.get(ARROW_TYPE, 0.0) if find_spec("pyarrow") else 0.0
    if arrow and arrow >= json:
        return ARROW_TYPE

    return NDJSON_TYPE if json else None


def ndjson_reply(batches: Iterator[Rows], most_rows: int) -> Generator[bytes, None, None]:
    """At most `most_rows` rows as lines; raises QueryRefused and EngineError before the first chunk only."""
    first = next(batches)
    yield schema_line((column.name, column.column_type) for column in first.columns)
    sent = 0
    try:
        for batch in chain((first,), batches):
            rows = batch.rows[: most_rows - sent]
            yield from _lines(rows)
            sent += len(rows)
            if len(rows) < len(batch.rows):
                yield truncated_line()
                return
    except EngineError as cause:
        yield error_line(str(cause))
        return

    yield total_line(sent)


def arrow_reply(batches: Iterator[Any], most_rows: int) -> Generator[bytes, None, None]:
    """The same as one Arrow IPC stream; the metadata of a last, empty batch shows how it ended."""
    import pyarrow as pa

    first = next(batches)
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, first.schema) as writer:
        ending = {TOTAL_ROWS: "0"}
        sent = 0
        try:
            for batch in chain((first,), batches):
                rows = batch.slice(0, most_rows - sent)
                writer.write_batch(rows)
                yield _taken(sink)
                sent += rows.num_rows
                ending = {TOTAL_ROWS: str(sent)}
                if rows.num_rows < batch.num_rows:
                    ending = {TRUNCATED: "true"}
                    break
        except EngineError as cause:
            ending = {ERROR: str(cause)}

        writer.write_batch(first.slice(0, 0), custom_metadata=ending)

    yield _taken(sink)


def _lines(rows: Sequence[Sequence[object]]) -> Iterator[bytes]:
    """The rows in one line, or in several if their text is long."""
    if not rows:
        return

    line = rows_line(rows)
    if len(line) <= MAX_LINE_BYTES:
        yield line
        return

    if len(rows) == 1:
        raise EngineError("A row contains too much text. Ask for fewer columns.")

    middle = len(rows) // 2
    yield from _lines(rows[:middle])
    yield from _lines(rows[middle:])


def _taken(sink: io.BytesIO) -> bytes:
    """The bytes written since the last call."""
    written = sink.getvalue()
    sink.seek(0)
    sink.truncate()
    return written


def _wanted(accept: str) -> dict[str, float]:
    """The media ranges of an Accept header with their quality; an invalid one counts as 0."""
    wanted = {}
    for entry in accept.lower().split(","):
        name, *parameters = (part.strip() for part in entry.split(";"))
        quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        wanted[name] = float(quality) if quality.replace(".", "", 1).isdecimal() else 0.0

    return wanted
