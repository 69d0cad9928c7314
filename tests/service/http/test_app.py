"""The edge: hosts, bodies, types, addresses, and the shape of every refusal."""

import gzip
import json
import re
import socket
import sqlite3
from contextlib import closing
from datetime import date

import pytest

from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.http.openapi_operations import OPERATIONS
from tests.raw_api import abort_path, ask, call, chat_id_of, chat_path, headers
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

QUESTION = {"input": "why?", "sessionSettings": {"externalId": "ada"}}


def raw(service, request):
    """Send bytes as they are; the beginning of what comes back."""
    host, port = service.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return connection.recv(65536)


@pytest.mark.parametrize("address", ["/health", "/health/live", "/health/ready"])
def test_health_says_ok(quick, address):
    status, _, body = call(quick, address, None, method="GET", given={})

    assert (status, json.loads(body)) == (200, {"status": "ok"})


def test_a_service_that_cannot_read_its_state_is_alive_but_not_ready(start, tmp_path):
    service = start(ScriptedAnalyst(waits=False), tmp_path / "state.sqlite")
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as state:
        state.execute("DROP TABLE users")

    answers = [call(service, f"/health/{each}", None, method="GET", given={}) for each in ("live", "ready")]

    assert [status for status, _, _ in answers] == [200, 503]


@pytest.mark.rule("4.1")
def test_a_stream_is_ndjson_that_nobody_stores_or_sniffs(quick):
    _, found, _ = call(quick, chat_path(quick), QUESTION)

    assert found["Content-Type"] == "application/x-ndjson"
    assert found["Cache-Control"] == "no-store"
    assert found["X-Content-Type-Options"] == "nosniff"


@pytest.mark.case("A27")
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::2]"])
def test_a_foreign_host_is_misdirected(quick, host):
    assert call(quick, "/health", None, method="GET", given={"Host": host})[0] == 421


@pytest.mark.case("A27")
@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:5", "127.0.0.1:9", "[::1]:80"])
def test_a_loopback_host_is_served(quick, host):
    assert call(quick, "/health", None, method="GET", given={"Host": host})[0] == 200


@pytest.mark.case("A27")
def test_an_absolute_form_target_is_refused(quick):
    answer = raw(quick, b"GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 400")


@pytest.mark.case("A01")
def test_two_authorization_headers_are_401(quick):
    body = json.dumps(QUESTION).encode()
    key = f"Authorization: {headers(quick)['Authorization']}\r\n"
    head = f"POST {chat_path(quick)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"

    answers = [raw(quick, f"{head}{keys}\r\n".encode() + body) for keys in (key, key + key)]

    assert [answer.split()[1] for answer in answers] == [b"200", b"401"]


@pytest.mark.case("A28")
@pytest.mark.parametrize("origin", ["null", "https://evil.example"])
def test_no_origin_is_allowed_to_read(quick, origin):
    for method in ("POST", "OPTIONS"):
        _, found, _ = call(
            quick, chat_path(quick), QUESTION, method=method, given=headers(quick, Origin=origin)
        )

        assert not [name for name in found if name.lower().startswith("access-control")]


@pytest.mark.case("A28")
@pytest.mark.case("A29")
@pytest.mark.parametrize("operation", OPERATIONS, ids=" ".join)
def test_no_address_answers_another_origin_or_another_spelling(quick, operation):
    method, path = operation
    address = re.sub("{[^}]*}", "x", path.replace("{account}", "demo").replace("{agent}", "analyst"))
    given = headers(quick, Origin="https://evil.example")

    for asked in (method, "OPTIONS"):
        status, found, body = call(quick, address, {} if asked == "POST" else None, method=asked, given=given)

        assert status == 405 or asked == method
        assert not [name for name in found if name.lower().startswith("access-control")]
        assert status < 400 or json.loads(body)["error"]["requestId"]

    for wrong in (address + "/", address.upper(), address.replace("/", "//", 1), "/%2e%2e" + address):
        assert call(quick, wrong, None, method=method, given=given)[0] == 404, wrong


