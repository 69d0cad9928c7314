"""Several questions in one text: cut where a sentence ends or a new question begins."""

import re

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.tokens import tokens_of

_NO_END = "".join(rf"(?<!\b{each}\.)" for each in ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "vs", "[A-Z]"))
_SENTENCE = re.compile(rf"(?<=[?;])\s+|(?<=[.!]){_NO_END}\s+(?=[A-Z])|;\s*|,?\s+(?:i\.e\.|that is,)\s+")
_ASKING = frozenset({"how", "what", "which", "who", "when", "where", "by", "per", "show", "list"})
_FEW = 6  # words of an afterthought
_ASKS = re.compile(
    r",?\s+and\s+(?=(?:which|what|who|how many|how much|how|when|where|show|list|give)\b)"
    r"|,\s+(?=(?:top|bottom|worst|best)\s+\d)",
    re.IGNORECASE,
)


def parts_of(question: str) -> tuple[str, ...]:
    """The parts of a question in order, at least one."""
    sentences = _with_afterthoughts([each.strip() for each in _SENTENCE.split(question)])
    parts = [part.strip(" ,") for sentence in sentences for part in _ASKS.split(sentence)]
    spoken = [each for each in parts if any(map(str.isalnum, each)) and not _is_greeting(each)]
    return tuple(spoken) or (question,)


def _with_afterthoughts(sentences: list[str]) -> list[str]:
    """The sentences; `(cancelled ones too)` is said of the one before it."""
    found = sentences[:1]
    for each in sentences[1:]:
        if _is_afterthought(each) and found[-1]:
            found[-1] = f"{found[-1].rstrip('?;.! ')} {each}"
        else:
            found.append(each)

    return found


def _is_afterthought(sentence: str) -> bool:
    """Whether a few words only say what is not left out."""
    forms = [each.form for each in tokens_of(sentence) if not each.is_mark]
    meanings = keywords().meanings
    ends = (meanings.get(tuple(forms[-size:]), ()) for size in (1, 2, 3) if len(forms) > size)
    says_in = any(category == "LEFTIN" for each in ends for category, _ in each)
    asks = not _ASKING.isdisjoint(forms)
    says_in |= forms[:1] == ["including"] or forms[-2:] == ["or", "not"]
    return says_in and not asks and len(forms) <= _FEW


def _is_greeting(part: str) -> bool:
    """Whether a part says nothing: `hello`, `thanks`."""
    words = re.findall(r"\w+", part.lower())
    return (
        len(words) <= 3
        and all(word in lexicon().fillers for word in words)
        and len(words) > 0
        and not any(map(str.isdigit, words))
    )
