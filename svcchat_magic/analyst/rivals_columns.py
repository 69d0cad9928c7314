"""One word that several columns end in: `average delay` of a departure delay and an arrival delay."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.following.memory import Choice
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.titles import ENGLISH
from svcchat_magic.analyst.meaning.tree import Aggregated, Analysis, Concept
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.analyst.rivals import are_even, cut, differences


def columns_of_a_word(question: str, read: Read, catalog: Catalog) -> list[Choice]:
    """The question once for each column that the word in it names as well as the others."""
    best = read.best
    if best is None:
        return []

    rivals = [each.analysis for each in read.others if not each.dropped and are_even(best, each)]
    pairs = [pair for each in rivals if (pair := _told_apart(best.analysis, each))]
    columns = list(dict.fromkeys(column for pair in pairs for column in pair))
    one = next(iter(columns), None)
    if one is None or any(pair[0] != one for pair in pairs) or not _are_alike(columns):
        return []

    at = next(_places(read.tokens, columns, catalog), None)
    if at is None:
        return []

    titles = [ENGLISH.lower(each.title) for each in columns]
    return [Choice(each, cut(question, read.tokens, at, at + 1, each)) for each in titles]


def _told_apart(one: Analysis, other: Analysis) -> tuple[Concept, Concept] | None:
    """The two columns, where nothing but the column differs in two readings."""
    match differences(one, other):
        case [Aggregated() as ours], [Aggregated() as theirs] if replace(ours, of=theirs.of) == theirs:
            return ours.of, theirs.of
        case _:
            return None


def _are_alike(columns: Sequence[Concept]) -> bool:
    """Whether all are numbers of the same rows, and differ by the words before their last one."""
    titles = [phrase_of(each.title) for each in columns]
    heads = {each[-1:] for each in titles}
    return (
        len(heads) == 1
        and len(set(titles)) == len(titles) > 1
        and len({each.cube for each in columns}) == 1
        and all(len(each) > 1 for each in titles)
        and all(each.type == "number" for each in columns)
    )


def _places(tokens: Sequence[Token], columns: Sequence[Concept], catalog: Catalog) -> Iterator[int]:
    """Where the one word is that names them all, without one before it that tells them apart."""
    told = {word for each in columns for word in phrase_of(each.title)[:-1]}
    for at, token in enumerate(tokens):
        named = [each.of for each in catalog.phrases.get((token.form,), ())]
        if all(each in named for each in columns) and told.isdisjoint(each.form for each in tokens):
            yield at
