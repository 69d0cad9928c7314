"""A reader of questions over a few small tables, with the model that is inferred or one that is given."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import date
from pathlib import Path

import pandas

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools


@contextmanager
def reader_over(
    folder: Path, tables: Mapping[str, list[str]], today: date, model: str = ""
) -> Iterator[Reader]:
    """Reads questions over tables, each as the lines of a CSV file."""
    for name, lines in tables.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")

    engine = DuckDBEngine.open(folder)
    if model:
        (folder / "model").mkdir()
        (folder / "model" / "model.yml").write_text(model, "utf-8")

    yield Reader(
        SetTools(load_model(folder / "model") if model else infer_model(engine).model, engine), today
    )
    engine.close()


@contextmanager
def readers_over(frames: Mapping[str, pandas.DataFrame], today: date) -> Iterator[Mapping[str, Reader]]:
    """A reader of each frame, by its name, over the model that is inferred from that frame alone."""
    with ExitStack() as ending:
        engines = {
            name: ending.enter_context(closing(DuckDBEngine.open({name: frame})))
            for name, frame in frames.items()
        }
        yield {
            name: Reader(SetTools(infer_model(engine).model, engine), today)
            for name, engine in engines.items()
        }


def sql_of(reader: Reader, question: str) -> str:
    """The statement of a question that is read whole."""
    read = asyncio.run(reader.read(question))
    assert read.is_sure, read
    return read.planned.sql


def is_read(reader: Reader, question: str) -> bool:
    """Whether every word of a question is read and the whole can be computed."""
    return asyncio.run(reader.read(question)).is_sure
