"""`is web revenue higher than store revenue`: the number once, and both sides as `vs` has them."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_BE = frozenset({"is", "are", "was", "were"})
_HELPING = frozenset({"do", "does", "doe", "did"})
_VERSUS = frozenset({"vs", "versus", "v"})
_MORE = frozenset({"more", "higher", "bigger", "larger", "greater", "less", "lower", "smaller", "fewer"})
_DOING = frozenset({"make", "bring", "have", "get", "generate", "earn", "see", "record"})
_TAIL = frozenset({"in", "during", "since", "last", "this", "by", "per", "for", "over", "until", "on"})
_OF = frozenset({"of", "in", "for", "at", "from"})
_LEADING = frozenset({"the", "our", "that", "those", *_OF})
_TIMES = frozenset(
    {"year", "month", "week", "quarter", "day", "last", "before", "ago", "average", "target", "plan"}
)
_LONGEST, _NOUN = 4, 3  # words of a side, and of the number


def with_asked_sides(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `vs`, or `difference between`, where a number of both sides is asked for."""
    end = len(tokens) - (bool(tokens) and tokens[-1].is_mark)
    said = tokens[:end]
    return _more_of_one(said, catalog) or _told_twice(said, catalog) or tuple(tokens)


def _told_twice(said: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The sides with the number before them; empty without such."""
    forms = [each.form for each in said]
    start, stop, begin = _sides(forms)
    if not begin:
        return ()

    first = _without_leading(said[start:stop])
    size = _end_of_side([each.form for each in said[begin:]])
    other, tail = _without_leading(said[begin : begin + size]), said[begin + size :]
    if not first or not other or any(map(_is_time, (*first, *other))):
        return ()

    if all(_is_number([each.form for each in side], catalog) for side in (first, other)):
        return ()  # two numbers of the model, by their own names

    versus = _word("versus", said[begin - 1])
    noun = _number_of_both(first, other, catalog)
    if noun:
        left, right = first[:-noun], other[:-noun]
        return (*first[-noun:], _word("of", left[0]), *left, versus, *right, *tail)

    at = next((at for at, each in enumerate(first) if each.form in _OF), 0)
    is_of = 0 < at < len(first) - 1 and forms[begin : begin + 1] in (["that"], ["those"])
    is_number = is_of and _is_number([each.form for each in first[:at]], catalog)
    return (*first, versus, *other, *tail) if is_number else ()


def _sides(forms: Sequence[str]) -> tuple[int, int, int]:
    """Where the first side begins and ends, and where the second one begins; 0 where there is none."""
    than = forms.index("than") if "than" in forms else 0
    if than > 2 and forms[0] in _BE and forms[than - 1] in _MORE:
        return 1, than - 1, than + 1

    if forms[:1] in (["which"], ["what"]) and len(forms) > 3 and forms[1] in _BE and forms[2] in _MORE:
        start = 3 + (forms[3] in (",", ":"))
        either = forms.index("or") if "or" in forms else 0
        return (start, either, either + 1) if either > start else (0, 0, 0)

    versus = [at for at, form in enumerate(forms) if form in _VERSUS]
    return (0, versus[0], versus[0] + 1) if len(versus) == 1 else (0, 0, 0)


def _more_of_one(said: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """`how many more orders does web have than store`: the difference in orders."""
    forms = [each.form for each in said]
    if (
        forms[:1] != ["how"]
        or forms[1:2] not in (["many"], ["much"])
        or forms[2:3] not in (["more"], ["less"])
    ):
        return ()

    does = next((at for at in range(3, len(forms)) if forms[at] in _HELPING), 0)
    than = forms.index("than") if "than" in forms else 0
    if not 3 < does < than or not _is_number(forms[3:does], catalog) or forms[than - 1] not in _DOING:
        return ()

    size = _end_of_side(forms[than + 1 :])
    first, other = said[does + 1 : than - 1], said[than + 1 : than + 1 + size]
    if not 0 < len(first) <= _LONGEST or not other or any(map(_is_time, (*first, *other))):
        return ()

    begin = [_word(each, said[0]) for each in ("difference", "in")]
    between, joint = _word("between", said[does]), _word("and", said[than])
    return (*begin, *said[3:does], between, *first, joint, *other, *said[than + 1 + size :])


def _number_of_both(first: Sequence[Token], other: Sequence[Token], catalog: Catalog) -> int:
    """How many words end both sides that name a number, behind what tells them apart; 0 without."""
    for size in range(_NOUN, 0, -1):
        noun = [each.form for each in first[-size:]]
        is_same = noun == [each.form for each in other[-size:]]
        apart = (len(first) - size, len(other) - size)
        if is_same and all(0 < each <= _LONGEST for each in apart) and _is_number(noun, catalog):
            has_of = any(each.form in _OF for each in (*first[:-size], *other[:-size]))
            return 0 if has_of else size

    return 0


def _is_number(forms: Sequence[str], catalog: Catalog) -> bool:
    phrase = tuple(forms[1:] if forms[:1] == ["the"] else forms)
    named = (each.of for each in catalog.phrases.get(phrase, ()))
    return any(isinstance(each, Concept) and each.kind == "measure" for each in named)


def _end_of_side(forms: Sequence[str]) -> int:
    """Where a period or a group begins behind the second side."""
    start = 1 if forms[:1] and forms[0] in _LEADING else 0
    start += forms[:2] in [[that, of] for that in ("that", "those") for of in ("of", "in", "for", "from")]
    return next((at for at in range(start, len(forms)) if forms[at] in _TAIL), len(forms))


def _without_leading(side: Sequence[Token]) -> Sequence[Token]:
    while side and side[0].form in _LEADING:
        side = side[1:]

    return side


def _is_time(token: Token) -> bool:
    return token.form in _TIMES | {*calendar_words().months} or token.form[:1].isdigit()


def _word(form: str, beside: Token) -> Token:
    return replace(beside, text=form, form=form, is_quoted=False, before=" ")
