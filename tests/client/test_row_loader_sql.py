import asyncio
import sqlite3
import sys
import threading

import pytest

from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.errors import (
    ConnectionFailed,
    DeadlineExceeded,
    RequestRefused,
    SettingsError,
    StreamFailed,
    StreamLimitExceeded,
)
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.settings import Settings

pytest.importorskip("sqlalchemy")

ENDLESS = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x WHERE n < 0"
ROWS = 5_214


@pytest.fixture
def database(tmp_path):
    file = tmp_path / "shop.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE orders (id INTEGER, name TEXT, price REAL, day TEXT)")
    rows = ((n, f"n{n}" if n % 3 else None, n / 2, "2024-01-01") for n in range(ROWS))
    connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return file


@pytest.fixture
def settings(database):
    return Settings(query_url=f"sqlite:///{database}")


def load(settings, sql, columns=(), total=0, **options):
    result = SqlResult("", sql, "", columns, (), total)
    return asyncio.run(RowLoader(settings).load(result, **options))


def test_rows_of_a_database_have_the_types_of_the_result(settings):
    columns = (Column("price", "Double"), Column("day", "Date"))

    loaded = load(settings, "SELECT id, name, price, day FROM orders ORDER BY id;", columns, ROWS)

    assert [column.column_type for column in loaded.columns] == ["Int64", "String", "Double", "Date"]
    assert len(loaded) == ROWS
    assert loaded.rows[:2] == ((0, None, 0.0, "2024-01-01"), (1, "n1", 0.5, "2024-01-01"))
    assert loaded.warnings == ()


def test_the_statement_is_given_as_it_is(settings):
    loaded = load(settings, "SELECT ':name %s %(x)s' AS a")

    assert loaded.rows == ((":name %s %(x)s",),)


def test_no_rows_keep_their_columns(settings):
    assert [column.name for column in load(settings, "SELECT id, name FROM orders WHERE id < 0").columns] == [
        "id",
        "name",
    ]


def test_missing_rows_are_told(settings):
    assert "5,214 of 9,999 rows" in load(settings, "SELECT id FROM orders", total=9_999).warnings[0]


def test_progress_is_told(settings):
    told = []

    load(settings, "SELECT id FROM orders", total=ROWS, progress=lambda *count: told.append(count))

    assert told == [(2_000, ROWS), (4_000, ROWS), (ROWS, ROWS)]


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("DELETE FROM orders RETURNING id", RequestRefused),
        ("SELECT 1; DROP TABLE orders", RequestRefused),
        ("PRAGMA query_only = OFF", RequestRefused),
        ("WITH x AS (SELECT 1) DELETE FROM orders", StreamFailed),
        ("WITH x AS (SELECT 1) INSERT INTO orders SELECT 1, 'a', 1, 'b'", StreamFailed),
    ],
)
def test_nothing_is_written(settings, database, sql, error):
    with pytest.raises(error):
        load(settings, sql)

    assert sqlite3.connect(database).execute("SELECT count(*) FROM orders").fetchone() == (ROWS,)


def test_a_cancelled_load_interrupts_the_query(settings):
    async def cancelled():
        result = SqlResult("", ENDLESS, "", (), (), 0)
        task = asyncio.create_task(RowLoader(settings).load(result))
        while not (threads := _loading_threads()):
            await asyncio.sleep(0)

        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        return threads

    for thread in asyncio.run(cancelled()):
        thread.join(10)
        assert not thread.is_alive()


def _loading_threads():
    return [thread for thread in threading.enumerate() if thread.name == "svcchat-rows"]


def test_a_slow_query_meets_its_deadline(settings):
    with pytest.raises(DeadlineExceeded):
        load(settings, ENDLESS, total_seconds=0.1)


def test_rows_over_the_limit_are_refused(settings):
    with pytest.raises(StreamLimitExceeded):
        load(settings.with_values(max_rows_bytes=1_000), "SELECT * FROM orders")


@pytest.mark.case("K08")
@pytest.mark.parametrize(
    ("url", "sql", "error"),
    [
        ("sqlite:////no-such-folder/secret-word.db", "SELECT 1", ConnectionFailed),
        ("nodialect://ada:secret-word@localhost/x", "SELECT 1", SettingsError),
        ("nonsense ada:secret-word@localhost", "SELECT 1", SettingsError),
        ("postgresql+nodriver://ada:secret-word@localhost/x", "SELECT 1", SettingsError),
        ("sqlite://", "SELECT 'secret-word' FROM nowhere", StreamFailed),
    ],
)
def test_an_error_holds_nothing_of_the_address_or_the_statement(url, sql, error):
    with pytest.raises(error) as caught:
        load(Settings(query_url=url), sql)

    shown = []
    cause = caught.value
    while cause is not None:
        shown.append(repr(cause))
        cause = None if cause.__suppress_context__ else cause.__cause__ or cause.__context__

    assert "secret-word" not in " ".join(shown)


def test_without_sqlalchemy_the_extra_is_named(settings, monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)

    with pytest.raises(SettingsError, match=r"svcchat-magic\[sql\]"):
        load(settings, "SELECT 1")


@pytest.mark.case("K03")
def test_settings_do_not_show_a_database_address():
    settings = Settings(query_url="postgresql://ada:secret-word@localhost/x")

    assert "secret-word" not in repr(settings)
