"""Values that a filter names, held against those that the data have: a model writes `germany`, or invents."""

from dataclasses import replace
from difflib import get_close_matches

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.grounding.asked_for import value_in
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language_model.json_fields import BadAnalysis
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import look_ups
from svcchat_magic.analyst.meaning.tree import Analysis, Concept, Condition, IsIn
from svcchat_magic.errors import EngineError, QueryRefused

_ALL = 1_000  # as many as `Tools.values` gives; with so many, more may exist
_MOST_NEAR = 8


async def with_known_values(analysis: Analysis, tools: Tools) -> Analysis:
    """The analysis with its text values spelled as the data have them.

    Raises BadAnalysis, with the nearest values, for one that the data do not have.
    """
    where: list[Condition] = []
    for each in analysis.where:
        is_text = isinstance(each, IsIn) and each.of.type == "string"
        where.append(await _known(each, tools) if is_text and isinstance(each, IsIn) else each)

    return replace(analysis, where=tuple(where))


async def asked_values(question: str, tools: Tools, catalog: Catalog) -> frozenset[str]:
    """The values of the data that a question names whole, in lower case."""
    found: set[str] = set()
    for look_up in look_ups(tokens_of(question), catalog):
        try:
            rows = await tools.find_values(look_up.search)
        except (QueryRefused, EngineError):  # then nothing is known of these dimensions
            continue

        values = (each.value.strip().casefold() for each in rows if each.is_whole)
        found |= {each for each in values if value_in(question, each)}

    return frozenset(found) - catalog.words


async def _known(condition: IsIn, tools: Tools) -> IsIn:
    try:
        known = await tools.values(condition.of.places[0].qualified)
    except (QueryRefused, EngineError):  # the query itself then says what is wrong
        return condition

    if len(known) >= _ALL:
        return condition

    return replace(
        condition, values=tuple(_spelled(str(each), known, condition.of) for each in condition.values)
    )


def _spelled(value: str, known: tuple[str, ...], of: Concept) -> str:
    if value in known:
        return value

    alike = [each for each in known if each.casefold() == value.strip().casefold()]
    if len(alike) == 1:
        return alike[0]

    near = get_close_matches(value, known, n=_MOST_NEAR, cutoff=0.5) or list(known[:_MOST_NEAR])
    raise BadAnalysis(f"{of.name} has no value {value[:80]!r}; it has, for example, {', '.join(near)}.")
