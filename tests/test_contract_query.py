"""The separate query API that 4.1 names, in raw JSON over a real socket, against the demo."""

import json
from urllib.parse import urlsplit

import pytest

from svcchat_magic.service.http.query_replies import chosen_type
from tests.raw_api import EXTERNAL, ask, call, headers, lines

NDJSON = "application/x-ndjson"
ARROW = "application/vnd.apache.arrow.stream"
SQL = "SELECT region, MEASURE(revenue) FROM sales GROUP BY region ORDER BY region"


def query_path(service):
    return urlsplit(service.query_url).path


def query(service, body, **given):
    return call(service, query_path(service), body, given=headers(service, **given))


def asked(sql, **more):
    return {"query": sql, "sessionSettings": EXTERNAL, **more}


@pytest.mark.rule("4.1")
def test_its_address_is_beside_the_agents_of_the_account(service):
    assert service.query_url == f"{service.chat_url.partition('/agents/')[0]}/sql"


@pytest.mark.rule("4.1:allRows")
@pytest.mark.rule("4.1")
def test_the_sql_of_a_cut_result_gives_all_rows(service):
    """4.1, loading all rows: compare with totalRows, and run sqlQuery through the query API."""
    messages = ask(service, "revenue by day")
    done = [each["toolCall"] for each in messages if each.get("toolCall", {}).get("name") == "svcSqlApi"][-1]
    result = json.loads(done["result"])

    status, given, body = query(service, asked(result["sqlQuery"]))

    schema, *data, last = lines(body)
    rows = [row for line in data for row in line["data"]]
    assert (status, given["Content-Type"]) == (200, NDJSON)
    assert schema == {"schema": result["schema"]}
    assert len(rows) == last["totalRows"] == result["totalRows"] > len(result["data"])
    assert rows[: len(result["data"])] == result["data"]


@pytest.mark.rule("2.6")
def test_numbers_are_json_numbers_and_times_iso_text(service):
    _, _, body = query(service, asked("SELECT id, created_at, channel FROM orders ORDER BY id LIMIT 1"))

    schema, data, last = lines(body)
    assert [column["column_type"] for column in schema["schema"]] == ["Int64", "Timestamp", "String"]
    ((number, moment, channel),) = data["data"]
    assert isinstance(number, int)
    assert moment[:5] == "2022-"
    assert moment[10] == "T"
    assert isinstance(channel, str)
    assert last == {"totalRows": 1}


@pytest.mark.rule("5.3")
@pytest.mark.case("A01")
@pytest.mark.parametrize("value", [None, "Api-Key wrong-key-0123456789", "Bearer x", ""])
def test_a_missing_or_wrong_key_is_401(service, value):
    given = {"Content-Type": "application/json", **({} if value is None else {"Authorization": value})}

    status, _, body = call(service, query_path(service), asked(SQL), given=given)

    assert status == 401
    assert json.loads(body)["error"]["code"] == "not_authenticated"


@pytest.mark.case("A02")
def test_another_account_is_404(service):
    status, _, _ = call(service, query_path(service).replace("/demo/", "/other/"), asked(SQL))

    assert status == 404


