"""`orders with a discount code` are those that have one, and `with the discount code` shows it of each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept, Condition, Missing

_HAVING = frozenset({"with", "having"})
_ONE = frozenset({"a", "an", "any", "some"})


def with_present(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading of a list with what its rows are said to have, beside showing it."""
    analysis = read.analysis
    if analysis.rows_of is None or not analysis.fields:
        return read

    held = tuple(_held(tokens, analysis.fields))
    where = (*analysis.where, *(each for each in held if each not in analysis.where))
    return replace(read, analysis=replace(analysis, where=where))


def _held(tokens: Sequence[Token], fields: Sequence[object]) -> Iterator[Condition]:
    forms = tuple(each.form for each in tokens)
    for each in fields:
        if not isinstance(each, Concept) or each.kind != "dimension" or each.primary_key:
            continue

        if each.type != "boolean" and any(
            forms[at] in _HAVING and forms[at + 1] in _ONE and _names(forms[at + 2 :], each)
            for at in range(len(forms) - 2)
        ):
            yield Missing(each, negated=True)


def _names(forms: Sequence[str], of: Concept) -> bool:
    """Whether these words begin with the column's name."""
    title = phrase_of(of.title)
    return bool(title) and tuple(forms[: len(title)]) == tuple(title)
