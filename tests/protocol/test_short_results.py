"""An earlier result in `__state__` says what was left out of it."""

import json

import pytest

from svcchat_magic.protocol.messages import Message, ToolCall
from svcchat_magic.protocol.short_results import with_short_result

ROWS = {"sqlQuery": "SELECT 1", "data": [["x" * 500]], "totalRows": 2**70, "uuid": "u-1", "vegaSpec": "{}"}


def called(result):
    call = ToolCall("svcSqlApi", '{"sqlQuery": "SELECT 1"}', result)
    return Message(id="m1", role="assistant", content="", tool_call=call)


def shortened(result):
    return with_short_result(called(result)).tool_call.result


def test_a_short_result_has_its_size_and_id_and_names_the_rest():
    short = json.loads(shortened(json.dumps(ROWS)))

    assert short == {"totalRows": 2**70, "uuid": "u-1", "leftOut": ["sqlQuery", "data", "vegaSpec"]}


def test_it_is_not_shortened_again():
    once = shortened(json.dumps(ROWS))

    assert shortened(once) == once


@pytest.mark.parametrize(
    "result", ['{"error": "no such column"}', "[1, 2]", "no JSON", '{"a": 1}', "", "[" * 3_000]
)
def test_what_is_short_or_unreadable_stays(result):
    assert shortened(result) == result


def test_a_call_without_a_result_stays():
    assert with_short_result(called(None)) == called(None)
