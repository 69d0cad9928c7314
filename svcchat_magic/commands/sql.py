"""`svcchat sql`: all rows of a query over the semantic model, through the query API and without the agent."""

import argparse
import sys
from pathlib import Path
from typing import Any

from svcchat_magic.errors import RequestRefused
from svcchat_magic.settings import read_settings


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "sql",
        help="run SQL over the semantic model",
        description="Rows go to standard output as CSV, or into a file. - reads the SQL from standard input.",
    )
    parser.add_argument("query", metavar="SQL", help="SQL over cubes and views, in quotes, or -")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the rows into this file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the query; 0 only when every row came."""
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.frames.safe_export import write_csv

    sql = sys.stdin.read() if options.query == "-" else options.query
    if not sql.strip():
        raise RequestRefused("The SQL is empty; write SELECT ... FROM a cube or view.")

    with Conversation(read_settings()) as conversation:
        frame = conversation.query(sql)

    warnings = frame.svc.warnings
    write_csv(frame, options.csv if options.csv else sys.stdout)
    for warning in warnings:
        print(f"svcchat: {warning}", file=sys.stderr)

    if options.csv:
        print(f"{len(frame):,} rows in {options.csv}", file=sys.stderr)

    return 1 if warnings else 0
