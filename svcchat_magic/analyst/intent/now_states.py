"""What is so right now is no sum of all times, and who is staying no guest who stayed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.intent.terms import now_said
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, IsIn, Measured, Missing
from svcchat_magic.semantic.search.thesaurus import stems_of

_BEING = frozenset({"are", "is"})
_SMALL = frozenset({"currently", "still", "all", "now", "being"})
_ENDS = frozenset(
    (
        "closed", "completed", "departed", "discharge", "discharged", "ended", "exited", "finished", "left",
        "released", "resolved", "returned",
    )
)  # fmt: skip
_ADDED = frozenset({"sum", "avg", "max", "min", "count_distinct"})


def with_now_states(tokens: Sequence[Token], read: Assembled, catalog: Catalog) -> Assembled:
    """The reading; a verb that says what is so now has no place in what was so at any time."""
    if not now_said(tokens):
        return read

    read, begun = _with_ends(read, catalog)
    analysis = read.analysis
    missed = (
        *begun,
        *_summed(tokens, read),
        *_of_the_past(tokens, analysis),
        *_of_all_times(tokens, analysis),
    )
    return replace(read, dropped=(*read.dropped, *missed)) if missed else read


def _with_ends(read: Assembled, catalog: Catalog) -> tuple[Assembled, tuple[str, ...]]:
    """`patients currently admitted` have not been discharged; and the dates of which no end is known."""
    where, missed = list(read.analysis.where), list[str]()
    for each in read.analysis.where:
        if not isinstance(each, Missing) or not each.negated or each.of.type != "time":
            continue

        later = [one for one in catalog.times if one.cube == each.of.cube and one != each.of]
        ends = [one for one in later if _ENDS & set(phrase_of(one.name.replace("_", " ")))]
        if len(ends) == 1:
            where.append(Missing(ends[0]))
        elif later:
            missed.append(each.of.title.lower())

    return replace(read, analysis=replace(read.analysis, where=tuple(dict.fromkeys(where)))), tuple(missed)


def _summed(tokens: Sequence[Token], read: Assembled) -> Iterator[str]:
    """`which cars are rented right now`, read as the days for which they ever were."""
    for at, token in enumerate(tokens):
        before = at - 1
        while before > 0 and tokens[before].form in _SMALL:
            before -= 1

        is_now = tokens[max(at - 1, 0)].form == "currently"
        is_told = is_now or (before >= 0 and tokens[before].form in _BEING)
        is_told = is_told and is_participle(token.text.lower())
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
