"""Streams to transcripts, rows to frames and results to charts, next to what is usual."""

import importlib.util
import multiprocessing
from collections.abc import Iterator

import altair
import httpx
import pyarrow as pa

from svcchat_magic.charts.result_charts import chart_bundle
from svcchat_magic.frames.result_frames import result_frame
from tests.benchmarks import frames_and_charts, load_rows, read_a_stream
from tests.benchmarks.figures import Figure, growth, ratio, taking_turns

ROWS = 1_000_000
SIZES = (1_000, 5_000, 20_000, 100_000)


def figures() -> Iterator[Figure]:
    yield from _streams()
    yield from _rows()
    yield from _charts()


def _streams() -> Iterator[Figure]:
    peers = read_a_stream.peers()
    for lines, names in ((1, ("LLM SDK",)), (200, ("pydantic", "LLM SDK"))):
        readers = {"ours": read_a_stream.ours, "limit": read_a_stream.limit}
        readers |= {name: peers[name] for name in names if name in peers}
        found = read_a_stream.measure(10_000, lines, readers)
        for name, cost in found.items():
            if name == "ours":
                continue

            path = f"a message, {lines} to a chunk, ours over {name}"
            told = f"{found['ours']:.2f} us CPU"
            goal = read_a_stream.TARGETS[name]
            yield Figure(path, found["ours"] / cost, goal, told, f"{name}: {cost:.2f} us")

    costs = [
        read_a_stream.measure(size, 200, {"ours": read_a_stream.ours})["ours"] * size / 1e6 for size in SIZES
    ]
    title = "a stream's CPU: growth with its messages, s"
    yield growth(title, SIZES, costs, 1.05, beyond_first=True)


def _rows() -> Iterator[Figure]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=load_rows.serve, args=(ROWS, there), daemon=True
    )
    process.start()
    url = here.recv()
    ways = {
        "ours": lambda: load_rows.ours("/arrow")(url, ROWS),
        "sync httpx and pyarrow": lambda: by_hand(url),
        "iter_lines, json and pandas": lambda: load_rows.naive(url, ROWS),
    }
    if importlib.util.find_spec("polars") is not None:
        ways["sync httpx and polars"] = lambda: with_polars(url)

    costs = taking_turns(ways, rounds=7)
    here.send("done")
    process.join()
    title = "a million rows of Arrow to a frame"
    yield ratio(f"{title}, over a script's", costs, "ours", "sync httpx and pyarrow", 1.3)
    naive = ratio(title, costs, "iter_lines, json and pandas", "ours", None)
    yield Figure(
        f"{title}: the usual way over ours", naive.value, 15, naive.beside, naive.ours, at_least=True
    )
    if "sync httpx and polars" in ways:  # no goal: its frame keeps Arrow's own columns, which pandas has not
        yield ratio(f"{title}, over a script's with polars", costs, "ours", "sync httpx and polars", None)


def _charts() -> Iterator[Figure]:
    frame = result_frame(frames_and_charts.RESULT)
    costs = taking_turns(
        {"ours": lambda: chart_bundle(frames_and_charts.RESULT), "altair": lambda: by_altair(frame)}
    )
    yield ratio("a chart of 100 rows for the page, over altair's", costs, "ours", "altair", None)


def by_altair(frame: object) -> object:
    """The same chart of the same rows as JupyterLab gets it."""
    chart = (
        altair.Chart(frame)
        .mark_line(point=True)
        .encode(
            x=altair.X("column_0:T"),
            y=altair.Y("column_5:Q", axis=altair.Axis(format=",.2f")),
            color=altair.Color("column_2:N"),
        )
    )
    with altair.renderers.enable("mimetype"):
        return chart._repr_mimebundle_()


def by_hand(url: str) -> int:
    """What a script would do: the whole body, then Arrow's own conversion to typed columns."""
    with httpx.Client(trust_env=False, verify=read_a_stream.NO_TLS, timeout=None) as client:
        body = client.post(url + "/arrow", content=b"{}").content

    return len(pa.ipc.open_stream(body).read_all().to_pandas(types_mapper=_pandas_type))


def with_polars(url: str) -> int:
    """The same with another library of frames."""
    import polars as pl

    with httpx.Client(trust_env=False, verify=read_a_stream.NO_TLS, timeout=None) as client:
        body = client.post(url + "/arrow", content=b"{}").content

    return pl.read_ipc_stream(body).height


def _pandas_type(kind: pa.DataType) -> object:
    import pandas as pd

    return {pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype(), pa.string(): pd.StringDtype()}.get(
        kind
    )
