"""What a query that a model wrote is called: by what it reads, as its text says, and not as the model says.

A result's title names its frame and stands over its rows, and nobody checks it against them.
"""

import re
from collections.abc import Iterator, Mapping

from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.language.periods import UNITS
from svcchat_magic.analyst.linking.catalog import Catalog

_ENGLISH = answer_words()
_MOST = 120  # characters
_UNKNOWN = "Query"
_MEMBER = r"\"?(?P<cube>\w+)\"?\.\"?(?P<name>\w+)\"?"
_SELECTED = re.compile(r"\bSELECT\b(.*?)(?:\bFROM\s|$)", re.IGNORECASE | re.DOTALL)
_READ = re.compile(
    r"(?:\b(?P<function>[A-Z]\w*)\s*\(\s*(?:(?P<distinct>DISTINCT)\s+|'(?P<unit>\w+)'\s*,\s*)?)?"
    rf"(?:(?<![\w.\"]){_MEMBER}(?!\w)|(?<=\()(?P<rows>\*))",
    re.IGNORECASE,
)
_KEPT = re.compile(rf"{_MEMBER}\s*=\s*'((?:[^']|'')+)'")
_IS_OPEN = re.compile(r"\b(?:OR|NOT|CASE|FILTER|UNION)\b", re.IGNORECASE)
_LIMIT = re.compile(r"\bLIMIT\s+(\d+)\s*;?\s*$", re.IGNORECASE)
_FORMS = {"SUM": "sum", "AVG": "average", "MIN": "minimum", "MAX": "maximum", "MEDIAN": "median"}


def query_title(sql: str, catalog: Catalog) -> str:
    """`Revenue by channel and month, Web, first 5`: measures, groups, values that are kept, and the limit."""
    titles = {place.qualified: place.title for each in catalog.concepts for place in each.places}
    read = [each for text in _SELECTED.findall(sql) for each in _read(text, titles)]
    measures = list(dict.fromkeys(name for name, is_group in read if not is_group))
    groups = list(dict.fromkeys(name for name, is_group in read if is_group))
    if not measures and not groups:
        return _UNKNOWN

    what = _ENGLISH.listed(measures or groups)
    by = _ENGLISH.say("by", what=what, groups=_ENGLISH.listed(groups)) if measures and groups else what
    title = ", ".join((by, *_kept(sql), *(f"first {each}" for each in _LIMIT.findall(sql))))
    return (title[:1].upper() + title[1:])[:_MOST]


def _read(text: str, titles: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """What the items of a SELECT read, and whether it groups the rows; only what the data model has."""
    for match in _READ.finditer(text):
        title = titles.get(f"{match['cube']}.{match['name']}")
        function = (match["function"] or "").upper()
        if match["rows"] and function == "COUNT":
            yield _ENGLISH.plural(_ENGLISH.say("row")), False
        elif title is not None:
            yield _called(function, match, _ENGLISH.lower(title))


def _called(function: str, match: re.Match[str], title: str) -> tuple[str, bool]:
    if function == "MEASURE":
        return title, False

    if function == "COUNT":
        return _ENGLISH.say("distinct", what=_ENGLISH.plural(title)), False

    if function in _FORMS:
        return _ENGLISH.say(_FORMS[function], what=title), False

    unit = (match["unit"] or "").lower()
    return _ENGLISH.unit(unit) if unit in UNITS else title, True


def _kept(sql: str) -> Iterator[str]:
    """The values that all rows have; none where another reading of the conditions is possible."""
    if not _IS_OPEN.search(sql):
        yield from (match[3].replace("''", "'") for match in _KEPT.finditer(sql))
