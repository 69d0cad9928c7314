"""An amount that the model sums tells no groups apart."""

import pytest

from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Measured
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.semantic.files.model_files import load_model

TRIPS = """
cubes:
  - name: trips
    sql_table: trips
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: km, sql: "{CUBE}.km", type: number}
      - {name: litres, sql: ltr, type: number}
      - {name: seats, sql: seats, type: number}
    measures:
      - {name: count, type: count}
      - {name: distance, sql: km, type: sum}
      - {name: fuel, sql: "{litres}", type: sum}
      - {name: average_seats, sql: seats, type: avg}
"""


@pytest.fixture
def catalog(tmp_path):
    (tmp_path / "trips.yml").write_text(TRIPS)
    return catalog_of(load_model(tmp_path))


def test_what_is_summed_is_an_amount_and_what_is_averaged_is_none(catalog):
    amounts = [each.name for each in catalog.concepts if each.is_amount]

    assert amounts == ["km", "litres"]


def test_rows_are_not_grouped_by_an_amount(catalog):
    count = Measured(catalog.by_key["trips", "count"])
    by = {name: Analysis((count,), (ByMember(catalog.by_key["trips", name]),)) for name in ("km", "seats")}

    assert "GROUP BY" in Planner(Sources(catalog)).plan(by["seats"]).sql
    with pytest.raises(CannotPlan, match="which is an amount"):
        Planner(Sources(catalog)).plan(by["km"])
