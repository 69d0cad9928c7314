"""`PRODUCT`: two columns multiplied, as a question says it: hours worked times hourly rate, price x units."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product as product_of

from svcchat_magic.analyst.language.amounts import is_lasting
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.lattice.sums import all_of_items
from svcchat_magic.analyst.linking.catalog import Catalog, stem
from svcchat_magic.analyst.linking.member_names import HEAD, HEADED, PART
from svcchat_magic.analyst.linking.products import (
    column_words,
    factor,
    is_price,
    number_column,
    of_each,
    product,
)
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Aggregated, Concept, Entity, Measured, Quantity, Ratio

_LONGEST = 5  # words of a column's name in a question
_LESS = frozenset({"less", "minus"})
_SIGNS = frozenset({"x", "*", "×"})
_AT = frozenset({"at", "by"})  # `units at unit cost`, and no number of them
_ARTICLES = frozenset({"the", "a", "an", "their", "its", "our", "all", "each", "of"})
_LED_BY = frozenset({"taking", "using", "meaning", "ie", "i.e."})
_LEADING = frozenset(
    {
        *((verb, "as") for verb in ("calculated", "computed", "counted", "defined", "taken", "measured")),
        *(("based", "on"), ("going", "by"), ("that", "is")),
    }
)
_WORTH = frozenset({"worth", "valued", "priced"})  # `stock worth at unit cost`
_STRESSED = frozenset({"actually", "really", "all"})
_SURE = 0.95
_ABOVE = 0.3  # what is computed is meant before its parts
_PAIR = 2
_DISTINCT = 0.05  # how much surer one reading has to be than the others

_Columns = Mapping[tuple[Concept, ...], float]  # a column, or the parts of one number, each with how surely


def product_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """Only where one pair of columns is meant, whose rows belong together."""
    for at in range(1, len(tokens) - 1):
        stop = _joint(tokens, at)
        if stop is None:
            continue

        found = list(_multiplied(tokens, at, stop, catalog))
        best = max((each.score for each in found), default=0.0)
        near = [each for each in found if each.score >= best - _DISTINCT]
        if len({each.value for each in near}) == 1:
            yield max(near, key=lambda each: each.stop - each.start)


def margin_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`price less cost as a percentage of the price`, both of them columns of one list."""
    for at in range(1, len(tokens) - 1):
        found = list(_left_over(tokens, at, catalog)) if tokens[at].form in _LESS else []
        best = max((each.score for each in found), default=0.0)
        near = [each for each in found if each.score >= best - _DISTINCT]
        if len({each.value for each in near}) == 1:
            yield max(near, key=lambda each: each.stop - each.start)


