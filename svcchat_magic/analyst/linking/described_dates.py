"""Dates of numbers that descriptions tell: revenue belongs to the day of the pick-up."""

import re
from collections.abc import Iterator, Mapping

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.search.thesaurus import stems_of

_HERE = re.compile(  # on a date: what is of it
    r"\b(?:belongs?|counts?|falls?|(?:is|are) (?:counted|dated|attributed|reported|booked))"
    r" (?:to|by|on|in|at|under|for) (?:this|that) (?:day|date|time|moment|month)\b",
    re.IGNORECASE,
)
_THERE = re.compile(  # on a number or a table: what dates it
    r"\b(?:dated|counted|attributed|reported|belongs?|falls?) (?:by|on|to|at|in|into|under) "
    r"(?:the |their |its )?(?:(?:date|day|time|week|month|period|year) of (?:the |their |its )?)?([\w-]+)",
    re.IGNORECASE,
)
_LONGEST = 120  # characters: a comment of a database may be of any length
_LONGEST_TEXT = 2_000
_ALL = frozenset({"everyth", "all", "figur", "number", "measur", "row"})


def described_dates(catalog: Catalog) -> Mapping[Concept, Concept]:
    """The date of each measure whose description, table or date tells it; made once for each model."""
    return catalog.model.derived.get("described dates", lambda: dict(_made(catalog)))


def _made(catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    for time in catalog.times:
        said = [set(stems_of(found)) for place in time.places for found in _before_here(place.description)]
        for measure in catalog.of_cube(time.cube, "measure") if said else ():
            if any(each & (_ALL | set(stems_of(f"{measure.title} {measure.name}"))) for each in said):
                yield measure, time

    for measure in (each for each in catalog.concepts if each.kind == "measure"):
        for text in (place.description for place in measure.places):
            yield from ((measure, time) for time in _named(text, measure.cube, catalog))


def date_of_rows(cube: str, catalog: Catalog) -> Concept | None:
    """The date that a table's description says its rows go by."""
    found = catalog.model.cubes.get(cube)
    named = set(_named(found.description[:_LONGEST_TEXT], cube, catalog)) if found else set()
    return named.pop() if len(named) == 1 else None


def _before_here(text: str) -> Iterator[str]:
    """What stands in a sentence before it says that it is of this day: a few words of it, for any text."""
    for found in _HERE.finditer(text):
        yield re.split(r"[.;]", text[max(found.start() - _LONGEST, 0) : found.start()])[-1]


def _named(text: str, cube: str, catalog: Catalog) -> Iterator[Concept]:
    """The one date of the cube that a description says it goes by."""
    names = date_names_of(catalog)
    for word in _THERE.findall(text):
        stems = stems_of(word)
        found = {each for each in (*names.named(stems), *names.meant(stems)) if each.cube == cube}
        if len(found) == 1:
            yield found.pop()
