"""Which column a value is of, where several have it and the words beside it tell."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.directed import said_as
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, Entity, IsIn
from svcchat_magic.analyst.planning.sources import Sources

_WHERE = frozenset({"in", "at", "from", "of", "near"})
_ARTICLES = frozenset({"the", "our"})
_LONGEST_NOUN = 3


def nearness(tokens: Sequence[Token], analysis: Analysis, sources: Sources) -> tuple[int, int]:
    """Less for the likelier: values of the columns that the words say, told few joins away.

    Of two countries that of who enrolled, not who taught. Of readings that fit as well the first is taken.
    """
    kept = [each for each in analysis.where if isinstance(each, IsIn)]
    said = sum(is_told_by_words(tokens, analysis, each, sources) for each in kept)
    homes = {cube for quantity in analysis.quantities for cube in cubes_of(quantity)} - {""}
    told = {each.of.cube for each in kept} if len(homes) == 1 else ()
    return -said, sum(sources.distance(home, cube) for home in homes for cube in told)


def is_told_by_words(tokens: Sequence[Token], analysis: Analysis, kept: IsIn, sources: Sources) -> bool:
    """`destinations apart from MAD` denies a destination, `connectors in Oslo` are where connectors are."""
    if kept.negated and ByMember(kept.of) in analysis.groups:
        return True

    reaches = sources.graph.reaches
    rows = _rows_before(tokens, kept, sources.catalog)
    return any(each == kept.of.cube or reaches(each, kept.of.cube, to_one=True) for each in rows)


def _rows_before(tokens: Sequence[Token], kept: IsIn, catalog: Catalog) -> frozenset[str]:
    """The tables whose rows stand right before a value, with a word that says where."""
    forms = [each.form for each in tokens]
    value = said_as(kept.values[0], tuple(forms))
    at = next((at for at in range(1, len(forms)) if tuple(forms[at : at + len(value)]) == value), 0)
    while at > 1 and forms[at - 1] in _ARTICLES:
        at -= 1

    if at < 2 or forms[at - 1] not in _WHERE:
        return frozenset()

    for start in range(max(at - 1 - _LONGEST_NOUN, 0), at - 1):
        named = catalog.phrases.get(tuple(forms[start : at - 1]), ())
        rows = {each.of.cube for each in named if isinstance(each.of, Entity) and each.weight >= OWN}
        if rows:
            return frozenset(rows)

    return frozenset()
