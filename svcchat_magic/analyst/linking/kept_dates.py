"""`churned customers in 2024`: a number of the rows that have a date goes by that date."""

import re
from collections.abc import Iterator, Mapping

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_THERE = re.compile(r"\$?\{(\w+)\}(?:\.(\w+))? IS NOT NULL", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:OR|CASE|NOT\s*\()", re.IGNORECASE)


def kept_dates(catalog: Catalog) -> Mapping[Concept, Concept]:
    """The one date that the filters of a measure ask for; made once for each model."""
    return catalog.model.derived.get("kept dates", lambda: dict(_made(catalog)))


def _made(catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    for measure in (each for each in catalog.concepts if each.kind == "measure"):
        cube = catalog.model.cubes[measure.cube]
        filters = [text for text in cube.measures[measure.name].filters if not _EITHER.search(text)]
        named = {found for text in filters for found in _THERE.findall(text)}
        kept = {each for each in catalog.times if each.cube == cube.name and _is_of(each, named, catalog)}
        if len(kept) == 1:
            yield measure, kept.pop()


def _is_of(time: Concept, named: set[tuple[str, str]], catalog: Catalog) -> bool:
    """Whether a filter names the date as a member, or the column that it is."""
    column = catalog.model.cubes[time.cube].dimensions[time.name].sql.replace("$", "").strip()
    return any(
        member == time.name
        if not name
        else column == f"{{CUBE}}.{name}" or (not column and name == time.name)
        for member, name in named
    )
