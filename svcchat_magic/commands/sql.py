"""`svcchat sql`: rows of a query over the data model, without the agent."""

from __future__ import annotations

import json
import sys
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import click

from svcchat_magic.commands.command_line import (
    DATA,
    FILE,
    Command,
    Number,
    text_argument,
    typed_or_piped,
    user_rights,
)
from svcchat_magic.commands.sql_options import SqlOptions
from svcchat_magic.errors import RequestRefused

if TYPE_CHECKING:  # loaded once there is a query to run
    from svcchat_magic.protocol.results import SqlResult

_ROWS = Number(int, 1, 10**9, "a number of rows, such as 100")
_COLUMN_TYPES = {"Int64": "Int64", "float64": "Double", "boolean": "Boolean", "string": "String"}


@click.command("sql", cls=Command)
@text_argument("SQL")
@click.option("--model", type=FILE, metavar="DIR", help="Use the model files of this folder, with --data.")
@DATA
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of CSV.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write the rows to this file.")
@click.option(
    "--explain", is_flag=True, help="Print the logical plan and the database's SQL; nothing is run."
)
@click.option("--limit", type=_ROWS, metavar="N", help="At most this many rows.")
@click.option("--user", "--as-user", "as_user", metavar="EXTERNAL_ID", help="Query as this external user.")
@user_rights
@click.option(
    "--now", type=click.DateTime(), metavar="DATE", help="Read CURRENT_DATE as this date, with --data."
)
def command(words: tuple[str, ...], **given: Any) -> int:
    """Run SQL over the data model.

    SQL is a query over cubes and views, in quotes. It is read from standard input if it is - or left out
    after a pipe. The rows are printed as CSV, or written to a file. Without --data the configured service
    answers.
    """
    options = SqlOptions(**given)
    sql = typed_or_piped(words, "SQL")
    if not sql.strip():
        raise RequestRefused("The SQL is empty; write SELECT ... FROM a cube or view.")

    if options.explain:
        return _explain(sql, options)

    if (options.model or options.now) and not options.data:
        raise RequestRefused("--model and --now are for data on this machine: add --data SOURCE.")

    return _of_data(sql, options) if options.data else _of_service(sql, options)


def _of_data(sql: str, options: SqlOptions) -> int:
    """Run the query in this process."""
    from svcchat_magic.commands.local_queries import local_result

    result = local_result(sql, options)
    if options.as_json:
        schema = [(column.name, column.column_type) for column in result.columns]
        return _print_json(schema, result.rows, result.total_rows)

    return _write(_frame(result), options)


def _of_service(sql: str, options: SqlOptions) -> int:
    """Load the rows from the query API; 0 only if every row was received."""
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.setting_sources import read_settings

    with Conversation(read_settings()) as conversation:
        frame = conversation.query(
            sql,
            external_id=options.as_user,
            attributes=dict(options.attr) or None,
            groups=options.group or None,
        )

    total, warnings = len(frame), frame.svc.warnings
    for warning in warnings:
        print(f"svcchat: {warning}", file=sys.stderr)

    cut = frame.head(options.limit) if options.limit else frame
    if options.as_json:
        schema = [(str(name), _COLUMN_TYPES.get(str(kind), "Timestamp")) for name, kind in cut.dtypes.items()]
        values = cut.astype(object).where(cut.notna(), None)
        _print_json(schema, values.itertuples(index=False, name=None), total)
    else:
        _write(cut, options)

    return 1 if warnings else 0


def _explain(sql: str, options: SqlOptions) -> int:
    """Print how a query over data of this machine, or over the demo shop, is answered."""
    from svcchat_magic.commands.local_queries import local_explanation
    from svcchat_magic.setting_sources import read_settings

    if not options.data and read_settings().chat_url:
        raise RequestRefused("--explain reads data on this machine; name it with --data.")

    found = local_explanation(sql, options)
    print(f"{found.plan}\n\n{found.sql}")
    return 0


def _frame(result: SqlResult) -> Any:
    from svcchat_magic.frames.result_frames import result_frame

    return result_frame(result)


def _write(frame: Any, options: SqlOptions) -> int:
    from svcchat_magic.frames.safe_export import write_csv

    write_csv(frame, options.csv or sys.stdout)
    if options.csv:
        print(f"{len(frame):,} rows in {options.csv}", file=sys.stderr)

    return 0


def _print_json(schema: list[tuple[str, str]], rows: Any, total: int) -> int:
    """One object: `data` has arrays in the order of `schema`, times in ISO 8601."""
    found = {
        "schema": [{"name": name, "column_type": kind} for name, kind in schema],
        "data": [list(row) for row in rows],
        "total_rows": total,
    }
    print(json.dumps(found, ensure_ascii=False, default=_plain))
    return 0


def _plain(value: object) -> object:
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()

    return str(value) if isinstance(value, timedelta) else value.item()  # type: ignore[attr-defined] # of NumPy
