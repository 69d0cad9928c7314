"""One record for each request and each run, without what a log must not hold."""

import logging

import pytest

from tests.raw_api import abort, ask, call, chat_id_of, chat_path, headers, open_turn, send
from tests.service.conftest import ScriptedAnalyst
from tests.service.raw_sockets import exchange
from tests.waiting import PATIENCE, until

SECRET = "the-question-is-secret"


@pytest.fixture
def told(caplog):
    """The fields of the records of an event, as they come."""
    caplog.set_level(logging.INFO, logger="svcchat_magic")
    return lambda event: [each.fields for each in caplog.records if each.msg == event]


def test_a_request_and_its_run_are_each_one_record_under_one_id(quick, told):
    _, sent, body = call(quick, chat_path(quick), {"input": SECRET, "sessionSettings": {"externalId": "ada"}})
    until(lambda: told("request"))

    request, run = told("request")[0], told("run")[0]
    assert request["requestId"] == run["requestId"] == sent["X-Request-Id"]
    assert (request["route"], request["method"], request["status"]) == ("chat", "POST", 200)
    assert (request["bytes"], request["lines"], request["whole"]) == (len(body), body.count(b"\n"), True)
    assert 0 < request["firstByteSeconds"] <= request["seconds"]
    assert run["status"] == "complete"
    assert run["lines"] == body.count(b"\n") - 3  # without __cutoff__, the echo and __state__


def test_a_stream_that_its_reader_left_is_told_as_cut_and_its_run_as_aborted(start, told):
    service = start(ScriptedAnalyst())
    connection, response, _ = open_turn(service, SECRET)

    response.close()
    connection.close()

    until(lambda: told("run") and told("request"))
    assert told("run")[0]["status"] == "aborted"
    assert (told("request")[0]["status"], told("request")[0]["whole"]) == (200, False)


def test_an_aborted_run_is_counted_as_one(start, told):
    service = start(ScriptedAnalyst())
    connection, response, first = open_turn(service, SECRET)
    abort(service, chat_id_of([first]))
    response.read()
    connection.close()

    until(lambda: told("run"))
    assert [each["status"] for each in told("run")] == ["aborted"]
    until(lambda: b'status="aborted"' in call(service, "/metrics", None, method="GET")[2])


def test_a_run_that_is_removed_while_it_streams_has_failed(start, told):
    analyst = ScriptedAnalyst()
    service = start(analyst)
    connection, response, _ = open_turn(service, SECRET)
    assert analyst.waiting.wait(PATIENCE)

    for table in ("messages", "runs"):
        service._parts.store.write_now(lambda state, table=table: state.execute(f"DELETE FROM {table}"))

    until(lambda: told("run"))
    response.close()
    connection.close()
    assert [each["status"] for each in told("run")] == ["failed"]


def test_what_is_refused_before_it_is_a_request_is_told_too(quick, told):
    exchange(quick, b"nonsense\r\n\r\n")

    until(lambda: told("refused"))
    assert told("refused")[0]["status"] == 400


@pytest.mark.case("A22")
def test_no_record_holds_a_key_a_session_a_question_or_an_address(start, caplog):
    caplog.set_level(logging.DEBUG, logger="svcchat_magic")
    service = start(ScriptedAnalyst((ValueError(SECRET),)))
    session = call(service, "/api/v1/embed/generate-session", {"externalId": "ada"})[2].decode().split('"')[3]

    ask_and_fail(service)
    call(service, f"/embed/chat?sessionId={session}", None, method="GET")
    call(service, f"/embed/{session}", {"input": SECRET})
    call(service, f"/health?key={service.api_key.reveal()}", None, method="GET")

    until(lambda: sum(each.msg == "request" for each in caplog.records) >= 4)
    told = [(each.getMessage(), getattr(each, "fields", {})) for each in caplog.records]
    assert "the analyst failed" in caplog.messages
    for secret in (service.api_key.reveal(), session, SECRET, "sessionId"):
        assert secret not in repr(told)


def ask_and_fail(service):
    body = {"input": SECRET, "sessionSettings": {"externalId": "ada"}, "messageId": "1700000000000-message"}
    connection, response = send(service, chat_path(service), body, given=headers(service))
    assert b'"error"' in response.read()
    connection.close()


def test_questions_are_counted_by_their_queries(service):
    ask(service, "revenue by region")

    page = call(service, "/metrics", None, method="GET")[2]

    assert b'svcchat_queries_total{by_whom="analyst"' in page
