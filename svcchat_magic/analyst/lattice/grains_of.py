"""`By arrival month`: the month of the date that is called so, where nothing else is."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog

_GRAINS = frozenset({"year", "quarter", "month", "week"})
_SHARES = frozenset({"share", "percentage", "percent", "pct", "%", "proportion", "fraction"})
_BEFORE = frozenset({"by", "per", "each", "every", "which", "what"})


def with_grains_first(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `by month of arrival` for `by arrival month`."""
    found = list(tokens)
    if not _SHARES.isdisjoint(each.form for each in found):
        return tuple(found)  # a share by the month of a date is read as that of all the dates

    for at in range(1, len(found) - 1):
        event, grain = found[at], found[at + 1]
        is_grain = grain.form in _GRAINS and found[at - 1].form in _BEFORE and not event.is_quoted
        if is_grain and (event.form,) not in catalog.phrases and _is_dated(event.form, catalog):
            told = replace(event, text="of", form="of")
            found[at : at + 2] = [replace(grain, before=event.before), told, replace(event, before=" ")]

    return tuple(found)


def _is_dated(word: str, catalog: Catalog) -> bool:
    named = catalog.phrases.get((word, "date"), ())
    return any(each.of in catalog.times for each in named)
