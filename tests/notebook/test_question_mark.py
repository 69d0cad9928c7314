"""A question may end with a question mark; help still works."""

import pytest

from svcchat_magic.notebook.question_mark import keep_question_mark


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("%ask why?\n", "get_ipython().run_line_magic('ask', 'why?')\n"),
        ("  %ask --new why is it?  \n", "  get_ipython().run_line_magic('ask', '--new why is it?')\n"),
        ("r = %ask why?\n", "r = get_ipython().run_line_magic('ask', 'why?')\n"),
    ],
)
def test_a_question_that_ends_in_a_question_mark_is_asked(line, kept):
    assert keep_question_mark([line]) == [kept]


@pytest.mark.parametrize(
    "line", ["%ask?\n", "%ask??\n", "%ask revenue\n", "print('%ask why?')\n", "ask why?\n"]
)
def test_every_other_line_stays(line):
    assert keep_question_mark([line]) == [line]


def test_the_body_of_a_cell_magic_stays():
    lines = ["%%writefile notes.txt\n", "%ask why?\n"]

    assert keep_question_mark(lines) == lines
