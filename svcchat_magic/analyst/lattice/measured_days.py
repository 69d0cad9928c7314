"""`days with over 10 mm of rain` of rows that are one day each: rows that are counted, listed or bounded."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.entity_names import DAY_OF_ROWS
from svcchat_magic.analyst.meaning.same_quantities import families

_MOST_MODIFIERS = 2  # words between what counts them and the days: partly cloudy days
_COUNTED = frozenset(
    {"number", "count", "percentage", "percent", "%", "share", "proportion", "fraction", "part"}
)
_COMPARING = frozenset({"than", "least", "most", "over", "under", "above", "below", "exactly"})
_COMPARED = frozenset({"most", "fewest", "more", "fewer", "no", "any"})
_LISTED = frozenset({"list", "show", "all", "which", "what", "find", "me", "the", "are", "those"})
_ARTICLES = frozenset({"all", "the", "its", "their", "our", "in", "on"})
_SAYING_WHICH = frozenset(
    (
        "with", "without", "over", "above", "below", "under", "when", "where", "that", "which", "whose",
        "had", "have", "has", "did", "was", "were", "hotter", "colder", "warmer", "at", "of", "on",
    )
)  # fmt: skip
_KINDS = {"rainy": "with", "wet": "with", "dry": "without"}
_RAIN = ("precipitation", "rainfall", "rain")
_FROST = frozenset({"frost", "frosty", "freezing"})
_FREEZING = ("below", "0", "celsius")
_SAYING_NOTHING = _COUNTED | _COMPARING | _COMPARED | _LISTED | _ARTICLES | {"many", "of", "how"}
_LENGTHS = frozenset({"since", "until", "ago", "before", "after", "between", "from", "to", "late", "old"})


def with_days_as_rows(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with such days told as the rows."""
    if (DAY_OF_ROWS,) not in catalog.phrases:
        return tuple(tokens)

    told = _with_kinds_told(tokens, catalog)
    return tuple(
        replace(each, form=DAY_OF_ROWS) if _is_said(told, at) and not _is_named(told, at, catalog) else each
        for at, each in enumerate(told)
        if not (_is_kept_by(told, at) or _is_kept_by(told, at + 1))
    )


def _is_kept_by(tokens: Sequence[Token], at: int) -> bool:
    """`average temperature on days with rain`: the rows of these days, and no number of each."""
    said = [each.form for each in tokens[max(at - 1, 0) : at + 2]]
    return len(said) == 3 and said[0] == "on" and said[1] == "day" and said[2] in ("with", "without")


def _with_kinds_told(tokens: Sequence[Token], catalog: Catalog) -> list[Token]:
    """`rainy days` are days with rain; `frost days` and `days below zero` are those below freezing."""
    found: list[Token] = []
    rain = next((each for each in _RAIN if (each,) in catalog.phrases), "")
    lowest = next((words for words in families(catalog.concepts) if words[-1:] == ("temperature",)), ())
    for at, token in enumerate(tokens):
        kind = tokens[at - 1].form if at else ""
        is_day = token.form == "day"
        if is_day and kind in _KINDS and rain:
            found[-1:] = [token, _word(token, _KINDS[kind]), _word(token, rain)]
        elif is_day and kind in _FROST and lowest:
            found[-1:] = [token, *(_word(token, each) for each in ("with", "minimum", *lowest, *_FREEZING))]
        elif token.form == "freezing" and kind == "below":
            found += [_word(token, each) for each in _FREEZING[1:]]
        elif token.form in ("0", "zero") and kind == "below" and _is_bare_zero(tokens, at):
            found += [token, _word(token, _FREEZING[-1])]
        else:
            found.append(token)

    return found


def _is_bare_zero(tokens: Sequence[Token], at: int) -> bool:
    """`days below zero`: nothing but the cold is told so."""
    has_unit = at + 1 < len(tokens) and tokens[at + 1].form in keywords().units
    return not has_unit and at > 1 and tokens[at - 2].form == "day"


def _word(token: Token, form: str) -> Token:
    return replace(token, text=form, form=form, before=" ")


def _is_named(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """`trading days` of a model that has a number of that name."""
    forms = [each.form for each in tokens]
    return any(tuple(forms[at - size : at + 1]) in catalog.phrases for size in (1, 2) if at >= size)


def _is_said(tokens: Sequence[Token], at: int) -> bool:
    """Whether days are counted or listed, and it is said which: in `the last 30 days` none is."""
    if tokens[at].form != "day" or tokens[at].text.lower() == "day" or tokens[at].is_quoted:
        return False

    start = at
    while start and at - start < _MOST_MODIFIERS and _modifies(tokens[start - 1]):
        start -= 1

    behind = [each.form for each in tokens[at + 1 :]]
    says_which = start < at or not _SAYING_WHICH.isdisjoint(behind)
    return says_which and _LENGTHS.isdisjoint(behind[:1]) and _is_asked(tokens, start)


def _is_asked(tokens: Sequence[Token], at: int) -> bool:
    """Whether what stands before counts the days, bounds their number or asks for a list of them."""
    before = [each.form for each in tokens[:at]]
    while before and before[-1] in _ARTICLES - {"all"}:
        before.pop()

    if before[-2:] == ["how", "many"] or (before[-1:] == ["of"] and not _COUNTED.isdisjoint(before[-3:-1])):
        return True

    if before[-1:] == ["all"] and before[-2:-1] == ["of"]:
        return not _COUNTED.isdisjoint(before[-4:-2])

    last = tokens[at - 1] if at else None
    if last is not None and number_of(last) is not None:
        return at > 1 and (tokens[at - 2].form in _COMPARING)

    return last is None or last.form in _COMPARED | _LISTED


def _modifies(token: Token) -> bool:
    """`thunderstorm days`, `clear days`: what kind of days they are."""
    words = keywords()
    is_said = token.form in words.function | words.light | _SAYING_NOTHING or (token.form,) in words.meanings
    is_first = token.text.lower().endswith("est")  # the coldest days are ranked
    return not (token.is_mark or token.is_quoted or is_said or is_first or number_of(token) is not None)
