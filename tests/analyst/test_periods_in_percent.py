"""Two periods set against each other in percent, and the sum of both that nobody asks for."""

from datetime import date

import pytest

from tests.analyst.small_models import reader_over, sql_of

TODAY = date(2025, 8, 10)
TABLES = {
    "tolls": ["toll_id,paid_on,lane,fee"]
    + [f"{n},{y}-{m:02d}-05,{'left' if n % 2 else 'right'},{n}.50"
       for n, (y, m) in enumerate([(y, m) for y in (2023, 2024, 2025) for m in range(1, 8)], 1)],
}  # fmt: skip


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("tolls"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "how many tolls in July 2025 compared to July 2024, in percent",
        "fees in 2024 compared with 2023 in percent",
        "total fee of this year compared with last year in percent",
    ],
)
def test_a_comparison_in_percent_has_a_column_of_the_change_in_percent(reader, question):
    assert "percent_change" in sql_of(reader, question)


def test_without_percent_both_numbers_are_rows(reader):
    assert "percent_change" not in sql_of(reader, "how many tolls in July 2025 compared to July 2024")


def test_a_share_of_groups_in_percent_stays_one(reader):
    assert "percent_change" not in sql_of(reader, "tolls by lane in 2024 in percent")
