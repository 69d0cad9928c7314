"""The settings of a model, and the dialects that its SQL is read in."""

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query

CUBE = """
    cubes:
      - name: orders
        data_source: SOURCE
        sql_table: orders
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: long, sql: "SAFE_DIVIDE({CUBE}.id, 2) > 1", type: boolean}
          - {name: text, sql: "IF({id} > 1, \\"many\\", 'one')", type: string}
"""
SETTINGS = "settings: {first_day_of_week: sunday, fiscal_year_start: april, data_sources: {lake: bigquery}}"


def test_the_calendar_is_read(write_model):
    settings = load_model(write_model(orders=CUBE.replace("SOURCE", "lake"), settings=SETTINGS)).settings

    assert (settings.first_day_of_week, settings.fiscal_year_start) == ("sunday", 4)


def test_a_calendar_that_is_none_is_refused(write_model):
    with pytest.raises(ModelError, match="fiscal_year_start: must be one of january"):
        load_model(write_model(settings="settings: {fiscal_year_start: 13}"))


@pytest.mark.parametrize("source", ["lake", "bigquery"])
def test_sql_is_read_in_the_dialect_of_its_data_source(write_model, make_engine, viewer, source):
    model = load_model(write_model(orders=CUBE.replace("SOURCE", source), settings=SETTINGS))
    engine = make_engine("CREATE TABLE orders (id INTEGER)", "INSERT INTO orders VALUES (1), (4)")

    assert run_query(model, engine, viewer, "SELECT id, long, text FROM orders ORDER BY id").rows == (
        (1, False, "one"),
        (4, True, "many"),
    )


def test_sql_that_its_dialect_does_not_have_is_refused(write_model):
    text = CUBE.replace("SOURCE", "postgres").replace("{id} > 1", "`id` > 1")

    with pytest.raises(ModelError, match=r"orders\.text: sql is not readable as SQL of postgres"):
        load_model(write_model(orders=text))


FOREIGN = """
    cubes:
      - name: events
        sql_table: shop-1.web.events
        dimensions:
          - {name: kind, sql: "IF({CUBE}.`kind` = \\"buy\\", 'bought', 'seen')", type: string}
        measures: [{name: count, type: count}]
"""


def test_a_dialect_that_the_files_do_not_name_is_found_and_told(write_model):
    model = load_model(write_model(events=FOREIGN))

    assert model.settings.dialect == "bigquery"
    assert model.cubes["events"].sql_table == '"shop-1".web.events'
    assert "'buy'" in model.cubes["events"].dimensions["kind"].sql
    assert model.notices[0].startswith("SQL is read as bigquery's")


def test_sql_that_the_usual_dialect_reads_stays_in_it(write_model):
    model = load_model(write_model(orders=CUBE.replace("SOURCE", "''").replace('\\"many\\"', "'many'")))

    assert model.settings.dialect == "duckdb"
    assert model.notices == ()


def test_a_dialect_that_is_named_is_not_guessed(write_model):
    with pytest.raises(ModelError, match="not readable"):
        load_model(write_model(events=FOREIGN, settings="settings: {dialect: postgres}"))
