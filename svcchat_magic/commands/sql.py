"""`svcchat sql`: all rows of a query over the data model, through the query API and without the agent."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from svcchat_magic.commands.command_line import DATA, FILE, Command, text_argument, typed_or_piped
from svcchat_magic.errors import RequestRefused

if TYPE_CHECKING:
    from svcchat_magic.semantic.engines.engines import Engine
    from svcchat_magic.semantic.model.model import Model

DEMO = Path(__file__).parent.parent / "demo"


@click.command("sql", cls=Command)
@text_argument("SQL")
@click.option("--csv", type=FILE, metavar="FILE", help="Write the rows to this file.")
@click.option(
    "--explain", is_flag=True, help="Print the logical plan and the database's SQL; nothing is run."
)
@DATA
def command(words: tuple[str, ...], csv: Path | None, explain: bool, data: tuple[str, ...]) -> int:
    """Run SQL over the data model.

    SQL is a query over cubes and views, in quotes. It is read from standard input if it is - or left out
    after a pipe. The rows are printed as CSV, or written to a file.
    """
    sql = typed_or_piped(words, "SQL")
    if not sql.strip():
        raise RequestRefused("The SQL is empty; write SELECT ... FROM a cube or view.")

    return _explain(sql, data) if explain else _run(sql, csv, data)


def _run(sql: str, csv: Path | None, data: tuple[str, ...]) -> int:
    """Run the query; 0 only if every row was received."""
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.frames.safe_export import write_csv
    from svcchat_magic.settings import read_settings

    with Conversation(read_settings(), data=data or None) as conversation:
        frame = conversation.query(sql)

    warnings = frame.svc.warnings
    write_csv(frame, csv if csv else sys.stdout)
    for warning in warnings:
        print(f"svcchat: {warning}", file=sys.stderr)

    if csv:
        print(f"{len(frame):,} rows in {csv}", file=sys.stderr)

    return 1 if warnings else 0


def _explain(sql: str, data: tuple[str, ...]) -> int:
    """Print how a query over data of this machine, or over the demo shop, is answered."""
    from svcchat_magic.semantic.queries import explain_query
    from svcchat_magic.semantic.query.query import Viewer
    from svcchat_magic.settings import read_settings

    if not data and read_settings().chat_url:
        raise RequestRefused("--explain reads data on this machine; name it with --data.")

    with _opened(data) as (model, engine):
        found = explain_query(model, engine, Viewer("", is_internal=True), sql)

    print(f"{found.plan}\n\n{found.sql}")
    return 0


@contextmanager
def _opened(data: tuple[str, ...]) -> "Iterator[tuple[Model, Engine]]":
    """The data with the model inferred from it; the demo shop where none is named."""
    from svcchat_magic.semantic.engines.opening import open_engine
    from svcchat_magic.semantic.files.model_files import load_model
    from svcchat_magic.semantic.inference.inferred_model import infer_model

    engine = open_engine(data or DEMO / "data")
    try:
        yield infer_model(engine).model if data else load_model(DEMO / "model"), engine
    finally:
        engine.close()
