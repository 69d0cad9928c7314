"""`apart from Madrid (MAD)`: what brackets only say once more, by its code or in full, is one value."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.values import Values

_LONGEST = 4  # words of a name
_CODE = range(2, 5)  # letters of a code


def without_appositives(tokens: Sequence[Token], values: Values) -> tuple[Token, ...]:
    """The words with one name of each such value: the code, where rows are known by it."""
    found = list(tokens)
    for at in range(len(found) - 1, 0, -1):
        stop = _end_of_brackets(found, at)
        if stop is None:
            continue

        for start in _names_before(found, at, values):
            span = _said_twice(found, start, at, stop, values)
            if span is not None:
                del found[span]
                break

    return tuple(found)


def _end_of_brackets(tokens: Sequence[Token], at: int) -> int | None:
    """Where brackets end that begin at a token; None where none do."""
    if "(" not in tokens[at].before:
        return None

    closed = (stop for stop in range(at + 1, min(at + _LONGEST, len(tokens))) if ")" in tokens[stop].before)
    return next(closed, len(tokens) if len(tokens) - at <= _LONGEST else None)


def _names_before(tokens: Sequence[Token], stop: int, values: Values) -> Iterator[int]:
    """Where a value or a name begins that ends there, the longest first."""
    for start in range(max(stop - _LONGEST, 0), stop):
        phrase = tuple(each.form for each in tokens[start:stop])
        if values.get(phrase) or all(each.is_name for each in tokens[start:stop]):
            yield start


def _said_twice(tokens: Sequence[Token], start: int, at: int, stop: int, values: Values) -> slice | None:
    """The words to leave out, of a name and of what follows it in brackets."""
    name, again = (tuple(each.form for each in tokens[one:end]) for one, end in ((start, at), (at, stop)))
    known, other = set(values.get(name, ())), set(values.get(again, ()))
    if known & other:
        return slice(at, stop)

    if stop != at + 1 or not _is_code_of(tokens[at].text, "".join(name)):
        return None

    return slice(start, at) if other else slice(at, stop) if known else None


def _is_code_of(code: str, name: str) -> bool:
    """Whether capitals are letters of a name in their order, from its first one on."""
    if not (code.isupper() and code.isalpha() and len(code) in _CODE and len(code) < len(name)):
        return False

    letters = iter(name)
    return name[0] == code[0].lower() and all(each in letters for each in code.lower())
