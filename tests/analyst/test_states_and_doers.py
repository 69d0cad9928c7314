"""`done` as a state, who did what a column is called after, and what names no row."""

from datetime import date, timedelta

import pytest

from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 6, 30)
ISSUES = [
    "issue_key,created,due_date,status,issue_type,assignee,reporter,labels",
    *(
        f"APP-{at},{date(2024, 1, 1) + timedelta(days=at)},{date(2024, 2, 1) + timedelta(days=at)},"
        f"{('Open', 'Done', 'Blocked')[at % 3]},{('Bug', 'Task')[at % 2]},{('Ana', 'Bo', 'Cy')[at % 3]},"
        f"{('Dee', 'Eli')[at % 2]},{('old', 'new')[at % 2]}"
        for at in range(1, 401)
    ),
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("issues"), {"issues": ISSUES}, TODAY) as found:
        yield found


@pytest.mark.parametrize("question", ["how many done issues by type", "how many issues are done, by type?"])
def test_done_is_a_state_of_several_things(reader, question):
    assert "issues.status = 'Done'" in sql_of(reader, question)


def test_done_is_a_verb_elsewhere(reader):
    assert "status" not in sql_of(reader, "how many bugs have we done in 2024?")


def test_who_did_something_is_who_the_column_is_called_after(reader):
    assert "issues.reporter AS reporter" in sql_of(reader, "who reported the most bugs?")


def test_several_labels_name_no_row(reader):
    sql = sql_of(reader, "list the blocked issues with their due date")

    assert "issues.issue_key" in sql
    assert "labels" not in sql
