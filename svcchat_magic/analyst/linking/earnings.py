"""What work, goods and stocks cost, and what is left of revenue: amounts that no member of the model holds.

Each is found by what columns say of themselves, and is None where nothing or more than one thing fits.
"""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.amounts import is_lasting
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.linking.products import PRICES, column_words, of_each, pairs, product
from svcchat_magic.analyst.linking.taxes import taxed_amounts
from svcchat_magic.analyst.meaning.tree import Concept, Measured, Quantity, Ratio
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.model.join_graph import JoinGraph

_OF_WORK = frozenset({"work", "worked", "overtime", "shift", "timesheet", "log", "roster"})
_NOT_DONE = frozenset(  # hours that nobody is paid for as such
    {
        *("planned", "scheduled", "estimated", "budgeted", "budget", "target", "expected", "contracted"),
        *("weekly", "monthly", "billable", "billed", "forecast", "booked"),
    }
)
_WAGES = frozenset({"pay", "wage", "salary"})  # which nobody but a worker has
_MORE_WORK = frozenset({"overtime", "extra"})
_ASKED_OF_OTHERS = frozenset({"charge", "charged", "billing", "bill", "billed", "billable", "list", "sale"})
_COSTS = frozenset({"cost", "costs"})
_PER_PIECE = frozenset({"unit", "per", "each", "piece"})
_OF_STOCK = frozenset({"stock", "inventory"})
_WHOLE_COST = frozenset(
    {"total", "cost", "of", "goods", "sold", "sale", "revenue", "all", "amount", "value", "line"}
)
_NO_PIECES = frozenset({"discount", "tax", "vat", "pct", "percent", "percentage", "count", "number"})
_SAYING_NO_MORE = frozenset(
    {"net", "line", "item", "revenue", "sale", "takings", "turnover", "income", "gross", "of", "price"}
)
_TAKEN_OFF = frozenset({"discount", "rebate", "reduction"})
_PEOPLE = words_that_are("labour") | keywords().staff


def labour_cost(catalog: Catalog) -> Quantity | None:
    """Hours worked by what an hour of those who worked them costs; overtime comes beside regular hours."""
    found = [pair for pair in pairs(catalog) if _is_work(*pair, catalog)]
    made = [each for many, price in found if (each := product(many, price, catalog))]
    if len(made) == 1:
        return made[0]

    is_more = [not _MORE_WORK.isdisjoint(column_words(many)) for many, _ in found]
    one_rate = len({price for _, price in found}) == 1
    if len(made) == len(found) == 2 and one_rate and sum(is_more) == 1:
        return Ratio(made[0], made[1], way="+")

    return None


def stock_value(catalog: Catalog) -> Quantity | None:
    """What is in stock by what a piece of it cost, or by the only price that there is."""
    found = [pair for pair in pairs(catalog) if not _OF_STOCK.isdisjoint(column_words(pair[0]))]
    found = [pair for pair in found if not {"level", "min", "max", "reorder"} & set(column_words(pair[0]))]
    return _only(product(many, price, catalog) for many, price in found)


def cost_of_goods(cube: str, catalog: Catalog) -> Quantity | None:
    """What the goods of a cube's rows cost: pieces by what one cost, in these rows or in a price list."""
    priced = [(many, price) for many, price in pairs(catalog) if many.cube == cube and _is_cost(price)]
    priced = [(many, price) for many, price in priced if _is_pieces(many) and not of_each(price)]
    priced = [(many, price) for many, price in priced if _is_of_piece(price, cube, catalog)]
    return _only(product(many, price, catalog) for many, price in priced)


def cost(cube: str, catalog: Catalog) -> Quantity | None:
    """All that the rows of a cube cost; a cost of something, such as freight, is a part of that."""
    own = [each for each in catalog.of_cube(cube, "measure") if each.agg_type == "sum" and _is_cost(each)]
    own = [each for each in own if not _is_of_one(each)]
    if not own:
        return cost_of_goods(cube, catalog)

    whole = {*phrase_of(catalog.entities[cube].noun)} | _WHOLE_COST
    return Measured(own[0]) if len(own) == 1 and whole.issuperset(phrase_of(own[0].title)) else None


def revenue(cube: str, catalog: Catalog) -> Quantity | None:
    """What the rows of a cube brought in: its only sum of plain money, or pieces by their price."""
    noun = {*phrase_of(catalog.entities[cube].noun)}
    sums = [each for each in catalog.of_cube(cube, "measure") if each.agg_type == "sum"]
    known = {each.of for each in catalog.phrases.get(("revenue",), ()) if each.weight >= SYNONYM}
    named = [each for each in sums if each in known]
    plain = named or [each for each in sums if _is_plain_money(each, noun)]
    if plain:
        whole = plain if len(plain) == 1 else _net_of(plain, cube, catalog)
        return Measured(whole[0]) if len(whole) == 1 else None

    return None if _is_reduced(cube, catalog) else value_of_goods(cube, catalog)


