"""The statements of the gold suite, and the data and models that they are about."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import yaml

from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.gold.sources import flights, hospital, saas, shop
from tests.semantic.gold.sources.tables import Table

HERE = Path(__file__).parent
STATEMENTS = HERE / "statements"
DEMO = HERE.parents[2] / "svcchat_magic" / "demo"
TABLES = {
    "shop": shop.tables,
    "flights": flights.tables,
    "hospital": hospital.tables,
    "saas": saas.tables,
}
NOW = datetime(2024, 10, 15, 13, 45)  # what CURRENT_DATE and NOW() are read as


@dataclass(frozen=True, eq=False)
class GoldCase:
    """A statement over a model, and the same question as SQL over its raw tables in DuckDB's dialect."""

    model: str  # a folder of `models`, or demo
    data: str  # a name in `TABLES`, or demo
    name: str
    sql: str
    expected: str
    features: tuple[str, ...]
    viewer: Viewer
    ordered: bool = False
    pending: str | None = None  # why it cannot pass yet
    pending_on: Mapping[str, str] = field(default_factory=dict)  # the same on single engines
    file: Path = field(default=STATEMENTS, repr=False)

    @property
    def id(self) -> str:
        return f"{self.model}: {self.name}"

    def is_pending(self, engine: str) -> bool:
        return self.pending is not None or engine in self.pending_on


def gold_cases() -> tuple[GoldCase, ...]:
    """All statements, file by file."""
    return tuple(case for path in sorted(STATEMENTS.glob("*.yml")) for case in _cases_in(path))


def model_folder(model: str) -> Path:
    return DEMO / "model" if model == "demo" else HERE / "models" / model


def raw_tables(data: str) -> Sequence[Table]:
    """The tables of a generated data set; those of the demo are files of the package."""
    return TABLES[data]()


def ordinary_statements() -> Mapping[str, tuple[str, ...]]:
    """SQL that people write, by model; no result is expected."""
    return {
        path.stem: tuple(
            filter(None, (text.strip() for text in re.split(r";\s*\n", path.read_text("utf-8"))))
        )
        for path in sorted((HERE / "ordinary").glob("*.sql"))
    }


def _cases_in(path: Path) -> Iterator[GoldCase]:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    for entry in content["statements"]:
        model = entry.get("model") or content["model"]
        yield GoldCase(
            model=model,
            data=content.get("data") or model,
            name=entry["name"],
            sql=entry["sql"],
            expected=entry["expected"],
            features=tuple(entry["features"]),
            viewer=Viewer("gold", **_tuples(entry.get("viewer", content.get("viewer", {})))),
            ordered=entry.get("ordered", False),
            pending=entry.get("pending"),
            pending_on=entry.get("pending_on", {}),
            file=path,
        )


def _tuples(viewer: Mapping[str, object]) -> dict[str, object]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in viewer.items()}
