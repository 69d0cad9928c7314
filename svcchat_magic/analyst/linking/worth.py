"""What one order, receipt or booking comes to: an amount of its own, or the sum of its lines.

Many tables have no rows for a document but only its number in every line: what it comes to is the money of
its lines, and how many there are is counted by that number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import belongs
from svcchat_magic.analyst.linking.earnings import revenue
from svcchat_magic.analyst.linking.natural_amounts import is_part_of_amount, sized
from svcchat_magic.analyst.linking.summed import plain_sql
from svcchat_magic.analyst.meaning.functions import PERCENTILE
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    Concept,
    Condition,
    Counted,
    Entity,
    Group,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.model.join_graph import JoinGraph

Phrase = tuple[str, ...]

_DIFFERENT = frozenset({"different", "distinct", "unique"})
_COUNTING = frozenset({"number", "count", "of"})
_ENDS = frozenset({"median", "maximum", "minimum"})
_BOUGHT_AT_ONCE = frozenset({"order", "sale", "receipt", "purchase", "transaction", "checkout"})


@dataclass(frozen=True, slots=True)
class Worth:
    """Documents with what each comes to: in a column of their own, or in rows that belong to them."""

    noun: Phrase
    total: Quantity
    number: Quantity  # how many there are
    one: Group  # each of them
    amount: Concept | None = None  # what each has itself
    where: tuple[Condition, ...] = ()  # which of them
    is_one: bool = False  # its value is that of one on average: nobody adds up baskets

    @property
    def value(self) -> Quantity:
        """What is meant by their value alone."""
        return (self.of_each("average") if self.is_one else None) or self.total

    def of_each(self, function: str) -> Quantity | None:
        """The average, median, highest or lowest that one of them comes to; the sum is that of all."""
        if function == "sum":
            return self.total

        if self.amount is not None:
            return Aggregated(function, self.amount)

        if function == "average":
            return Ratio(self.total, self.number, title=f"average {' '.join(self.noun)} value")

        is_place = function in _ENDS or function.startswith(PERCENTILE)
        return OverGroups(function, self.total, self.one) if is_place else None


def documents_of(catalog: Catalog) -> tuple[tuple[frozenset[Phrase], Worth], ...]:
    """Those that only lines tell of, by what they are called; learnt once for each model."""
    return catalog.model.derived.get("documents of lines", lambda: tuple(_documents(catalog)))


def worth_of(entity: Entity, catalog: Catalog) -> Worth | None:
    """What one row of a table comes to; None where that is not sure."""
    noun, own = phrase_of(entity.noun), sized(entity, catalog)
    if own is not None and own.is_money and own.amount is not None and not is_part_of_amount(own.amount):
        total = Measured(own.total) if own.total is not None else Aggregated("sum", own.amount)
        return Worth(noun, total, Counted(entity), ByEntity(entity), own.amount)

    if own is not None and own.amount is None and own.of_each is not None and _is_document(noun):
        return Worth(noun, Measured(own.of_each), Counted(entity, is_active=True), ByEntity(entity))

    lines = _revenue_of_lines(catalog) if _is_document(noun) else None
    is_whole = own is None or (own.of_each is None and (own.amount is None or is_part_of_amount(own.amount)))
    if lines is None or not is_whole or lines.cube == entity.cube or not belongs(lines, entity, catalog):
        return None

    return Worth(noun, Measured(lines), Counted(entity, is_active=True), ByEntity(entity))


def bought_at_once(catalog: Catalog) -> Worth | None:
    """What a customer buys in one go, where the model has one sort of that: what a basket or a ticket is."""
    rows = (each for each in catalog.entities.values() if phrase_of(each.noun)[-1:] != ())
    named = [each for each in rows if phrase_of(each.noun)[-1] in _BOUGHT_AT_ONCE]
    graph = JoinGraph(catalog.model.cubes)
    whole = [each for each in named if not _is_line(each, named, graph)]
    found = [each for one in whole if (each := worth_of(one, catalog))]
    documents = [each for _, each in documents_of(catalog) if each.noun[-1] in _BOUGHT_AT_ONCE]
    kept = documents or found  # the rows of a table of sales are lines where receipts are told apart
    return replace(kept[0], is_one=True) if len(kept) == 1 else None


def _is_line(rows: Entity, named: Sequence[Entity], graph: JoinGraph) -> bool:
    """Whether rows that are called sales are lines of orders."""
    others = (each.cube for each in named if each != rows)
    return any(
        graph.reaches(rows.cube, each, to_one=True) and not graph.reaches(each, rows.cube, to_one=True)
        for each in others
    )


def _documents(catalog: Catalog) -> Iterator[tuple[frozenset[Phrase], Worth]]:
    nouns = {phrase_of(each.noun) for each in catalog.entities.values()}
    found: dict[Phrase, list[tuple[frozenset[Phrase], Worth]]] = {}
    for each in catalog.concepts:
        noun = tuple(word for word in phrase_of(each.title) if word not in _DIFFERENT)
        if each.agg_type != "count_distinct" or noun in nouns or not _is_document(noun):
            continue

        number, total = _column(each, catalog), revenue(each.cube, catalog)
        if number is not None and total is not None:
            made = Worth(noun, total, Measured(each), ByMember(number))
            found.setdefault(noun, []).append((_names(each, noun), made))

    for noun, made_so in found.items():
        lines = [each for each in made_so if _rows_of(each[1], catalog)[: len(noun)] == noun]
        chosen = made_so if len(made_so) == 1 else lines
        if len(chosen) == 1:
            yield chosen[0]


def _is_document(noun: Phrase) -> bool:
    return bool(noun) and noun[-1] in words_that_are("earning")


def _names(counted: Concept, noun: Phrase) -> frozenset[Phrase]:
    """Its noun, and other words for the same that the measure has."""
    texts = [phrase_of(text) for place in counted.places for text in place.synonyms]
    said = (tuple(word for word in each if word not in _DIFFERENT | _COUNTING) for each in texts)
    return frozenset({noun, *filter(None, said)})


def _rows_of(worth: Worth, catalog: Catalog) -> Phrase:
    counted = worth.number.measure if isinstance(worth.number, Measured) else None
    return phrase_of(catalog.entities[counted.cube].noun) if counted is not None else ()


def _column(counted: Concept, catalog: Catalog) -> Concept | None:
    """The dimension whose different values are counted."""
    cube = catalog.model.cubes[counted.cube]
    sql = plain_sql(cube.measures[counted.name].sql)
    own = (each for each in catalog.of_cube(cube.name, "dimension"))
    found = [each for each in own if sql in (plain_sql(cube.dimensions[each.name].sql), each.name)]
    return found[0] if len(found) == 1 and not cube.measures[counted.name].filters else None


def _revenue_of_lines(catalog: Catalog) -> Concept | None:
    """The one sum that is called revenue."""
    named = catalog.phrases.get(("revenue",), ())
    sums = [each.of for each in named if isinstance(each.of, Concept) and each.of.agg_type == "sum"]
    return sums[0] if len(sums) == 1 else None