def _left_over(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    for start, left in _before(tokens, at, catalog):
        for end, right in _behind(tokens, at + 1, catalog):
            for stop, whole in _behind(tokens, _divided(tokens, end), catalog):
                for price, cost in product_of(left, right):
                    is_pair = price[0].cube == cost[0].cube and is_price(price[0]) and is_price(cost[0])
                    if is_pair and price != cost and price in whole and len(price) == len(cost) == 1:
                        sums = Aggregated("sum", price[0]), Aggregated("sum", cost[0])
                        made = Ratio(Ratio(*sums, way="-"), sums[0], is_share=True)
                        surely = (left[price] + right[cost] + whole[price]) / 3
                        yield Item("PRODUCT", start, stop, made, score_of(stop - start, _SURE) * surely)


def _divided(tokens: Sequence[Token], at: int) -> int:
    """Where the words end that divide by what follows; the end of all where there are none."""
    for size in (4, 3, 2, 1):
        phrase = tuple(each.form for each in tokens[at : at + size])
        if any(category == "RATIO" for category, _ in keywords().meanings.get(phrase, ())):
            return at + size

    return at + 1 if at < len(tokens) and tokens[at].form == "over" else len(tokens)


def _joint(tokens: Sequence[Token], at: int) -> int | None:
    """Where the words end that multiply what stands on both sides of them; None where none begins."""
    said = tokens[at].text.lower()
    if said == "times":
        return at + 1 if number_of(tokens[at - 1]) is None else None

    if said == "multiplied" and tokens[at + 1].form == "by":
        return at + 2

    return at + 1 if said in _SIGNS | {"at"} else None


def _multiplied(tokens: Sequence[Token], at: int, stop: int, catalog: Catalog) -> Iterator[Item]:
    is_at = tokens[at].form in _AT
    for start, left in _before(tokens, at, catalog):
        for end, right in _behind(tokens, stop, catalog):
            for parts, surely in left.items():
                for price, how in right.items():
                    if len(price) > 1 or (is_at and not is_price(price[0])):
                        continue

                    made = _sum_of(parts, price[0], catalog)
                    if made is not None:
                        begins = _defining(tokens, of_rows(tokens, start, made, catalog))
                        ends = _rest(tokens, end, (*parts, *price), catalog)
                        score = score_of(ends - begins, _SURE) * (surely + how) / 2 + _ABOVE
                        yield amount_item(begins, ends, made, score)


def _defining(tokens: Sequence[Token], start: int) -> int:
    """Where the words begin that only say that a formula follows: `taking`, `calculated as`, `based on`."""
    at = start
    while at and tokens[at - 1].form in _ARTICLES:
        at -= 1

    said = [each.text.lower() for each in tokens[max(0, at - 2) : at]]
    if tuple(said) in _LEADING:
        return at - 2

    return at - 1 if said[-1:] and said[-1] in _LED_BY else start


def of_rows(tokens: Sequence[Token], start: int, made: Quantity, catalog: Catalog) -> int:
    """Where the words begin that say whose amount it is: the `bar margin` of bar sales, the `shop stock`."""
    nouns = {word for each in cubes_of(made) for word in phrase_of(catalog.entities[each].noun)}
    begins = start
    while begins and tokens[begins - 1].form in nouns:
        begins -= 1

    is_group = begins > 0 and tokens[begins - 1].form in ("by", "per", "each", "every", "of")
    return start if is_group else begins


def _sum_of(parts: Sequence[Concept], price: Concept, catalog: Catalog) -> Quantity | None:
    """Regular and overtime hours by the rate are both of them."""
    made = [
        each for part in parts if (each := product(part, price, catalog) or product(price, part, catalog))
    ]
    if len(made) != len(parts):
        return None

    return made[0] if len(made) == 1 else Ratio(made[0], made[1], way="+")


def amount_item(start: int, stop: int, made: Quantity, score: float) -> Item:
    """Words for an amount that is computed; for a measure where the model has one that does."""
    if isinstance(made, Measured):
        return Item("MEASURE", start, stop, made.measure, score)

    return Item("PRODUCT", start, stop, made, score)


def _before(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[tuple[int, _Columns]]:
    """The columns that words name which end right before a place, by where they begin."""
    for item in all_of_items(tokens[:at], catalog):
        columns = tuple(number_column(each, catalog) for each in item.value)
        if item.stop == at and None not in columns:
            yield item.start, {columns: 1.0}  # type: ignore[dict-item]

    end = at - (at > 1 and tokens[at - 1].form in _WORTH and tokens[at].form == "at")
    for start in range(max(0, end - _LONGEST), end):
        phrase = _phrase(tokens[start:end])
        if found := _named(phrase, catalog):
            yield start, found


def _behind(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[tuple[int, _Columns]]:
    """The columns that words name which begin at a place, by where they end; `the employee's hourly rate`."""
    owner = None
    while at < len(tokens) and (tokens[at].form in _ARTICLES or (owner := _owner(tokens, at, catalog))):
        at += 2 if owner and _phrase(tokens[at + 1 : at + 2]) == ("'s",) else 1

    for stop in range(at + 1, min(at + _LONGEST, len(tokens)) + 1):
        found = _named(_phrase(tokens[at:stop]), catalog)
        if owner is not None:
            found = {column: surely for column, surely in found.items() if column[0].cube == owner.cube}

        if found:
            yield stop, found


def _owner(tokens: Sequence[Token], at: int, catalog: Catalog) -> Entity | None:
    """Whose price it is: the `technician's` hourly cost."""
    text = tokens[at].text.lower().replace("’", "'")
    noun = text.removesuffix("'s") if text != tokens[at].form or "'" in text else tokens[at].form
    is_owned = "'" in text or (at + 1 < len(tokens) and tokens[at + 1].before[:1] in ("'", "’"))
    named = (each.of for each in catalog.phrases.get((noun,), ())) if is_owned else ()
    return next((each for each in named if isinstance(each, Entity)), None)


def _phrase(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(each.form for each in tokens if each.form not in _STRESSED)


def _named(phrase: tuple[str, ...], catalog: Catalog) -> dict[tuple[Concept, ...], float]:
    """The columns of numbers that words name; `rate` alone is the last word of several."""
    found: dict[tuple[Concept, ...], float] = {}
    for meaning in catalog.phrases.get(phrase, ()):
        column = factor(meaning.of, catalog) if meaning.weight >= HEAD else None
        if column is not None:  # another word for an amount is no price
            found[column,] = max(found.get((column,), 0.0), meaning.weight)

    if len(phrase) == 1:
        numbers = (each for each in catalog.concepts if number_column(each, catalog) == each)
        for each in numbers:
            if phrase[0] in (column_words(each)[-1], column_words(each)[0]):
                found.setdefault((each,), PART)

    return found or _done_with_rows(phrase, catalog)


def _done_with_rows(phrase: tuple[str, ...], catalog: Catalog) -> dict[tuple[Concept, ...], float]:
    """The `minutes logged` of work logs, their `logged time`: the verb only says again what rows they are."""
    if len(phrase) != _PAIR:
        return {}

    found: dict[tuple[Concept, ...], float] = {}
    for verb, noun in (phrase, phrase[::-1]):
        for each in catalog.concepts if is_participle(verb) else ():
            rows = {stem(word) for word in phrase_of(catalog.entities[each.cube].noun)}
            words = column_words(each)
            is_named = noun in words or (noun == "time" and any(map(is_lasting, words)))
            if number_column(each, catalog) == each and is_named and stem(verb) in rows:
                found[each,] = PART

    return found


def _rest(tokens: Sequence[Token], at: int, columns: Sequence[Concept], catalog: Catalog) -> int:
    """Behind a column the words that say again what it is of: `of the employee`, `per portion`."""
    behind = at + 1
    while behind < len(tokens) and tokens[behind].form in _ARTICLES:
        behind += 1

    if behind >= len(tokens) or tokens[at].form not in ("of", "per", "for"):
        return at

    word = tokens[behind].form
    cubes = {each.of.cube for each in catalog.phrases.get((word,), ()) if _is_rows(each.of, each.weight)}
    is_per = tokens[at].form == "per"
    is_own = not is_per and columns[-1].cube in cubes
    is_unit = is_per and word in (of_each(columns[-1]), *column_words(columns[0])[-1:])
    return behind + 1 if is_own or is_unit else at


def _is_rows(of: object, weight: float) -> bool:
    return isinstance(of, Entity) and weight >= HEADED
