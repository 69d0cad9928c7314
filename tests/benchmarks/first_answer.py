"""How long the first answer takes, part by part: `python -m tests.benchmarks.first_answer [RUNS]`.

Every run is a new interpreter with IPython up, which is what a fresh kernel is. Wall and CPU
seconds are medians; the last column sets each part against importing pandas alone, in the same runs.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

RUNS = 5
QUESTION = "Revenue by month last year, and which channel grew the most?"

PROGRAM = f"""
import json, sys, time
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

config = Config()
config.HistoryManager.enabled = False
shell = InteractiveShell.instance(config=config)
parts = {{}}

def timed(name, work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    parts[name] = (time.perf_counter() - wall, time.process_time() - cpu)

def cell(source):
    with capture_output():
        shell.run_cell(source).raise_error()

cell("pass")  # the shell's own first cell is not ours to count
timed("%load_ext", lambda: cell("%load_ext svcchat_magic"))
if sys.argv[1] == "parts":
    timed("import what a question needs", lambda: __import__("svcchat_magic.notebook.asking.cell_question"))
    timed("import the embedded service", lambda: __import__("svcchat_magic.service.process.server"))
    from svcchat_magic.service.process.server import start_service
    held = []
    timed("start the embedded service", lambda: held.append(start_service()))
    held[0].stop()

name = "first question" if sys.argv[1] == "cold" else "question after the imports"
timed(name, lambda: cell("%%ask\\n{QUESTION}"))
timed("second question", lambda: cell("%%ask\\nand by region?"))
print(json.dumps(parts))
"""

PANDAS = """
import json, time
wall, cpu = time.perf_counter(), time.process_time()
import pandas
print(json.dumps({"import pandas alone": (time.perf_counter() - wall, time.process_time() - cpu)}))
"""


def run(program: str, *arguments: str) -> dict[str, tuple[float, float]]:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env={"XDG_DATA_HOME": home, "HOME": home, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )

    return {name: tuple(seconds) for name, seconds in json.loads(done.stdout.splitlines()[-1]).items()}


def measure(runs: int) -> Iterator[tuple[str, float, float]]:
    """Median wall and CPU seconds of every part; the programs take turns."""
    taken: dict[str, list[tuple[float, float]]] = {}
    for _ in range(runs):
        for found in (run(PANDAS), run(PROGRAM, "cold"), run(PROGRAM, "parts")):
            for name, seconds in found.items():
                taken.setdefault(name, []).append(seconds)

    for name, seconds in taken.items():
        walls, cpus = zip(*seconds, strict=True)
        yield name, statistics.median(walls), statistics.median(cpus)


def main() -> None:
    rows = list(measure(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
    pandas = rows[0][1]
    print(f"{'part':32} {'wall s':>8} {'cpu s':>8} {'x pandas':>9}")
    for name, wall, cpu in rows:
        print(f"{name:32} {wall:8.3f} {cpu:8.3f} {wall / pandas:9.2f}")


if __name__ == "__main__":
    main()
