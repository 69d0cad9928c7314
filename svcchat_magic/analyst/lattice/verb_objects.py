"""`which source brings in the most leads`: what is brought in is said, and the verb names no money."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.meaning.tree import Concept

_EARNING = frozenset(
    {
        *("bring", "brings", "brought", "earn", "earns", "earned", "make", "makes", "made", "get", "gets"),
        *("got", "generate", "generates", "generated", "produce", "produces", "produced"),
    }
)
_ARTICLES = frozenset({"the", "our"})
_HELPING = frozenset({"do", "does", "did"})
_DOERS = frozenset({"they", "we", "you", "i", "he", "she", "it", "people", "everyone", "everybody"})
_COLUMNS = frozenset({"DIM", "BDIM", "NDIM"})
_OBJECTS = frozenset({"ENTITY", "MEASURE", "NDIM", "DIM"})
_SURE = 0.9
_GUESSED = 0.75  # of a word that is called so elsewhere


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


def without_deeds(items: Iterable[Item], tokens: Sequence[Token]) -> Iterator[Item]:
    """The meanings without columns that are called as what somebody does at the end of a question."""
    return (each for each in items if not _is_done_by(each, tokens))


def _is_done_by(item: Item, tokens: Sequence[Token]) -> bool:
    """`how many orders did customers make`: what they do is no make of anything."""
    if (
        item.category not in _COLUMNS
        or item.score > _GUESSED
        or item.stop != item.start + 1
        or item.start < 2
    ):
        return False

    if isinstance(item.value, Concept) and item.value.type == "time":
        return False

    words, verb, doer = keywords(), tokens[item.start], tokens[item.start - 1].form
    is_verb = verb.form in words.light - words.function and verb.text.lower() == verb.form
    does = any(each.form in _HELPING for each in tokens[: item.start - 1])
    return is_verb and does and (doer in _DOERS or doer not in words.function | words.light)


def _is_by_verb(item: Item, tokens: Sequence[Token]) -> bool:
    return item.category == "MEASURE" and tokens[item.start].text.lower() in _EARNING


def _object(item: Item, tokens: Sequence[Token]) -> int:
    """Where the object of a verb begins, behind `the most`; -1 without one."""
    at, meanings = item.stop, keywords().meanings
    while at < len(tokens) and tokens[at].form in _ARTICLES:
        at += 1

    is_end = at < len(tokens) and any(kind == "SUPER" for kind, _ in meanings.get((tokens[at].form,), ()))
    return at + 1 if is_end else -1
