"""Format plain values as readable Python source: double quotes and short lines."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_LINE = 96
_STEP = "    "


def source(value: Any, indent: str = "", used: int = 0, leaf: Callable[[Any], str] | None = None) -> str:
    """Format dictionaries, lists and plain values; long ones continue on indented lines.

    The first line already has `used` characters; `leaf` formats a plain value.
    """
    write = leaf or plain
    short = _in_line(value, write)
    if len(indent) + used + len(short) <= _LINE or not isinstance(value, list | dict) or not value:
        return short

    inner = indent + _STEP
    if isinstance(value, dict):
        entries = [_entry(plain(key), each, inner, write) for key, each in value.items()]
        return f"{{\n{''.join(entries)}{indent}}}"

    if all(not isinstance(each, list | dict) for each in value):
        return f"[\n{_filled([write(each) for each in value], inner)}{indent}]"

    items = "".join(f"{inner}{source(each, inner, 1, leaf)},\n" for each in value)
    return f"[\n{items}{indent}]"


def plain(value: Any) -> str:
    """A value as a Python literal, with text in double quotes if that needs no other escapes."""
    written = repr(value)
    is_single = isinstance(value, str) and '"' not in value and "'" not in value
    return f'"{written[1:-1]}"' if is_single else written


def _in_line(value: Any, write: Callable[[Any], str]) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{plain(key)}: {_in_line(each, write)}' for key, each in value.items())}}}"

    if isinstance(value, list):
        return f"[{', '.join(_in_line(each, write) for each in value)}]"

    return write(value)


def _entry(key: str, value: Any, indent: str, write: Callable[[Any], str]) -> str:
    return f"{indent}{key}: {source(value, indent, len(key) + 3, write)},\n"


def _filled(words: Sequence[str], indent: str) -> str:
    """Lines with as many values as fit."""
    lines, line = [], indent
    for word in words:
        if line != indent and len(line) + len(word) > _LINE:
            lines.append(line.rstrip())
            line = indent

        line += f"{word}, "

    return "\n".join([*lines, line.rstrip()]) + "\n"
