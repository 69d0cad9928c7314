"""Persons in bands of a number, which is of years: how many are under 30, 30 to 39, and 40 or older."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import whole_number

_BELOW = frozenset({"under", "below", "younger"})
_ABOVE = frozenset({"over", "above", "older"})
_TO = frozenset({"to", "-", "–", "till", "until"})
_OR_MORE = frozenset({"over", "older", "above", "more", "up", "plus"})
_JOINTS = frozenset({",", ";", "/", "and", "or"})
_LEADING = frozenset(
    {"are", "were", "is", "aged", "for", "in", "by", "age", "between", "the", "group", "band", ":"}
)
_OLDEST = 110
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class _Band:
    stop: int
    low: int | None
    high: int | None
    is_of_age: bool  # `under 18s`, `60 or older`


def age_bands(tokens: Sequence[Token]) -> tuple[int, int, bool] | None:
    """Where bands follow each other without a gap, and whether a word of theirs says that they are ages."""
    for start in range(len(tokens)):
        bands = list(_bands(tokens, start))
        joins = all(_follows(one, other) for one, other in pairwise(bands))
        if len(bands) >= _FEWEST and joins:
            return start, bands[-1].stop, any(each.is_of_age for each in bands)

    return None


def by_age(tokens: Sequence[Token], start: int, stop: int) -> tuple[Token, ...]:
    """The words with `by age` before the bands, in place of what leads up to them."""
    first = start
    while first > 0 and tokens[first - 1].form in _LEADING:
        first -= 1

    said = replace(tokens[start], text="by", form="by", before=" ")
    age = replace(said, text="age", form="age")
    bands = (_as_number(each) for each in tokens[start:stop])
    return (*tokens[:first], said, age, *bands, *tokens[stop:])


def _bands(tokens: Sequence[Token], start: int) -> Iterator[_Band]:
    at = start
    while (band := _band(tokens, at)) is not None:
        yield band
        at = band.stop
        while at < len(tokens) and tokens[at].form in _JOINTS:
            at += 1

        if at == band.stop:
            return


def _follows(one: _Band, other: _Band) -> bool:
    return one.high is not None and other.low is not None and other.low - one.high in (0, 1)


def _band(tokens: Sequence[Token], at: int) -> _Band | None:
    """The band that begins here."""
    forms = [each.form for each in tokens[at : at + 4]]
    if not forms:
        return None

    if forms[0] in _BELOW | _ABOVE:
        than = forms[1:2] == ["than"]
        age = _age(forms[1 + than]) if len(forms) > 1 + than else None
        if age is None:
            return None

        of_age = than or forms[1] != str(age)
        low, high = (None, age) if forms[0] in _BELOW else (age, None)
        return _Band(at + 2 + than, low, high, of_age)

    low = _age(forms[0])
    if low is None or len(forms) < 2:
        return None

    if forms[1] in _TO and len(forms) > 2 and (high := _age(forms[2])) is not None:
        return _Band(at + 3, low, high, forms[2] != str(high))

    more = 2 if forms[1] in ("or", "and") else 1
    if len(forms) > more and forms[more] in (_OR_MORE if more == 2 else {"plus"}):
        return _Band(at + more + 1, low, None, forms[more] == "older")

    return None


def _age(form: str) -> int | None:
    """A number of years, which may be that of persons: `18s`."""
    age = whole_number(form.removesuffix("s"))
    return age if age is not None and age <= _OLDEST else None


def _as_number(token: Token) -> Token:
    age = _age(token.form)
    return token if age is None or token.form == str(age) else replace(token, text=str(age), form=str(age))
