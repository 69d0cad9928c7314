"""Random rows, and the same once more with other rows in place of those that a viewer may not see."""

import atexit
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from itertools import count
from uuid import uuid4

import duckdb
import sqlglot

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import ClosableEngine
from tests.campaigns.rule_rows import Data, Row, Sight, joined_rows, resolved
from tests.campaigns.rule_shapes import COLUMNS, Path, Shape
from tests.postgres import postgres_server

RAW = "raw:"  # a text that starts so is SQL as it stands

_REGIONS = (*["North"] * 6, *["South"] * 3, "East", None, "")
_EXTREMES: dict[str, tuple[object, ...]] = {
    "word": ("", "x" * 5_000, "%", "_", "\\", "!", "abc!", "é\u202e", "' OR 1=1 --", None, "1e999", "nan"),
    "code": ("", "abc", "1e999", "99999999999999999999", "!", "%!", None, "-", "0x"),
    "big": (2**63 - 1, -(2**63), 0, -1, None, 2**62, 10**18),
    "small": (2**31 - 1, -(2**31), 0, None, -1),
    "amount": (
        f"{RAW}1e308", f"{RAW}-1e308", f"{RAW}'nan'", f"{RAW}'inf'", f"{RAW}'-inf'",
        0.0, f"{RAW}5e-324", None,
    ),
    "price": (f"{RAW}9999999999999999.99", f"{RAW}-9999999999999999.99", 0.0, None),
    "made": (
        f"{RAW}'infinity'", f"{RAW}'-infinity'", "0001-01-01 00:00:00", "9999-12-31 23:59:59",
        f"{RAW}'290000-12-31'", f"{RAW}'4000-01-01 (BC)'", None,
    ),
    "flag": (True, False, None),
    "region": ("North", "South", "East", "", None, "x" * 500),
}  # fmt: skip


def random_data(chance: random.Random, shape: Shape) -> Data:
    """A few rows of each cube, mostly plain."""
    sizes = {cube: chance.choice([0, *range(5, 11), *range(5, 11)]) for cube in shape.cubes}
    return {
        cube: [_row(chance, shape, cube, number, sizes) for number in range(sizes[cube])]
        for cube in shape.cubes
    }


def without_hidden(chance: random.Random, sight: Sight, data: Data) -> Data:
    """Other rows in place of those that the cubes' own rules hide: gone, changed, moved, or more of them."""
    return {cube: list(_replaced(chance, sight, cube, rows)) for cube, rows in data.items()}


def without_joined(
    chance: random.Random, sight: Sight, data: Data, table: str, always: Iterable[Path]
) -> Data:
    """Rows that come with no row that the viewer may see, where a query reads `always`: gone, or changed."""
    shape = sight.shape
    root = shape.root(table)
    always = sight.touched(table, always)
    changed = dict(data)
    for cube in shape.cubes:
        if cube != root and not _leads_to(shape, root, cube):
            continue

        path = resolved(shape, (root,), cube)
        steps = {path[:length] for length in range(1, len(path) + 1)}
        seen = {id(row[path]) for row in joined_rows(shape, data, always | steps) if sight.admits(table, row)}
        goes = chance.random() < 0.3
        changed[cube] = [
            row if is_kept else _with_extremes(chance, row, _in_rules(sight))
            for row in data[cube]
            if (is_kept := id(row) in seen or sight.hides(cube, row)) or not goes
        ]

    return changed


@contextmanager
def engines_over(shape: Shape, several: Sequence[Data], kind: str) -> Iterator[list[ClosableEngine]]:
    """An engine over each of several sets of rows: `duckdb` or `postgresql`."""
    with ExitStack() as ending:
        opens = _postgres_over if kind == "postgresql" else _duckdb_over
        yield [ending.enter_context(closing(opens(shape, data))) for data in several]


def _postgres_over(shape: Shape, data: Data) -> ClosableEngine:
    """A database of its own on the server of this process, which ends with it."""
    import psycopg

    from svcchat_magic.semantic.engines.postgres_engine import PostgresEngine

    address, name = _server(), f"rules_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")

    own = f"{address.rpartition('/')[0]}/{name}"
    with psycopg.connect(own, autocommit=True) as connection:
        for statement in statements_of(shape, data):
            connection.execute(sqlglot.transpile(statement, read="duckdb", write="postgres")[0])

    return PostgresEngine.open(own)


