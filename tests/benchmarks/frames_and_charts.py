"""Results as frames and charts beside the usual ways: `python -m tests.benchmarks.frames_and_charts`.

Interleaved rounds, medians; CPU of this process unless a line says wall.
"""

import io
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import altair
import pandas as pd

from svcchat_magic.charts.pictures.chart_pictures import ChartPictures, can_draw_pictures
from svcchat_magic.charts.result_charts import MIME_TYPE, chart_bundle
from svcchat_magic.frames.loaded_frames import loaded_frame
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.arrow_rows import can_read_arrow, read_arrow
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.results import Column, SqlResult

ROUNDS = 30
MILLION = 1_000_000
TYPES = ("Timestamp", "String", "String", "Int64", "Int64", "Double", "Double", "Boolean")
COLUMNS = tuple(Column(f"column_{at}", kind) for at, kind in enumerate(TYPES))
ROWS = tuple(
    (
        f"2024-{at % 12 + 1:02}-01T00:00:00.000",
        f"name {at}",
        f"kind {at % 5}",
        at,
        at * 7,
        at / 3,
        at * 1.5,
        at % 2 == 0,
    )
    for at in range(100)
)
SPEC = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "mark": {"type": "line", "point": True},
    "encoding": {
        "x": {"field": "column_0", "type": "temporal"},
        "y": {"field": "column_5", "type": "quantitative", "axis": {"format": ",.2f"}},
        "color": {"field": "column_2", "type": "nominal"},
    },
}
RESULT = SqlResult("T", "SELECT 1", "", COLUMNS, ROWS, len(ROWS), vega_spec=json.dumps(SPEC))


def main() -> int:
    reached = [_frames(), _charts(), *([_million()] if can_read_arrow() else [])]
    if can_draw_pictures():
        reached.append(_pictures())

    return 0 if all(reached) else 1


def _frames() -> bool:
    text = json.dumps([dict(zip((each.name for each in COLUMNS), row, strict=True)) for row in ROWS])
    ours, naive, read_json = _medians(
        lambda: result_frame(RESULT),
        lambda: pd.DataFrame(json.loads(text)),
        lambda: pd.read_json(io.StringIO(text)),
    )
    return _line(
        "100 x 8 result to a typed frame",
        ours,
        1.0,
        f"pd.DataFrame(json) untyped {naive:.2f} ms, read_json {read_json:.2f} ms",
    )


def _charts() -> bool:
    ours, peer = _medians(lambda: chart_bundle(RESULT), lambda: altair.Chart.from_dict(with_rows()).to_dict())
    return _line(
        "chart bundle of 100 rows, no picture", ours, 5.0, f"altair from_dict + to_dict {peer:.1f} ms"
    )


def with_rows() -> dict[str, Any]:
    """The chart's specification with its rows, as altair takes it."""
    values = [dict(zip((each.name for each in COLUMNS), row, strict=True)) for row in ROWS]
    return {**SPEC, "data": {"values": values}}


def _million() -> bool:
    import numpy as np
    import pyarrow as pa

    count = np.arange(MILLION)
    kinds = {
        "Timestamp": pa.timestamp("us"),
        "String": pa.string(),
        "Int64": pa.int64(),
        "Boolean": pa.bool_(),
    }
    arrays = {
        "Timestamp": pa.array(count * 1_000_000, pa.int64()).cast(pa.timestamp("us")),
        "String": pa.array([f"name {at % 1000}" for at in range(MILLION)]),
        "Int64": pa.array(count),
        "Double": pa.array(count / 3),
        "Boolean": pa.array(count % 2 == 0),
    }
    fields = [
        pa.field(
            each.name, kinds.get(each.column_type, pa.float64()), metadata={"column_type": each.column_type}
        )
        for each in COLUMNS
    ]
    batch = pa.record_batch([arrays[kind] for kind in TYPES], schema=pa.schema(fields))
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)

    stream = sink.getvalue()
    empty = SqlResult("T", "SELECT 1", "", COLUMNS, (), 0)

    def ours() -> Any:
        rows = read_arrow(bytearray(stream))
        return loaded_frame(LoadedRows(empty, rows.columns, MILLION, MILLION, arrow=rows))

    found, peer = _medians(ours, lambda: pa.ipc.open_stream(stream).read_all().to_pandas(), rounds=5)
    return _line(
        "1M x 8 rows of Arrow to a typed frame", found, 300.0, f"pyarrow to_pandas, untyped {peer:.0f} ms"
    )


def _pictures() -> bool:
    """A chart of two years in months, as the analyst answers most questions."""
    few = SqlResult("T", "SELECT 1", "", COLUMNS, ROWS[:24], 24, vega_spec=RESULT.vega_spec)
    chart = chart_bundle(few).data[MIME_TYPE]
    rounds = [_drawn(chart) for _ in range(3)]
    cold = statistics.median(times[0] for times in rounds)
    warm = statistics.median(each for times in rounds for each in times[1:])
    is_cold = _line("picture, cold (wall)", cold, 2_000.0, "")
    size = f"{_size(chart) / 1_000:.0f} kB; "
    return _line("picture, warm (wall)", warm, 100.0, size + _in_process(chart)) and is_cold


def _drawn(chart: dict[str, Any]) -> list[float]:
    """Milliseconds of the first pictures of a new process."""
    pictures = ChartPictures()
    times = [_wall(lambda: pictures.draw(chart).result()) for _ in range(11)]
    pictures.close()
    return times


def _size(chart: dict[str, Any]) -> int:
    pictures = ChartPictures()
    size = len(pictures.draw(chart).result())
    pictures.close()
    return size


def _in_process(chart: dict[str, Any]) -> str:
    """The peer: the renderer in the kernel itself, which freezes it meanwhile."""
    import vl_convert

    spec = json.dumps(chart)
    times = [_wall(lambda: vl_convert.vegalite_to_png(spec, vl_version="5.21", scale=2)) for _ in range(10)]
    size = len(vl_convert.vegalite_to_png(spec, vl_version="5.21", scale=2))
    return (
        f"in the kernel {times[0]:.0f} ms cold, {statistics.median(times):.0f} ms warm, {size / 1_000:.0f} kB"
    )


def _medians(*actions: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """Median CPU milliseconds of each, run in turns."""
    times: list[list[float]] = [[] for _ in actions]
    for number in range(rounds + 1):
        for taken, action in zip(times, actions, strict=True):
            before = time.process_time()
            action()
            if number:  # the first round imports and compiles
                taken.append(1_000 * (time.process_time() - before))

    return [statistics.median(taken) for taken in times]


def _wall(action: Callable[[], Any]) -> float:
    before = time.perf_counter()
    action()
    return 1_000 * (time.perf_counter() - before)


def _line(what: str, found: float, goal: float, beside: str) -> bool:
    mark = "reached" if found <= goal else "MISSED"
    print(f"{what:<40} {found:>8.2f} ms   goal {goal:,.0f} ms: {mark:<8} {beside}")
    return found <= goal


if __name__ == "__main__":
    sys.exit(main())
