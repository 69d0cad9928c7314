"""`paid with PayPal`, `shipped by courier`: by which means something was done, where a column says that."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Grammar
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.meaning.tree import Condition, IsIn
from svcchat_magic.semantic.search.thesaurus import stems_of

_VERBS = "paid|shipped|sent|delivered|booked|ordered|bought|sold|settled|contacted|reported|submitted"
_NOUNS = {"paid": "payment", "settled": "payment", "sent": "shipping", "delivered": "delivery"}
BY_MEANS = Grammar()
rule = BY_MEANS.rule

BY_MEANS.level()


@rule(f"{_VERBS} with|by|via|through|using|in|on ~VALUE", "CONDITION", "paid with PayPal", bonus=1.6)
def done_by_means(verb: str, _with: str, value: IsIn) -> Condition | None:
    """The verb only says of which column the value is: `paid` is no state then."""
    words = phrase_of(value.of.title)
    noun = _NOUNS.get(verb, verb)
    fits = any(akin(verb, each) or stems_of(each) == stems_of(noun) for each in words[:-1])
    return value if fits else None
