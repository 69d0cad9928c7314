"""Generate code that rebuilds a frame from a copy of its rows or from its SQL."""

import keyword
from collections.abc import Iterable
from typing import Any

import pandas as pd

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.python_source import plain, source
from svcchat_magic.protocol.visible_text import visible

MOST_ROWS = 10_000
PANDAS_IMPORT = "import pandas as pd\n"
QUERY_IMPORT = "from svcchat_magic import Conversation\n"
_INDENT = "    "
_LINE = 96


def snapshot_code(frame: pd.DataFrame, name: str, notes: str) -> str:
    """Code that contains every row; `notes` becomes comments above it.

    Running it returns an equal frame with equal types. Raises RequestRefused for a frame that code cannot
    represent: too many rows, duplicate column names, a MultiIndex, or values that are not of JSON's types.
    """
    _check(frame, name)
    if len(frame) > MOST_ROWS:
        raise RequestRefused(
            f"Code holds {MOST_ROWS:,} rows at most; use to_code(rows='query'), or save the frame as Parquet."
        )

    columns = [_column(column, frame[column]) for column in frame.columns]
    body = f"{_INDENT}{{\n{''.join(columns)}{_INDENT}}},\n"
    if not _is_plain(frame.index):
        body += f"{_INDENT}index={_index(frame.index)},\n"

    return f"{_comments(notes)}{PANDAS_IMPORT}\n{name} = pd.DataFrame(\n{body})\n"


def query_code(sql: str, name: str, notes: str) -> str:
    """Code that runs the SQL again through the query API with the configured user and service."""
    if not sql:
        raise RequestRefused(
            "The service did not say which SQL made these rows; use to_code(rows='snapshot')."
        )

    _check_name(name)
    lines = "".join(f"{_INDENT * 2}{plain(line)}\n" for line in sql.splitlines(keepends=True))
    return (
        f"{_comments(notes)}{QUERY_IMPORT}\n"
        f"with Conversation() as conversation:\n"
        f"{_INDENT}{name} = conversation.query(\n{lines}{_INDENT})\n"
    )


def _check(frame: pd.DataFrame, name: str) -> None:
    _check_name(name)
    if not frame.columns.is_unique or not all(isinstance(each, str) for each in frame.columns):
        raise RequestRefused(
            "Code needs columns that are named by text, each differently; rename them first."
        )

    if isinstance(frame.index, pd.MultiIndex):
        raise RequestRefused("Code cannot hold an index of several levels; call reset_index() first.")


def _check_name(name: str) -> None:
    if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name):
        raise RequestRefused("The frame's name in the code has to be a Python name, such as revenue.")


def _column(name: str, column: Any) -> str:
    """The column's entry; its values in as many lines as they need."""
    key, dtype = f"{_INDENT * 2}{plain(name)}: ", plain(str(column.dtype))
    if len(line := f"{key}pd.array({_values(column)}, dtype={dtype}),\n") <= _LINE:
        return line

    inner = _INDENT * 3
    values = source(list(column), inner, leaf=_literal)
    return f"{key}pd.array(\n{inner}{values},\n{inner}dtype={dtype},\n{_INDENT * 2}),\n"


def _index(index: Any) -> str:
    name = f", name={index.name!r}" if isinstance(index.name, str) else ""
    return f"pd.Index({_values(index)}, dtype={plain(str(index.dtype))}{name})"


def _is_plain(index: Any) -> bool:
    return isinstance(index, pd.RangeIndex) and index.equals(pd.RangeIndex(len(index)))


def _values(column: Iterable[Any]) -> str:
    return f"[{', '.join(_literal(value) for value in column)}]"


def _literal(value: Any) -> str:
    """A value as a Python literal; no value of a row becomes code."""
    if isinstance(value, pd.Timestamp):
        return repr(value.isoformat())

    if isinstance(value, list):
        return _values(value)

    if isinstance(value, dict):
        return f"{{{', '.join(f'{_literal(key)}: {_literal(each)}' for key, each in value.items())}}}"

    if value is None or value is pd.NA or value is pd.NaT or value != value:
        return "None"

    single = value.item() if hasattr(value, "item") else value
    if isinstance(single, float) and single in (float("inf"), float("-inf")):
        return f'float("{single}")'

    if isinstance(single, bool | int | float | str):
        return plain(single)

    raise RequestRefused(
        f"Code cannot hold a value of type {type(value).__name__}; save the frame as Parquet."
    )


def _comments(notes: str) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in visible(notes).split("\n")) if notes else ""
