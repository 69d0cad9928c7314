"""What came of a statement: right, wrong, refused or failed."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import duckdb

from svcchat_magic.errors import EngineError, ModelError, QueryRefused
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import compile_sql, run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.gold.cases import DEMO, NOW, GoldCase, model_folder, raw_tables
from tests.semantic.gold.comparison import Row, difference
from tests.semantic.gold.sources.tables import write_parquet

MAX_ROWS = 5_000

# An engine over a data set whose tables lie in the folder, one Parquet file for each.
OpensEngines: TypeAlias = Callable[[Path], AbstractContextManager[Engine]]


@dataclass(frozen=True)
class Verdict:
    """What came of a statement, and why."""

    outcome: str  # right, wrong, refused or failed
    why: str = ""


class DataSets:
    """The data sets in a folder, each written once; expected rows always come from DuckDB over the files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._connections: dict[str, duckdb.DuckDBPyConnection] = {}

    def folder(self, data: str) -> Path:
        """Where the Parquet files of a data set lie."""
        if data == "demo":
            return DEMO / "data"

        folder = self._folder / data
        if not folder.exists():
            folder.mkdir(parents=True)
            write_parquet(raw_tables(data), folder)

        return folder

    def expected(self, case: GoldCase) -> list[Row]:
        """The rows of the SQL that a person wrote over the raw tables."""
        if case.data not in self._connections:
            self._connections[case.data] = connection = duckdb.connect(":memory:")
            for path in sorted(self.folder(case.data).glob("*.parquet")):
                connection.execute(f"CREATE VIEW {path.stem} AS SELECT * FROM '{path}'")

        return self._connections[case.data].execute(case.expected).fetchall()

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()


class Judge:
    """Asks the semantic layer on one engine, and compares."""

    def __init__(self, data_sets: DataSets, open_engine: OpensEngines) -> None:
        self._data_sets = data_sets
        self._open_engine = open_engine
        self._engines: dict[str, Engine] = {}
        self._opened = ExitStack()

    def verdict(self, case: GoldCase) -> Verdict:
        """Ask and compare; an error that is none of ours is let through."""
        expected = self._data_sets.expected(case)
        try:
            engine = self._engine(case.data)
            found = run_query(gold_model(case.model), engine, case.viewer, case.sql, limit=MAX_ROWS, now=NOW)
        except (ModelError, QueryRefused) as cause:
            return Verdict("refused", str(cause))
        except EngineError as cause:
            return Verdict("failed", f"{cause} {cause.__cause__ or ''}")

        unlike = difference(found.rows, expected, ordered=case.ordered)
        if unlike is None and found.total_rows != len(expected):
            unlike = f"total_rows is {found.total_rows} in place of {len(expected)}"

        return Verdict("wrong", unlike) if unlike else Verdict("right")

    def refusal(self, model: str, sql: str) -> str | None:
        """Why a statement is not accepted; None when it is."""
        try:
            compile_sql(gold_model(model), self._engine(model), Viewer("gold", is_internal=True), sql)
        except (ModelError, QueryRefused) as cause:
            return str(cause)

        return None

    def close(self) -> None:
        self._opened.close()

    def _engine(self, data: str) -> Engine:
        if data not in self._engines:
            opening = self._open_engine(self._data_sets.folder(data))
            self._engines[data] = self._opened.enter_context(opening)

        return self._engines[data]


def open_duckdb(folder: Path) -> AbstractContextManager[Engine]:
    """The engine of the package over the files themselves."""
    return closing(DuckDBEngine.open(folder))


@cache
def gold_model(model: str) -> Model:
    """A model of the suite; raises ModelError where its files are not understood."""
    return load_model(model_folder(model))
