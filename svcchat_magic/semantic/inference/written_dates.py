"""Dates that a column keeps as text or as numbers, and the form in which they are written."""

import re
from collections.abc import Sequence
from datetime import datetime

_CLEAR, _UNCLEAR = 0.95, 0.6  # 31/12/2024 can be read in one way, 01/02/2024 in two
_TIMES = (
    (re.compile(r"\d{4}-\d\d?-\d\d?"), ("%Y-%m-%d",)),
    (re.compile(r"\d{4}/\d\d?/\d\d?"), ("%Y/%m/%d",)),
    (re.compile(r"\d\d?/\d\d?/\d{4}"), ("%d/%m/%Y", "%m/%d/%Y")),
    (re.compile(r"\d\d?-\d\d?-\d{4}"), ("%d-%m-%Y", "%m-%d-%Y")),
    (re.compile(r"\d\d?\.\d\d?\.\d{4}"), ("%d.%m.%Y",)),
    (re.compile(r"\d{8}"), ("%Y%m%d",)),
    (re.compile(r"\d{8}T\d{6}"), ("%Y%m%dT%H%M%S",)),
    (re.compile(r"\d\d?-[A-Za-z]{3}-\d{4}"), ("%d-%b-%Y",)),
    (re.compile(r"\d\d?-[A-Za-z]{3}-\d\d"), ("%d-%b-%y",)),
    (re.compile(r"\d\d?/\d\d?/\d{4} \d\d?:\d\d"), ("%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M")),
    (re.compile(r"\d\d?\.\d\d?\.\d{4} \d\d?:\d\d"), ("%d.%m.%Y %H:%M",)),
    (re.compile(r"\d\d?\.\d\d?\.\d{4} \d\d?:\d\d:\d\d"), ("%d.%m.%Y %H:%M:%S",)),
    (re.compile(r"[A-Za-z]{3} \d\d?,? \d{4}"), ("%b %d, %Y", "%b %d %Y")),
    (re.compile(r"[A-Za-z]{3,9} \d\d?,? \d{4}"), ("%B %d, %Y", "%B %d %Y")),
    (re.compile(r"\d\d? [A-Za-z]{3,9} \d{4}"), ("%d %b %Y", "%d %B %Y")),
    (
        re.compile(r"\d{4}-\d\d?-\d\d?[T ]\d\d?:\d\d(:\d\d)?"),
        ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"),
    ),
)  # fmt: skip


def written_form(values: Sequence[str]) -> tuple[str, float]:
    """The form of all of the values as strptime reads it, and how sure it is; no form where they differ."""
    for pattern, formats in _TIMES:
        if all(pattern.fullmatch(value) for value in values):
            fitting = [form for form in formats if all(_parses(value, form) for value in values)]
            if fitting:
                is_clear = len(fitting) == 1 or fitting[0].startswith("%Y")
                return fitting[0], _CLEAR if is_clear else _UNCLEAR

    return "", 0.0


def shown(form: str) -> str:
    """A date in a form, as an example."""
    return datetime(2024, 12, 31, 23, 59, 59).strftime(form)


def _parses(value: str, form: str) -> bool:
    try:
        datetime.strptime(value, form)
    except ValueError:
        return False

    return True
