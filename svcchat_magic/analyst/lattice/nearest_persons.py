"""Of several sorts of persons those who did it: hours are logged by whom each row of hours tells of."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import SYNONYM
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.search.thesaurus import stems_of

_OF_THE_SERVED = frozenset(
    stem
    for verb in (
        "borrow", "buy", "bought", "cancel", "complain", "donate", "give", "gave", "order", "pay",
        "paid", "purchase", "refer", "rent", "request", "reserve", "return", "spend", "spent", "subscribe",
        "visit",
    )
    for stem in stems_of(verb)
)  # fmt: skip
_LONGEST = 3  # words of a measure's name


def nearest_persons(tokens: Sequence[Token], at: int, catalog: Catalog) -> Entity | None:
    """Whom the rows of what is asked for tell of first; None where they tell of none or of several so.

    What customers do is told of them, also where someone else is nearer: who packed what they bought.
    """
    verb = tokens[at + 1].text if at + 1 < len(tokens) else ""
    homes = set(_homes(tokens[at + 1 :], catalog))
    if len(homes) != 1 or not _OF_THE_SERVED.isdisjoint(stems_of(verb)):
        return None

    (home,) = homes
    graph: JoinGraph = catalog.model.derived.get("joins", lambda: JoinGraph(catalog.model.cubes))
    persons = [each for each in catalog.entities.values() if is_person(ByEntity(each))]
    walks = {each: graph.walks(home, each.cube, to_one=True) for each in persons if each.cube != home}
    steps = {each: len(found[0]) for each, found in walks.items() if found}
    nearest = [each for each in steps if steps[each] == min(steps.values())]
    words = keywords()
    is_served = any(not words.persons.isdisjoint(phrase_of(each.noun)[-1:]) for each in nearest)
    works = not (words.of_staff | words.by_staff).isdisjoint((verb.lower(),))
    return nearest[0] if len(nearest) == 1 < len(steps) and not (works and is_served) else None


def _homes(tokens: Sequence[Token], catalog: Catalog) -> Iterator[str]:
    """Whose numbers are named."""
    forms = [each.form for each in tokens]
    at = 0
    while at < len(forms):
        for size in range(min(_LONGEST, len(forms) - at), 0, -1):
            named = catalog.phrases.get(tuple(forms[at : at + size]), ())
            found = [each.of for each in named if each.weight >= SYNONYM and isinstance(each.of, Concept)]
            measures = [each for each in found if each.kind == "measure"]
            if measures:
                yield from (each.cube for each in measures)
                at += size - 1
                break

        at += 1
