"""How long model files take to load: `python -m tests.benchmarks.model_load [ROUNDS]`.

Folders of 50 and 500 cubes with 20 members each are loaded in turns, in this process, with caches of parsed
SQL emptied before each. Prints the median and the best CPU time, and goals in milliseconds.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model import member_sql

GOALS = {50: 60, 500: 700}
DIMENSIONS, MEASURES = 12, 8


def main(rounds: int) -> int:
    """Print a line for each size."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = {count: _written(Path(scratch) / str(count), count) for count in GOALS}
        times: dict[int, list[float]] = {count: [] for count in GOALS}
        for _ in range(rounds):
            for count, folder in folders.items():
                times[count].append(_timed(folder))

    for count, found in times.items():
        median, best = statistics.median(found), min(found)
        print(f"{count:4} cubes: median {median:7.1f} ms, best {best:7.1f} ms CPU, goal {GOALS[count]} ms")

    return 0 if all(statistics.median(found) <= GOALS[count] for count, found in times.items()) else 1


def _timed(folder: Path) -> float:
    member_sql.read_member_sql.cache_clear()
    member_sql.read_cube_source.cache_clear()
    begin = time.process_time()
    load_model(folder)
    return (time.process_time() - begin) * 1000


def _written(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        (folder / f"cube_{number}.yml").write_text(_cube(number), encoding="utf-8")

    return folder


def _cube(number: int) -> str:
    """A cube as people write them: columns, sums, a filtered count, a ratio, and a join to the one before."""
    lines = [
        "cubes:",
        f"  - name: cube_{number}",
        f"    sql_table: public.table_{number}",
        f"    title: Cube {number}",
    ]
    if number:
        before = f"cube_{number - 1}"
        lines += [
            "    joins:",
            f"      - name: {before}",
            "        relationship: many_to_one",
            f'        sql: "{{CUBE}}.{before}_id = {{{before}.d0}}"',
        ]

    lines.append("    dimensions:")
    for at in range(DIMENSIONS):
        kind = ("number", "string", "time")[at % 3]
        lines += [f"      - name: d{at}", f'        sql: "{{CUBE}}.column_{at}"', f"        type: {kind}"]
        lines.append("        primary_key: true" if at == 0 else f"        title: Dimension {at}")

    lines += ["    measures:", "      - name: m0", "        type: count"]
    for at in range(1, MEASURES - 2):
        lines += [f"      - name: m{at}", f'        sql: "{{CUBE}}.column_{at}"', "        type: sum"]

    lines += [
        f"      - name: m{MEASURES - 2}",
        "        type: count",
        "        filters:",
        "          - sql: \"{CUBE}.column_1 = 'paid'\"",
        f"      - name: m{MEASURES - 1}",
        "        type: number",
        '        sql: "1.0 * {m1} / NULLIF({m0}, 0)"',
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
