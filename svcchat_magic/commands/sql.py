"""`svcchat sql`: all rows of a query over the data model, through the query API and without the agent."""

import sys
from pathlib import Path

import click

from svcchat_magic.commands.command_line import DATA, FILE, Command, text_argument, typed_or_piped
from svcchat_magic.errors import RequestRefused


@click.command("sql", cls=Command)
@text_argument("SQL")
@click.option("--csv", type=FILE, metavar="FILE", help="Write the rows to this file.")
@DATA
def command(words: tuple[str, ...], csv: Path | None, data: tuple[str, ...]) -> int:
    """Run SQL over the data model.

    SQL is a query over cubes and views, in quotes. It is read from standard input if it is - or left out
    after a pipe. The rows are printed as CSV, or written to a file.
    """
    sql = typed_or_piped(words, "SQL")
    if not sql.strip():
        raise RequestRefused("The SQL is empty; write SELECT ... FROM a cube or view.")

    return _run(sql, csv, data)


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
