"""Two numbers of the same rows added up, or one without the other: regular plus overtime hours."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.done_amounts import Done
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Measured, Quantity, Ratio

_ADDING = ("sum", "average")
_OPPOSITES = (
    ("high", "low"), ("open", "close"), ("max", "min"), ("maximum", "minimum"), ("highest", "lowest"),
    ("upper", "lower"), ("top", "bottom"), ("opening", "closing"), ("start", "end"), ("first", "last"),
)  # fmt: skip
_ENDS = {pair for one, other in _OPPOSITES for pair in ((one, other), (other, one))}
SUMS = Grammar()
rule = SUMS.rule

SUMS.level()


@rule("PRODUCT", "QUANTITY", "hours times hourly rate", bonus=0.1)
def multiplied(amount: Quantity) -> Quantity:
    return amount


@rule("HOWMANY ~PRODUCT", "QUANTITY", "how much profit did we make", bonus=0.4)
def how_much_made(word: str, amount: Quantity) -> Quantity | None:
    return amount if word == "much" else None


@rule("DONE ~in|on|for ~PRODUCT", "QUANTITY", "what did we pay in wages", bonus=0.5)
def done_as(_done: Done, _in: str, amount: Quantity) -> Quantity:
    """What was paid as wages are these."""
    return amount


@rule("value|worth of ~PRODUCT", "QUANTITY", "value of stock at unit cost", bonus=0.3)
def value_of(_value: str, _of: str, amount: Quantity) -> Quantity:
    return amount


@rule("SHARE ~in|of ~MEASURE ~left|remain|remaining after ~MEASURE|PRODUCT", "QUANTITY",
      "what percentage of the turnover is left after the cost of goods", bonus=2.0)  # fmt: skip
def left_after(
    _share: str, _of: str, earned: Concept, _left: str, _after: str, spent: Concept | Quantity
) -> Quantity | None:
    left = left_over("left", "of", earned, "after", spent)
    return Ratio(left, Measured(earned), is_share=True) if left else None


@rule("left|remain of ~MEASURE after ~MEASURE|PRODUCT", "QUANTITY", "what is left of sales after costs",
      bonus=1.6)  # fmt: skip
def left_over(
    _left: str, _of: str, earned: Concept, _after: str, spent: Concept | Quantity
) -> Quantity | None:
    """Sums of money of the same rows."""
    cost = Measured(spent) if isinstance(spent, Concept) else spent
    is_money = earned.agg_type == "sum" and earned.format == "currency" and _is_sum(cost)
    fits = is_money and set(cubes_of(cost)) == {earned.cube} and cost != Measured(earned)
    return Ratio(Measured(earned), cost, way="-") if fits else None


@rule("MEASURE minus|less ~PRODUCT", "QUANTITY", "sales less units times unit cost", bonus=1.4)
def less_product(earned: Concept, _less: str, spent: Quantity) -> Quantity | None:
    found: Quantity | None = left_over("left", "of", earned, "after", spent)
    return found


@rule("MEASURE plus|minus|less|+ ~MEASURE", "QUANTITY", "regular plus overtime hours", bonus=1.4)
def plus_or_less(one: Concept, way: str, other: Concept) -> Quantity | None:
    """Sums of one kind: both are money, or are told by the same noun."""
    adds = one.agg_type == other.agg_type in ("sum", "avg") and one.cube == other.cube and one != other
    return Ratio(Measured(one), Measured(other), way=_sign(way)) if adds and _are_alike(one, other) else None


@rule("AGG ~NDIM plus|minus|less|+ ~NDIM", "QUANTITY", "average price less cost", bonus=1.6)
def aggregated_plus_or_less(function: str, one: Concept, way: str, other: Concept) -> Quantity | None:
    is_pair = one.cube == other.cube and one != other and _are_alike(one, other)
    if function not in _ADDING or not is_pair or one.primary_key or other.primary_key:
        return None

    return Ratio(Aggregated(function, one), Aggregated(function, other), way=_sign(way))


@rule("MEASURE RATIO ~ALLOF", "QUANTITY", "overtime as a percentage of all hours", bonus=2.0)
def part_of_all(part: Concept, how: str, parts: tuple[Concept, Concept]) -> Quantity | None:
    """What is a part of all of them."""
    whole = Ratio(Measured(parts[0]), Measured(parts[1]), way="+")
    return Ratio(Measured(part), whole, is_share=how == "ratio") if part in parts else None


@rule("SHARE ~MEASURE in|of ~ALLOF", "QUANTITY", "share of overtime in all hours", bonus=2.0)
def share_of_all(_share: str, part: Concept, _in: str, parts: tuple[Concept, Concept]) -> Quantity | None:
    return part_of_all(part, "ratio", parts)  # type: ignore[no-any-return]


@rule("ALLOF ~in|of? ~MEASURE plus|+ ~MEASURE", "QUANTITY", "total hours, regular plus overtime", bonus=1.0)
def all_told(
    parts: tuple[Concept, Concept], _in: str | None, one: Concept, _plus: str, other: Concept
) -> Quantity | None:
    return plus_or_less(one, "plus", other) if {one, other} == set(parts) else None


@rule("MEASURE ~lost|lose to|through|by|from ~MEASURE", "QUANTITY", "revenue lost to refunds", bonus=2.0)
def lost_to(lost: Concept, _lost: str, _to: str, cause: Concept) -> Quantity | None:
    """What the second comes to, where both are sums of money."""
    are_money = all(each.agg_type == "sum" and each.format == "currency" for each in (lost, cause))
    return Measured(cause) if are_money and lost != cause else None


def _is_sum(quantity: Quantity) -> bool:
    """Whether a number adds up: a sum of the model, or of what two columns make."""
    if isinstance(quantity, Measured):
        return quantity.measure.agg_type == "sum"

    return isinstance(quantity, Aggregated) and quantity.function == "sum"


def _sign(way: str) -> str:
    return "+" if way in ("plus", "+") else "-"


def _are_alike(one: Concept, other: Concept) -> bool:
    """Whether two numbers are of one kind: both money, or both hours."""
    if one.format or other.format:
        return one.format == other.format == "currency"

    left, right = (set(phrase_of(each.title)) - {"average", "mean", "total"} for each in (one, other))
    are_ends = any(left - right == {low} and right - left == {high} for low, high in _ENDS)
    return are_ends or phrase_of(one.title)[-1:] == phrase_of(other.title)[-1:]
