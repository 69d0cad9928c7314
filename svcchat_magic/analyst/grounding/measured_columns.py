"""What the columns of a query are, as its text says: which measures they show, and what their rows are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.telling.results import Result

NO_MEASURES: Mapping[str, Concept] = MappingProxyType({})
_MEMBER = r"\"?(\w+)\"?\.\"?(\w+)\"?"
_MEASURED = re.compile(rf"\bMEASURE\(\s?{_MEMBER}\s?\)(?:\s+AS)?\s+\"?(\w+)\"?", re.IGNORECASE)
_PLAIN = re.compile(rf"(?<![\w(\"]){_MEMBER}\s+AS\s+\"?(\w+)\"?", re.IGNORECASE)
_NAMING = frozenset(
    ("name", "title", "id", "code", "full", "label", "number", "no", "key", "ref", "serial", "first", "last")
)


def measured_columns(sql: str, catalog: Catalog) -> dict[str, Concept]:
    """The measures by the names of the columns that show them."""
    known = {place.qualified: each for each in catalog.concepts for place in each.places}
    found = ((alias, known.get(f"{cube}.{name}")) for cube, name, alias in _MEASURED.findall(sql))
    return {alias: each for alias, each in found if each is not None and each.kind == "measure"}


def titles_read(sql: str, catalog: Catalog) -> str:
    """The titles of all members that a query reads."""
    known = {place.qualified: place.title for each in catalog.concepts for place in each.places}
    return " ".join(known.get(f"{cube}.{name}", "") for cube, name in re.findall(_MEMBER, sql))


def misnamed(sql: str, catalog: Catalog) -> str:
    """A column that goes by the name of a measure and shows another one; or nothing."""
    measures = [each for each in catalog.concepts if each.kind == "measure"]
    names = {place.name for each in measures for place in each.places}
    read = {name.casefold() for _, name in re.findall(_MEMBER, sql)}
    for cube, name, alias in _MEASURED.findall(sql):
        if alias != name and alias in names and alias.upper() not in _WORDS:
            return f"The column {alias} shows {cube}.{name}: call it {name}."

    for alias in re.findall(r"\bAS\s+\"?(\w+)\"?", sql, re.IGNORECASE):
        if alias in names and alias not in _GENERIC and alias.casefold() not in read:
            return f"{alias} is a measure of the model: select it, or call the column by what it shows."

    return ""


_GENERIC = frozenset({"count", "total", "number"})
_WORDS = frozenset({"FROM", "ORDER", "GROUP", "WHERE"})


def label_words(labels: Sequence[str], sql: str, told: Result | None) -> frozenset[str]:
    """The words by which rows may be counted, singular: by `hotels.name` also `hotel`."""
    return words_of(" ".join(_labels(labels, sql, told)))


def words_of(text: str) -> frozenset[str]:
    """The words of the names in a text, singular."""
    return frozenset(map(singular, re.findall(r"[^\W\d_]+", text.casefold())))


def singular(word: str) -> str:
    """A word without the `s` of its plural."""
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _labels(labels: Sequence[str], sql: str, told: Result | None) -> Iterator[str]:
    yield from labels
    if told is not None:
        yield from (each.title for each in told.query.dimensions)

    for cube, name, alias in _PLAIN.findall(sql):
        if alias in labels and set(name.casefold().split("_")) <= _NAMING:
            yield cube
