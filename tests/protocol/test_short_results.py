"""An earlier result in `__state__` says what was left out of it."""

import json

import pytest

from svcchat_magic.protocol.short_results import short_result

ROWS = {"sqlQuery": "SELECT 1", "data": [["x" * 500]], "totalRows": 2**70, "uuid": "u-1", "vegaSpec": "{}"}


def test_a_short_result_has_its_size_and_id_and_names_the_rest():
    short = json.loads(short_result(json.dumps(ROWS)))

    assert short == {"totalRows": 2**70, "uuid": "u-1", "leftOut": ["sqlQuery", "data", "vegaSpec"]}


def test_it_is_not_shortened_again():
    once = short_result(json.dumps(ROWS))

    assert short_result(once) == once


@pytest.mark.parametrize(
    "result", ['{"error": "no such column"}', "[1, 2]", "no JSON", '{"a": 1}', "", "[" * 3_000]
)
def test_what_is_short_or_unreadable_stays(result):
    assert short_result(result) == result
