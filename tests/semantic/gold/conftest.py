"""The data sets of the gold suite and an engine over each."""

import pytest

from tests.semantic.gold.judging import DataSets, Judge, open_duckdb

ENGINES = {"duckdb": open_duckdb}


@pytest.fixture(scope="session")
def data_sets(tmp_path_factory):
    sets = DataSets(tmp_path_factory.mktemp("gold"))
    yield sets
    sets.close()


@pytest.fixture(scope="session")
def judge_of(data_sets):
    """A judge for each engine by name, made when it is first asked for."""
    judges = {}

    def judge(name):
        if name not in judges:
            judges[name] = Judge(data_sets, ENGINES[name])

        return judges[name]

    yield judge
    for each in judges.values():
        each.close()
