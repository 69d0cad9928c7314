"""Units that stand for what is measured in them: `how many hectolitres did we package`, `in km`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.amounts import is_convertible
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.linking.told_units import is_of_money, told_unit
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.analyst.parsing.chart import Item
from svcchat_magic.analyst.parsing.lattice_numbers import number_of

_IN_UNIT, _MEASURED, _SAID = 1.0, 0.9, 0.5
_SHORTEST = 2  # letters: m, s and h are too much else
_NOT_ASKED = frozenset(
    {"in", "per", "by", "each", "every", "a", "an", "last", "past", "next", "this", "within"}
)


def measured_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`INUNIT` of other units than those of time, and `MEASURE` for a unit that one sum is told in."""
    for at, token in enumerate(tokens):
        if not is_unit(token):
            continue

        is_known = any(meaning == "INUNIT" for meaning, _ in keywords().meanings.get(("in", token.form), ()))
        if at and tokens[at - 1].form == "in" and not is_known:
            yield Item("INUNIT", at - 1, at + 1, token.form, _IN_UNIT)
        elif asks_for(tokens, at) and not (_is_named(token, catalog) or is_of_money(token.form, catalog)):
            yield from _sums(tokens, at, catalog)


def is_unit(token: Token) -> bool:
    """Whether a word is a unit that numbers can be told in."""
    return not token.is_quoted and len(token.form) >= _SHORTEST and is_convertible(token.form)


def asks_for(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit stands for an amount: not in `over 90 minutes`, `per hour`."""
    before = tokens[at - 1] if at else None
    return before is None or (number_of(before) is None and before.form not in _NOT_ASKED)


def _is_named(token: Token, catalog: Catalog) -> bool:
    return any(each.weight >= SYNONYM for each in catalog.phrases.get((token.form,), ()))


def _sums(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[Item]:
    """The one sum that is told in the unit, or of several the one that another word of the question names."""
    sums = [each for each in catalog.concepts if each.agg_type == "sum"]
    told = [each for each in sums if told_unit(each, tokens[at].form)]
    said = {each: list(_places(tokens, each)) for each in told}
    found = [each for each in told if said[each]] or told
    if len(found) != 1:
        return

    yield Item("MEASURE", at, at + 1, found[0], _MEASURED)
    for place in said[found[0]]:
        yield Item("SAID", place, place + 1, Said(tokens[place].text, frozenset(found)), _SAID)


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
