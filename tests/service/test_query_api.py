"""The query API of a service: its limits, its ends, and what stops a query."""

import http.client
import json
import threading
from urllib.parse import urlsplit

import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.sessions import PAGE_TOKEN_SECONDS
from svcchat_magic.service.process.http_server import LAST_BYTES_SECONDS
from svcchat_magic.service.runs.tools import Workspace
from tests.raw_api import EXTERNAL, call, headers, lines, send
from tests.service.conftest import ScriptedAnalyst
from tests.service.http.test_sessions import REVOKE, as_page, make
from tests.waiting import PATIENCE, growing_deadlines, until, until_ended

ARROW = "application/vnd.apache.arrow.stream"
CUT = (http.client.IncompleteRead, ConnectionError)
NUMBERS = "SELECT n FROM numbers"
ONE = "SELECT n FROM big LIMIT 1"
LATE, LATER = 1_000_000, 9_000_000  # so that the engine has not met it before the first rows are read


def fails_at(row):
    """A query that fails at that row."""
    value = f"CASE WHEN range = {row} THEN error('a secret') ELSE range END"
    return f"SELECT {value} AS n FROM range({row + 50_000})"


def written_workspace(folder, sql, policy=""):
    """A model of one cube over a query, with its dimension n."""
    (folder / "data").mkdir()
    (folder / "data" / "unused.csv").write_text("a\n1\n")
    (folder / "model").mkdir()
    (folder / "model" / "numbers.yml").write_text(
        f"""
cubes:
  - name: numbers
    sql: {sql}
    dimensions:
      - {{name: n, sql: n, type: number, primary_key: true}}
      - {{name: word, sql: "CAST(n AS VARCHAR)", type: string}}
    measures:
      - {{name: total, sql: n, type: sum}}
{policy}"""
    )
    engine = DuckDBEngine.open(folder / "data")
    return Workspace(load_model(folder / "model"), engine)


@pytest.fixture
def serve_numbers(start, tmp_path):
    """Start a service over a query that gives a column n."""
    engines = []

    def started(sql, policy="", **account):
        workspace = written_workspace(tmp_path, sql, policy)
        engines.append(workspace.engine)
        return start(ScriptedAnalyst(waits=False), workspace=workspace, **account)

    yield started
    for engine in engines:
        engine.close()


@pytest.fixture
def endless(start, endless_workspace):
    """A service whose one table has more rows than anyone can read, or a socket hold."""
    return start(ScriptedAnalyst(waits=False), workspace=endless_workspace, max_query_rows=10**12)


def query_path(service):
    return urlsplit(service.query_url).path


def body_of(sql, settings=EXTERNAL, **more):
    return {"query": sql, **({"sessionSettings": settings} if settings else {}), **more}


def begin(service, path, body):
    """A request that is sent and whose answer is not waited for."""
    address = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    connection.request("POST", path, json.dumps(body), headers(service))
    return connection


def query(service, sql, settings=EXTERNAL, **more):
    """A whole reply: its lines."""
    status, _, body = call(service, query_path(service), body_of(sql, settings, **more))
    assert status == 200, body
    return lines(body)


def rows_of(replied):
    return [row for line in replied for row in line.get("data", ())]


