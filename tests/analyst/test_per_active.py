"""Numbers per one of those who had something: the others are not divided by."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 1, 10)
MODEL = """
cubes:
  - name: readers
    sql_table: readers
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: reader, sql: "{CUBE}.reader", type: string}
      - {name: town, sql: "{CUBE}.town", type: string}
    measures:
      - {name: count, type: count, title: Readers}
  - name: charges
    sql_table: charges
    joins:
      - {name: readers, relationship: many_to_one, sql: "{CUBE}.reader_id = {readers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: charged_on, sql: "{CUBE}.charged_on", type: time}
      - {name: state, sql: "{CUBE}.state", type: string}
    measures:
      - {name: count, type: count, title: Charges}
      - {name: takings, type: sum, sql: "{CUBE}.amount", title: Takings, format: currency,
         filters: [{sql: "{CUBE}.state = 'settled'"}]}
  - name: downloads
    sql_table: downloads
    joins:
      - {name: readers, relationship: many_to_one, sql: "{CUBE}.reader_id = {readers.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: downloaded_at, sql: "{CUBE}.downloaded_at", type: time}
    measures:
      - {name: count, type: count, title: Downloads}
"""
DATA = {
    "readers": "id,reader,town\n1,Ada,Lyon\n2,Bo,Basel\n3,Cy,Lyon\n",
    "charges": "id,reader_id,charged_on,state,amount\n1,1,2024-02-01,settled,9\n2,2,2024-02-02,failed,5\n",
    "downloads": "id,reader_id,downloaded_at\n1,1,2024-02-03\n2,1,2024-02-04\n3,2,2024-03-01\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    tables = {name: text.splitlines() for name, text in DATA.items()}
    with reader_over(tmp_path_factory.mktemp("active"), tables, TODAY, MODEL) as found:
        yield found


def test_those_who_pay_have_rows_that_count(reader):
    text = sql_of(reader, "takings per paying reader by town")

    assert "state = 'settled'" in text
    assert "readers.town" in text
    assert "IN (SELECT" in text


@pytest.mark.parametrize(
    "question",
    [
        "downloads per downloading reader in 2024",
        "average number of downloads per downloader in 2024",
        "downloads per downloader in 2024 (readers with at least one download)",
    ],
)
def test_within_a_period_those_are_divided_by_who_had_a_row_then(reader, question):
    text = sql_of(reader, question)

    assert "COUNT(DISTINCT readers.id)" in text
    assert "downloaded_at >= '2024-01-01'" in text


@pytest.mark.parametrize(
    "question",
    [
        "downloads per paying reader",  # who pays is not who downloads
        "downloads per smiling reader",
        "takings per downloader",
    ],
)
def test_those_of_whom_the_number_does_not_tell_are_not_divided_by(reader, question):
    assert not is_read(reader, question)
