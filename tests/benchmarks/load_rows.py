"""A million rows from a socket to a frame: ours by Arrow and by JSON, the bytes alone, and the naive way.

Run by hand: `python -m tests.benchmarks.load_rows [rows]`. The origin runs in a process of its own; the
ways take turns in one run, and each figure is a median.
"""

import asyncio
import io
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import httpx
import pandas as pd
import pyarrow as pa

from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.frames.loaded_frames import loaded_frame
from svcchat_magic.protocol.query_reply import ARROW_TYPE
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import Reply, ScriptedOrigin

ROUNDS = 5
CHUNK = 65_536
ROWS_A_LINE = 1_000
TYPES = {
    "id": "Int64",
    "year": "Int64",
    "quantity": "Int64",
    "revenue": "Double",
    "margin": "Double",
    "channel": "String",
    "customer": "String",
    "at": "Timestamp",
}
ARROW_TYPES = {"Int64": pa.int64(), "Double": pa.float64(), "String": pa.string()}


def rows(count: int) -> list[list[Any]]:
    dice = random.Random(1)
    channels = ("web", "store", "partner")
    return [
        [
            n,
            2020 + n % 5,
            dice.randrange(1_000),
            round(dice.random() * 1e4, 2),
            dice.random() if n % 50 else None,
            dice.choice(channels),
            f"customer {dice.randrange(50_000)}",
            f"2024-{1 + n % 12:02d}-{1 + n % 28:02d}T{n % 24:02d}:{n % 60:02d}:00",
        ]
        for n in range(count)
    ]


def as_lines(made: list[list[Any]]) -> bytes:
    schema = [{"name": name, "column_type": kind} for name, kind in TYPES.items()]
    blocks = (made[at : at + ROWS_A_LINE] for at in range(0, len(made), ROWS_A_LINE))
    lines = [{"schema": schema}, *({"data": block} for block in blocks), {"totalRows": len(made)}]
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def as_arrow(made: list[list[Any]]) -> bytes:
    columns = dict(zip(TYPES, zip(*made, strict=True), strict=True))
    columns["at"] = pa.array(columns["at"]).cast(pa.timestamp("us"))
    fields = [
        pa.field(name, ARROW_TYPES.get(kind, pa.timestamp("us")), metadata={"column_type": kind})
        for name, kind in TYPES.items()
    ]
    table = pa.table(columns, schema=pa.schema(fields))
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=65_536)

    return sink.getvalue()


def serve(count: int, pipe: Connection) -> None:
    made = rows(count)
    origin = ScriptedOrigin()
    for path, body, kind in (
        ("/lines", as_lines(made), "application/x-ndjson"),
        ("/arrow", as_arrow(made), ARROW_TYPE),
    ):
        chunks = tuple(body[at : at + CHUNK] for at in range(0, len(body), CHUNK))
        origin.on(path, Reply(chunks, headers={"Content-Type": kind}))

    pipe.send(origin.url)
    pipe.recv()


def ours(path: str) -> Callable[[str, int], int]:
    def load(url: str, count: int) -> int:
        loader = RowLoader(Settings(query_url=url + path, api_key="benchmark-key"))
        result = SqlResult("", "SELECT 1", "", (), (), count)
        return len(loaded_frame(asyncio.run(loader.load(result))))

    return load


def bytes_only(path: str, *, kept: bool) -> Callable[[str, int], int]:
    """The body alone. Whoever makes a frame of it must hold it whole, which costs more than reading it."""

    def read(url: str, _: int) -> int:
        async def body() -> int:
            size = 0
            held: list[bytes] = []
            async with (
                httpx.AsyncClient(trust_env=False, verify=False) as client,
                client.stream("POST", url + path, content=b"{}") as response,
            ):
                async for chunk in response.aiter_raw():
                    size += len(chunk)
                    if kept:
                        held.append(chunk)

            return len(b"".join(held)) if kept else size

        return asyncio.run(body())

    return read


def naive(url: str, _: int) -> int:
    data: list[list[Any]] = []
    names: list[str] = []
    with httpx.stream("POST", url + "/lines", content=b"{}", trust_env=False, verify=False) as response:
        for line in response.iter_lines():
            message = json.loads(line)
            names = names or [column["name"] for column in message["schema"]]
            data += message.get("data", [])

    frame = pd.DataFrame(data, columns=names)
    frame["at"] = pd.to_datetime(frame["at"])
    return len(frame)


WAYS: dict[str, Callable[[str, int], int]] = {
    "bytes dropped, Arrow": bytes_only("/arrow", kept=False),
    "bytes kept, Arrow": bytes_only("/arrow", kept=True),
    "ours, Arrow": ours("/arrow"),
    "bytes kept, JSON": bytes_only("/lines", kept=True),
    "ours, JSON": ours("/lines"),
    "iter_lines + json + DataFrame": naive,
}
TARGETS = (
    ("ours, Arrow", "bytes dropped, Arrow", "no target: a frame cannot be made of what was not kept"),
    ("ours, Arrow", "bytes kept, Arrow", "target <= 1.5"),
    ("iter_lines + json + DataFrame", "ours, Arrow", "target >= 15"),
)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(count, there), daemon=True)
    process.start()
    url = here.recv()
    wall: dict[str, list[float]] = {name: [] for name in WAYS}
    used: dict[str, list[float]] = {name: [] for name in WAYS}
    for turn in range(ROUNDS + 1):
        for name, way in WAYS.items():
            started, cpu = time.perf_counter(), time.process_time()
            way(url, count)
            if turn:  # the first round loads libraries
                wall[name].append(time.perf_counter() - started)
                used[name].append(time.process_time() - cpu)

    print(f"{count:,} rows x {len(TYPES)} columns; median of {ROUNDS}\n{'':30} wall s  cpu s")
    for name in WAYS:
        print(f"{name:30} {statistics.median(wall[name]):6.2f} {statistics.median(used[name]):6.2f}")

    for name, other, target in TARGETS:
        ratio = statistics.median(used[name]) / statistics.median(used[other])
        print(f"CPU, {name} / {other}: {ratio:.2f}  {target}")

    here.send("done")
    process.join()


if __name__ == "__main__":
    main()