def _net_of(sums: Sequence[Concept], cube: str, catalog: Catalog) -> list[Concept]:
    """Of a net and a gross amount the first: what was taken off, or is the state's, was not earned."""
    known = taxed_amounts(catalog).get(cube)
    is_pair = known is not None and {known.net, known.gross} >= set(sums)
    return [each for each in sums if known is not None and is_pair and each == known.net]


def value_of_goods(cube: str, catalog: Catalog) -> Quantity | None:
    """The pieces of a cube's rows by the price that these have."""
    priced = [pair for pair in pairs(catalog) if _is_sold(*pair, cube)]
    return _only(product(many, price, catalog) for many, price in priced)


def earning_cubes(catalog: Catalog) -> Iterator[tuple[str, Quantity, Quantity]]:
    """The cubes whose rows have both a revenue and a cost, with these."""
    for cube in catalog.entities:
        earned = revenue(cube, catalog)
        spent = cost(cube, catalog) if earned is not None else None
        if earned is not None and spent is not None and earned != spent:
            yield cube, earned, spent


def profits(catalog: Catalog) -> list[tuple[Quantity, Quantity]]:
    """The profit that rows tell themselves, each with the revenue of the same rows."""
    sums = [each for each in catalog.concepts if each.agg_type == "sum" and _is_profit(each)]
    found = ((each, revenue(each.cube, catalog)) for each in sums)
    return [(Measured(each), earned) for each, earned in found if earned is not None]


def _is_profit(measure: Concept) -> bool:
    words: Sequence[str] = phrase_of(measure.title)
    return words[-1:] == ("profit",) and {"total", "overall", "gross", "profit"}.issuperset(words)


def _only(made: Iterable[Quantity | None]) -> Quantity | None:
    found = list(dict.fromkeys(each for each in made if each is not None))
    return found[0] if len(found) == 1 else None


def _is_work(many: Concept, price: Concept, catalog: Catalog) -> bool:
    words, rate = set(column_words(many)), set(column_words(price))
    rows = {*phrase_of(many.cube.replace("_", " ")), *phrase_of(catalog.entities[many.cube].noun)}
    workers = {*phrase_of(price.cube.replace("_", " ")), *phrase_of(catalog.entities[price.cube].noun)}
    are_workers = bool(_PEOPLE & (rows | workers)) or bool(_WAGES & rate)
    is_work = bool(_OF_WORK & (words | rows)) or bool(_PEOPLE & rows)
    is_paid = of_each(price) == "hour" and not rate & _ASKED_OF_OTHERS
    return is_work and is_paid and are_workers and not words & _NOT_DONE


def _is_cost(of: Concept) -> bool:
    return not _COSTS.isdisjoint((*column_words(of), *phrase_of(of.title)))


def _is_of_one(measure: Concept) -> bool:
    return not _PER_PIECE.isdisjoint((*column_words(measure), *phrase_of(measure.title)))


def _is_of_piece(price: Concept, cube: str, catalog: Catalog) -> bool:
    """Whether a cost is that of one piece: called so, or beside a price in a list that has no pieces."""
    if not _PER_PIECE.isdisjoint(column_words(price)):
        return True

    others = [each for each in catalog.of_cube(price.cube, "dimension") if each != price]
    has_price = any("price" in column_words(each) for each in others)
    has_pieces = any(not words_that_are("pieces").isdisjoint(column_words(each)) for each in others)
    is_stock = any(not _OF_STOCK.isdisjoint(column_words(each)) for each in others)
    return price.cube != cube and has_price and (is_stock or not has_pieces)


def _is_reduced(cube: str, catalog: Catalog) -> bool:
    """Whether something was taken off prices, here or where rows belong to: nobody knows what was paid."""
    reaches = JoinGraph(catalog.model.cubes).reaches
    near = [each for each in catalog.entities if each == cube or reaches(cube, each, to_one=True)]
    columns = (
        each for one in near for kind in ("dimension", "measure") for each in catalog.of_cube(one, kind)
    )
    return any(not _TAKEN_OFF.isdisjoint(column_words(each)) for each in columns)


def _is_pieces(many: Concept) -> bool:
    """Whether a number counts pieces that are priced: a quantity, or units, portions and the like."""
    words = column_words(many)
    is_other = bool(_OF_STOCK & set(words)) or bool(PRICES & set(words)) or is_of_money(many)
    is_other |= any(map(is_lasting, words)) or bool(
        (_NO_PIECES | words_that_are("plain_amounts")) & set(words)
    )
    return many.is_amount and not is_other


def _is_plain_money(measure: Concept, noun: set[str]) -> bool:
    known = words_that_are("plain_amounts") | _SAYING_NO_MORE | noun
    words: Sequence[str] = phrase_of(measure.title)
    return is_of_money(measure) and known.issuperset(words) and not _is_cost(measure)


def _is_sold(many: Concept, price: Concept, cube: str) -> bool:
    words = set(column_words(price))
    is_price = bool(words & {"price", "fare", "fee"}) and not words & (
        _COSTS | words_that_are("asked_prices")
    )
    return many.cube == price.cube == cube and _is_pieces(many) and is_price
