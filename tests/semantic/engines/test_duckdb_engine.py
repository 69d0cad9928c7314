"""The engine runs what it is given, cannot reach out, and says nothing about values when it fails."""

import signal
import threading
from datetime import date, datetime, timedelta

import duckdb
import pytest

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines import opened_tables
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine, _interrupt
from svcchat_magic.semantic.engines.engines import CANCELLED, Cancellation
from svcchat_magic.semantic.query.query import Column
from tests.waiting import until, until_ended

ENDLESS = "SELECT COUNT(*) FROM range(10000000000) a, range(10000000000) b"


def test_the_demo_folder_opens_with_its_tables(shop_engine):
    assert shop_engine.tables() == ("customers", "line_items", "orders", "products", "refunds")


def test_types_are_named_as_on_the_wire_and_values_are_plain(make_engine):
    engine = make_engine()

    found = engine.run(
        "SELECT 1::INTEGER a, SUM(2::BIGINT) b, 1.5::DECIMAL(9, 2) c, 'NaN'::DOUBLE d, TRUE e, [1, 2] f, "
        "DATE '2024-01-31' g, TIMESTAMP '2024-01-31 10:00:00' h, 'x' i",
        {},
        limit=5,
    )

    types = ("Int64", "Int64", "Double", "Double", "Boolean", "String", "Date", "Timestamp", "String")
    assert found.columns == tuple(map(Column, "abcdefghi", types))
    assert found.rows == (
        (1, 2, 1.5, None, True, "[1, 2]", date(2024, 1, 31), datetime(2024, 1, 31, 10), "x"),
    )


def test_moments_with_a_zone_are_given_as_utc_without_one(make_engine):
    """DuckDB itself hands them to Python only where pytz is installed."""
    engine = make_engine(
        "SET GLOBAL TimeZone = 'Asia/Tokyo'",  # as on a machine that stands there
        "CREATE TABLE calls AS SELECT n, TIMESTAMPTZ '2024-01-31 23:30:00+00' + to_hours(n) AS began "
        "FROM (VALUES (0), (1), (2)) AS hours(n)",
    )
    sql = """SELECT began, date_trunc('month', began) AS "the ""month""\", [began] AS several, n, n AS n
        FROM calls WHERE n < $most ORDER BY n DESC"""

    found = engine.run(sql, {"most": 2}, limit=5)
    streamed = list(engine.stream(sql, {"most": 2}, rows_each=5))

    names = ("began", 'the "month"', "several", "n", "n")
    kinds = ("Timestamp", "Timestamp", "String", "Int64", "Int64")
    assert found.columns == tuple(map(Column, names, kinds))
    assert [row[:2] + row[3:] for row in found.rows] == [
        (datetime(2024, 2, 1, 0, 30), datetime(2024, 2, 1), 1, 1),
        (datetime(2024, 1, 31, 23, 30), datetime(2024, 1, 1), 0, 0),
    ]
    assert "2024-01-31 23:30:00+00" in found.rows[1][2]
    assert streamed == [found]


def test_a_statement_run_again_has_columns_of_the_values_that_it_is_given(make_engine):
    engine, values = make_engine(), [1, 1.0, True, timedelta(days=1), "1 day", 1]

    found = [engine.run("SELECT $value AS a", {"value": each}, limit=1) for each in values]

    kinds = ["Int64", "Double", "Boolean", "String", "String", "Int64"]
    assert [each.columns[0].column_type for each in found] == kinds
    assert [each.rows[0][0] for each in found] == [1, 1.0, True, "1 day", "1 day", 1]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("[1.5, 2.5]::DECIMAL(2, 1)[]", "[1.5, 2.5]"),
        ("[TIMESTAMP '2024-01-31 10:00:00']", "['2024-01-31 10:00:00']"),
        ("[TIMESTAMPTZ '2024-01-31 10:00:00+00']", "['2024-01-31 10:00:00+00']"),
        ("[1, 2]::INTEGER[2]", "[1, 2]"),
        ("MAP {'k': 1}", "{k=1}"),
        ("'101'::BIT", "101"),
        ("TIMETZ '10:11:12+02'", "10:11:12+02"),
        ("INTERVAL 3 DAY", "3 days"),
    ],
)
def test_what_has_no_type_on_the_wire_is_the_same_text_in_rows_and_in_arrow(make_engine, value, text):
    engine, sql = make_engine(), f"SELECT {value} AS a, NULL::INTERVAL AS b"

    found = engine.run(sql, {}, limit=5)
    (streamed,) = engine.stream(sql, {}, rows_each=5)
    (batch,) = engine.stream_arrow(sql, {})

    assert found == streamed
    assert (found.columns, found.rows) == ((Column("a", "String"), Column("b", "String")), ((text, None),))
    assert batch.to_pylist() == [{"a": text, "b": None}]


