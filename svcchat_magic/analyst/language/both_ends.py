"""`the youngest and the oldest`: two superlatives of opposite ends before one noun, as one word of both."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.adjectives import adjectives
from svcchat_magic.analyst.language.keywords import Phrase, keywords
from svcchat_magic.analyst.language.tokens import Token

_AND = frozenset({"and", "&", "or", "/", "vs", "versus"})
_ENDS = {
    "SUPER": {"desc": "asc", "asc": "desc", "best": "worst", "worst": "best"},
    "LONGEST": {"long": "short", "short": "long"},
    "LATEST": {"desc": "asc", "asc": "desc"},
    "SIZE": {"desc": "asc", "asc": "desc"},
    "PACE": {"desc": "asc", "asc": "desc"},
    "NTH": {"1": "-1", "-1": "1"},
}
_BETWEEN = frozenset({"the", "which", "one", "has", "have", "had", "is", "was", "were", "are"})
_LONGEST = 3  # words of a superlative
_MARK = " and "  # stands in no other token that is not quoted


def with_both_ends(tokens: Sequence[Token], is_column: Callable[[Phrase], bool]) -> tuple[Token, ...]:
    """The words with the first of two such superlatives for both; `is_both` knows it again.

    The first and the last name are two columns, where both are.
    """
    for at in range(1, len(tokens) - 1):
        if tokens[at].form not in _AND or tokens[at].is_quoted:
            continue

        second = at + 1
        while second < len(tokens) - 1 and tokens[second].form in _BETWEEN:
            second += 1

        for start, stop in _pairs(tokens, at, second):
            if stop == len(tokens) or tokens[stop].is_mark or tokens[stop].form in ("one", "first"):
                continue

            behind = tokens[stop].form
            ends = (tokens[start:at], tokens[second:stop])
            if all(is_column((*(each.form for each in end), behind)) for end in ends):
                continue

            text = " ".join(each.text for each in tokens[start:stop])
            first = replace(tokens[start], text=text.replace(tokens[at].text, _MARK.strip()))
            return (*tokens[:start], first, *tokens[start + 1 : at], *tokens[stop:])

    return tuple(tokens)


def is_both(token: Token) -> bool:
    """Whether a word stands for both ends."""
    return _MARK in token.text and not token.is_quoted and token.form not in _AND


def as_both(token: Token) -> Token:
    """A word for one end as one for both of them."""
    return replace(token, text=f"{token.text}{_MARK}the other")


def _pairs(tokens: Sequence[Token], at: int, second: int) -> Iterator[tuple[int, int]]:
    """Where two opposite superlatives around `and` begin and end."""
    forms = tuple(each.form for each in tokens)
    for start in range(max(at - _LONGEST, 0), at):
        for stop in range(second + 1, min(second + _LONGEST, len(forms)) + 1):
            left, number = _numbered(forms[start:at])
            right, again = _numbered(forms[second:stop])
            if left and right and number == again and _are_opposite(left, right):
                yield start, stop


def _numbered(phrase: Phrase) -> tuple[Phrase, str]:
    """`top 3`: the superlative and how many."""
    return (phrase[:-1], phrase[-1]) if len(phrase) > 1 and phrase[-1].isdigit() else (phrase, "")


def _are_opposite(left: Phrase, right: Phrase) -> bool:
    scales = adjectives().superlatives
    if left in scales or right in scales:  # the oldest are no latest ones where something has an age
        return any(
            one.nouns == other.nouns and one.is_high is not other.is_high
            for one in scales.get(left, ())
            for other in scales.get(right, ())
        )

    meanings = keywords().meanings
    for category, meaning in meanings.get(left, ()):
        other = _ENDS.get(category, {}).get(meaning)
        if other and (category, other) in meanings.get(right, ()):
            return True

    return False