@pytest.mark.case("A29")
@pytest.mark.parametrize(
    "change",
    [
        ("/analyst/", "/Analyst/"),
        ("/analyst/", "/%2e%2e/"),
        ("/analyst/", "//analyst/"),
        ("/analyst/", "/ana%2Flyst/"),
        ("/demo/", "//"),
        ("stream-chat-state", "stream-chat-state/"),
        ("/api/", "/API/"),
    ],
)
def test_an_address_that_is_not_quite_right_is_404(quick, change):
    assert call(quick, chat_path(quick).replace(*change), QUESTION)[0] == 404


@pytest.mark.case("A24")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"x" * 1_000_001, 413),
        (b"[" * 10_000, 400),
        (b'{"sessionSettings":' * 10_000, 400),
        (b"", 400),
        (b"null", 400),
        (b"[]", 400),
        (b'{"input": "why?"}', 400),
        (b'{"input": 5, "sessionSettings": {"externalId": "ada"}}', 400),
        (b'{"input": "  ", "sessionSettings": {"externalId": "ada"}}', 400),
        (b'{"sessionSettings": {"externalId": "ada"}}', 400),
        (b'{"input": "\\ud800", "sessionSettings": {"externalId": "ada"}}', 400),
        (b'{"input": "\xff", "sessionSettings": {"externalId": "ada"}}', 400),
    ],
)
def test_a_body_that_is_not_a_request_is_refused(quick, body, status):
    assert call(quick, chat_path(quick), body)[0] == status


@pytest.mark.case("A24")
def test_of_a_field_that_is_given_twice_the_last_one_counts(quick):
    body = b'{"input": "one?", "sessionSettings": {"externalId": "Ada"}, "input": "two?", '
    body += b'"sessionSettings": {"externalId": "ada"}}'

    status, _, reply = call(quick, chat_path(quick), body)

    assert status == 200
    assert json.loads(reply.split(b"\n")[1])["content"] == "two?"


@pytest.mark.case("A24")
def test_a_chunked_body_without_a_length_is_capped_too(quick):
    pieces = (b"x" * 100_000 for _ in range(20))

    status, _, _ = call(quick, chat_path(quick), pieces)

    assert status == 413


@pytest.mark.case("A24")
@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ('Application/JSON; charset="UTF-8"', 200),
        ("application/json; charset=utf-7", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
    ],
)
def test_only_json_is_read(quick, content_type, status):
    given = headers(quick) | {"Content-Type": content_type}

    assert call(quick, chat_path(quick), QUESTION, given=given)[0] == status


@pytest.mark.case("A24")
@pytest.mark.parametrize(
    ("encoding", "status"), [("identity", 200), ("Identity", 200), ("gzip", 415), ("br", 415)]
)
def test_a_compressed_body_is_not_read(quick, encoding, status):
    given = headers(quick) | {"Content-Encoding": encoding}
    body = json.dumps(QUESTION).encode()

    sent = body if status == 200 else gzip.compress(body)

    assert call(quick, chat_path(quick), sent, given=given)[0] == status


@pytest.mark.case("A30")
@pytest.mark.parametrize("question", ["a\0b", "\u202eabc", "a\u2028b\u0085c", "𝔸" * 100, "x" * 10_000])
def test_a_strange_question_is_echoed_as_it_is(quick, question):
    _, _, body = call(quick, chat_path(quick), QUESTION | {"input": question})

    assert json.loads(body.split(b"\n")[1])["content"] == question


@pytest.mark.case("A30")
@pytest.mark.case("Z06")
def test_a_question_over_the_limit_is_413_and_begins_nothing(start):
    service = start(analyst := ScriptedAnalyst(waits=False), limits=Limits(question_characters=20))

    longest, longer = (call(service, chat_path(service), QUESTION | {"input": "x" * n}) for n in (20, 21))

    assert longest[0] == 200
    assert longer[0] == 413
    assert json.loads(longer[2])["error"]["message"] == "The question has 21 characters; the limit is 20."
    assert [task.question for task in analyst.tasks] == ["x" * 20]


