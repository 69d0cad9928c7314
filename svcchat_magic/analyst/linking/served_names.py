"""Whom a firm serves where no table is called so: companies that have a plan and tickets are customers."""

from collections.abc import Mapping

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.member_names import LEXICON
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import Model

_Meanings = dict[Phrase, dict[Concept | Entity, float]]
_WORDS = ("customer", "client")
_SERVED = frozenset({"company", "organisation", "organization", "firm", "business", "account", "client"})
_SIGNS = frozenset(  # columns of those who are served for money, and what is done for them
    (
        "plan", "signup", "subscription", "churned", "churn", "contract", "mrr", "fee", "tier", "renewal",
        "onboarded", "ticket", "order", "invoice", "purchase", "booking", "shipment", "licence", "license",
    )
)  # fmt: skip
_OTHERS = frozenset({"supplier", "vendor", "partner", "employer", "carrier", "competitor"})


def with_served(meanings: _Meanings, model: Model, entities: Mapping[str, Entity]) -> _Meanings:
    """The meanings with `customer` and `client` for the one table of those served, if none is called so."""
    found = [each for each in entities.values() if _is_served(each, model, entities)]
    known = {word for phrase in meanings for word in phrase}
    if len(found) == 1 and not known & (_OTHERS | (set(_WORDS) - set(phrase_of(found[0].noun)))):
        for word in _WORDS:
            meanings.setdefault((word,), {found[0]: LEXICON})

    return meanings


def _is_served(entity: Entity, model: Model, entities: Mapping[str, Entity]) -> bool:
    """Whether rows are firms or accounts for which something is done."""
    if not set(phrase_of(entity.noun)[-1:]) & _SERVED or entity.cube not in model.cubes:
        return False

    columns = {word for each in model.cubes[entity.cube].dimensions for word in phrase_of(each)}
    reaches = JoinGraph(model.cubes).reaches
    facts = (each for each in entities if each != entity.cube and reaches(each, entity.cube, to_one=True))
    done = {word for each in facts for word in phrase_of(entities[each].noun)}
    return bool((columns | done) & _SIGNS)
