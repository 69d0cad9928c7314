"""An answer and the expected SQL make a verdict."""

import pandas as pd
import pytest

from svcchat_magic.evaluation.question_file import Item, Need
from svcchat_magic.evaluation.verdicts import Answered, Status, judge
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine

SQL = "SELECT channel, count(*) FROM calls GROUP BY 1"
RIGHT = (("Web", 2), ("Phone", 1))
TEXT = "**Web has the most calls: 2.**"


@pytest.fixture(scope="module")
def engine():
    opened = DuckDBEngine.open({"calls": pd.DataFrame({"channel": ["Web", "Phone", "Web"]})})
    yield opened
    opened.close()


def item(*sql, need=Need.ROWS):
    return Item(name="calls", question="calls by channel", kind="breakdown", level="easy", sql=sql, need=need)


def answered(rows=RIGHT, **values):
    return Answered(**{"rows": rows, "total_rows": len(rows or ()), "text": TEXT} | values)


def status(of, received, engine):
    return judge(of, received, engine).status


def test_the_right_rows_pass(engine):
    assert status(item(SQL), answered(RIGHT[::-1]), engine) is Status.PASS


def test_any_of_several_statements_is_right(engine):
    several = item("SELECT 'nothing', 0", SQL)

    assert status(several, answered(), engine) is Status.PASS
    assert status(several, answered((("Web", 3), ("Phone", 1))), engine) is Status.FAIL


@pytest.mark.parametrize(
    ("text", "is_silent"),
    [
        (TEXT, True),
        ("There are 3 calls. Note that the data end on 29 June 2025.", True),
        ("Without blue, which I could not use: there are 3 calls.", False),
        ("I took chanel as channel: there are 3 calls.", False),
        ("I don't know blue; there are 3 calls.", False),
        ("There are 3 calls; the colour was left out.", False),
    ],
)
def test_a_wrong_answer_without_a_warning_is_silent(engine, text, is_silent):
    verdict = judge(item(SQL), answered(((3,),), text=text), engine)

    assert (verdict.status, verdict.is_silent) == (Status.FAIL, is_silent)
    assert verdict.reason == "row count: expected 2, found 1"


@pytest.mark.parametrize(
    ("received", "found"),
    [
        (answered(None), Status.REFUSED),
        (answered(None, outcome="refused"), Status.REFUSED),
        (answered(outcome="refused"), Status.REFUSED),
        (answered(outcome="clarify"), Status.CLARIFY),
        (answered(None, outcome="answered"), Status.REVIEW),
        (answered(outcome="answered"), Status.PASS),
        (answered(RIGHT[:1], total_rows=2), Status.REVIEW),
        (answered(RIGHT[:1], total_rows=3), Status.FAIL),
        (answered(error="The service failed."), Status.ERROR),
    ],
)
def test_what_can_be_answered(engine, received, found):
    assert status(item(SQL), received, engine) is found


@pytest.mark.parametrize(
    ("received", "found"),
    [
        (answered(None), Status.PASS),
        (answered(None, outcome="refused"), Status.PASS),
        (answered(), Status.FAIL),
        (answered(None, outcome="answered"), Status.FAIL),
        (answered(None, outcome="clarify"), Status.CLARIFY),
        (answered(error="The service failed."), Status.ERROR),
    ],
)
def test_what_has_no_answer(engine, received, found):
    assert status(item(need=Need.REFUSAL), received, engine) is found


def test_expected_sql_that_fails_is_an_error_of_the_file(engine):
    verdict = judge(item("SELECT nothing FROM nowhere"), answered(), engine)

    assert verdict.status is Status.ERROR
    assert verdict.reason.startswith("query error in the expected SQL")