def test_all_rows_come_in_lines_of_a_thousand_and_are_counted_last(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(2500)")

    schema, *data, last = query(service, "SELECT n, word FROM numbers ORDER BY n")

    assert schema == {
        "schema": [{"name": "n", "column_type": "Int64"}, {"name": "word", "column_type": "String"}]
    }
    assert [len(line["data"]) for line in data] == [1000, 1000, 500]
    assert rows_of(data) == [[number, str(number)] for number in range(2500)]
    assert last == {"totalRows": 2500}


def test_the_querys_own_limit_holds(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(2500)")

    assert rows_of(query(service, "SELECT n FROM numbers ORDER BY n LIMIT 2 OFFSET 5")) == [[5], [6]]


def test_no_rows_are_a_whole_reply(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(5)")

    assert query(service, "SELECT n FROM numbers WHERE n > 9")[1:] == [{"totalRows": 0}]


@pytest.mark.long
def test_a_query_may_be_read_to_its_end_within_the_grace(serve_numbers):
    many = 2_000_000  # more than the sockets hold
    service = serve_numbers(f"SELECT range AS n FROM range({many})", max_query_rows=many)
    connection, response = send(service, query_path(service), body_of(NUMBERS))
    response.readline()
    stopping = threading.Thread(target=service.stop, args=(PATIENCE,))

    stopping.start()
    stopping.join(LAST_BYTES_SECONDS + 1)  # readers who are not waited for are cut by then
    *_, last = lines(response.read())

    connection.close()
    until_ended([stopping])
    assert last == {"totalRows": many}


@pytest.mark.case("Q18")
@pytest.mark.parametrize(("rows", "last"), [(999, {"truncated": True}), (1500, {"totalRows": 1500})])
def test_a_reply_over_the_most_rows_says_that_it_was_cut(serve_numbers, rows, last):
    service = serve_numbers("SELECT range AS n FROM range(1500)", max_query_rows=rows)

    replied = query(service, NUMBERS)

    assert len(rows_of(replied)) == rows
    assert replied[-1] == last


@pytest.mark.case("Q18")
def test_an_endless_table_is_cut_at_the_most_rows(start, endless_workspace):
    service = start(ScriptedAnalyst(waits=False), workspace=endless_workspace, max_query_rows=10_000)

    replied = query(service, "SELECT n FROM big")

    assert len(rows_of(replied)) == 10_000
    assert replied[-1] == {"truncated": True}


def test_rows_with_long_text_are_spread_over_more_lines(serve_numbers):
    service = serve_numbers("SELECT repeat('x', 60000) || range AS n FROM range(150)")

    _, *data, last = query(service, "SELECT word FROM numbers")

    assert len(data) > 1
    assert max(len(json.dumps(line)) for line in data) < 8_000_000
    assert last == {"totalRows": 150}


def test_numbers_that_are_not_finite_are_null_as_in_a_tools_result(serve_numbers):
    service = serve_numbers("SELECT CASE range WHEN 0 THEN 'nan' ELSE '1.5' END::DOUBLE AS n FROM range(2)")

    rows, _ = arrow_reply(service, "SELECT n FROM numbers ORDER BY n")

    assert rows_of(query(service, "SELECT n FROM numbers ORDER BY n")) == [[1.5], [None]]
    assert rows.to_pydict() == {"n": [1.5, None]}


def test_a_failure_in_mid_stream_is_the_last_line(serve_numbers):
    """The engine works ahead, on a busy machine as far as the failing row: then nothing is in mid-stream."""
    service = serve_numbers(fails_at(LATE), max_query_rows=10**7)

    replies = (call(service, query_path(service), body_of(NUMBERS)) for _ in range(20))
    replied = next(lines(body) for status, _, body in replies if status == 200)

    assert rows_of(replied[:2])[0] == [0]
    assert replied[-1].keys() == {"error"}
    assert "secret" not in replied[-1]["error"]


def test_a_failure_before_the_first_row_is_an_error_status(serve_numbers):
    service = serve_numbers("SELECT error('a secret')::BIGINT AS n")

    status, _, body = call(service, query_path(service), body_of(NUMBERS))

    assert status == 500
    assert b"secret" not in body


@pytest.mark.parametrize("accept", [None, ARROW])
def test_a_client_that_goes_away_interrupts_its_query(endless, accept, queries):
    given = {"Accept": accept} if accept else {}
    connection, response = open_query(endless, "SELECT n FROM big", **given)
    assert response.read(1000)
    begun = queries()

    response.close()
    connection.close()

    until_ended(begun)


def test_a_client_that_goes_away_before_the_first_row_interrupts_its_query(endless, queries):
    address = urlsplit(endless.base_url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
    body = json.dumps(body_of("SELECT MEASURE(total) FROM big"))
    connection.request("POST", query_path(endless), body, headers(endless))
    begun = queries()

    connection.close()

    until_ended(begun)


def test_a_reader_who_stops_reading_holds_the_query_back(endless, queries):
    connection, response = open_query(endless, "SELECT n FROM big")
    assert response.read(1)
    (reading,) = queries()

    status, _, _ = call(endless, query_path(endless), body_of("SELECT nope FROM big"))

    assert status == 400  # and others are answered
    assert reading.is_alive()
    response.close()
    connection.close()
    until_ended([reading])


@pytest.mark.case("Z07")
def test_one_query_too_many_of_a_user_is_refused_until_another_ends(start, endless_workspace, queries):
    limits = Limits(waiting_queries_per_user=3, queries_per_user=3)
    account = {"limits": limits, "max_query_rows": 10**12}  # else all rows come before the fourth request
    service = start(ScriptedAnalyst(waits=False), workspace=endless_workspace, **account)
    opened = [open_query(service, "SELECT n FROM big") for _ in range(3)]
    begun = queries()

    status, given, _ = call(service, query_path(service), body_of(ONE))

    assert (status, given["Retry-After"]) == (429, "1")
    for connection, response in opened:
        response.close()
        connection.close()

    until_ended(begun)
    until(lambda: call(service, query_path(service), body_of(ONE))[0] == 200)


@pytest.mark.case("Z07")
def test_a_user_with_many_slow_queries_does_not_stop_another(endless):
    slow = body_of("SELECT MEASURE(total) FROM big", {"externalId": "greedy"})
    waiting = [begin(endless, query_path(endless), slow) for _ in range(16)]

    served = query(endless, ONE, {"externalId": "modest"})

    assert served[-1] == {"totalRows": 1}
    for connection in waiting:
        connection.close()


@pytest.mark.case("Z07")
@pytest.mark.parametrize("sql", ["SELECT MEASURE(total) FROM big", "SELECT n FROM big ORDER BY n"])
def test_a_query_that_takes_too_long_is_ended_with_a_sentence(start, endless_workspace, queries, sql):
    analyst, limits = ScriptedAnalyst(waits=False), Limits(query_seconds=0.3)
    service = start(analyst, workspace=endless_workspace, limits=limits)

    status, _, body = call(service, query_path(service), body_of(sql))

    assert status == 400
    assert (
        json.loads(body)["error"]["message"] == "The query took longer than 0.3 seconds. Ask for less data."
    )


@pytest.mark.case("Z07")
def test_a_slow_reader_gets_the_rows_although_the_engine_has_long_been_free(serve_numbers, queries):
    many = 1_500_000  # more than the sockets hold
    service = serve_numbers(f"SELECT range AS n FROM range({many})", max_query_rows=many)
    connection, response = send(service, query_path(service), body_of(NUMBERS))
    response.readline()

    until_ended(queries())

    *_, last = lines(response.read())
    connection.close()
    assert last == {"totalRows": many}


@pytest.mark.case("Z07")
@pytest.mark.parametrize("accept", ["", ARROW])
def test_rows_that_are_read_too_slowly_end_with_a_sentence(start, endless_workspace, running, accept):
    def reply_within(seconds):
        limits = Limits(query_seconds=seconds, spool_bytes=1_000_000)
        account = {"limits": limits, "max_query_rows": 10**12}
        service = start(ScriptedAnalyst(waits=False), workspace=endless_workspace, **account)
        given = headers(service, **({"Accept": accept} if accept else {}))
        return send(service, query_path(service), body_of("SELECT n FROM big"), given=given)

    for seconds in growing_deadlines():
        connection, response = reply_within(seconds)
        if response.status == 200:  # its first rows came in time
            break

        connection.close()

    until_ended(running())  # it began, as its rows came; by now it may have ended

    sentence = f"The query took longer than {seconds:g} seconds. Ask for less data."
    assert response.read().count(sentence.encode()) == 1
    connection.close()


def test_stopping_the_service_interrupts_its_queries_and_cuts_their_streams(endless, queries):
    connection, response = open_query(endless, "SELECT n FROM big")
    begun = queries()

    endless.stop()

    until_ended(begun)
    with pytest.raises(CUT):
        read_to_the_end(response)

    connection.close()


@pytest.mark.case("A12")
def test_a_user_whose_time_is_over_gets_no_further_rows(endless, clock):
    settings = {"externalId": "brief", "ephemeralTtlSeconds": 60}
    connection, response = open_query(endless, "SELECT n FROM big", settings)
    assert response.readline()

    clock.now += 61

    with pytest.raises(CUT):
        read_to_the_end(response)

    connection.close()


@pytest.mark.case("A03")
@pytest.mark.case("Z04")
@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_a_page_whose_session_is_over_gets_no_further_rows(endless, clock, end):
    session_id = make(endless, {**EXTERNAL, "queryApi": True})
    page = as_page(endless, session_id)
    connection, response = send(endless, query_path(endless), {"query": "SELECT n FROM big"}, given=page)
    assert response.readline()

    if end == "revoked":
        assert call(endless, REVOKE, {"sessionId": session_id})[0] == 204
    else:
        clock.now += PAGE_TOKEN_SECONDS

    with pytest.raises(CUT):
        read_to_the_end(response)

    connection.close()


@pytest.mark.case("A03")
def test_a_revoked_key_gets_no_further_rows(start, endless_workspace, tmp_path):
    stored, key = add_key(file := tmp_path / "a.keys.toml", "", "t1")
    analyst, most = ScriptedAnalyst(waits=False), 10**12
    service = start(analyst, workspace=endless_workspace, max_query_rows=most, key_file=KeyFile(file))
    given = {**headers(service), "Authorization": f"Api-Key {key.reveal()}"}
    connection, response = send(service, query_path(service), body_of("SELECT n FROM big"), given=given)
    assert response.readline()

    revoke_key(file, stored.id, "t2")

    with pytest.raises(CUT):
        read_to_the_end(response)

    connection.close()


def test_without_session_settings_a_model_without_policies_is_open_to_the_account(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(3)")

    assert len(rows_of(query(service, NUMBERS, settings=None))) == 3


OWN_ROW = """
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: word, operator: equals, values: ["{ userAttributes.region }"]}
"""


def test_without_session_settings_a_model_with_policies_is_closed(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(3)", OWN_ROW)

    status, _, body = call(service, query_path(service), body_of(NUMBERS, settings=None))

    assert status == 400
    assert b"sessionSettings" in body


def test_each_user_gets_the_rows_of_their_own(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(30)", OWN_ROW)
    seven = {"externalId": "ada", "userAttributes": [{"name": "region", "value": "7"}]}

    assert rows_of(query(service, NUMBERS, seven)) == [[7]]
    assert rows_of(query(service, NUMBERS, EXTERNAL)) == []
    assert rows_of(query(service, "SELECT MEASURE(total) FROM numbers", seven)) == [[7.0]]


def test_arrow_gives_each_user_the_rows_of_their_own(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(30)", OWN_ROW)
    seven = {"externalId": "ada", "userAttributes": [{"name": "region", "value": "7"}]}

    rows, _ = arrow_reply(service, NUMBERS, seven)

    assert rows.to_pydict() == {"n": [7]}


def test_arrow_carries_the_rows_typed_and_how_it_ended(serve_numbers):
    service = serve_numbers("SELECT range AS n FROM range(50000)")

    rows, ending = arrow_reply(service, "SELECT n, word FROM numbers ORDER BY n")

    assert rows.num_rows == 50_000
    assert rows["n"][-1].as_py() == 49_999
    assert [str(kind) for kind in rows.schema.types] == ["int64", "string"]
    assert [field.metadata for field in rows.schema] == [
        {b"column_type": b"Int64"},
        {b"column_type": b"String"},
    ]
    assert ending == {b"totalRows": b"50000"}


def test_arrow_says_that_it_failed(serve_numbers):
    service = serve_numbers(fails_at(LATER), max_query_rows=10**7)

    _, failed = arrow_reply(service, NUMBERS)

    assert failed.keys() == {b"error"}
    assert b"secret" not in failed[b"error"]


def test_arrow_is_cut_at_the_most_rows(start, endless_workspace):
    service = start(ScriptedAnalyst(waits=False), workspace=endless_workspace, max_query_rows=20_000)

    rows, ending = arrow_reply(service, "SELECT n FROM big")

    assert (rows.num_rows, ending) == (20_000, {b"truncated": b"true"})


def test_arrow_and_lines_hold_the_same_values(quick):
    sql = "SELECT id, channel, created_at FROM orders ORDER BY id LIMIT 3000"

    rows, _ = arrow_reply(quick, sql)

    as_lines = [
        [value if isinstance(value, (int, str)) else value.isoformat() for value in row]
        for row in zip(*rows.to_pydict().values(), strict=True)
    ]
    assert as_lines == rows_of(query(quick, sql))


def test_a_number_beyond_64_bits_ends_an_arrow_stream_with_a_sentence(serve_numbers):
    service = serve_numbers("SELECT 170141183460469231731687303715884105 AS n")

    _, _, body = call_arrow(service, NUMBERS)

    assert b"JSON" in body


def open_query(service, sql, settings=EXTERNAL, **given):
    """A reply that has begun."""
    connection, response = send(
        service, query_path(service), body_of(sql, settings), given=headers(service, **given)
    )
    assert response.status == 200
    return connection, response


def read_to_the_end(response):
    for _ in range(100):  # far more than sockets hold
        if not response.read(1_000_000):
            raise AssertionError("the stream ended as if it were whole")

    raise AssertionError("the stream goes on")


def call_arrow(service, sql, settings=EXTERNAL):
    given = headers(service, Accept=ARROW)
    return call(service, query_path(service), body_of(sql, settings), given=given)


def arrow_reply(service, sql, settings=EXTERNAL):
    """The rows of an Arrow reply, and the metadata of its last batch, which has none."""
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    status, given, body = call_arrow(service, sql, settings)
    assert (status, given["Content-Type"]) == (200, ARROW)
    reader = pa.ipc.open_stream(body)
    batches = []
    while True:
        try:
            batches.append(reader.read_next_batch_with_custom_metadata())
        except StopIteration:
            break

    *data, last = batches
    assert last.batch.num_rows == 0
    rows = pa.Table.from_batches([each.batch for each in data], reader.schema)
    return rows, dict(last.custom_metadata)
