"""Words of a question that may be of the same family as a value: `failures` of what failed."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.exclusions import excluded_nouns
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.outcomes import outcome_words
from svcchat_magic.analyst.language.participles import is_done_state, is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.typo_repair import is_doubtful
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.families import akin, akin_words, roots_of
from svcchat_magic.analyst.linking.verbs import done_verbs

_SHORTEST_PART = 4
_BEING = frozenset({"is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "not", "been"})
_DOERS = frozenset({"we", "they", "you", "i", "he", "she", "it", "us", "did", "do", "does"})


def akin_to(value: str, words: Sequence[str]) -> Iterator[str]:
    """The words of the family of a value; of verbs that say little only those that it is a form of.

    What was sold is no sale of another column.
    """
    roots = {root for each in phrase_of(value) for root in roots_of(each)}
    for word in akin_words(value, words):
        if word not in keywords().light or not roots.isdisjoint(roots_of(word)):
            yield word


def rooted_words(tokens: Sequence[Token], catalog: Catalog) -> Iterator[str]:
    """The words that nothing of the model is called: `failures` may be what failed; not what is ordered."""
    function, light = keywords().function, keywords().light
    alone = frozenset(phrase[0] for phrase in keywords().meanings if len(phrase) == 1)  # `most successful`
    known = catalog.words | light | function | alone
    excluded = (tokens[at].form for at in sorted(excluded_nouns(tokens)))  # voids are what is Voided
    first = next((at for at, each in enumerate(tokens) if each.form not in function), 0)
    words = [
        each.form
        for at, each in enumerate(tokens)
        if each.form.isalpha() and len(each.form) >= _SHORTEST_PART and (at != first or _is_made(each))
        if not (at and tokens[at - 1].form in _DOERS and _has_rows(each.form, catalog))  # what we sell
    ]
    done = done_verbs(tokens, catalog)
    words = [each for each in words if (each not in known or each in done) and not is_doubtful(each)]
    little = (alone | light) - function
    states = (each.form for at, each in enumerate(tokens) if each.form in little and _is_state(tokens, at))
    yield from dict.fromkeys((*words, *excluded, *states))


def ended(tokens: Sequence[Token]) -> Iterator[int]:
    """The places of words that may say how rows ended: `won deals` are those that are Closed Won."""
    words = outcome_words()
    yield from (
        at for at, each in enumerate(tokens) if each.form in words and is_participle(each.text.lower())
    )


def _is_state(tokens: Sequence[Token], at: int) -> bool:
    """`lost attempts`, `deals that were won`: what says little elsewhere may say how rows ended.

    All rows were placed or made.
    """
    word = tokens[at].text.lower()
    if not is_participle(word) or any(akin(word, each) for each in keywords().begins):
        return False

    before = tokens[at - 1].form if at else ""
    is_told = before in _BEING
    is_won = at + 1 < len(tokens) and _is_several(tokens[at + 1]) and word in keywords().light
    is_won &= before not in _DOERS  # what we sell is not all that was sold
    return is_told or is_won or is_done_state(tokens, at)


def _has_rows(verb: str, catalog: Catalog) -> bool:
    """Whether what is done has rows of its own: sales, beside works that are sold."""
    nouns = {word for each in catalog.entities.values() for word in phrase_of(each.noun)}
    return verb in keywords().light and any(akin(verb, each) for each in nouns)


def _is_several(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _is_made(token: Token) -> bool:
    """Whether a word has an ending: `waive all fines` is an order, `failures by month` is none."""
    return token.text.lower() != token.form or len(roots_of(token.form)) > 1
