"""Questions over a table of the user's own that is joined to a model."""

import asyncio
from datetime import date

import pandas
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.joined_tables import join_tables
from tests.campaigns.reading.grounds import GroundTools
from tests.semantic.conftest import DEMO

REGIONS = ["Europe", "Asia Pacific", "North America", "Latin America"]


@pytest.fixture(scope="module")
def reader():
    targets = pandas.DataFrame({"region": REGIONS, "target": [7.0e6, 2.0e6, 4.0e6, 0.9e6]})
    engine = open_engine(DEMO / "data", joined={"targets": targets})
    yield Reader(
        GroundTools(join_tables(load_model(DEMO / "model"), engine).model, engine), date(2025, 1, 10)
    )
    engine.close()


@pytest.mark.parametrize("question", ["target by month", "target in 2024"])
def test_what_a_table_describes_does_not_date_its_numbers(reader, question):
    read = asyncio.run(reader.read(question))

    assert read.planned is None
    assert read.problem == "which date the period is about"


@pytest.mark.parametrize("question", ["target by region", "revenue and target by region", "revenue by month"])
def test_what_has_a_group_or_a_date_of_its_own_is_computed(reader, question):
    assert asyncio.run(reader.read(question)).is_sure
