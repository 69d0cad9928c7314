"""Units that stand for what is measured in them: `how many hectolitres did we package`, `in km`."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import Amount, is_convertible, is_same, is_same_kind
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.lattice.spans import score_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import OWN, SYNONYM
from svcchat_magic.analyst.linking.natural_amounts import Sized, sized
from svcchat_magic.analyst.linking.told_units import is_of_money, told_unit
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_IN_UNIT, _MEASURED, _SAID = 1.0, 0.9, 0.5
_OTHERS, _FARTHER = 0.6, 0.25  # where the unit is also a name; where a sum is kept in another unit
_FARTHEST = 4  # words from what was moved to how much
_LENGTHS = frozenset({"length", "long", "duration", "lifetime", "tenure", "age", "stay", "last", "service"})
_SHORTEST = 2  # letters: m, s and h are too much else
_NOT_ASKED = frozenset({"in", "per", "each", "every", "a", "an", "last", "past", "next", "this", "within"})


def measured_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`INUNIT` of other units than those of time, and `MEASURE` for a unit that one sum is told in."""
    for at, token in enumerate(tokens):
        if not is_unit(token):
            continue

        is_known = any(meaning == "INUNIT" for meaning, _ in keywords().meanings.get(("in", token.form), ()))
        if at and tokens[at - 1].form == "in" and not is_known:
            yield Item("INUNIT", at - 1, at + 1, token.form, _IN_UNIT)
        elif at and tokens[at - 1].form == "per" and not is_same_kind(token.form, "hour"):
            yield from _per_unit(tokens, at, catalog)
        elif asks_for(tokens, at) and not is_of_money(token.form, catalog):
            yield from _sums(tokens, at, catalog)


def tells_length(tokens: Sequence[Token], item: Item) -> bool:
    """`how long do they stay, in months`: the unit of a length of time, and no group by months."""
    before = tokens[item.start - 1].form if item.start else ""
    is_several = tokens[item.start].text.lower() != tokens[item.start].form
    is_told = item.category == "GRAIN" and before == "in" and is_several
    return is_told and not _LENGTHS.isdisjoint(each.form for each in tokens)


def is_unit(token: Token) -> bool:
    """Whether a word is a unit that numbers can be told in."""
    return not token.is_quoted and len(token.form) >= _SHORTEST and is_convertible(token.form)


def asks_for(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit stands for an amount: not in `over 90 minutes`, `per hour`."""
    before = tokens[at - 1] if at else None
    if before is not None and before.form == "by":  # by hour the rows are grouped
        return not is_same_kind(tokens[at].form, "hour")

    return before is None or (number_of(before) is None and before.form not in _NOT_ASKED)


def _is_named(token: Token, catalog: Catalog) -> bool:
    return any(each.weight >= SYNONYM for each in catalog.phrases.get((token.form,), ()))


def _sums(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """The sums that are told in the unit or one of its kind, first those that other words name.

    Where several are, those of the very unit are meant before those that would have to be turned into it.
    """
    told = _told_in(tokens[at].form, catalog)
    said = {each: list(_places(tokens, each)) for each in told}
    found = [each for each in told if said[each]] or list(told)
    others = _OTHERS if _is_named(tokens[at], catalog) else _MEASURED
    nearest = [each for each in found if is_same(told[each], tokens[at].form)]
    for each in found:
        is_near = len(found) == 1 or (each in nearest and others == _MEASURED)
        yield Item("MEASURE", at, at + 1, each, others if is_near else others - _FARTHER)

    for each in found if len(found) == 1 else ():
        for place in said[each]:
            yield Item("SAID", place, place + 1, Said(tokens[place].text, frozenset(found)), _SAID)


def _per_unit(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """The one sum that is kept in the unit of `sales per sqm of floor`, with what it is of."""
    unit = tokens[at].form
    sums = [each for each, told in _told_in(unit, catalog).items() if is_same(told, unit)]
    if len(sums) != 1:
        return

    yield Item("MEASURE", at, at + 1, sums[0], _MEASURED)
    named = [each.form for each in tokens[at + 1 : at + 4] if each.form not in ("the", "our")]
    words = phrase_of(f"{sums[0].name} {sums[0].title}")
    if len(named) > 1 and named[0] == "of" and named[1] in words:
        stop = next(place + 1 for place in range(at + 2, len(tokens)) if tokens[place].form == named[1])
        yield Item("MEASURE", at, stop, sums[0], score_of(stop - at, _MEASURED))


def _told_in(unit: str, catalog: Catalog) -> dict[Concept, str]:
    """The sums that are told in units of the same kind, with these."""
    sums = (each for each in catalog.concepts if each.agg_type == "sum")
    return {each: told for each in sums if (told := told_unit(each, unit))}


def weighed_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`AMOUNTOF`: the number and the unit of `customers with over 2 tonnes`, with a sum of that kind each.

    Rows that have such a number of their own are meant by that, and a length of time is none of several.
    """
    for at in range(1, len(tokens)):
        number, start = _number_before(tokens, at) if is_unit(tokens[at]) else (None, at)
        if number is None or is_same_kind(tokens[at].form, "hour") or is_of_money(tokens[at].form, catalog):
            continue

        amount = Amount(number)
        amount.unit = tokens[at].form
        is_moved = any(map(_is_moving, tokens[max(start - _FARTHEST, 0) : start]))
        if not is_moved and any(each.number_in(amount) for each in _sized_before(tokens, start, catalog)):
            continue

        for each, own in _told_in(tokens[at].form, catalog).items():
            farther = 0 if is_same(own, tokens[at].form) else _FARTHER
            yield Item(
                "AMOUNTOF", start, at + 1, (amount, each), score_of(at + 1 - start, _MEASURED) - farther
            )


def _is_moving(token: Token) -> bool:
    return any(each == "MOVED" for each, _ in keywords().meanings.get((token.form,), ()))


def _number_before(tokens: Sequence[Token], at: int) -> tuple[Decimal | None, int]:
    start = at - 2 if at > 1 and tokens[at - 1].form in ("a", "an") else at - 1
    is_half = tokens[start].form == "half"
    return (number_of(tokens[start]) if start == at - 1 or is_half else None), start


def _sized_before(tokens: Sequence[Token], stop: int, catalog: Catalog) -> Iterator[Sized]:
    """The rows that are named before a place, with their numbers."""
    for at in range(stop):
        for each in catalog.phrases.get((tokens[at].form,), ()):
            found = sized(each.of, catalog) if isinstance(each.of, Entity) and each.weight >= OWN else None
            if found is not None:
                yield found


def _places(tokens: Sequence[Token], of: Concept) -> Iterator[int]:
    """Where a word of its name stands, in some form: `did we package` of the packaged ones."""
    words = [each for each in phrase_of(f"{of.name} {of.title}") if each not in keywords().function]
    for at, token in enumerate(tokens):
        if (
            len(token.form) > _SHORTEST + 1
            and not is_unit(token)
            and any(akin(token.form, each) for each in words)
        ):
            yield at
