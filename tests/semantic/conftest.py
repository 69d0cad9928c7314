"""The demo shop, and a small model of one's own, as fixtures."""

from pathlib import Path
from textwrap import dedent

import duckdb
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.query.query import Viewer

DEMO = Path(__file__).parents[2] / "svcchat_magic" / "demo"


@pytest.fixture(scope="session")
def shop_model():
    return load_model(DEMO / "model")


@pytest.fixture(scope="session")
def shop_engine():
    engine = DuckDBEngine.open(DEMO / "data")
    yield engine
    engine.close()


@pytest.fixture
def viewer():
    return Viewer("ana")


@pytest.fixture
def write_model(tmp_path):
    """Writes model files (name -> text) into a folder of their own and returns it."""

    def write(**files):
        folder = tmp_path / "model"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name}.yml").write_text(dedent(text), encoding="utf-8")

        return folder

    return write


@pytest.fixture
def make_engine():
    """Makes an engine from CREATE and INSERT statements; nothing is locked, so tests can fill it."""
    engines = []

    def make(*statements):
        connection = duckdb.connect(":memory:")
        for statement in statements:
            connection.execute(statement)

        engines.append(DuckDBEngine(connection))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()