def test_a_result_without_rows_still_has_its_columns(make_engine):
    found = make_engine().run("SELECT 1 AS a, 'x' AS b WHERE 1 = 0", {}, limit=5)

    assert (found.rows, found.columns) == ((), (Column("a", "Int64"), Column("b", "String")))


def test_csv_files_and_database_files_open_too(tmp_path):
    (tmp_path / "towns.csv").write_text("name,people\nUlm,126000\n", encoding="utf-8")
    file = tmp_path / "made.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE TABLE t AS SELECT 7 AS seven")

    towns, made = DuckDBEngine.open(tmp_path), DuckDBEngine.open(file)

    assert towns.run("SELECT name, people FROM towns", {}, limit=5).rows == (("Ulm", 126000),)
    assert made.run("SELECT seven FROM t", {}, limit=5).rows == ((7,),)
    with pytest.raises(EngineError):
        made.run("CREATE TABLE u (a INTEGER)", {}, limit=1)

    towns.close()
    made.close()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers are a matter of POSIX")
def test_an_interrupt_while_data_is_read_is_an_interrupt(tmp_path):
    rows = (f"{number},{number * 7 % 1_000_003}" for number in range(1_000_000))
    (tmp_path / "things.csv").write_text("\n".join(("a,b", *rows)), encoding="ascii")

    def interrupt(*_):
        raise KeyboardInterrupt

    duckdb.connect(":memory:").close()  # the first connection takes its time
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        with pytest.raises(KeyboardInterrupt):
            DuckDBEngine.open(tmp_path)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["nothing", "empty", "bad.duckdb"])
def test_data_that_is_not_there_is_one_sentence(tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.duckdb").write_text("no database", encoding="utf-8")

    with pytest.raises(EngineError, match=name):
        DuckDBEngine.open(tmp_path / name)


@pytest.mark.case("Q07")
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_csv('/etc/hosts')",
        "SELECT * FROM '/etc/hosts'",
        "SELECT * FROM read_text('/etc/hosts')",
        "SELECT * FROM glob('/*')",
        "COPY orders TO '/tmp/stolen.csv'",
        "ATTACH '/tmp/other.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET lock_configuration = false",
        "SET enable_external_access = true",
        "SET memory_limit = '64GB'",
        "SELECT * FROM statement",
    ],
)
def test_even_sql_of_its_own_cannot_leave_the_locked_engine(shop_engine, statement):
    with pytest.raises(EngineError):
        shop_engine.run(statement, {}, limit=1)


def test_an_engine_whose_lock_does_not_hold_does_not_start(tmp_path, monkeypatch):
    (tmp_path / "towns.csv").write_text("name\nUlm\n", encoding="utf-8")
    monkeypatch.setattr(opened_tables, "_LOCK", ())

    with pytest.raises(EngineError, match="could not be locked"):
        DuckDBEngine.open(tmp_path)


@pytest.mark.case("Q11")
def test_a_failure_tells_neither_sql_nor_values(make_engine):
    engine = make_engine("CREATE TABLE t AS SELECT 'secret' AS a")

    with pytest.raises(EngineError) as failed:
        engine.run("SELECT CAST(a AS INTEGER) FROM t", {}, limit=1)

    assert "secret" not in str(failed.value)
    assert "CAST" not in str(failed.value)


@pytest.mark.case("Q18")
def test_a_result_with_too_much_text_is_refused(make_engine):
    with pytest.raises(EngineError, match="too much text"):
        make_engine().run("SELECT repeat('x', 10000000) FROM range(4)", {}, limit=10)


