"""The models that questions are made for: of the question sets, an adversarial one, and of given folders."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from importlib import import_module
from pathlib import Path

from svcchat_magic.analyst.analyst import Task, Tools
from svcchat_magic.analyst.linking.catalog import Catalog, catalog_of
from svcchat_magic.analyst.meaning.tree import Analysis, Concept
from svcchat_magic.analyst.planning.planned import Planned
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.read import Read, planned_or_problem
from svcchat_magic.analyst.turn import Turn
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.evaluation.question_file import read_question_file
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.value_lists import ValueSearch
from svcchat_magic.semantic.value_queries import find_values
from tests.campaigns.question_sets import SETS, data_of, model_of, set_names

VIEWER = Viewer("tester", is_internal=True)
ADVERSARIAL = Path(__file__).parent / "adversarial"
_GERMAN = ("demo_german", "werkstatt")  # the questions of the campaigns are English
TODAY = date(2025, 1, 10)
_MOST_VALUES = 80  # of a dimension that is filtered on


class GroundTools:
    """The tools of an analyst over a model and its data; without data only the model answers."""

    def __init__(self, model: Model, engine: DuckDBEngine | None):
        self.model = model
        self.engine = engine

    def search(self, words: str):
        return search_members(self.model, words)

    async def run_sql(self, sql: str):
        if self.engine is None:
            raise EngineError("no data")

        return run_query(self.model, self.engine, VIEWER, sql, limit=1_000)

    async def find_values(self, search: ValueSearch):
        if self.engine is None:
            raise EngineError("no data")

        return find_values(self.model, self.engine, VIEWER, search)


@dataclass
class Ground:
    """One model with its data and the day on which it is asked about."""

    name: str
    tools: Tools
    today: date
    values: dict[Concept, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def catalog(self) -> Catalog:
        return catalog_of(self.tools.model)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.tools, self.today)

    def read(self, question: str) -> tuple[Read, ...]:
        """What a question is read as, part by part; nothing where it is asked back."""
        turn = Turn(Task(question, self.today), self.tools, self.reader, str)
        asyncio.run(turn.read())
        return () if turn.asks_back else tuple(turn.reads)

    def planned(self, analysis: Analysis) -> Planned | None:
        """The statement of an analysis, None where the model has none for it."""
        reader = self.reader
        return planned_or_problem(Planner(reader.sources), reader.completion.of(analysis))[0]

    def rows(self, sql: str) -> list[tuple[object, ...]] | None:
        """The rows of a statement, None where it fails."""
        try:
            return [tuple(row) for row in asyncio.run(self.tools.run_sql(sql)).rows]
        except (QueryRefused, EngineError):
            return None


@contextmanager
def grounds(paths: Sequence[Path] = (), *, only: Sequence[str] = ()) -> Iterator[list[Ground]]:
    """The models in the repository that may be tuned on, and those of given folders.

    A folder with YAML files is a model without data; any other holds data whose model is inferred.
    With `only`, those of these names.
    """
    with tempfile.TemporaryDirectory() as scratch:
        names = [
            name for name in set_names(held_out=False) if name not in _GERMAN and (not only or name in only)
        ]
        found = [_of_set(name, Path(scratch) / name) for name in names]
        if not only or "adversarial" in only:
            found.append(_adversarial(Path(scratch) / "adversarial"))

        found += [_of_folder(path) for path in paths]
        for each in found:
            each.values = _values(each)

        yield found
        for each in found:
            if each.tools.engine:
                each.tools.engine.close()


def _of_set(name: str, folder: Path) -> Ground:
    item = read_question_file(SETS / name / "questions.yml")[0]
    engine = DuckDBEngine.open(data_of(name, folder))
    return Ground(name, GroundTools(model_of(name, engine), engine), item.now or TODAY)


def _adversarial(folder: Path) -> Ground:
    folder.mkdir()
    import_module("tests.campaigns.reading.adversarial.data").write(folder)
    return Ground("adversarial", GroundTools(load_model(ADVERSARIAL), DuckDBEngine.open(folder)), TODAY)


def _of_folder(path: Path) -> Ground:
    if any(path.rglob("*.y*ml")):
        return Ground(path.name, GroundTools(load_model(path), None), TODAY)

    engine = DuckDBEngine.open(path)
    return Ground(path.name, GroundTools(infer_model(engine).model, engine), TODAY)


def _values(ground: Ground) -> dict[Concept, tuple[str, ...]]:
    """The values of text dimensions that have few of them."""
    found = {}
    for each in ground.catalog.concepts:
        if each.kind == "dimension" and each.type == "string":
            field = min(each.places, key=lambda place: place.table != place.cube)
            rows = ground.rows(
                f'SELECT "{field.name}" FROM "{field.table}" GROUP BY 1 LIMIT {_MOST_VALUES + 1}'
            )
            texts = tuple(sorted(str(row[0]) for row in rows or () if row[0] is not None))
            if 1 < len(texts) <= _MOST_VALUES:
                found[each] = texts

    return found
