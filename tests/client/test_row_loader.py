import asyncio
import io
import json
import logging
from dataclasses import replace

import pytest

from svcchat_magic.client.retries import Timing
from svcchat_magic.client.row_loader import RowLoader
from svcchat_magic.errors import (
    BadRequest,
    ConnectionFailed,
    DeadlineExceeded,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    RequestRefused,
    ServiceFailed,
    SettingsError,
    StreamFailed,
    StreamLimitExceeded,
    StreamProtocolError,
    StreamTruncated,
    SvcchatError,
    TooBusy,
)
from svcchat_magic.protocol.query_reply import ARROW_TYPE, NDJSON_TYPE
from svcchat_magic.protocol.results import Column, SqlResult
from tests.client.asking import ADA
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Ending, Reply, chunks
from tests.waiting import PATIENCE, growing_deadlines

PATH = "/api/v1/public/acme/sql"
COLUMNS = (Column("a", "Int64"), Column("b", "String"))
RESULT = SqlResult("Orders", "SELECT a, b FROM orders", "", COLUMNS, ((1, "x"),), 3)
SCHEMA = b'{"schema":[{"name":"a","column_type":"Int64"},{"name":"b","column_type":"String"}]}\n'
ROWS = b'{"data":[["1","x"],["2",null]]}\n{"data":[[3,"z\xe2\x80\xa8"]]}\n'
END = b'{"totalRows":3}\n'
WHOLE = SCHEMA + ROWS + END
VALUES = ((1, "x"), (2, None), (3, "z\u2028"))


@pytest.fixture
def settings(settings, origin):
    return replace(settings, query_url=origin.url + PATH)


class Pauses:
    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)


def load(settings, result=RESULT, timing=None, session=ADA, **options):
    return asyncio.run(RowLoader(settings, session, timing=timing).load(result, **options))


def arrow_of(values=VALUES, end=None):
    pa = pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")
    schema = pa.schema([pa.field("a", pa.int64()), pa.field("b", pa.string())])
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, schema) as writer:
        writer.write_batch(pa.record_batch([list(each) for each in zip(*values, strict=True)], schema=schema))
        if end is not None:
            writer.write_batch(pa.record_batch([[], []], schema=schema), custom_metadata=end)

    return sink.getvalue()


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("branch", "sent"), [(None, None), ("try-it", "try-it")])
def test_rows_are_loaded_on_the_branch_that_was_asked(origin, settings, branch, sent):
    origin.on(PATH, Reply((WHOLE,)))

    asyncio.run(RowLoader(settings, ADA, branch=branch).load(RESULT, arrow=False))

    assert origin.of(PATH)[0].json().get("activeBranchName") == sent


@pytest.mark.rule("4.1")
def test_the_sql_is_posted_as_the_user_who_asked(origin, settings):
    origin.on(PATH, Reply((WHOLE,)))

    loaded = load(settings, arrow=False)

    [request] = origin.requests
    assert request.json() == {"query": RESULT.sql, "sessionSettings": {"externalId": "ada"}}
    assert request.headers["authorization"] == f"Api-Key {KEY}"
    assert request.headers["accept"] == NDJSON_TYPE
    assert request.headers["accept-encoding"] == "identity"
    assert loaded.rows == VALUES
    assert loaded.columns == COLUMNS
    assert loaded.is_complete
    assert loaded.warnings == ()


@pytest.mark.case("S05")
@pytest.mark.case("S06")
@pytest.mark.parametrize("size", [1, 7, 64])
def test_rows_come_whole_however_the_reply_is_cut_into_chunks(origin, settings, size):
    origin.on(PATH, Reply(tuple(chunks(WHOLE, size))))

    assert load(settings).rows == VALUES


def test_arrow_is_asked_for_and_read_where_it_comes(origin, settings):
    body = arrow_of(end={"totalRows": "3"})
    origin.on(PATH, Reply(tuple(chunks(body, 100)), headers={"Content-Type": ARROW_TYPE}))

    loaded = load(settings)

    assert origin.requests[0].headers["accept"].startswith(ARROW_TYPE)
    assert loaded.rows == VALUES
    assert loaded.columns == COLUMNS
    assert loaded.is_complete


def test_a_service_without_arrow_is_asked_for_lines(origin, settings):
    origin.on(PATH, Reply(status=406), Reply((WHOLE,)))

    assert load(settings, arrow=True).rows == VALUES
    assert [request.headers["accept"] for request in origin.requests][1] == NDJSON_TYPE


def test_a_reply_of_another_type_is_read_as_lines(origin, settings):
    origin.on(PATH, Reply((WHOLE,), headers={"Content-Type": "text/plain"}))

    assert load(settings, arrow=True).rows == VALUES


def outcomes_of_cuts(origin, settings, body, ending, is_chunked, kind, result=RESULT):
    """What becomes of a reply that is cut at every byte offset."""
    found = []
    for offset in range(len(body)):
        headers = {"Content-Type": kind}
        origin.on(PATH, Reply((body[:offset],), ending=ending, is_chunked=is_chunked, headers=headers))
        try:
            found.append(load(settings, result))
        except SvcchatError as error:
            found.append(error)

    return found


