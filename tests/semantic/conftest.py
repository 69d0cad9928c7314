"""The demo shop, and a small model of one's own, as fixtures."""

from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from textwrap import dedent

import duckdb
import pyarrow as pa
import pytest

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.query.query import Viewer
from tests.engine_stores import ENGINES, duckdb_store, postgres_store, spark_is_installed, spark_store
from tests.spark import spark_connect_sessions, spark_sessions

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


@pytest.fixture(scope="session")
def stores(request, tmp_path_factory):
    """What makes an engine of tables, by the engine's name, started when asked for."""
    with ExitStack() as ending:

        @cache
        def store(name):
            if name == "duckdb":
                return ending.enter_context(duckdb_store())

            if name == "postgresql":
                return ending.enter_context(postgres_store(request.getfixturevalue("postgres_address")))

            if not spark_is_installed():
                pytest.skip("Spark needs pyspark and Java")

            start = spark_sessions if name == "spark" else spark_connect_sessions
            new_session = ending.enter_context(start(tmp_path_factory.mktemp(name)))
            return ending.enter_context(spark_store(new_session))

        yield store


@pytest.fixture(params=ENGINES)
def engine_name(request):
    """Each engine once; those of Spark in long runs."""
    return request.param


@pytest.fixture
def engine_with(stores, engine_name):
    """Makes an engine over tables: `engine_with({"orders": an_arrow_table})`."""
    return stores(engine_name)


@pytest.fixture(scope="session")
def shops(stores):
    """The demo shop in an engine, by the engine's name."""
    return cache(lambda name: stores(name)(shop_tables()))


@pytest.fixture
def engine(shops, engine_name):
    """The demo shop, once in each engine."""
    return shops(engine_name)


@cache
def shop_tables():
    """The demo shop's rows as Arrow tables, by name."""
    with closing(DuckDBEngine.open(DEMO / "data")) as shop:
        return {
            name: pa.Table.from_batches(shop.stream_arrow(f"SELECT * FROM {name}", {}))
            for name in shop.tables()
        }
