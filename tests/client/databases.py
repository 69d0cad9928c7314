"""The same table in each kind of database that rows are loaded from."""

import asyncio
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest

from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.protocol.loaded_rows import LoadedRows
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.settings import Settings

ROWS = 25_214
KINDS = ("sqlite", "adbc+sqlite", "postgresql+psycopg", "adbc+postgresql")
COUNTED = f"WITH RECURSIVE x(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM x WHERE n < {ROWS - 1})"
TABLE = "CREATE TABLE orders (id INTEGER, name TEXT, price DOUBLE PRECISION, day TEXT)"
FILL = (
    f"INSERT INTO orders {COUNTED} SELECT n, CASE WHEN n % 3 = 0 THEN NULL ELSE 'n' || n END,"
    " n / 2.0, '2024-01-01' FROM x"
)
ENDLESS = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT 1 FROM x) SELECT n FROM x WHERE n < 0"


@dataclass(frozen=True)
class Database:
    """An address to load from, and a way round it to count what is there."""

    kind: str
    address: str
    direct: str

    @property
    def can_interrupt(self) -> bool:
        """Whether its driver can: that of ADBC for SQLite cannot."""
        return self.kind != "adbc+sqlite"

    def count(self) -> int:
        if "sqlite" in self.kind:
            with sqlite3.connect(self.direct) as connection:
                return int(connection.execute("SELECT count(*) FROM orders").fetchone()[0])

        import psycopg

        with psycopg.connect(self.direct) as connection:
            row = connection.execute("SELECT count(*) FROM orders").fetchone()
            return int(row[0]) if row else 0


@pytest.fixture(scope="session", params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Database:
    pytest.importorskip("sqlalchemy", reason="the extra `sql` brings it")
    kind: str = request.param
    if "sqlite" in kind:
        return _sqlite(kind, tmp_path_factory.mktemp("sqlite") / "shop 100%.db")

    return _postgres(kind, request.getfixturevalue("postgres_address"))


def load(
    settings: Settings, sql: str, columns: tuple[Column, ...] = (), total: int = 0, **options: object
) -> LoadedRows:
    result = SqlResult("", sql, "", columns, (), total)
    return asyncio.run(RowLoader(settings).load(result, **options))  # type: ignore[arg-type]


def _sqlite(kind: str, file: Path) -> Database:
    connection = sqlite3.connect(file)
    connection.execute(TABLE)
    connection.execute(FILL)
    connection.commit()
    connection.close()
    return Database(kind, f"{kind}:///{file}", str(file))


def _postgres(kind: str, address: str) -> Database:
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute("DROP TABLE IF EXISTS orders")
        connection.execute(TABLE)
        connection.execute(FILL)

    return Database(kind, address.replace("postgresql", kind, 1), address)
