"""Those with so many of something, counted by a column of theirs; and `one` as a number."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 10)
TABLES = {
    "tenants": ["tenant_id,full_name,city", "1,Ann Bell,Leeds", "2,Cy Dunn,Hull", "3,Di Eyre,Hull"],
    "flats": ["flat_id,street,area", "1,High St,North", "2,Low St,South"],
    "repairs": [
        "repair_id,tenant_id,flat_id,reported_on,cost",
        "1,1,1,2023-02-01,40",
        "2,1,2,2024-02-01,80",
        "3,2,1,2023-05-01,70",
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("bounded"), TABLES, TODAY) as found:
        yield found


@pytest.mark.parametrize(
    "question",
    [
        "tenants with more than 2 repairs by city",
        "how many tenants with more than 2 repairs by city",
        "how many tenants in each city have more than 2 repairs",
        "number of tenants per city who had more than 2 repairs",
    ],
)
def test_a_bound_on_each_is_none_on_the_group(reader, question):
    text = sql_of(reader, question)
    outer, inner = text.split("FROM (", 1)

    assert "COUNT(*)" in outer
    assert "> 2" in inner
    assert "tenant_id" in inner


@pytest.mark.parametrize("count", ["more than one repair", "at least one repair"])
def test_one_is_a_number(reader, count):
    text = sql_of(reader, f"how many tenants have {count} by city")

    assert ("> 1" if "more" in count else ">= 1") in text
    assert "FULL JOIN" not in text


@pytest.mark.parametrize("question", ["cities with more than 2 tenants", "tenants with more than 2 repairs"])
def test_a_bound_on_what_is_listed_stays_one(reader, question):
    assert "FROM (" not in sql_of(reader, question)


def test_a_column_that_each_has_many_of_is_refused(reader):
    assert not is_read(reader, "tenants with more than 2 repairs by area")
