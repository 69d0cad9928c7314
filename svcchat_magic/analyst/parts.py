"""Several questions in one text: cut where a sentence ends or a new question begins."""

import re

from svcchat_magic.analyst.language.lexicon import lexicon

_NO_END = "".join(rf"(?<!\b{each}\.)" for each in ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "vs", "[A-Z]"))
_SENTENCE = re.compile(rf"(?<=[?;])\s+|(?<=[.!]){_NO_END}\s+(?=[A-Z])|;\s*")
_ASKS = re.compile(
    r",?\s+and\s+(?=(?:which|what|who|how many|how much|how|when|where|show|list|give)\b)"
    r"|,\s+(?=(?:top|bottom|worst|best)\s+\d)",
    re.IGNORECASE,
)


def parts_of(question: str) -> tuple[str, ...]:
    """The parts of a question in order, at least one."""
    sentences = [each.strip() for each in _SENTENCE.split(question)]
    parts = [part.strip(" ,") for sentence in sentences for part in _ASKS.split(sentence)]
    spoken = [each for each in parts if any(map(str.isalnum, each)) and not _is_greeting(each)]
    return tuple(spoken) or (question,)


def _is_greeting(part: str) -> bool:
    """Whether a part says nothing: `hello`, `thanks`."""
    words = re.findall(r"\w+", part.lower())
    return (
        len(words) <= 3
        and all(word in lexicon().fillers for word in words)
        and len(words) > 0
        and not any(map(str.isdigit, words))
    )
