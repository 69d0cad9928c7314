"""What verbs do in one model: `borrowed` is of the loans where a date of theirs is called so."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle as is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.member_names import LEXICON
from svcchat_magic.analyst.linking.sale_dates import sales_of
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_ASKING = frozenset({"did", "do", "does"})
_ARTICLES = frozenset({"the", "a", "an", "our", "each", "every", "all", "their", "your", "any"})
_DOERS = ("er", "or", "ist")
_FARTHEST = 4  # words from `does` to its verb
_BUYING = frozenset({"buy", "buying"})  # what the package's own words have for orders beside participles


def is_verb_form(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is a verb for what rows are: who bought the most is no buyer of bought things."""
    token = tokens[at]
    if token.form in _BUYING or is_participle(token.text.lower()):
        return True

    before = [each.text.lower() for each in tokens[max(at - _FARTHEST, 0) : at]]
    has_subject = before[-1:] != [] and before[-1] not in _ASKING | _ARTICLES
    return (
        has_subject and not _ASKING.isdisjoint(before) and token.text.lower() == token.form
    )  # each member borrow


def entity_of(verb: str, catalog: Catalog) -> Entity | None:
    """The entity whose rows a verb makes: by its noun, its count or their date; none where several are.

    What is returned has been borrowed before: a later date says when something else was done with the rows.
    """
    stems = stems_of(verb)
    named = [
        each.of
        for phrase, meanings in catalog.phrases.items()
        if len(phrase) == len(stems) and stems_of(" ".join(phrase)) == stems
        for each in meanings
        if each.weight > LEXICON
    ]
    begun = {each.cube: each for each in reversed(catalog.times)}
    for is_of in (_is_entity, _is_count, _is_time):
        found = {
            each.cube for each in named if is_of(each) and (not _is_time(each) or begun[each.cube] == each)
        }
        if found:
            return catalog.entities[found.pop()] if len(found) == 1 else None

    return sales_of(verb, catalog)


def is_who_does(verb: str, entity: Entity) -> bool:
    """Whether rows are those who do something: a shipper ships, and an order is what is ordered."""
    last = phrase_of(entity.noun)[-1:]
    is_doer = bool(last) and last[0].endswith(_DOERS) and stems_of(verb) != last
    return is_doer and akin(verb, last[0])


def _is_entity(of: Concept | Entity) -> bool:
    return isinstance(of, Entity)


def _is_count(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.agg_type == "count"


def _is_time(of: Concept | Entity) -> bool:
    return isinstance(of, Concept) and of.kind == "dimension" and of.type == "time"


def done_verbs(tokens: Sequence[Token], catalog: Catalog) -> frozenset[str]:
    """Verbs that say little elsewhere: of the calls that `we did answer` not all are meant.

    What every row begins with says as little here: all orders are placed.
    """
    named = {phrase[0] for phrase in catalog.phrases if len(phrase) == 1}
    light = keywords().light - keywords().function - named
    said = (
        each.form
        for at, each in enumerate(tokens)
        if each.form in light
        and each.text.lower() == each.form  # requests are none
        and not _ASKING.isdisjoint(one.form for one in tokens[max(at - 3, 0) : at])
    )
    return frozenset(each for each in said if not any(akin(each, one) for one in keywords().begins))
