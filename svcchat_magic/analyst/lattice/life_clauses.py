"""Clauses about persons who come and go, said as the grammar reads them: how long they have been with us."""

from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.lattice.spoken_lives import said, spans_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life
from svcchat_magic.analyst.linking.verbs import is_participle

_HAVE = frozenset({"have", "has", "had"})
_EARN = (
    ("and", "what", "do", "they", "earn"),
    ("and", "what", "they", "earn"),
    ("and", "what", "do", "they", "make"),
)
_PAID = frozenset({"paid", "earner", "earning"})
_FARTHEST = 6  # tokens from `have` to `been`


def with_life_clauses(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """The words with a tenure for how long they have been there, and with what they did as theirs."""
    tokens = _with_tenure(tokens, life, catalog)
    return _with_pay(_with_theirs(tokens, life, catalog), life, catalog)


def _with_tenure(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """`how long have our current staff been with us` asks for their average tenure."""
    forms = [each.form for each in tokens]
    at = next((at for at in range(len(forms) - 3) if forms[at : at + 2] == ["how", "long"]), None)
    if at is None or forms[at + 2] not in _HAVE or life.begin is None:
        return tokens

    been = next(
        (one for one in range(at + 3, min(at + 3 + _FARTHEST, len(forms))) if forms[one] == "been"), None
    )
    whom = tokens[at + 3 : been] if been is not None else ()
    if been is None or life.entity.cube not in rows_named(whom, catalog):
        return tokens

    places = standing().verbs | life_words().staying
    stop = next((stop for start, stop in spans_of(tokens, places) if start == been + 1), None)
    if stop is None:
        return tokens

    is_status = any(True for _ in spans_of(whom, life_words().current)) or forms[at + 2] == "had"
    lead = ("average", "tenure", "of") if is_status else ("average", "tenure", "of", "current")
    return (*tokens[:at], *said(tokens[at], lead), *_bare(whom), *tokens[stop:])


def _bare(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tokens[1:] if tokens[0].form in ("our", "the", "your") else tokens


def _with_theirs(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """`requests made by people still employed` are those of such people, and no number for each of them."""
    words, still = life_words(), standing()
    for at in range(1, len(tokens) - 2):
        if tokens[at].form != "by" or not is_participle(tokens[at - 1].text.lower()):
            continue

        noun = at + 1 + any(start == at + 1 for start, _ in spans_of(tokens, words.current))
        is_theirs = life.entity.cube in rows_named(tokens[noun : noun + 1], catalog)
        behind = [
            *spans_of(tokens, words.staying),
            *((each - 1, each) for each, _ in spans_of(tokens, still.verbs)),
        ]
        is_kept = noun > at + 1 or any(start == noun + 1 for start, _ in behind)
        if is_theirs and is_kept:
            return (*tokens[: at - 1], *said(tokens[at - 1], ("of",)), *tokens[at + 1 :])

    return tokens


def _with_pay(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """`the 10 best paid, and what do they earn`: with their pay, where one column tells it."""
    own = (each for each in catalog.of_cube(life.entity.cube, "dimension") if each.format == "currency")
    titles = [each.title for each in own]
    forms = tuple(each.form for each in tokens if not each.is_mark)
    plain = [each for each in tokens if not each.is_mark]
    for clause in _EARN:
        if len(titles) == 1 and forms[-len(clause) :] == clause and not _PAID.isdisjoint(forms):
            first = plain[-len(clause)]
            at = tokens.index(first)
            return (*tokens[:at], *said(first, ("with", "their", *phrase_of(titles[0]))))

    return tokens
