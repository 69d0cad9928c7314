"""What the columns of a query are, as its text says: which measures they show, and what their rows are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.semantic.model.model import Field

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
    """A column that goes by the name of a measure and shows another one, or by other words than its own."""
    measures = [each for each in catalog.concepts if each.kind == "measure"]
    known = {place.qualified: place for each in measures for place in each.places}
    names = {place.name for each in measures for place in each.places}
    read = {name.casefold() for _, name in re.findall(_MEMBER, sql)}
    for cube, name, alias in _MEASURED.findall(sql):
        if alias != name and alias in names and alias.upper() not in _WORDS:
            return f"The column {alias} shows {cube}.{name}: call it {name}."

        place = known.get(f"{cube}.{name}")
        if place and _is_renamed(alias, place, cube):
            return f"The column {alias} shows {cube}.{name}: call it {name}."

    for alias in re.findall(r"\bAS\s+\"?(\w+)\"?", sql, re.IGNORECASE):
        if alias in names and alias not in _GENERIC and alias.casefold() not in read:
            return f"{alias} is a measure of the model: select it, or call the column by what it shows."

    return ""


def _is_renamed(alias: str, place: Field, cube: str) -> bool:
    """`profit` for a measure that no one calls so; `r` and `total` say nothing."""
    of_rows = cube if place.name == "count" else ""
    about = f"{place.name} {place.title} {place.description} {of_rows}".replace("_", " ")
    words = {each for each in words_of(alias) if len(each) > _SHORT} - _GENERIC
    return bool(words) and alias.upper() not in _WORDS and not words & words_of(about)


_SHORT = 2  # letters that are no word
_GENERIC = frozenset(
    {"count", "total", "number", "value", "measure", "metric", "result", "amount", "figure", "sum"}
)
_WORDS = frozenset({"FROM", "ORDER", "GROUP", "WHERE", "FILTER", "DESC", "ASC", "AND", "END", "OVER"})


def label_words(labels: Sequence[str], sql: str, told: Result | None) -> frozenset[str]:
    """The words by which rows may be counted, singular: by `hotels.name` also `hotel`."""
    found = words_of(" ".join(_labels(labels, sql, told)))
    return found | ({"day"} if "weekday" in found else set())


def words_of(text: str) -> frozenset[str]:
    """The words of the names in a text, singular."""
    return frozenset(map(singular, re.findall(r"[^\W\d_]+", text.casefold())))


def _labels(labels: Sequence[str], sql: str, told: Result | None) -> Iterator[str]:
    yield from labels
    if told is not None:
        yield from (each.title for each in told.query.dimensions)

    for cube, name, alias in _PLAIN.findall(sql):
        if alias in labels and set(name.casefold().split("_")) <= _NAMING:
            yield cube
