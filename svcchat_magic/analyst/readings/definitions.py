"""A name that nobody knows and the question explains: `packaging yield (packaged over planned litres)`."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.functions import TIMES
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Analysis,
    Counted,
    Distinct,
    IsIn,
    Measured,
    OverGroups,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.readings.defined_rows import with_defined_rows
from svcchat_magic.analyst.readings.explained import is_explained, says_twice
from svcchat_magic.analyst.readings.read import Read

Tokens = tuple[Token, ...]

_LEADING = frozenset({"i.e.", "ie", "meaning"})
_DASHES = frozenset({"-", "–", ":"})
_NAMING = ("ENTITY", "SDIM", "TDIM", "BDIM")
_KEEPING = ("VALUE", "BDIM", "CONDITION", "PERIOD")
_LONGEST_NAME = 4  # words
_LEAST_FORMULA = 3
_NOUNS = frozenset({"value", "amount", "figure", "total", "number", "rate", "sum", "result"})
_AMOUNTS = _NOUNS | {"cost", "worth"}
_ARTICLES = frozenset({"the", "a", "an", "our", "your", "their", "its"})
_OF_OTHERS = frozenset(  # before a word that is no name of what is asked for
    (
        "of", "for", "from", "by", "in", "per", "with", "without", "at", "on", "to", "and", "or", "not", "no",
        "each", "every", "than", "over", "under", "above", "below", "only", "excluding", "except", "about",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Definition:
    """The words of a formula, and the question without them."""

    formula: Tokens
    rest: Tokens
    behind: int  # the place in the rest that the formula stood at


def defined(read: Read, again: Callable[[Tokens], Read], catalog: Catalog) -> Read:
    """The question with a name in it as the formula that it gives for that; else as it was read."""
    is_open = not read.is_sure or says_twice(read)
    for each in _definitions(read.tokens):
        told = _formula_of(again(each.formula))
        if told is None:
            continue

        rest = again(each.rest)
        if is_open and is_explained(rest, told, catalog):
            return rest

        for start, stop in _names(each, rest) if is_open else _rates(rest, told):
            found = again((*each.rest[:start], *each.formula, *each.rest[stop:]))
            if found.is_sure and _asks_for(found, told):
                return found

    return with_defined_rows(read, again, catalog)


def _rates(rest: Read, told: Quantity) -> Iterator[tuple[int, int]]:
    """`cancel rate (cancelled out of all orders)`: the rate that is known, and told another way here."""
    items = rest.best.cover.items if rest.is_sure and rest.best else ()
    for item in items:
        is_share = isinstance(item.value, Ratio) and item.value.is_share
        if is_share and isinstance(told, Ratio) and told.is_share and item.value != told:
            yield item.start, item.stop


def with_formula(lead: Read, told: Read, again: Callable[[Tokens], Read]) -> Read | None:
    """`what was our yield? packaged over planned litres`: the same in two sentences; None where it is not."""
    formula = _as_formula(told.tokens)
    quantity = _formula_of(again(formula))
    if lead.is_sure or quantity is None:
        return None

    for start, stop in _names(_Definition(formula, lead.tokens, len(lead.tokens)), lead):
        found = again((*lead.tokens[:start], *formula, *lead.tokens[stop:]))
        if found.is_sure and _asks_for(found, quantity):
            return found

    return None


def _definitions(tokens: Tokens) -> Iterator[_Definition]:
    """What stands in brackets, behind `i.e.`, or behind a dash."""
    for start, stop, begins in _spans(tokens):
        formula = _as_formula(tokens[start:stop])
        if len(formula) >= _LEAST_FORMULA:
            yield _Definition(formula, (*tokens[:begins], *tokens[stop:]), begins)


def _spans(tokens: Tokens) -> Iterator[tuple[int, int, int]]:
    """Where formulas begin and end, and where what announces them begins."""
    for at, each in enumerate(tokens):
        if "(" in each.before:
            closed = (place for place in range(at + 1, len(tokens)) if ")" in tokens[place].before)
            yield at, next(closed, len(tokens)), at

        if at and (each.text.lower() in _LEADING or each.text in _DASHES) and at + 1 < len(tokens):
            yield at + 1, len(tokens), at - (tokens[at - 1].text == ",")


def _as_formula(tokens: Sequence[Token]) -> Tokens:
    """The words of a formula, in which `over` and `out of` divide."""
    found: list[Token] = []
    for each in tokens:
        if each.text in (".", "?", "!") or each.text.lower() in _LEADING:
            continue

        if each.form == "of" and found and found[-1].form == "out":
            found.pop()
            found.append(replace(each, text="/", form="/", before=" "))
        elif each.form in ("over", "÷"):
            found.append(replace(each, text="/", form="/", before=" "))
        else:
            found.append(replace(each, before=each.before.strip("()") or " "))

    return tuple(found)


def _formula_of(read: Read) -> Quantity | None:
    """What a formula computes, where it says nothing else."""
    analysis = read.best.analysis if read.is_sure and read.best else None
    if analysis is None or len(analysis.quantities) != 1:
        return None

    (quantity,) = analysis.quantities
    is_share = isinstance(quantity, Ratio) and quantity.is_share  # of what its whole keeps
    kept = analysis.where if is_share and all(isinstance(each, IsIn) for each in analysis.where) else ()
    is_alone = analysis == Analysis(quantities=analysis.quantities, where=kept)
    is_product = isinstance(quantity, Aggregated) and quantity.times is not None
    is_product |= isinstance(quantity, OverGroups) and quantity.function == TIMES
    is_formula = is_product or _is_product_of_model(quantity) or _divides_sums(quantity)
    return quantity if is_alone and is_formula else None


def _is_product_of_model(quantity: Quantity) -> bool:
    """Whether a measure is one that a formula in words gave: it stands for all rows and adds up."""
    return isinstance(quantity, Measured) and quantity.measure.agg_type == "sum" and not quantity.where


def _divides_sums(quantity: Quantity) -> bool:
    """Whether sums or counts are divided, added or taken off: averages of different rows are no formula."""
    if not isinstance(quantity, Ratio):
        return False

    sides = (quantity.above, quantity.below)
    averaged = [each for each in sides if _is_average(each)]
    is_same = len(averaged) == 2 and len({cube for each in sides for cube in cubes_of(each)}) == 1
    return not averaged or is_same


def _is_average(quantity: Quantity) -> bool:
    match quantity:
        case Measured():
            return quantity.measure.agg_type not in ("sum", "count", "count_distinct")
        case Aggregated():
            return quantity.function != "sum"
        case Ratio():
            return not _divides_sums(quantity)
        case _:
            return not isinstance(quantity, Counted | Distinct)


def _asks_for(read: Read, quantity: Quantity) -> bool:
    """Whether this alone is computed, or the ratio that it is a part of."""
    asked = read.best.analysis.quantities if read.best else ()
    if len(asked) != 1:
        return False

    whole = asked[0]
    return whole == quantity or (isinstance(whole, Ratio) and quantity in (whole.above, whole.below))


def _names(each: _Definition, rest: Read) -> Iterator[tuple[int, int]]:
    """The stretches of words that may be the name which is explained, the shortest first.

    Each holds all words that are not understood, and none that keeps rows; where every word is understood, it
    ends at the formula.
    """
    lost, kept, things = _lost(rest), _kept(rest), _things(rest)
    most = len(each.rest)
    for size in range(1, _LONGEST_NAME + 1):
        for start in range(max(0, most - size + 1)):
            stop = start + size
            is_next = stop == each.behind
            holds = all(start <= at < stop for at in lost) if lost else is_next
            is_amount = stop - 1 not in things or each.rest[start].form in _AMOUNTS  # value of goods
            if (
                holds
                and is_amount
                and kept.isdisjoint(range(start, stop))
                and _is_name(each.rest, start, stop, things, is_part=is_next and not lost)
            ):
                yield start, stop


def _lost(read: Read) -> tuple[int, ...]:
    """The places of words that nothing knows, or of those that found no place where all are known."""
    if read.best is None or read.best.cover.unknown:
        return read.best.cover.unknown if read.best else ()

    dropped = {word for text in read.best.dropped for word in text.split()}
    said = (at for at, each in enumerate(read.tokens) if each.text in dropped)
    return tuple(said)


def _kept(read: Read) -> set[int]:
    """The places of words by which rows may be kept: those are part of no name.

    A word that is only a part of a value may be: the bill of a `wage bill` is no person of that name.
    """
    found = read.chart.all(_KEEPING) if read.chart is not None else ()
    whole = (each for each in found if not _is_part_of_value(each, read.tokens))
    return {at for each in whole for at in range(each.start, each.stop)}


def _things(read: Read) -> set[int]:
    """The places of nouns for rows and what they have, which name no number: `guests (nights x price)`."""
    found = read.chart.all(_NAMING) if read.chart is not None else ()
    return {each.stop - 1 for each in found}


def _is_part_of_value(item: Item, tokens: Tokens) -> bool:
    said = {each.form for each in tokens[item.start : item.stop]}
    values = item.value.values if isinstance(item.value, IsIn) else ()
    return bool(values) and all(said < set(phrase_of(str(each))) for each in values)


def _is_date(token: Token) -> bool:
    return any(map(str.isdigit, token.text)) or token.is_name


def _is_name(tokens: Tokens, start: int, stop: int, things: Container[int], *, is_part: bool) -> bool:
    """Whether words may be a noun by which a number is asked for, and not what rows are kept or told by."""
    words = tokens[start:stop]
    empty = (keywords().function - _NOUNS) | _ARTICLES
    behind = tokens[stop] if stop < len(tokens) else None
    if (
        behind is not None
        and not behind.is_mark
        and behind.form not in empty | {"%"}
        and not _is_date(behind)
    ):
        return False  # `wage` alone of a wage bill

    inner = [(start + at, each) for at, each in enumerate(words)
             if each.form != "of" or at in (0, len(words) - 1)]  # fmt: skip
    small = [at for at, each in inner if each.form in empty and at not in things]  # a return rate
    if small or any(each.is_mark or any(map(str.isdigit, each.text)) for _, each in inner):
        return False

    if any(each.is_name and not each.text.isupper() for each in words[start == 0 :]):
        return False  # what a capital begins is one of something, and no amount

    before = start - 1
    while before >= 0 and tokens[before].form in _ARTICLES:
        before -= 1

    others = _OF_OTHERS - {"of"} if is_part else _OF_OTHERS  # as a percentage of the item value (...)
    return before < 0 or tokens[before].form not in others
