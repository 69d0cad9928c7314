"""What is counted, and of what something is a part, where the words leave it open."""

from collections.abc import Sequence

from svcchat_magic.analyst.assembling.assembly import Assembled
from svcchat_magic.analyst.following.memory import Choice
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import LEXICON
from svcchat_magic.analyst.linking.verbs import entity_of
from svcchat_magic.analyst.meaning.titles import ENGLISH
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    Concept,
    Condition,
    Counted,
    Entity,
    Exists,
    IsIn,
    Measured,
)
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.rivals import cut
from svcchat_magic.semantic.search.thesaurus import stems_of

_DOING = frozenset({"did", "do", "does", "was", "were", "been", "are", "get", "got"})
_LONGEST_NOUN = 3
_WIDEST = 6  # tokens between what is counted and what was done with it


def rows_or_things(
    question: str, tokens: Sequence[Token], analysis: Analysis, catalog: Catalog, sources: Sources
) -> list[Choice]:
    """`how many books were borrowed`: loans, or different books."""
    counted = _counted(analysis, catalog)
    if counted is None or any(isinstance(each, Exists) for each in analysis.where):
        return []

    if any(_is_own_state(each, counted, tokens) for each in analysis.where):
        return []

    at, stop = _place(tokens, counted, catalog)
    done = _done(tokens[stop:], counted, catalog, sources) if stop else None
    if done is None:
        return []

    rows, things = _plural(done.noun), " ".join(each.text for each in tokens[at:stop])
    return [
        Choice(rows, cut(question, tokens, at, stop, rows)),
        Choice(f"different {things}", cut(question, tokens, at, stop, f"different {things}")),
    ]


def _is_own_state(kept: Condition, counted: Entity, tokens: Sequence[Token]) -> bool:
    """`how many trips were cancelled`, where trips have a state that is called so."""
    said = {stems_of(each.text) for each in tokens}
    if not isinstance(kept, IsIn) or kept.of.cube != counted.cube:
        return False

    return any(stems_of(str(each)) in said for each in kept.values)


def part_or_share(question: str, tokens: Sequence[Token], best: Assembled, catalog: Catalog) -> list[Choice]:
    """`share of late loans by town`: where the late ones are, or how many of the loans are late."""
    analysis = best.analysis
    said = next((each for each in best.cover.items if each.category == "SHARED"), None)
    first = analysis.quantities[0] if analysis.quantities else None
    is_share = analysis.derived is not None and analysis.derived.kind == "share"
    if not (said and is_share and isinstance(first, Measured)) or _says_total(tokens[said.start : said.stop]):
        return []

    whole = _whole(first.measure, catalog)
    if whole is None:
        return []

    part, rows = ENGLISH.lower(first.measure.title), _plural(whole.noun)
    asked = cut(question, tokens, said.start, said.stop, part).rstrip(" ?.!")
    return [
        Choice(
            f"{part} as a share of {rows}",
            cut(question, tokens, said.start, said.stop, f"{part} as a share of {rows}"),
        ),
        Choice(f"a share of all {part}", f"{asked}, as a share of the total"),
    ]


def _counted(analysis: Analysis, catalog: Catalog) -> Entity | None:
    """The entity whose rows alone are asked for."""
    match analysis.quantities:
        case (Counted(entity, where=(), is_active=False),):
            return catalog.entities.get(entity.cube)
        case (Measured(measure, where=()),) if _counts_all(measure, catalog):
            return catalog.entities.get(measure.cube)
        case _:
            return None


def _counts_all(measure: Concept, catalog: Catalog) -> bool:
    known = catalog.model.cubes[measure.cube].measures.get(measure.name)
    return known is not None and known.type == "count" and not known.filters


def _place(tokens: Sequence[Token], entity: Entity, catalog: Catalog) -> tuple[int, int]:
    """Where the noun of an entity begins and ends behind `how many` or `number of`; 0, 0 if none."""
    forms = tuple(each.form for each in tokens)
    for at in range(2, len(forms)):
        if forms[at - 2 : at] in (("how", "many"), ("number", "of")):
            for stop in range(at + 1, at + 1 + _LONGEST_NOUN):
                found = catalog.phrases.get(forms[at:stop], ())
                if any(each.of == entity and each.weight > LEXICON for each in found):
                    return at, stop

    return 0, 0


def _done(behind: Sequence[Token], counted: Entity, catalog: Catalog, sources: Sources) -> Entity | None:
    """The entity whose rows a verb makes that was done with what is counted, not by it."""
    near = behind[:_WIDEST]
    for at, each in enumerate(near):
        if not _DOING.isdisjoint(one.form for one in near[:at]):
            entity = entity_of(each.form, catalog)
            if entity and entity != counted and sources.graph.reaches(entity.cube, counted.cube, to_one=True):
                return entity

    return None


def _whole(measure: Concept, catalog: Catalog) -> Entity | None:
    """The entity of which a measure counts a part: readings for estimated readings."""
    is_part = measure.agg_type == "count" and not _counts_all(measure, catalog)
    return catalog.entities.get(measure.cube) if is_part else None


def _says_total(tokens: Sequence[Token]) -> bool:
    return any(each.form in ("total", "whole", "all") for each in tokens)


def _plural(noun: str) -> str:
    words = noun.split()
    return " ".join([*words[:-1], plural(words[-1])])
