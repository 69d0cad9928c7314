"""`how much was donated` asks for an amount, where the words alone would count rows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.filtered import filtered_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Condition, Counted, Distinct, Measured
from svcchat_magic.analyst.parsing.assembly import Assembled
from svcchat_magic.analyst.parsing.constructions import is_counted
from svcchat_magic.analyst.parsing.lattice_amounts import unmet_amounts
from svcchat_magic.semantic.inference.names import is_money
from svcchat_magic.semantic.search.thesaurus import stems_of

_NUMBERS = frozenset({"number", "count", "many", "%", "percent", "share"})


def with_amount(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of money of the rows that it counts; without one it is refused."""
    all_counted = all(map(is_counted, read.analysis.quantities)) or read.analysis.rows_of is not None
    unmet = unmet_amounts(tokens, read.cover.items, catalog, counts=all_counted)
    read = replace(read, dropped=(*read.dropped, *unmet))
    analysis = read.analysis
    counts = len(analysis.quantities) == 1 and is_counted(analysis.quantities[0])
    is_open = bool(analysis.groups) and not analysis.quantities and not read.follows
    asks = "how much" if _asks_how_much(tokens) else _brought(tokens)
    if not asks or not (counts or is_open) or _is_of_a_number(tokens, analysis):
        return read

    amount = _amount(analysis, tokens, catalog) if counts else None
    if amount is None:
        return replace(read, dropped=(*read.dropped, asks))

    kept = _kept(analysis, catalog)
    if kept is None:
        return replace(read, dropped=(*read.dropped, asks))

    analysis = replace(analysis, where=(*analysis.where, *kept))
    meant = Measured(amount)
    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank, is_assumed=False))


def _kept(analysis: Analysis, catalog: Catalog) -> tuple[Condition, ...] | None:
    """What kept the rows that were counted keeps those that are summed; None where that cannot be said."""
    counted = analysis.quantities[0]
    if isinstance(counted, Counted | Distinct):
        return counted.where

    own = filtered_by(counted.measure, catalog) if isinstance(counted, Measured) else ()
    return None if own is None or not isinstance(counted, Measured) else (*counted.where, *own)


def _brought(tokens: Sequence[Token]) -> str:
    """The verb of `what did they bring in`, which asks for an amount too."""
    forms = [each.form for each in tokens]
    asks = "what" in forms and any(pair in (("bring", "in"), ("brought", "in")) for pair in pairwise(forms))
    return "bring in" if asks else ""


def _is_of_a_number(tokens: Sequence[Token], analysis: Analysis) -> bool:
    """`how much did the number of donors change`: then the number is named, or its change is asked for."""
    return analysis.derived is not None or any(each.form in _NUMBERS for each in tokens)


def _asks_how_much(tokens: Sequence[Token]) -> bool:
    return any((one.form, other.form) == ("how", "much") for one, other in pairwise(tokens))


def _amount(analysis: Analysis, tokens: Sequence[Token], catalog: Catalog) -> Concept | None:
    """The one sum of money of these rows, or of several the one whose title has a word of the question."""
    cubes = set(cubes_of(analysis.quantities[0]))
    sums = [each for each in catalog.concepts if each.kind == "measure" and each.agg_type == "sum"]
    money = [
        each for each in sums if each.cube in cubes and (each.format == "currency" or is_money(each.name))
    ]
    asked = {stem for each in tokens for stem in stems_of(each.text)}
    said = [each for each in money if asked & set(stems_of(each.title))]
    found = said or money
    return found[0] if len(found) == 1 else None