@pytest.mark.long
@pytest.mark.case("S01")
@pytest.mark.case("S02")
@pytest.mark.parametrize(
    ("ending", "is_chunked"), [(Ending.CUT, True), (Ending.CUT, False), (Ending.RESET, True)]
)
@pytest.mark.parametrize("kind", ["lines", "arrow"])
def test_a_reply_cut_anywhere_is_never_a_short_frame(origin, settings, kind, ending, is_chunked):
    body = WHOLE if kind == "lines" else arrow_of(end={"totalRows": "3"})
    media = NDJSON_TYPE if kind == "lines" else ARROW_TYPE

    for offset, outcome in enumerate(outcomes_of_cuts(origin, settings, body, ending, is_chunked, media)):
        if isinstance(outcome, SvcchatError):
            assert isinstance(outcome, StreamTruncated | StreamProtocolError), (offset, outcome)
        else:
            assert outcome.rows == VALUES, offset


@pytest.mark.case("S02")
def test_a_reply_that_http_ends_early_says_that_rows_are_missing(origin, settings):
    for offset, outcome in enumerate(
        outcomes_of_cuts(origin, settings, WHOLE, Ending.WHOLE, True, NDJSON_TYPE)
    ):
        if isinstance(outcome, SvcchatError):
            assert isinstance(outcome, StreamTruncated | StreamProtocolError), (offset, outcome)
        else:
            assert outcome.rows == VALUES[: outcome.count]
            assert outcome.is_complete or "of 3 rows were sent" in outcome.warnings[0], offset


def test_a_service_that_sends_no_closing_line_is_believed_when_http_ends_the_reply(origin, settings):
    origin.on(PATH, Reply((SCHEMA + ROWS,)))

    assert load(settings).warnings == ()


@pytest.mark.parametrize(
    ("end", "total", "said"),
    [
        (b'{"truncated":true}\n', 3, "Only the first 3 rows"),
        (b'{"truncated":true,"totalRows":9}\n', 3, "3 of 9 rows"),
        (b'{"truncated":true}\n', 60_000, "3 of 60,000 rows"),
        (b"", 60_000, "3 of 60,000 rows"),
        (b'{"totalRows":3}\n', 60_000, "3 of 60,000 rows"),
    ],
)
def test_rows_that_the_other_side_left_out_are_told(origin, settings, end, total, said):
    origin.on(PATH, Reply((SCHEMA + ROWS + end,)))

    loaded = load(settings, replace(RESULT, total_rows=total))

    assert said in loaded.warnings[0]


@pytest.mark.parametrize("end", [{"truncated": "true"}, {"totalRows": "9"}])
def test_rows_that_arrow_left_out_are_told(origin, settings, end):
    origin.on(PATH, Reply((arrow_of(end=end),), headers={"Content-Type": ARROW_TYPE}))

    assert load(settings).warnings


def test_a_failure_in_mid_stream_is_told_without_the_key(origin, settings):
    origin.on(PATH, Reply((SCHEMA + ROWS + json.dumps({"error": f"bad {KEY}"}).encode() + b"\n",)))

    with pytest.raises(StreamFailed, match=r"The query failed: bad \*\*\*") as caught:
        load(settings)

    assert KEY not in str(caught.value)


@pytest.mark.case("K08")
def test_a_failure_in_mid_arrow_is_told_without_the_key(origin, settings):
    origin.on(PATH, Reply((arrow_of(end={"error": f"bad {KEY}"}),), headers={"Content-Type": ARROW_TYPE}))

    with pytest.raises(StreamFailed, match=r"The query failed: bad \*\*\*"):
        load(settings)


@pytest.mark.case("S24")
@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (400, BadRequest, "rejected the query"),
        (401, NotAuthenticated, "SVCCHAT_API_KEY"),
        (403, NotAllowed, "not allowed to load these rows"),
        (404, NotFound, "SVCCHAT_QUERY_URL"),
        (406, ServiceFailed, "406"),
        (429, TooBusy, "is busy"),
        (500, ServiceFailed, "failed"),
        (302, ServiceFailed, "redirects"),
    ],
)
def test_a_status_is_an_error_that_says_what_to_do(origin, settings, status, error, said):
    origin.on(PATH, Reply((b'{"error": {"message": "because"}}',), status=status))

    with pytest.raises(error, match=said):
        load(settings, timing=Timing(sleep=Pauses(), dice=lambda: 0.0))


@pytest.mark.parametrize(
    ("status", "tries"), [(408, 3), (429, 3), (502, 3), (503, 3), (504, 3), (500, 1), (400, 1)]
)
def test_what_asks_nothing_twice_is_tried_again(origin, settings, status, tries):
    origin.on(PATH, Reply(status=status))

    with pytest.raises(SvcchatError):
        load(settings, arrow=False, timing=Timing(sleep=Pauses(), dice=lambda: 0.0))

    assert len(origin.requests) == tries


