"""Words for persons who came, are there, or left, said by the noun of their rows: leavers, headcount."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lives import life_words
from svcchat_magic.analyst.language.standing import standing
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.life_clauses import with_life_clauses
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.lattice.spoken_lives import HEADCOUNT, STAFF, life_meant, said, spans_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.lives import Life

_HAVING = frozenset({"has", "have", "had", "having", "with"})
_HAVE = frozenset({"have", "has", "had", "ever", "already", "who", "that", "we", "they", "to", "will"})
_OF_REST = frozenset({"request", "type", "day", "application", "balance", "record", "entitlement", "policy"})
_EXCLUDING = (
    *((first, second) for first in ("not", "without") for second in ("counting", "including")),
    *((each,) for each in ("excluding", "without", "except", "ignoring", "minus", "excl", "no")),
)
_ONLY = frozenset({"only", "just"})
_BREAKS = frozenset({",", ";", "-", "–", "("})


def with_lives(tokens: tuple[Token, ...], catalog: Catalog) -> tuple[Token, ...]:
    """The words, with leavers as the employees who left, and people as employees where they come or go."""
    life = life_meant(tokens, catalog)
    if life is None:
        return tokens

    called = _called(tokens, life, catalog)
    called = with_life_clauses(tuple(_with_verbs(called, life, catalog)), life, catalog)
    return _without_said_again(called, life, catalog)


def _called(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """Nouns for such persons, by the noun of their rows."""
    words, found, skipped = life_words(), list[Token](), 0
    leavers, joiners = dict(spans_of(tokens, words.leavers)), dict(spans_of(tokens, words.joiners))
    for at, token in enumerate(tokens):
        if at < skipped:
            continue

        noun = plural(life.entity.noun).split()
        if _is_headcount(tokens, at, life):
            found = _with_headcount(found, token, noun, catalog)
        elif _is_people(tokens, at, life, catalog):
            found += said(token, noun)
        elif at in leavers and catalog.words.isdisjoint({token.form}):
            kept = _without_exclusion(found)
            found = [*kept, *said(token, _STILL if len(kept) < len(found) else (*noun, "who", "left"))]
            skipped = leavers[at]
        elif at in joiners and life.begin and _is_joiner(tokens[at : joiners[at]], life, catalog):
            found += said(token, (*noun, "who", "joined"))
            skipped = joiners[at]
        else:
            found.append(token)

    return tuple(found)


def _without_exclusion(before: list[Token]) -> list[Token]:
    """`not counting leavers`: without the words that leave them out."""
    forms = tuple(each.form for each in before)
    return next((before[: -len(each)] for each in _EXCLUDING if forms[-len(each) :] == each), before)


def _with_headcount(before: list[Token], token: Token, noun: Sequence[str], catalog: Catalog) -> list[Token]:
    """By the model's own number, else as the number of such persons; what no word else says is kept."""
    own = _own_headcount(catalog)
    if own is not None:
        is_said = tuple(each.form for each in before[-len(own) + 1 :]) == own[:-1]
        return [*before, *(said(token, own) if own and not is_said else (token,))]

    first = replace(token, form="number")
    status = before[-1:] if _is_status(before[-1:]) else []
    kept = before[: len(before) - len(status)]
    return [*kept, first, *said(token, ("of",)), *status, *said(token, noun)]


def _is_headcount(tokens: Sequence[Token], at: int, life: Life) -> bool:
    """`current headcount` is a number of those who are there now, and never their list."""
    before = tokens[at - 1 : at] if at else ()
    is_plain = not before or before[0].form not in ("number", "of", "total", "average")
    return tokens[at].form in HEADCOUNT and life.is_staff and is_plain


def _own_headcount(catalog: Catalog) -> tuple[str, ...] | None:
    """What the model calls its number of them; None where it has none, and nothing where it has several."""
    titles = [each.title for each in catalog.concepts if HEADCOUNT & set(phrase_of(each.title))]
    return tuple(titles[0].lower().split()) if len(titles) == 1 else () if titles else None


def _is_status(tokens: Sequence[Token]) -> bool:
    return tuple(each.form for each in tokens) in life_words().current


def _is_people(tokens: Sequence[Token], at: int, life: Life, catalog: Catalog) -> bool:
    """`people`, `staff`, `the workforce`, where the model calls nothing else so."""
    token, words = tokens[at], keywords()
    general = words.general - words.things - words.places
    is_general = token.form in general or (token.form in STAFF and life.is_staff)
    is_own = token.form in phrase_of(life.entity.noun) or (token.form,) in catalog.phrases
    return is_general and not is_own and not token.is_quoted


def _is_joiner(tokens: Sequence[Token], life: Life, catalog: Catalog) -> bool:
    """`hires`, and never the command to hire, or hires of what the model lets."""
    last = tokens[-1]
    others = rows_named(tokens, catalog) - {life.entity.cube}
    is_known = tuple(each.form for each in tokens) in catalog.phrases
    return last.text.lower() != last.form and not others and not is_known


def _with_verbs(tokens: Sequence[Token], life: Life, catalog: Catalog) -> Iterator[Token]:
    """`did more people leave`, which is no leave that they take; `has the most active staff` of them all."""
    leaves, joins = life_words().leave, life_words().join
    for at, token in enumerate(tokens):
        is_most = at > 1 and token.form == "active" and tokens[at - 1].form == "most"
        if is_most and not _HAVING.isdisjoint(each.form for each in tokens[max(at - 3, 0) : at - 1]):
            yield replace(token, text="current", form="current")
            continue

        is_verb = _is_behind_persons(tokens, at, life, catalog) and not token.is_quoted
        behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
        is_verb = is_verb and token.text.lower() == token.form and behind not in _OF_REST
        if is_verb and (token.form,) in leaves:
            yield replace(token, text="left", form="left")
        elif is_verb and (token.form,) in joins and life.begin is not None:
            yield replace(token, text="joined", form="joined")
        else:
            yield token


def _is_behind_persons(tokens: Sequence[Token], at: int, life: Life, catalog: Catalog) -> bool:
    before = at - 1
    while before >= 0 and tokens[before].form in _HAVE:
        before -= 1

    return before >= 0 and life.entity.cube in rows_named(tokens[max(before, 0) : before + 1], catalog)


def _without_said_again(tokens: tuple[Token, ...], life: Life, catalog: Catalog) -> tuple[Token, ...]:
    """`headcount by department, people still with us`: the noun behind the comma says nothing new."""
    cube = life.entity.cube
    for at in range(1, len(tokens)):
        end = next((end for end in range(at + 1, len(tokens)) if tokens[end].is_mark), len(tokens))
        part = tokens[at + 1 : end]
        if tokens[at].form not in _BREAKS or cube not in rows_named(tokens[:at], catalog):
            continue

        nouns = [one for one, each in enumerate(part) if cube in rows_named((each,), catalog)]
        rest = [each for one, each in enumerate(part) if one not in nouns and each.form not in _ONLY]
        if len(nouns) == 1 and _says_staying(rest):
            return (*tokens[: at + 1], *said(part[0], _STILL), *tokens[end:])

    return tokens


_STILL = ("still", "with", "us")


def _says_staying(tokens: Sequence[Token]) -> bool:
    """Whether these words say that they are there, and nothing else."""
    forms = tuple(each.form for each in tokens if each.form not in ("who", "are", "is", "that"))
    words = life_words()
    is_still = forms[:1] == ("still",) and forms[1:] in standing().verbs
    return is_still or forms in words.staying or forms in words.current
