"""Every request is named, counted per key, and refused when the service stops."""

import json

import pytest

from svcchat_magic.service.access.limits import Limits
from tests.raw_api import abort, call, chat_id_of, chat_path, headers, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

ASKED = {"input": "x", "sessionSettings": {"externalId": "ada"}}


@pytest.mark.parametrize("given", ["abc-123", "A.b_c", "x" * 64])
def test_a_request_keeps_the_id_it_came_with(quick, given):
    _, told, body = call(quick, "/nowhere", {}, given=headers(quick, **{"X-Request-Id": given}))

    assert told["X-Request-Id"] == given
    assert json.loads(body)["error"]["requestId"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, 'a"b', "<b>"])
def test_an_id_that_is_not_well_formed_is_replaced(quick, given):
    _, told, body = call(quick, "/nowhere", {}, given=headers(quick, **{"X-Request-Id": given}))

    assert told["X-Request-Id"] != given
    assert json.loads(body)["error"]["requestId"] == told["X-Request-Id"]


@pytest.mark.case("A31")
def test_every_answer_has_an_id_streams_too(quick):
    _, told, _ = call(quick, chat_path(quick), ASKED)
    _, other, _ = call(quick, chat_path(quick), ASKED)

    assert len(told["X-Request-Id"]) == 32
    assert told["X-Request-Id"] != other["X-Request-Id"]


def test_a_key_is_answered_so_many_requests_at_once_and_an_abort_makes_room(start):
    analyst = ScriptedAnalyst()
    service = start(analyst, limits=Limits(requests_per_key=1))
    connection, response, first = open_turn(service, "x")
    assert analyst.waiting.wait(PATIENCE)

    status, told, body = call(service, chat_path(service), ASKED)
    other_key = call(
        service, chat_path(service), ASKED, given=headers(service, Authorization="Api-Key other")
    )
    aborted = abort(service, chat_id_of([first]))
    response.read()
    connection.close()
    analyst.waits = False
    after = call(service, chat_path(service), ASKED)

    assert (status, told["Retry-After"]) == (429, "1")
    assert json.loads(body)["error"]["code"] == "limit_reached"
    assert other_key[0] == 401  # the limit is each key's own
    assert aborted == 204
    assert after[0] == 200
