"""From `%load_ext` to the first answer, in a new interpreter with IPython."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from tests.benchmarks.figures import Figure, Spread

RUNS = 5
PATIENCE = 6.0  # seconds between %load_ext and the first question, as somebody types
PROGRAM = f"""
import json, time
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

config = Config()
config.HistoryManager.enabled = False
shell = InteractiveShell.instance(config=config)
told = {{}}

def cell(name, source):
    wall, cpu, all_threads = time.perf_counter(), time.thread_time(), time.process_time()
    with capture_output():
        shell.run_cell(source).raise_error()
    told[name] = (time.thread_time() - cpu, time.perf_counter() - wall, time.process_time() - all_threads)

cell("nothing", "pass")
cell("load", "%load_ext svcchat_magic")
beside = time.process_time()
time.sleep({PATIENCE})
told["warm-up"] = (0.0, 0.0, time.process_time() - beside)
cell("first", "%%ask\\nRevenue by month last year, and which channel grew the most?")
cell("second", "%%ask\\nand by region?")
print(json.dumps(told))
"""
PEERS = "import pandas, altair, duckdb, httpx"
TIMED = """
import json, time
wall, cpu = time.perf_counter(), time.process_time()
{imports}
print(json.dumps({{"first": (time.process_time() - cpu, time.perf_counter() - wall)}}))
"""


def run(program: str) -> dict[str, tuple[float, ...]]:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"XDG_DATA_HOME": home, "HOME": home, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )

    return json.loads(done.stdout.splitlines()[-1])


def figures() -> Iterator[Figure]:
    ours, peers = [], []
    for _ in range(RUNS):
        ours.append(run(PROGRAM))
        peers.append(run(TIMED.format(imports=PEERS))["first"])

    load = Spread.of([1e3 * each["load"][0] for each in ours])
    warm_up = Spread.of([each["warm-up"][2] for each in ours])
    beside = f"its thread that warms up, meanwhile: {warm_up} s CPU"
    yield Figure("`%load_ext`", load.median, 8, f"{load} ms CPU of its thread", beside, "ms")
    first = Spread.of([each["first"][1] for each in ours])
    second = Spread.of([each["second"][1] for each in ours])
    cpu = Spread.of([each["first"][2] for each in ours])
    imports = Spread.of([wall for _, wall in peers])
    beside = f"the second question: {second} s; `{PEERS}`: {imports} s"
    yield Figure(
        f"first answer, of the demo, {PATIENCE:g} s after it",
        first.median,
        0.3,
        f"{first} s wall, {cpu} s CPU",
        beside,
        "s wall",
    )
