"""A word that nobody knows and brackets explain: `frail patients (age over 80)`, for this question alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plural, singular
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import AnyOf, Concept, Condition, Exists, Within
from svcchat_magic.analyst.readings.read import Read

Tokens = tuple[Token, ...]

_LEADING = frozenset({"i.e.", "ie", "meaning", "with", "a", "an", "those", "whose", "where"})
_NEAR = 2  # words between the one that is explained and its brackets, with itself


def with_defined_rows(read: Read, again: Callable[[Tokens], Read], catalog: Catalog) -> Read:
    """The question with the condition in brackets in place of the word that it explains; else as it was."""
    if read.is_sure:
        return read

    for start, stop in _brackets(read.tokens):
        told = tuple(_said(read.tokens[start:stop]))
        rest = (*read.tokens[:start], *read.tokens[stop:])
        lost = _lost(again(rest)) if told else ()
        if len(lost) != 1 or not start - _NEAR <= lost[0] < start:
            continue

        for words in _without_word(rest, lost[0], start, told, again, catalog):
            found = again(words)
            if found.is_sure and _keeps_more(found, rest, start, again, lost[0]):
                return found

    return read


def _without_word(
    rest: Tokens, at: int, start: int, told: Tokens, again: Callable[[Tokens], Read], catalog: Catalog
) -> Iterator[Tokens]:
    """The words with the condition behind the noun; a noun that is explained itself is one of the rows."""
    kept = (_word("with", rest[at]), *told)
    if at < start - 1:
        yield (*rest[:at], *rest[at + 1 : start], *kept, *rest[start:])
        return

    cubes = set(_cubes(again(told)))
    noun = catalog.entities[cubes.pop()].noun if len(cubes) == 1 else ""
    if noun:
        of_rows = tuple(_word(each, rest[at]) for each in plural(noun).split())
        yield (*rest[:at], *of_rows, *kept, *rest[start:])


def _keeps_more(found: Read, rest: Tokens, start: int, again: Callable[[Tokens], Read], at: int) -> bool:
    """Whether the condition is one of the answer, and nothing else was read in its place."""
    plain = again((*rest[:at], *rest[at + 1 :])) if at < start - 1 else None
    analysis = found.best.analysis if found.best else None
    if analysis is None or not (analysis.where or analysis.having or analysis.quantities):
        return False

    return plain is None or plain.best is None or plain.best.analysis != analysis


def _cubes(read: Read) -> Iterator[str]:
    if read.best is None:
        return

    analysis = read.best.analysis
    yield from (of.cube for each in analysis.where for of in _subjects(each))
    bounded = (each.quantity for each in analysis.having if each.quantity is not None)
    yield from (cube for each in bounded for cube in cubes_of(each))


def _subjects(condition: Condition) -> Iterator[Concept]:
    match condition:
        case AnyOf():
            yield from (of for each in condition.conditions for of in _subjects(each))
        case Exists() | Within():
            return
        case _ if isinstance(getattr(condition, "of", None), Concept):
            yield condition.of  # type: ignore[union-attr]


def _lost(read: Read) -> tuple[int, ...]:
    return read.best.cover.unknown if read.best else ()


def _brackets(tokens: Tokens) -> Iterator[tuple[int, int]]:
    for at, each in enumerate(tokens):
        if at and "(" in each.before:
            closed = (place for place in range(at + 1, len(tokens)) if ")" in tokens[place].before)
            yield at, next(closed, len(tokens))


def _said(tokens: Tokens) -> Iterator[Token]:
    """The words of a condition, without what announces it and the mark that ends the question."""
    is_begun = False
    for each in tokens:
        is_begun = is_begun or each.text.lower() not in _LEADING
        if is_begun and each.text not in ("?", "!", "."):
            yield replace(each, before=each.before.strip("()") or " ")


def _word(text: str, at: Token) -> Token:
    return replace(at, text=text, form=singular(text), before=" ", is_quoted=False)
