"""The data sets of the gold suite and each engine over them."""

from contextlib import nullcontext

import duckdb
import pytest

from tests.semantic.gold.judging import DataSets, Judge, open_duckdb


@pytest.fixture(scope="session")
def data_sets(tmp_path_factory):
    sets = DataSets(tmp_path_factory.mktemp("gold"))
    yield sets
    sets.close()


@pytest.fixture(scope="session")
def judge_of(data_sets, stores):
    """A judge for each engine by name, made when it is first asked for."""
    judges = {}

    def judge(name):
        if name not in judges:
            judges[name] = Judge(data_sets, open_duckdb if name == "duckdb" else _loads(stores(name)))

        return judges[name]

    yield judge
    for each in judges.values():
        each.close()


def _loads(store):
    """Opens an engine whose tables are those of the files in a folder; the store closes it."""
    return lambda folder: nullcontext(store(_tables(folder)))


def _tables(folder):
    with duckdb.connect(":memory:") as connection:
        return {
            path.stem: connection.sql(f"SELECT * FROM '{path}'").to_arrow_table()
            for path in sorted(folder.glob("*.parquet"))
        }
