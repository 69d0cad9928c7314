"""Words that only say that all of the data are meant: `in the whole data set`, `over both years`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog

_BEFORE = frozenset({"in", "of", "across", "over", "for", "from", "throughout", "within", "on"})
_ARTICLES = frozenset({"the", "this", "that", "these", "our", "my", "your", "all"})
_WHOLE = frozenset({"whole", "entire", "full", "complete", "of", "available", "given"})
_DATA = (
    ("data", "set"), ("dataset",), ("data", "base"), ("database",), ("data",), ("csv", "file"), ("csv",),
    ("excel", "file"), ("file",), ("spreadsheet",), ("sheet",), ("extract",), ("export",), ("table",),
)  # fmt: skip
_BEING = (
    *(("show", "up"), ("turn", "up"), ("crop", "up"), ("come", "up"), ("show up",), ("turn up",)),
    *(("crop up",), ("come up",), ("appear",), ("occur",), ("exist",)),
)
_DENYING = frozenset({"not", "never", "don't", "doesn't", "didn't"})
_NUMBERS = frozenset({"two", "three", "four", "five", "2", "3", "4", "5"})
_MORE = frozenset(
    {"of", "from", "about", "by", "with", "before", "after", "since", "prior", "following", "until"}
)
_TOGETHER = frozenset({"together", "combined", "taken"})
_SPANS = (("full", "period"), ("complete", "period"), ("whole", "time"), ("entire", "time"))
_ALOUD = (("i", "mean"), ("on", "record"), ("i", "guess"))
_EVERYWHERE = frozenset({"everywhere", "anywhere"})
_EXCEPT = frozenset({"except", "but", "excluding"})
_LEAST_BEFORE = 3  # words of a question, without which what follows is the question


def without_whole_data(
    tokens: Sequence[Token], catalog: Catalog, *, follows: bool = False
) -> tuple[Token, ...]:
    """The words without what leaves out nothing, unless the model knows a thing of that name.

    One that `follows` may have named the years before.
    """
    found = [
        replace(each, form="except") if at and _is_everywhere(tokens, at - 1) else each
        for at, each in enumerate(tokens)
        if not _is_everywhere(tokens, at)
    ]
    at = _LEAST_BEFORE
    while at < len(found):
        length = _length(found, at, catalog, follows=follows)
        if length and _ends_there(found, at + length):
            del found[at : at + length]
        else:
            at += 1

    return tuple(found)


def _is_everywhere(tokens: Sequence[Token], at: int) -> bool:
    """`everywhere except in Berlin`: what is left out says it all."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return tokens[at].form in _EVERYWHERE and not tokens[at].is_quoted and behind in _EXCEPT


def _length(tokens: Sequence[Token], at: int, catalog: Catalog, *, follows: bool) -> int:
    """How many words say so from a place on."""
    forms = tuple(each.form for each in tokens)
    for said in _ALOUD:
        if forms[at : at + 2] == said and said not in catalog.phrases:
            return 2

    being = next((each for each in _BEING if forms[at : at + len(each)] == each), ())
    of_data = _of_data(forms, at + len(being), catalog)
    if being and of_data and forms[at - 1] not in _DENYING:
        return len(being) + of_data

    return of_data or (0 if follows else _of_years(forms, at))


def _of_data(forms: tuple[str, ...], at: int, catalog: Catalog) -> int:
    """`in the whole data set`, whatever it is called."""
    if forms[at : at + 1] == () or forms[at] not in _BEFORE:
        return 0

    stop = at + 1
    while forms[stop : stop + 1] != () and forms[stop] in _ARTICLES | _WHOLE:
        stop += 1

    noun: tuple[str, ...] = next((each for each in _DATA if forms[stop : stop + len(each)] == each), ())
    is_known = bool(noun) and noun[-1] in catalog.words and noun[-1] != "data"
    return stop + len(noun) - at if noun and stop > at + 1 and not is_known else 0


def _of_years(forms: tuple[str, ...], at: int) -> int:
    """`over both years`, where no year is named that they could be."""
    if forms[at] not in _BEFORE or any(each.isdigit() and len(each) == len("2024") for each in forms):
        return 0

    said = [each for each in forms[at + 1 : at + 5] if each not in ("the", "all", "of")]
    many = said[:1] == ["both"] or (said[:1] != [] and said[0] in _NUMBERS and "the" in forms[at : at + 3])
    if forms[at] != "on" and many and said[1:2] == ["year"]:
        stop = forms.index("year", at) + 1
        while forms[stop : stop + 1] != () and forms[stop] in _TOGETHER:
            stop += 1

        return stop - at

    is_span = forms[at + 1 : at + 2] == ("the",) and forms[at + 2 : at + 4] in _SPANS
    return 4 if is_span else 0


def _ends_there(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing follows that would say of which data: `in the data of 2024` is left alone."""
    return at >= len(tokens) or tokens[at].form not in _MORE
