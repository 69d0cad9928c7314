"""How many rows a ranking has where nobody says it: as the noun has it, one or several."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.constructions.constructions import AS_THE_NOUN, Ranked, RankedRows
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_FIRST_FEW = 10
_BEFORE_NOUNS = frozenset(
    {
        "on",
        "in",
        "at",
        "during",
        "which",
        "what",
        "the",
        "top",
        "best",
        "worst",
        "bottom",
        "of",
        "our",
        "selling",
        "performing",
        "highest",
        "lowest",
    }
)
_BEING = frozenset({"is", "are", "was", "were", "do", "does", "did"})
_MOST = frozenset({"most", "least", "fewest", "highest", "lowest", "largest", "biggest", "smallest"})
_HAVING = frozenset({"by", "with", "has", "have", "had", "of", "in", "per", "for", "that", "who"})
_BEHIND_NOUNS = _BEING | _MOST | _HAVING


def counted_noun(item: Item, tokens: Sequence[Token]) -> object:
    """A ranking without a number has one row for a singular noun, and the first few for a plural."""
    value = item.value
    if isinstance(value, tuple) and value and isinstance(value[0], RankedRows):
        return counted_noun(replace(item, value=value[0]), tokens), *value[1:]

    if not isinstance(value, Ranked | RankedRows) or value.rank.limit != AS_THE_NOUN:
        return value

    return replace(value, rank=replace(value.rank, limit=1 if names_one(item, tokens) else _FIRST_FEW))


def names_one(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether the noun of a ranking, or of what is asked for, is one and not several."""
    span = tokens[item.start : item.stop]
    behind = _BEHIND_NOUNS | keywords().light
    begins = next((at for at, each in enumerate(span) if each.form not in _BEFORE_NOUNS), 0)
    noun_ends = next((at for at, each in enumerate(span) if at > begins and each.form in behind), len(span))
    return not any(
        each.text.lower() != each.form and each.text.lower().endswith("s") for each in span[:noun_ends]
    )
