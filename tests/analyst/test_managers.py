"""Who is above whom, where rows of a table lead to others of the same."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

TABLES = {
    "workers": [
        "worker_id,first_name,last_name,supervisor_id,started_on",
        *(
            f"{at},{name},Hill,{'' if at == 1 else (at - 2) // 3 + 1},{date(2018, 1 + at % 12, 3)}"
            for at, name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy"), 1)
        ),
    ],
    "shifts": [
        "shift_id,worker_id,worked_on,hours",
        *(f"{at},{at % 9 + 1},{date(2024, 1 + at % 12, 1 + at % 28)},{at % 8 + 1}" for at in range(1, 201)),
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("site"), TABLES, date(2025, 6, 30)) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "workers by supervisor",
        "number of workers by supervisor",
        "how many people report to each supervisor",
    ],
)
def test_those_above_are_told_by_their_names(reader, question):
    assert "workers.supervisor_worker_full_name AS" in sql_of(reader, question)


@pytest.mark.parametrize(
    "question",
    [
        "how many workers report to Ada Hill",
        "people who report to Ada Hill",
        "workers whose supervisor is Ada Hill",
    ],
)
def test_who_reports_to_somebody_is_another_person(reader, question):
    assert "workers.supervisor_worker_full_name = 'Ada Hill'" in sql_of(reader, question)


@pytest.mark.parametrize("question", ["who is the supervisor of Finn Hill", "who does Finn Hill report to?"])
def test_the_one_above_is_shown_of_who_is_below(reader, question):
    sql = sql_of(reader, question)

    assert "workers.full_name = 'Finn Hill'" in sql
    assert "workers.supervisor_worker_full_name AS" in sql


def test_who_has_nobody_above_is_without_a_key_there(reader):
    assert "supervisor_worker_id IS NULL" in sql_of(reader, "workers without a supervisor")


def test_what_is_no_person_has_nobody_above(reader):
    assert "supervisor" not in sql_of(reader, "hours that report to Monday")
