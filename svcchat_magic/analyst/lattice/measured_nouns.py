"""`average score by region`: what an average is of, be it a verb elsewhere."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token

_MEASURING = frozenset({"average", "avg", "mean", "median", "highest", "lowest", "maximum", "minimum"})
_SCORING = frozenset({"scored", "rated", "graded", "marked"})
_ADVERBIAL = frozenset({"on", "in", "at"})  # `on average` may stand before a verb


def is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is the noun behind such an adjective; what was done is none: `the highest paid`."""
    before, ahead = (tokens[at - each].form if at >= each else "" for each in (1, 2))
    text = tokens[at].text.lower()
    return (
        before in _MEASURING
        and ahead not in _ADVERBIAL
        and text == tokens[at].form
        and text not in keywords().function
        and not is_participle(text)
    )


def is_bounded_by(tokens: Sequence[Token], at: int) -> bool:
    """`scored 92`: the number behind such a verb is none of anything else."""
    behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return tokens[at].text.lower() in _SCORING and behind.isdigit()