@pytest.mark.case("S27")
def test_nothing_is_sent_again_once_rows_have_come(origin, settings):
    origin.on(PATH, Reply((SCHEMA + ROWS,), ending=Ending.RESET))

    with pytest.raises(StreamTruncated):
        load(settings)

    assert len(origin.requests) == 1


@pytest.mark.case("S23")
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "empty"),
        (b"<html>hello</html>\n", "web page"),
        (b"<html>hello", "web page"),
        (b'{"data":[[1]]}\n', "schema"),
        (b"[1]\n", "without rows"),
        (SCHEMA + b"nonsense\n" + END, "without rows"),
        (SCHEMA + b'{"data":[["\xff"]]}\n' + END, "without rows"),
    ],
)
def test_what_is_no_reply_of_a_query_api_is_an_error(origin, settings, body, said):
    origin.on(PATH, Reply((body,)))

    with pytest.raises(StreamProtocolError, match=said):
        load(settings)


@pytest.mark.case("S21")
def test_a_packed_reply_is_refused(origin, settings):
    origin.on(PATH, Reply((WHOLE,), headers={"Content-Encoding": "gzip"}))

    with pytest.raises(StreamProtocolError, match="compressed"):
        load(settings)


@pytest.mark.case("S20")
@pytest.mark.parametrize("limits", [{"max_rows_bytes": 100}, {"max_line_bytes": 40}])
def test_a_reply_over_a_limit_is_an_error(origin, settings, limits):
    origin.on(PATH, Reply((WHOLE,)))

    with pytest.raises(StreamLimitExceeded):
        load(replace(settings, **limits))


@pytest.mark.case("S18")
@pytest.mark.parametrize("limit", ["idle_seconds", "total_seconds"])
def test_silence_ends(origin, settings, limit):
    origin.on(PATH, Reply((SCHEMA + ROWS,), ending=Ending.STALL))
    told = []

    for seconds in growing_deadlines():
        with pytest.raises(DeadlineExceeded):
            load(replace(settings, **{limit: seconds}), progress=lambda *count: told.append(count))

        if told:
            break

    assert told
    assert origin.gone.wait(PATIENCE)


@pytest.mark.case("S26")
def test_no_connection_is_told(settings, origin):
    origin.close()

    with pytest.raises(ConnectionFailed, match=r"127\.0\.0\.1"):
        load(settings, timing=Timing(sleep=Pauses(), dice=lambda: 0.0))


def test_a_cancelled_load_closes_the_connection(origin, settings):
    origin.on(PATH, Reply((SCHEMA + ROWS,), ending=Ending.STALL))

    async def cancelled():
        seen = asyncio.Event()
        loading = RowLoader(settings, ADA).load(RESULT, progress=lambda *_: seen.set())
        task = asyncio.create_task(loading)
        await seen.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())

    assert origin.gone.wait(PATIENCE)


def test_progress_is_told_with_the_total(origin, settings):
    origin.on(PATH, Reply(tuple(chunks(WHOLE, 60))))
    told = []

    load(settings, progress=lambda *count: told.append(count))

    assert told[-1] == (3, 3)
    assert [rows for rows, _ in told] == sorted(rows for rows, _ in told)


def test_a_result_without_sql_is_refused(settings, origin):
    with pytest.raises(RequestRefused, match="SQL"):
        load(settings, replace(RESULT, sql=" "))

    assert not origin.requests


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "SVCCHAT_QUERY_URL"),
        ("http://query.example.com/sql", "https"),
        ("https://ada:secret-word@query.example.com/sql", "user name or password"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(settings, url, said):
    with pytest.raises(SettingsError, match=said) as caught:
        load(replace(settings, query_url=url))

    assert "secret-word" not in str(caught.value)


@pytest.mark.case("K05")
def test_the_key_is_in_no_log(origin, settings, caplog):
    origin.on(PATH, Reply((WHOLE,)))

    with caplog.at_level(logging.DEBUG):
        load(settings)

    assert KEY not in caplog.text


@pytest.mark.case("K12")
@pytest.mark.parametrize("kind", ["lines", "escaped lines", "arrow"])
def test_rows_that_hold_the_key_come_without_it(origin, settings, kind):
    values = ((1, f"is {KEY}"), (2, None), (3, "z"))
    lines = SCHEMA + json.dumps({"data": values}).encode() + b"\n" + END
    if kind == "escaped lines":
        lines = lines.replace(KEY.encode(), "".join(f"\\u{ord(each):04x}" for each in KEY).encode())

    body = arrow_of(values, end={"totalRows": "3"}) if kind == "arrow" else lines
    media_type = ARROW_TYPE if kind == "arrow" else NDJSON_TYPE
    origin.on(PATH, Reply((body,), headers={"Content-Type": media_type}))

    loaded = load(settings, arrow=kind == "arrow")

    assert loaded.rows[0][1].startswith("is ***")
    assert KEY not in repr(loaded.rows)
    assert loaded.rows[1:] == values[1:]