def test_a_running_query_is_stopped_from_another_thread(make_engine):
    engine = make_engine()
    cancellation = Cancellation()
    failures = []

    def run():
        try:
            engine.run(ENDLESS, {}, limit=1, cancellation=cancellation)
        except EngineError as error:
            failures.append(str(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    cancellation.cancel()
    cancellation.cancel()
    until_ended([thread])

    assert failures == ["The query was cancelled."]


def test_a_query_cancelled_before_it_starts_does_not_run(make_engine):
    cancellation = Cancellation()
    cancellation.cancel()

    with pytest.raises(EngineError, match="cancelled"):
        make_engine().run(ENDLESS, {}, limit=1, cancellation=cancellation)


def test_stopping_one_query_leaves_the_others_running(make_engine):
    engine = make_engine()
    cancellation = Cancellation()

    def run():
        with pytest.raises(EngineError):
            engine.run(ENDLESS, {}, limit=1, cancellation=cancellation)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    found = engine.run("SELECT SUM(range) FROM range(3000000)", {}, limit=1)
    cancellation.cancel()
    until_ended([thread])

    assert found.rows == ((4499998500000,),)
    assert engine.run("SELECT 1", {}, limit=1).rows == ((1,),)


@pytest.mark.case("Q17")
def test_two_sub_queries_over_the_same_joins_keep_their_own_numbers(make_engine):
    engine = make_engine(
        "CREATE TABLE customers AS SELECT unnest([0, 1, 2, 3]) AS id",
        "CREATE TABLE orders AS SELECT unnest([0, 1, 2, 3]) AS id, unnest([NULL, NULL, 3, 2]) AS customer_id",
        "CREATE TABLE items (order_id INTEGER, value INTEGER)",
        "CREATE TABLE payments AS SELECT unnest([1, 3, 4, 0, 2]) AS id, unnest([3, 3, 3, 4, 4]) AS order_id",
    )
    start = "FROM customers c LEFT JOIN orders o ON c.id = o.customer_id"
    items = "LEFT JOIN items i ON o.id = i.order_id LEFT JOIN orders b ON i.order_id = b.id"
    rules = "WHERE (o.id IS NULL OR o.id <> 2) AND (b.id IS NULL OR b.id <> 2)"
    ids = f"SELECT DISTINCT p.id {start} LEFT JOIN payments p ON o.id = p.order_id {items} {rules}"
    paid = f"SELECT SUM(p.id) FROM ({ids}) d LEFT JOIN payments p ON p.id = d.id"
    value = f"SELECT SUM(i.value) {start} {items} {rules}"

    found = engine.run(f"SELECT * FROM ({paid}) q0 CROSS JOIN ({value}) q1", {}, limit=2)

    assert found.rows == ((8, None),)


@pytest.mark.parametrize("optimizer", ["common_subplan", "self_join_aggregate"])
def test_an_opened_engine_makes_one_part_of_a_statement_of_no_two(shop_engine, optimizer):
    sql = f"SELECT COUNT(*) FROM duckdb_optimizers() WHERE name = '{optimizer}'"
    is_known = shop_engine.run(sql, {}, limit=1).rows == ((1,),)

    ((disabled,),) = shop_engine.run("SELECT current_setting('disabled_optimizers')", {}, limit=1).rows

    assert (optimizer in disabled.split(",")) == is_known


def test_an_interrupt_of_a_query_whose_engine_was_closed_is_none():
    connection = duckdb.connect()
    cursor = connection.cursor()
    cursor.close()

    _interrupt(cursor)

    with pytest.raises(duckdb.ConnectionException):
        cursor.interrupt()


def test_closing_stops_the_queries_that_are_running_and_takes_no_more():
    engine = DuckDBEngine(duckdb.connect())
    refusals = []

    def run():
        with pytest.raises(EngineError) as refused:
            engine.run(ENDLESS, {}, limit=1)

        refusals.append(str(refused.value))

    threads = [threading.Thread(target=run, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()

    until(lambda: len(engine._cursors) == len(threads))
    engine.close()

    assert engine._cursors == []
    until_ended(threads)
    with pytest.raises(EngineError):
        engine.run("SELECT 1", {}, limit=1)

    assert refusals == [CANCELLED] * len(threads)
