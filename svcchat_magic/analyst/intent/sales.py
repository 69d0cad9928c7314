"""`bar sales by week`: what they came to, where nobody asks how many; `number of bar sales` counts."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.amounts import SPENT
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.natural_amounts import whole_amounts
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Counted, IsIn, Measured, Quantity, Ratio
from svcchat_magic.semantic.inference.names import words_of

_COUNTING = frozenset({"many", "number", "count", "often", "frequency", "average", "typical", "transaction"})
_NOUN = "sale"


def with_sales(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading with the sum of money of the sales that it counts, where they have one."""
    analysis = read.analysis
    is_plain = len(analysis.quantities) == 1 and not analysis.having and analysis.rows_of is None
    if not is_plain or not _names_sales(tokens):
        return read

    of = analysis.quantities[0]
    whole = of.below if isinstance(of, Ratio) and _is_share_of_others(of) else of
    cube, where = _counted_rows(whole)
    if not cube or phrase_of(catalog.entities[cube].noun)[-1:] != (_NOUN,):
        return read

    sums = whole_amounts([each for each in catalog.of_cube(cube, "measure") if _is_money(each)])
    if len(sums) != 1:
        return read

    meant: Quantity = Measured(sums[0], where)
    if isinstance(of, Ratio):
        meant = replace(of, above=Measured(sums[0], _counted_rows(of.above)[1]), below=meant)

    rank = analysis.rank and replace(analysis.rank, by=meant if analysis.rank.by else None)
    return replace(read, analysis=replace(analysis, quantities=(meant,), rank=rank))


def _names_sales(tokens: Sequence[Token]) -> bool:
    """Whether sales are named as a whole; one sale, so many sales and how many of them are counted."""
    if any(each.form in _COUNTING for each in tokens):
        return False

    named = [at for at, each in enumerate(tokens) if each.form == _NOUN and each.text.lower() == "sales"]
    return bool(named) and not any(_has_number(tokens, at) for at in named)


def _has_number(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[max(at - 2, 0) : at]
    categories = {category for each in before for category, _ in keywords().meanings.get((each.form,), ())}
    return any(map(str.isdigit, "".join(each.text for each in before))) or "CMP" in categories


def _counted_rows(quantity: Quantity) -> tuple[str, tuple[Condition, ...]]:
    """The cube whose rows are all counted, and those that are kept of them."""
    if isinstance(quantity, Counted):
        return quantity.entity.cube, quantity.where

    if isinstance(quantity, Measured) and quantity.measure.name == "count":
        return quantity.measure.cube, quantity.where

    return "", ()


def _is_share_of_others(share: Ratio) -> bool:
    """`what share of each shop's sales is bread`: told by what was sold, and by nothing of a sale itself."""
    (part, where), (cube, _) = _counted_rows(share.above), _counted_rows(share.below)
    told = [each.of.cube for each in where if isinstance(each, IsIn)]
    return share.is_share and part == cube and len(told) == len(where) > 0 and cube not in told


def _is_money(measure: Concept) -> bool:
    is_money = measure.agg_type == "sum" and measure.format == "currency"
    return is_money and SPENT.isdisjoint(words_of(measure.name))
