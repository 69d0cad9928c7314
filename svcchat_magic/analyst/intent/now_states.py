"""What is so right now is no sum of all times, and who is staying no guest who stayed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.terms import now_said
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, IsIn, Measured
from svcchat_magic.semantic.search.thesaurus import stems_of

_BEING = frozenset({"are", "is"})
_SMALL = frozenset({"currently", "still", "all", "now", "being"})
_ADDED = frozenset({"sum", "avg", "max", "min", "count_distinct"})


def with_now_states(tokens: Sequence[Token], read: Assembled) -> Assembled:
    """The reading; a verb that says what is so now has no place in what was so at any time."""
    if not now_said(tokens):
        return read

    analysis = read.analysis
    missed = (*_summed(tokens, read), *_of_the_past(tokens, analysis), *_of_all_times(tokens, analysis))
    return replace(read, dropped=(*read.dropped, *missed)) if missed else read


def _summed(tokens: Sequence[Token], read: Assembled) -> Iterator[str]:
    """`which cars are rented right now`, read as the days for which they ever were."""
    for at, token in enumerate(tokens):
        before = at - 1
        while before > 0 and tokens[before].form in _SMALL:
            before -= 1

        is_told = before >= 0 and tokens[before].form in _BEING and is_participle(token.text.lower())
        for item in read.cover.items if is_told else ():
            value = item.value
            if (
                item.start <= at < item.stop
                and isinstance(value, Measured)
                and value.measure.agg_type in _ADDED
            ):
                yield token.text


def _of_all_times(tokens: Sequence[Token], analysis: Analysis) -> Iterator[str]:
    """`pets currently staying`, read as all stays there ever were."""
    cubes = {cube for each in analysis.quantities for cube in cubes_of(each)} if not analysis.where else set()
    called = {word for cube in cubes for word in phrase_of(cube.removesuffix("_rows").replace("_", " "))}
    nouns = {stems_of(word) for word in called}
    yield from (
        each.text
        for each in tokens
        if each.text.lower().endswith("ing") and each.form not in called and stems_of(each.text) in nouns
    )


def _of_the_past(tokens: Sequence[Token], analysis: Analysis) -> Iterator[str]:
    """`guests currently staying`, read as those whose state is that they stayed."""
    done = {
        stems_of(word)
        for each in analysis.where
        if isinstance(each, IsIn)
        for value in each.values
        for word in phrase_of(str(value))
        if is_participle(word)
    }
    yield from (
        each.text for each in tokens if each.text.lower().endswith("ing") and stems_of(each.text) in done
    )
