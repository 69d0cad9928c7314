"""Names of which the last word alone says too little: of flags, of what was before, of questions."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept

_ASKING = frozenset({"which", "what", "how", "do", "does", "did", "are", "where", "when", "why", "who", "i"})
_SHORTEST = 3  # words of a question
_NOT_NOW = frozenset({"previous", "prior", "past", "former", "earlier", "planned", "expected"})


def is_flagged(concept: Concept) -> bool:
    """Whether a word before the last says of it what makes it another thing.

    Guests are no `repeated guests`, and cancellations no `previous cancellations`. A whole question that was
    put to somebody, `which tools do you use`, is not called after its last word either.
    """
    words = phrase_of(concept.title)
    is_asked = words[:1] != () and words[0] in _ASKING and len(words) > _SHORTEST
    if is_asked or not _NOT_NOW.isdisjoint(words[:-1]):
        return True

    is_said = len(words) > 1 and (is_participle(words[-2]) or words[-1] in keywords().persons)
    return is_said and (concept.type == "boolean" or is_share_of_flag(concept))


def is_share_of_flag(concept: Concept) -> bool:
    """Whether a measure is the part of the rows that have a flag."""
    is_part = concept.kind == "measure" and concept.format == "percent" and concept.agg_type == "avg"
    return is_part and phrase_of(concept.title)[:1] == ("share",)
