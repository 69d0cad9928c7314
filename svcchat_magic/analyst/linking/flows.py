"""Measures of some rows alone, which have an amount and a number of their own: money that goes out."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.model.model import Dimension, Measure


def spendings(catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    """The sums of money that rows are spent, each with the measure that counts these rows."""
    for each in catalog.concepts:
        counted = _told(each, "counted", catalog) if each.kind == "measure" else ""
        count = catalog.by_key.get((each.cube, counted)) if counted else None
        if count is not None:
            yield each, count


def flows(catalog: Catalog) -> Iterator[tuple[Concept, Concept]]:
    """The sums of money out, each with that of money in."""
    for out, _ in spendings(catalog):
        into = catalog.by_key.get((out.cube, _told(out, "other_way", catalog)))
        if into is not None:
            yield out, into


def own_amount(counted: Concept, catalog: Catalog) -> Concept | None:
    """The column of what each of the rows comes to that a measure counts, where the model names it."""
    return catalog.by_key.get((counted.cube, _told(counted, "amount", catalog)))


def is_of_some(member: Concept, catalog: Catalog) -> bool:
    """Whether a number is of some rows alone, so that what has none of them is no group of it."""
    found = _member(member, catalog)
    return found is not None and bool(found.meta.get("only"))


def without_sign(amount: Concept, catalog: Catalog) -> Concept:
    """An amount that is money out below zero and money in above it, as what either comes to."""
    return catalog.by_key.get((amount.cube, _told(amount, "without_sign", catalog)), amount)


def names_flow(phrase: Phrase, cube: str, catalog: Catalog) -> bool:
    """Whether words name the money out or in of a table: its income, before the rows of that type."""
    found = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= SYNONYM)
    sums = (each for each in found if isinstance(each, Concept) and each.agg_type == "sum")
    return any(each.cube == cube and is_of_some(each, catalog) for each in sums)


def _told(member: Concept, key: str, catalog: Catalog) -> str:
    found = _member(member, catalog)
    return str(found.meta.get(key, "")) if found else ""


def _member(member: Concept, catalog: Catalog) -> Measure | Dimension | None:
    cube = catalog.model.cubes.get(member.cube)
    if cube is None:
        return None

    return (cube.measures if member.kind == "measure" else cube.dimensions).get(member.name)
