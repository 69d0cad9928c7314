"""`which source brings in the most leads`: what is brought in is said, and the verb names no money."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_EARNING = frozenset(
    {
        *("bring", "brings", "brought", "earn", "earns", "earned", "make", "makes", "made", "get", "gets"),
        *("got", "generate", "generates", "generated", "produce", "produces", "produced"),
    }
)
_ARTICLES = frozenset({"the", "our"})
_OBJECTS = frozenset({"ENTITY", "MEASURE", "NDIM", "DIM"})
_SURE = 0.9


def without_verbs_of_objects(
    items: Iterable[Item], tokens: Sequence[Token], alone: Sequence[Item]
) -> Iterator[Item]:
    """The meanings without measures by such a verb, where the most or least of something stands behind it.

    What that is the meanings of words `alone` tell.
    """
    named = {each.start for each in alone if each.category in _OBJECTS and each.score >= _SURE}
    for each in items:
        if not (_is_by_verb(each, tokens) and _object(each, tokens) in named):
            yield each


def _is_by_verb(item: Item, tokens: Sequence[Token]) -> bool:
    return item.category == "MEASURE" and tokens[item.start].text.lower() in _EARNING


def _object(item: Item, tokens: Sequence[Token]) -> int:
    """Where the object of a verb begins, behind `the most`; -1 without one."""
    at, meanings = item.stop, keywords().meanings
    while at < len(tokens) and tokens[at].form in _ARTICLES:
        at += 1

    is_end = at < len(tokens) and any(kind == "SUPER" for kind, _ in meanings.get((tokens[at].form,), ()))
    return at + 1 if is_end else -1