@pytest.mark.case("Z06")
@pytest.mark.parametrize(("characters", "status"), [(10_000, 200), (10_001, 413), (900_000, 413)])
def test_the_limit_of_a_question_is_ten_thousand_characters(quick, characters, status):
    assert call(quick, chat_path(quick), QUESTION | {"input": "é" * characters})[0] == status


@pytest.mark.case("A31")
@pytest.mark.rule("7")
def test_every_refusal_is_json_with_a_request_id(quick):
    wrong_key = headers(quick) | {"Authorization": "Api-Key wrong-key-0"}
    refusals = [
        call(quick, chat_path(quick), {}),
        call(quick, chat_path(quick), QUESTION, given=wrong_key),
        call(quick, chat_path(quick), QUESTION | {"chatId": "none"}),
        call(quick, abort_path(quick), {"chatId": "none"}),
        call(quick, abort_path(quick), {}),
        call(quick, "/nowhere", {}),
        call(quick, chat_path(quick), None, method="GET"),
        call(quick, chat_path(quick), b"x" * 1_000_001),
        call(quick, chat_path(quick), QUESTION, given=headers(quick) | {"Content-Type": "text/plain"}),
        call(quick, "/health", None, method="GET", given={"Host": "evil.example"}),
    ]

    assert [status for status, _, _ in refusals] == [400, 401, 404, 404, 400, 404, 405, 413, 415, 421]
    for _, found, body in refusals:
        error = json.loads(body)["error"]
        assert error.keys() == {"code", "message", "requestId"}
        assert error["requestId"]
        assert found["Content-Type"] == "application/json"
        assert b"Traceback" not in body
        assert b".py" not in body


@pytest.mark.rule("7:500")
@pytest.mark.case("A31")
@pytest.mark.rule("7")
def test_what_nobody_expected_is_500_without_its_text(start):
    class Broken:
        def answer(self, task, tools):
            raise ZeroDivisionError("secret")

    service = start(Broken())

    status, _, body = call(service, chat_path(service), QUESTION)

    assert status == 500
    assert json.loads(body)["error"]["code"] == "server_error"
    assert b"secret" not in body


@pytest.mark.rule("4.1")
def test_a_branch_that_does_not_exist_is_refused_and_the_default_one_is_not(quick):
    branch = {"activeBranchName": "feature"}

    assert call(quick, chat_path(quick), QUESTION | branch)[0] == 400
    assert call(quick, chat_path(quick), QUESTION | branch | {"isDefaultBranch": True})[0] == 200
    assert call(quick, chat_path(quick), QUESTION | {"isDefaultBranch": True})[0] == 200


def test_an_unknown_time_zone_is_refused(quick):
    """Also one that this machine has files of and IANA no name for: it would not be the same elsewhere."""
    own = ("localtime", "posixrules", "posix/Europe/Berlin", "right/Europe/Berlin")
    unknown = ("Mars/Base", "../etc/passwd", *own)

    for zone, status in (("Europe/Berlin", 200), *((each, 400) for each in unknown)):
        settings = {"externalId": "ada", "timezone": zone}

        asked = {"sessionSettings": settings}
        chat_id = chat_id_of(ask(quick, "why?"))
        assert call(quick, chat_path(quick), {"input": "why?", **asked})[0] == status
        assert call(quick, chat_path(quick), {"chatId": chat_id, **asked})[0] == status


@pytest.mark.parametrize(("zone", "day"), [("UTC", 12), ("Pacific/Auckland", 13), ("Pacific/Pago_Pago", 12)])
def test_today_is_the_day_where_the_user_is(start, clock, zone, day):
    """Ruling 1's timezone: the clock stands at 13:46 UTC of 12 January."""
    analyst = ScriptedAnalyst(waits=False)
    settings = {"externalId": "ada", "timezone": zone}
    service = start(analyst, today=None)

    call(service, chat_path(service), {"input": "why?", "sessionSettings": settings})

    assert analyst.tasks[0].today == date(1970, 1, day)


def test_fields_this_api_does_not_know_are_ignored(quick):
    assert call(quick, chat_path(quick), QUESTION | {"surprise": [1]})[0] == 200
