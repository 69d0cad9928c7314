import asyncio
import threading

import psycopg
import pytest

from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.errors import DeadlineExceeded, RequestRefused, StreamFailed, StreamLimitExceeded
from svcchat_magic.frames.loaded_frames import loaded_frame
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.settings import Settings
from tests.client.databases import ENDLESS, ROWS, load
from tests.waiting import until_ended

CANARY = "canary-key-0123456789"


@pytest.fixture
def settings(database):
    return Settings(query_url=database.address)


def test_rows_of_a_database_have_the_types_of_the_result(settings):
    columns = (Column("price", "Double"), Column("day", "Date"))

    loaded = load(settings, "SELECT id, name, price, day FROM orders ORDER BY id;", columns, ROWS)

    assert [column.column_type for column in loaded.columns] == ["Int64", "String", "Double", "Date"]
    assert len(loaded) == ROWS
    assert loaded.rows[:2] == ((0, None, 0.0, "2024-01-01"), (1, "n1", 0.5, "2024-01-01"))
    assert loaded.warnings == ()
    assert list(map(str, loaded_frame(loaded).dtypes)) == ["Int64", "string", "float64", "datetime64[us]"]


def test_the_statement_is_given_as_it_is(settings):
    loaded = load(settings, "SELECT ':name %s %(x)s $1 ?' AS a")

    assert loaded.rows == ((":name %s %(x)s $1 ?",),)


def test_no_rows_keep_their_columns(settings):
    loaded = load(settings, "SELECT id, name FROM orders WHERE id < 0")

    assert [column.name for column in loaded.columns] == ["id", "name"]
    assert loaded.rows == ()


def test_missing_rows_are_told(settings):
    loaded = load(settings, "SELECT id FROM orders", total=99_999)

    assert "25,214 of 99,999 rows" in loaded.warnings[0]
    assert not loaded.is_complete


def test_a_load_ends_with_the_rows_asked_for(settings):
    loaded = load(settings, "SELECT id FROM orders ORDER BY id", total=ROWS, most=10)

    comes_in_one_piece = settings.query_url.startswith("adbc+postgresql")  # a batch of a megabyte
    assert 10 <= len(loaded) <= (ROWS if comes_in_one_piece else ROWS - 1)
    assert (loaded.rows[:2], loaded.total_rows, loaded.warnings) == (((0,), (1,)), ROWS, ())


def test_progress_is_told(settings):
    told = []

    load(settings, "SELECT * FROM orders", total=ROWS, progress=lambda *count: told.append(count))

    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == (ROWS, ROWS)


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

    assert database.count() == ROWS


@pytest.mark.parametrize("kind", ["postgresql+psycopg", "adbc+postgresql"])
def test_a_select_that_changes_something_is_refused(postgres_database, kind):
    with psycopg.connect(postgres_database) as connection:
        connection.execute("CREATE SEQUENCE counted")

    with pytest.raises(StreamFailed):
        load(
            Settings(query_url=postgres_database.replace("postgresql", kind, 1)), "SELECT nextval('counted')"
        )


def test_a_cancelled_load_interrupts_the_query(settings, database):
    if not database.can_interrupt:
        pytest.skip("its driver cannot interrupt a query")

    until_ended(asyncio.run(_cancelled(settings, ENDLESS)))


def test_a_load_cancelled_between_two_pieces_reads_no_further(settings):
    endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT 1 FROM x) SELECT n FROM x"

    until_ended(asyncio.run(_cancelled(settings, endless)))


async def _cancelled(settings, sql):
    result = SqlResult("", sql, "", (), (), 0)
    task = asyncio.create_task(RowLoader(settings).load(result))
    while not (threads := [each for each in threading.enumerate() if each.name == "svcchat-rows"]):
        await asyncio.sleep(0)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    return threads


def test_a_slow_query_meets_its_deadline(settings, database):
    if not database.can_interrupt:
        pytest.skip("its driver cannot interrupt a query, which would go on for ever")

    with pytest.raises(DeadlineExceeded):
        load(settings, ENDLESS, total_seconds=0.1)


def test_rows_over_the_limit_are_refused(settings):
    with pytest.raises(StreamLimitExceeded):
        load(settings.with_values(max_rows_bytes=1_000), "SELECT * FROM orders")


@pytest.mark.case("K08")
def test_an_error_of_the_query_holds_nothing_of_it(settings):
    with pytest.raises(StreamFailed) as caught:
        load(settings, "SELECT 'secret-word' FROM nowhere")

    assert "secret-word" not in repr(caught.value)
    assert caught.value.__cause__ is caught.value.__context__ is None


@pytest.mark.case("K12")
def test_rows_of_a_database_come_without_the_key(database):
    settings = Settings(query_url=database.address, api_key=CANARY)

    loaded = load(settings, f"SELECT 'is {CANARY}' AS a, 1 AS b")

    assert loaded.rows[0][0].startswith("is ***")
    assert CANARY not in repr(loaded.rows)
