"""An answer in a terminal: lines that fit, marks taken out, code as it came."""

import json
from io import StringIO

import pytest

from svcchat_magic.commands.answer_text import AnswerPrinter
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.text_table import columns
from svcchat_magic.protocol.transcript import Note, Status, ToolStep, Transcript

CODE = (
    "```python\ndef total(*rows, **more): return sum(*rows, **more)  # and a comment that is very long\n```"
)
ANSWER = f"""**Revenue** in 2024 was *well* above that of 2023, with `SUM(*)` over all and `**more` of it.

* one point of several, which goes on below itself
* another **bold** one

{CODE}

2 * 3 is 6, and so is 3 * 2. The end of it."""
SQL = "SELECT region, MEASURE(revenue) FROM sales GROUP BY region ORDER BY MEASURE(revenue) DESC"
ROWS = json.dumps({"schema": [{"name": "region", "column_type": "String"}], "data": [["Europe"]]})
STEPS = (
    Note("Thought about what was asked, *carefully*, for a while", 0, 0.1, is_thinking=True),
    ToolStep(ToolCall(name="svcSqlApi", input=json.dumps({"sqlQuery": SQL}), result=ROWS), 0.2, 0.3),
)


def printed(*transcripts):
    out, aside = StringIO(), StringIO()
    printer = AnswerPrinter(out, aside)
    for transcript in transcripts:
        printer.show(transcript)

    printer.finish(transcripts[-1], 1.0)
    return out.getvalue(), aside.getvalue()


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")


@pytest.mark.parametrize("stride", [1, 7, 1000])
def test_an_answer_that_grows_is_printed_once_in_lines_that_fit(stride):
    growing = [Transcript(answer=ANSWER[:end]) for end in range(0, len(ANSWER), stride)]

    out, _ = printed(*growing, Transcript(answer=ANSWER, status=Status.COMPLETE))

    assert out == printed(Transcript(answer=ANSWER, status=Status.COMPLETE))[0]
    assert CODE in out
    assert all(columns(line) <= 40 for line in out.replace(CODE, "").split("\n"))


def test_marks_of_emphasis_go_and_stars_of_code_and_sums_stay():
    out, _ = printed(Transcript(answer=ANSWER, status=Status.COMPLETE))

    words = " ".join(out.split())
    assert words.startswith("Revenue in 2024 was well above that of 2023, with `SUM(*)` over all")
    assert "`**more` of it" in words
    assert "* another bold one" in words
    assert "2 * 3 is 6, and so is 3 * 2." in words


def test_steps_and_notices_fit_too_and_go_on_below_themselves():
    _, aside = printed(Transcript(steps=STEPS, status=Status.COMPLETE, chat_id="c" * 36))

    lines = aside.split("\n")
    assert lines[:2] == ["  Thought about what was asked,", "  carefully, for a while"]
    assert f"    {SQL}" in lines
    assert all(columns(line) <= 40 for line in lines if SQL not in line)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (Status.FAILED, "The service says: Out of memory."),
        (Status.TIMED_OUT, "Out of memory."),
        (Status.DROPPED, "Out of memory."),
    ],
)
def test_only_what_the_service_said_is_told_as_its_words(status, told):
    _, aside = printed(Transcript(status=status, error="Out of memory."))

    assert told in aside.split("\n")


def test_a_step_behind_the_beginning_of_an_answer_begins_a_line_of_one_terminal():
    both = StringIO()
    printer = AnswerPrinter(both, both)
    printer.show(Transcript(answer="Web made the most. Phone ", status=Status.STREAMING))
    late = Transcript(
        steps=STEPS[:1], answer="Web made the most. Phone made the least.", status=Status.COMPLETE
    )
    printer.show(late)
    printer.finish(late, 1.0)

    assert "Web made the most. Phone\n  Thought about" in both.getvalue()
