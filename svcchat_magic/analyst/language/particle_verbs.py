"""Verbs that a small word behind them gives a sense of its own: turn down, run out, ring up."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.semantic.search.business_terms import business_terms
from svcchat_magic.semantic.search.thesaurus import stems_of

ALWAYS = ("have", "had"), ("make", "made")  # what any rows are, and what any money is, by being there
_BEFORE_STATES = frozenset({"have", "has", "had", "is", "are", "was", "were", "been", "be", "being", "'ve"})
_NOBODY = frozenset({"nobody", "noone", "one"})  # whom nobody looks after has none
_SAME_IN_PAST = frozenset({"cut", "let", "put", "shut"})  # said of a state more often than of what is to come

_ALSO_BEFORE = frozenset({"by", "in", "over", "through"})  # that stand before nouns as well
_BEHIND = frozenset(
    (
        "in",
        "last",
        "this",
        "by",
        "per",
        "each",
        "from",
        "since",
        "during",
        "and",
        "yesterday",
        "today",
        "on",
        "for",
    )
)


@dataclass(frozen=True, slots=True)
class ParticleVerb:
    """One that a question says, with the plain verbs for it: of now, and of the past."""

    at: int  # the place of the verb; its particle stands right behind
    plain: tuple[tuple[str, str], ...]
    is_past: bool


@cache
def _plain() -> Mapping[tuple[str, ...], tuple[tuple[str, str], ...]]:
    text = files(__package__).joinpath("particle_verbs.toml").read_text("utf-8")
    found: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}
    for phrase, verbs in tomllib.loads(text)["plain"].items():
        verb, particle = phrase.split()
        pairs = (each.split() for each in verbs)
        found[*stems_of(verb), particle] = tuple((now, past) for now, past in pairs)

    return found


def particle_verbs_in(tokens: Sequence[Token]) -> Iterator[ParticleVerb]:
    """Those of a question; quoted words are none, nor is what a mark parts."""
    for at, (verb, particle) in enumerate(pairwise(tokens)):
        low = verb.text.lower()
        key = *stems_of(low), particle.text.lower()
        is_denied = at > 0 and tokens[at - 1].form in _NOBODY and ALWAYS[0] in _plain().get(key, ())
        if key in _plain() and not (verb.is_quoted or is_denied) and _is_particle(tokens, at + 1):
            yield ParticleVerb(at, _plain()[key], _is_past(tokens, at))


def _is_particle(tokens: Sequence[Token], at: int) -> bool:
    """Whether a small word belongs to the verb before it: `take in last month`, but not `take in March`.

    Nor in `went through the website`.
    """
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    is_end = behind is None or behind.is_mark or behind.form in _BEHIND
    return tokens[at].before.isspace() and (tokens[at].form not in _ALSO_BEFORE or is_end)


def _is_past(tokens: Sequence[Token], at: int) -> bool:
    """Whether something was done, or is in the state that this left: turned down, have run out."""
    low = tokens[at].text.lower()
    is_state = not _BEFORE_STATES.isdisjoint(each.form for each in tokens[max(at - 2, 0) : at])
    return low.endswith("ed") or low in business_terms().irregular or low in _SAME_IN_PAST or is_state
