"""Files of questions: what is read, and what is refused with the name of the question."""

from datetime import date

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.evaluation.question_file import Need, read_question_file

PLAIN = "{name: a, question: orders, sql: SELECT 1, kind: total, level: easy}"
REFUSED = "{name: b, question: weather, expect: refuse, kind: unanswerable, level: hard}"


@pytest.fixture
def read(tmp_path):
    def written(text):
        file = tmp_path / "questions.yml"
        file.write_text(text, encoding="utf-8")
        return read_question_file(file)

    return written


def test_a_list_and_a_mapping_are_read(read):
    listed = read(f"[{PLAIN}, {REFUSED}]")
    dated = read(f"now: 2025-01-10\nquestions: [{PLAIN}, {REFUSED}]")

    assert [item.need for item in listed] == [Need.ROWS, Need.REFUSAL]
    assert [item.now for item in listed] == [None, None]
    assert [item.now for item in dated] == [date(2025, 1, 10)] * 2


def test_every_key_is_read(read):
    (item,) = read(
        """
- name: both
  question: " and in 2023? "
  after: [orders in 2024, by channel]
  now: "2024-02-29"
  sql: SELECT 1;
  sql_alternatives: [SELECT 2]
  kind: followup
  level: medium
"""
    )

    assert item.question == "and in 2023?"
    assert item.after == ("orders in 2024", "by channel")
    assert item.now == date(2024, 2, 29)
    assert item.sql == ("SELECT 1", "SELECT 2")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has no list of questions"),
        ("[]", "has no list of questions"),
        ("questions: 3", "has no list of questions"),
        ("[a: [", "cannot be read"),
        ("[orders]", "Question 1 is not a mapping"),
        (f"[{PLAIN}, {PLAIN}]", "Two questions are named 'a'"),
        (PLAIN.replace("orders", "' '").join("[]"), "it has no question"),
        (PLAIN.replace("total", "sum").join("[]"), "kind is 'sum'; use one of total"),
        (PLAIN.replace("easy", "1").join("[]"), "level is 1; use one of easy"),
        (PLAIN.replace("sql", "squl").join("[]"), "unknown key squl"),
        (PLAIN.replace("SELECT 1", "[1]").join("[]"), "sql must be a text or a list of texts"),
        (PLAIN.replace("sql", "now").join("[]"), "now is 'SELECT 1'"),
        (PLAIN.replace("sql: SELECT 1, ", "").join("[]"), "give either sql or expect: refuse"),
        (PLAIN.replace("kind", "expect: refuse, kind").join("[]"), "give either sql or expect: refuse"),
        (REFUSED.replace("refuse", "nothing").join("[]"), "expect is 'nothing'"),
    ],
)
def test_what_cannot_be_used_is_named(read, text, reason):
    with pytest.raises(RequestRefused) as refused:
        read(text)

    assert reason in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RequestRefused, match=r"absent\.yml cannot be read"):
        read_question_file(tmp_path / "absent.yml")


def test_a_name_in_after_stands_for_its_question(read):
    items = read(
        """
- {name: all, question: orders, sql: SELECT 1, kind: total, level: easy}
- {name: split, question: by channel, after: [all], sql: SELECT 1, kind: followup, level: easy}
- {name: web, question: only web, after: [split], sql: SELECT 1, kind: followup, level: easy}
- {name: both, question: only web, after: [all, split], sql: SELECT 1, kind: followup, level: easy}
- {name: text, question: only web, after: [refunds, all], sql: SELECT 1, kind: followup, level: easy}
"""
    )

    assert [item.after for item in items] == [
        (),
        ("orders",),
        ("orders", "by channel"),
        ("orders", "by channel"),
        ("refunds", "orders"),
    ]


def test_a_question_that_comes_after_itself_is_refused(read):
    with pytest.raises(RequestRefused, match="comes after itself"):
        read(
            """
- {name: a, question: one, after: [b], sql: SELECT 1, kind: followup, level: easy}
- {name: b, question: two, after: [a], sql: SELECT 1, kind: followup, level: easy}
"""
        )