@pytest.mark.rule("5.6")
@pytest.mark.case("A06")
def test_an_unknown_internal_user_is_404(service):
    body = {"query": SQL, "sessionSettings": {"internalId": "nobody@demo.example"}}

    assert query(service, body)[0] == 404


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": ""},
        {"query": 5},
        {"query": None},
        {"query": SQL, "sessionSettings": {}},
        {"query": SQL, "sessionSettings": {"externalId": "Ada Lovelace"}},
        {"query": SQL, "sessionSettings": {"internalId": "admin@demo.example", "groups": []}},
        {"query": SQL, "timezone": "Europe/Nowhere"},
        {"query": SQL, "timezone": "../etc/passwd"},
        b"[]",
        b"\xff",
        b'{"query": ' + b"[" * 5000,
    ],
    ids=str,
)
def test_a_body_that_is_not_a_query_is_400(service, body):
    assert query(service, body)[0] == 400


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("SELECT region FROM sales; SELECT 1", marks=pytest.mark.case("Q01")),
        pytest.param("SELECT region FROM sales;;", marks=pytest.mark.case("Q01")),
        pytest.param("COPY sales TO '/tmp/x'", marks=pytest.mark.case("Q02")),
        pytest.param("WITH x AS (DELETE FROM sales RETURNING *) SELECT 1", marks=pytest.mark.case("Q02")),
        pytest.param("SELECT region FROM sales\u200b", marks=pytest.mark.case("Q03")),
        pytest.param("SELECT (SELECT 1) FROM sales", marks=pytest.mark.case("Q04")),
        pytest.param("SELECT id FROM main.orders", marks=pytest.mark.case("Q06")),
        pytest.param("SELECT a FROM read_csv('/etc/passwd')", marks=pytest.mark.case("Q07")),
        pytest.param("SELECT MEASURE(SUM(revenue)) FROM sales", marks=pytest.mark.case("Q09")),
        pytest.param("SELECT region FROM sales -- " + "x" * 20_001, marks=pytest.mark.case("Q10")),
        "SELECT * EXCLUDE (region) FROM sales",
        "SELECT nope FROM sales",
    ],
)
@pytest.mark.parametrize("accept", [NDJSON, ARROW])
def test_the_door_is_the_same_as_that_of_the_tool(service, sql, accept):
    status, _, body = query(service, asked(sql), Accept=accept)

    assert status == 400
    assert json.loads(body)["error"]["message"].endswith(".")


@pytest.mark.case("A24")
def test_a_body_over_a_megabyte_is_413(service):
    assert query(service, asked("x" * 1_000_001))[0] == 413


@pytest.mark.case("A24")
def test_a_body_that_is_not_json_by_its_type_is_415(service):
    given = headers(service, **{"Content-Type": "text/plain"})

    assert call(service, query_path(service), asked(SQL), given=given)[0] == 415


def test_only_post_is_accepted(service):
    assert call(service, query_path(service), b"", method="GET")[0] == 405


def test_unknown_fields_are_ignored_and_a_known_time_zone_changes_nothing(service):
    _, _, plain = query(service, asked(SQL))

    status, _, body = query(service, asked(SQL, timezone="Asia/Tokyo", cache="no", limit=1))

    assert (status, body) == (200, plain)


def test_without_session_settings_the_demo_which_has_no_policies_answers(service):
    status, _, body = query(service, {"query": SQL})

    assert status == 200
    assert lines(body)[-1] == {"totalRows": 4}


@pytest.mark.parametrize(
    "accept", [None, "", "*/*", NDJSON, "application/json", "text/html, application/*;q=0.1"]
)
def test_lines_are_what_an_ordinary_client_gets(service, accept):
    given = {} if accept is None else {"Accept": accept}

    status, got, _ = query(service, asked(SQL), **given)

    assert (status, got["Content-Type"]) == (200, NDJSON)


@pytest.mark.parametrize("accept", ["text/html", "application/x-ndjson;q=0", "text/csv, image/*"])
def test_another_form_is_406(service, accept):
    status, _, body = query(service, asked(SQL), Accept=accept)

    assert status == 406
    assert json.loads(body)["error"]["code"] == "not_acceptable"


def test_arrow_is_given_where_it_is_named_and_wanted_no_less():
    pytest.importorskip("pyarrow", reason="the extra `arrow` brings it")

    assert chosen_type(ARROW) == ARROW
    assert chosen_type(f"{ARROW}, {NDJSON};q=0.5") == ARROW
    assert chosen_type(f"{ARROW};q=0.2, {NDJSON}") == NDJSON
    assert chosen_type(f"{ARROW};q=0") is None
    assert chosen_type(f"{ARROW};q=nonsense, */*;q=0.1") == NDJSON


def test_without_pyarrow_arrow_alone_is_406_and_lines_stand_in_for_it(monkeypatch):
    monkeypatch.setattr("svcchat_magic.service.http.query_replies.find_spec", lambda _: None)

    assert chosen_type(ARROW) is None
    assert chosen_type(f"{ARROW}, {NDJSON};q=0.5") == NDJSON


def test_a_stream_is_not_kept_by_caches_and_has_no_length(service):
    _, got, _ = query(service, asked(SQL))

    assert got["Cache-Control"] == "no-store"
    assert got["Content-Length"] is None
