"""`how many clients did we contact` over a file with a row for each whom one contacted: all of these."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.persons_of_rows import persons_of_rows

_DEED = "contact"
_ASKING = frozenset({"did", "do", "have"})
_US = frozenset({"we", "i", "you", "they"})
_DENYING = frozenset({"not", "never", "no", "n't", "without", "before", "previously", "earlier"})


def with_contacted(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words without that they were contacted, where each row says how that was done."""
    forms = {each.form for each in tokens}
    persons = {phrase_of(each)[-1] for cube in catalog.model.cubes.values() for each in persons_of_rows(cube)}
    is_said = _DEED in forms or f"{_DEED}ed" in forms
    ways = (each for each in catalog.concepts if each.type == "string" and phrase_of(each.title) == (_DEED,))
    if not is_said or persons.isdisjoint(forms) or not _DENYING.isdisjoint(forms) or not any(ways):
        return tokens

    return tuple(_without(tokens, persons))


def _without(tokens: Sequence[Token], persons: set[str]) -> Iterator[Token]:
    for at, token in enumerate(tokens):
        before = [each.form for each in tokens[max(at - 2, 0) : at]]
        is_ours = len(before) == 2 and before[0] in _ASKING and before[1] in _US
        is_done = token.text.lower() == f"{_DEED}ed" and before[-1:] != [] and before[-1] in persons
        if token.text.lower() == _DEED and is_ours:
            yield replace(token, text="have", form="have")
        elif not is_done:
            yield token
