"""A question may end with a question mark; help still works."""

import pytest

from svcchat_magic.notebook.questions.question_lines import keep_questions


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("%ask why?\n", "get_ipython().run_line_magic('ask', 'why?')\n"),
        ("  %ask --new why is it?  \n", "  get_ipython().run_line_magic('ask', '--new why is it?')\n"),
        ("r = %ask why?\n", "r = get_ipython().run_line_magic('ask', 'why?')\n"),
    ],
)
def test_a_question_that_ends_in_a_question_mark_is_asked(line, kept):
    assert keep_questions([line]) == [kept]


@pytest.mark.parametrize(
    "line", ["%ask?\n", "%ask??\n", "%ask revenue\n", "print('%ask why?')\n", "ask why?\n"]
)
def test_every_other_line_stays(line):
    assert keep_questions([line]) == [line]


def test_the_body_of_a_cell_magic_stays():
    lines = ["%%writefile notes.txt\n", "%ask why?\n"]

    assert keep_questions(lines) == lines


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["%%ask revenue in 2024?\n"], "revenue in 2024?"),
        (["%%ask --new revenue\n", "\n", "  \n"], "--new revenue"),
        (["%%ask\n"], ""),
    ],
)
def test_a_cell_without_a_body_asks_what_stands_on_its_line(lines, line):
    assert keep_questions(lines) == [f"get_ipython().run_line_magic('ask', {line!r})\n"]


@pytest.mark.parametrize("lines", [["%%ask\n", "revenue?\n"], ["%%ask?\n"], ["%%asked\n"], ["%%time\n"]])
def test_a_cell_with_a_body_and_other_magics_stay(lines):
    assert keep_questions(lines) == lines
