"""`customers by year of their first order`, `who placed their first order`: first-time ones, by these."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.doings import rows_called, whose_first
from svcchat_magic.analyst.linking.catalog import Catalog

_MADE = frozenset({"made", "make", "placed", "place", "had", "have"})
_OWN = frozenset({"their", "the", "very"})
_GRAINS = frozenset({"year", "quarter", "month", "week", "day"})
_WHO = frozenset({"who", "that", "which", "did", "have", "has"})
_NEW = "new"


def with_first_rows(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `first-time` before the persons, where the first row of each is told otherwise."""
    forms = [each.form for each in tokens]
    first = [at for at, each in enumerate(forms[:-1]) if each == "first"]
    if len(first) != 1 or _NEW in forms:
        return tuple(tokens)

    start = first[0]
    while start > 0 and forms[start - 1] in _OWN:
        start -= 1

    begins = _begins(forms, start)
    who = _who_before(tokens, begins, catalog)
    found = whose_first(tokens[who], catalog) if who >= 0 else None
    stop = first[0] + 2
    if found is None or begins < 0 or rows_called(forms[stop - 1], found[0], catalog) != found[1]:
        return tuple(tokens)

    stop += stop < len(forms) and forms[stop] in ("date", "day")
    new = [replace(tokens[who], text=each, form=each) for each in ("first", "time")]
    before = tokens[who + 1 : begins]
    kept = before if forms[begins] in _GRAINS or begins < start - 1 else _without_who(before)
    middle = tokens[begins : begins + 1] if forms[begins] in _GRAINS else ()
    return (*tokens[:who], *new, tokens[who], *kept, *middle, *tokens[stop:])


def _without_who(tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(each for each in tokens if each.form not in _WHO)


def _begins(forms: Sequence[str], start: int) -> int:
    """The place of the unit of time, or of the verb, that the first row belongs to; below 0 for none."""
    if start > 0 and forms[start - 1] in _MADE:
        return start - 1

    if start > 1 and forms[start - 1] == "of" and forms[start - 2] in _GRAINS:
        return start - 2

    return -1


def _who_before(tokens: Sequence[Token], at: int, catalog: Catalog) -> int:
    """The place of the persons before it, with nothing but small words between; below 0 for none."""
    between = keywords().function | _WHO
    for place in range(at - 1, -1, -1):
        if any(True for each in catalog.phrases.get((tokens[place].form,), ())):
            return place

        if tokens[place].form not in between:
            return -1

    return -1
