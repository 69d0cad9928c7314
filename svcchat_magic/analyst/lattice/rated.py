"""Ratings told with verbs: `rated our support 1 or 2`, `gave a 4 or 5 for comfort`, `how do they rate it`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Concept

_RATED = frozenset({"rated", "scored", "graded", "marked", "rate", "score", "grade"})
_JUDGING = frozenset({"best", "highest", "top", "better", "worst", "lowest", "poorest", "worse"})
_GAVE = frozenset({"gave", "give", "gives", "given", "giving"})
_OURS = frozenset({"our", "the", "their", "its", "us", "with", "as", "at", "a", "an", "on", "for", "it"})
_ON = frozenset({"for", "on", "to", "in"})
_JOINTS = frozenset({"or", "and", "to", "-", "–"})
_RATING = ("rating", "score", "grade", "mark")
_MARKS = frozenset({*_RATING, "point", "star"})
_BOUNDING = frozenset({"at", "least", "most", "over", "under", "above", "below", "more", "less", "than"})
_ASKING = frozenset({"how", "do", "does", "did"})
_LONGEST = 4


def with_ratings_told(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the column of such a rating, and the numbers behind it."""
    found = list(tokens)
    for at in range(len(found) - 1, -1, -1):
        low = found[at].text.lower()
        if low == "reviewed" and at and found[at - 1].form in _JUDGING:
            found[at] = replace(found[at], text="rated", form="rated")
        elif found[at].is_quoted or (found[at].form,) in catalog.phrases:
            continue
        elif low in _RATED:
            found = _rated(found, at, catalog)
        elif low in _GAVE:
            found = _given(found, at, catalog)

    return tuple(found)


def _rated(tokens: list[Token], at: int, catalog: Catalog) -> list[Token]:
    """`rated our support 1 or 2`, and `rate our support` where it is asked how."""
    start = _behind(tokens, at + 1, _OURS)
    for stop in range(min(start + _LONGEST, len(tokens)), start, -1):
        column = _column_of([each.form for each in tokens[start:stop]], catalog)
        if column is None:
            continue

        begin = _behind(tokens, stop, _OURS)
        end = _numbers_end(tokens, begin)
        if end > begin:
            told = [*_words(("with", *column, "of"), tokens[at]), *tokens[begin:end]]
            return [*tokens[:at], *told, *tokens[end:]]

        asks = {each.form for each in tokens[:at]}
        if "how" in asks and not _ASKING.isdisjoint(asks - {"how"}):
            average = () if any(each.form == "average" for each in tokens) else ("average",)
            return [*tokens[:at], *_words((*average, *column), tokens[at]), *tokens[stop:]]

    return _bare(tokens, at, catalog)


def _bare(tokens: list[Token], at: int, catalog: Catalog) -> list[Token]:
    """`scored 92 or better`, `rated 4 stars or more`: by the one number that is a mark."""
    begin = _behind(tokens, at + 1, _OURS)
    number = next((place for place in range(begin, len(tokens)) if tokens[place].text.isdigit()), None)
    if number is None or not _BOUNDING.issuperset(each.form for each in tokens[begin:number]):
        return tokens

    marks = {each for each in catalog.concepts if _is_mark(each)}
    if len(marks) != 1:
        return tokens

    name = phrase_of(marks.pop().title)
    rest = tokens[number + 1 :]
    rest = rest[1:] if rest and rest[0].form in name else rest
    return [*tokens[:at], *_words(("with", *name), tokens[at]), *tokens[begin : number + 1], *rest]


def _is_mark(of: Concept) -> bool:
    is_number = of.kind == "dimension" and of.type == "number" and not of.primary_key
    return is_number and phrase_of(of.title)[-1] in _MARKS


def _given(tokens: list[Token], at: int, catalog: Catalog) -> list[Token]:
    """`gave a 4 or 5 for satisfaction`."""
    begin = _behind(tokens, at + 1, _OURS)
    end = _numbers_end(tokens, begin)
    start = _behind(tokens, end + 1, _OURS)
    if end == begin or end >= len(tokens) or tokens[end].form not in _ON:
        return tokens

    for stop in range(min(start + _LONGEST, len(tokens)), start, -1):
        column = _column_of([each.form for each in tokens[start:stop]], catalog)
        if column is not None:
            told = [*_words(("with", *column, "of"), tokens[at]), *tokens[begin:end]]
            return [*tokens[:at], *told, *tokens[stop:]]

    return tokens


def _behind(tokens: Sequence[Token], at: int, words: frozenset[str]) -> int:
    while at < len(tokens) and tokens[at].form in words:
        at += 1

    return at


def _numbers_end(tokens: Sequence[Token], at: int) -> int:
    """Where one number, or two with `or` or `to` between, end."""
    if at >= len(tokens) or not tokens[at].text.isdigit():
        return at

    end = at + 1
    while end + 1 < len(tokens) and tokens[end].form in _JOINTS and tokens[end + 1].text.isdigit():
        end += 2

    return end


def _column_of(words: Sequence[str], catalog: Catalog) -> tuple[str, ...] | None:
    """The name of the one number that these words name, with or without a word for a rating."""
    found = {each for phrase in _names(words) for each in _numbers_called(phrase, catalog)}
    return phrase_of(found.pop().title) if len(found) == 1 else None


def _names(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield tuple(words)
    yield from ((*words, each) for each in _RATING)


def _numbers_called(phrase: tuple[str, ...], catalog: Catalog) -> Iterator[Concept]:
    for each in catalog.concepts:
        is_rating = each.kind == "dimension" and each.type == "number" and not each.is_amount
        if is_rating and not each.primary_key and phrase_of(each.title) == phrase:
            yield each


def _words(words: Sequence[str], at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in words]
