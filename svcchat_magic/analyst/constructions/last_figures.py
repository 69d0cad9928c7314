"""The last figure of what there is one of for each moment: the latest close, a balance at the end of May."""

from dataclasses import replace

from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.meaning.at_end import AtEnd
from svcchat_magic.analyst.meaning.tree import Measured, Quantity, Ratio

LAST_FIGURES = Grammar()
rule = LAST_FIGURES.rule

LAST_FIGURES.level()


@rule("LATEST ~QUANTITY", "QUANTITY", "latest close", bonus=0.8)
def latest_figure(end: str, quantity: Quantity) -> Quantity | None:
    return at_last(quantity) if end == "desc" else None


@rule("CURRENT ~QUANTITY", "QUANTITY", "current balance", bonus=0.8)
def current_figure(_now: str, quantity: Quantity) -> Quantity | None:
    return at_last(quantity)


@rule("CLOSING", "ATLAST", "month-end", bonus=0.6)
def closing(grain: str) -> AtEnd:
    return AtEnd("end", grain=grain)


def at_last(quantity: Quantity) -> Quantity | None:
    """The last figure of a quantity of which there is one for each moment; None of any other."""
    match quantity:
        case Measured(measure=measure) if measure.over_time:
            return quantity
        case Measured(measure=measure) if measure.is_sampled and measure.agg_type in ("sum", "avg"):
            return replace(quantity, at_last=True)
        case Ratio():
            above, below = at_last(quantity.above), at_last(quantity.below)
            return replace(quantity, above=above, below=below) if above and below else None
        case _:
            return None


def is_level(quantity: Quantity) -> bool:
    """Whether a number is one of a moment, which is not added up over time."""
    match quantity:
        case Measured(measure=measure):
            return bool(measure.over_time) or (measure.is_sampled and measure.agg_type == "avg")
        case Ratio():
            return is_level(quantity.above) and is_level(quantity.below)
        case _:
            return False