@cache
def _server() -> str:
    """The address of a server that stops when this process ends."""
    ending = ExitStack()
    atexit.register(ending.close)
    return ending.enter_context(postgres_server())


def _duckdb_over(shape: Shape, data: Data) -> ClosableEngine:
    connection = duckdb.connect(":memory:", config={"threads": 1})
    for statement in statements_of(shape, data):
        connection.execute(statement)

    return DuckDBEngine(connection)


def statements_of(shape: Shape, data: Data) -> Sequence[str]:
    """The rows as SQL."""
    made = []
    for cube in shape.cubes:
        columns = shape.columns(cube)
        written = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        made.append(f"CREATE TABLE {cube} ({written})")
        rows = [f"({', '.join(_literal(row[name]) for name in columns)})" for row in data[cube]]
        made += [f"INSERT INTO {cube} VALUES {', '.join(rows)}"] if rows else []

    return made


def _row(chance: random.Random, shape: Shape, cube: str, number: int, sizes: dict[str, int]) -> Row:
    row: Row = {
        "id": number,
        "region": chance.choice(_REGIONS),
        "word": chance.choice([None, "Web", "web", "Store", "50%", "a_b", "", "!", "Nord"]),
        "code": str(chance.randint(0, 99)),
        "big": chance.choice([None, *range(-3, 10), *range(1, 5)]),
        "small": chance.choice([None, -2, 0, 1, 2, 2, 3, 3]),
        "amount": chance.choice([None, 0.0, 0.25, 1.5, -2.0, 12.75, 100.0]),
        "price": chance.choice([None, 0.0, 9.5, 19.75, -3.25]),
        "made": chance.choice([None, "2024-01-31 10:30:00", "2024-02-29 00:00:00", "2023-12-31 23:59:59"]),
        "flag": chance.choice([None, True, False]),
    }
    if chance.random() < 0.03:  # a row that makes queries fail for whoever sees it
        row["big"] = chance.choice(_EXTREMES["big"])

    for key in shape.columns(cube):
        if key not in COLUMNS:
            others = range(sizes[key.removesuffix("_id")])
            row[key] = chance.choice([None, *others, *others[:3], *others[:3]])

    return row


def _replaced(chance: random.Random, sight: Sight, cube: str, rows: Sequence[Row]) -> Iterable[Row]:
    ids = count(1000)
    kept = _in_rules(sight)
    goes = chance.random() < 0.3
    for row in rows:
        if not sight.hides(cube, row):
            yield row
            continue

        if not goes:
            yield from _moved(chance, sight, cube, _with_extremes(chance, row, kept), ids)


def _moved(chance: random.Random, sight: Sight, cube: str, row: Row, ids: Iterator[int]) -> Iterable[Row]:
    """A hidden row under other keys, or twice; always one that stays hidden."""
    keys = [name for name in sight.shape.columns(cube) if name not in COLUMNS]
    for number in range(chance.choice([0, 1, 1, 1, 2, 3])):
        moved = {**row, "region": chance.choice(_EXTREMES["region"])}
        moved |= {key: chance.choice([None, 0, 1, 2, 3, 77, row[key]]) for key in keys}
        if number or chance.random() < 0.5:  # no key is there twice
            moved["id"] = next(ids)

        if sight.hides(cube, moved):
            yield moved


def _with_extremes(chance: random.Random, row: Row, kept: set[str]) -> Row:
    changed = {name: chance.choice(values) for name, values in _EXTREMES.items() if name not in kept}
    return {**row, **changed}


def _in_rules(sight: Sight) -> set[str]:
    """The columns that rules read: they stay, so that what is hidden stays hidden."""
    return {"region", "word", "small", "flag"}.intersection(
        {"region"} | {column for policy in sight.rules.values() for column in _columns(policy or ())}
    )


def _columns(policy: Iterable[object]) -> Iterable[str]:
    def names(entry: object) -> Iterable[str]:
        inner = entry.get("and") or entry.get("or")
        if inner:
            for part in inner:
                yield from names(part)
        else:
            yield {"size": "small"}.get(last := entry["member"].rpartition("_")[2], last)

    return [name for rule in policy for entry in rule.filters for name in names(entry)]


def _leads_to(shape: Shape, root: str, cube: str) -> bool:
    return cube in shape.reached(root)


def _literal(value: object) -> str:
    if value is None:
        return "NULL"

    if isinstance(value, str):
        return value.removeprefix(RAW) if value.startswith(RAW) else "'" + value.replace("'", "''") + "'"

    return str(value)
