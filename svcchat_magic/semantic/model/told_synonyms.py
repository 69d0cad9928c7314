"""Other names that the description of a member tells: `Synonyms are revenue and billings`."""

import re
from collections.abc import Iterator

_TOLD = re.compile(
    r"(?i)\b(?:synonyms?(?:\s+(?:is|are|include|includes)\b|\s*:)"
    r"|also\s+(?:known|called|referred\s+to|named)(?:\s+as)?\b"
    r"|a\.?k\.?a\b\.?)\s*:?\s*(?P<names>[^.;()\n]+)"
)
_BETWEEN = re.compile(r"(?i)\s*,\s*(?:and|or)\s+|\s*[,/]\s*|\s+(?:and|or)\s+")
_QUOTES = "\"'`*_“”‘’ "
_LEADING = re.compile(r"(?i)^(?:the|an?)\s+")
_MOST_WORDS = 4  # of a name; more of them are a sentence
_WORD = re.compile(r"[A-Za-z][\w-]*")
_NO_NAMES = frozenset(
    (
        "a", "an", "the", "of", "in", "on", "at", "for", "from", "to", "by", "with", "without", "and", "or",
        "not", "no", "is", "are", "was", "were", "be", "if", "when", "where", "which", "that", "each",
        "every", "all", "any", "its", "whether", "how", "many", "number",
    )
)  # fmt: skip  # before a title they make a sentence of it


def told_synonyms(description: str, title: str) -> Iterator[str]:
    """The names in the order in which they are told; a sentence behind the same words has none."""
    yield from _in_full(description, title)
    for match in _TOLD.finditer(description):
        names = [_LEADING.sub("", each.strip(_QUOTES)) for each in _BETWEEN.split(match["names"])]
        if all(0 < len(each.split()) <= _MOST_WORDS for each in names):
            yield from names


def _in_full(description: str, title: str) -> Iterator[str]:
    """What a description begins with, if it ends in the title: `Production line on which it stands`."""
    words, named = _WORD.findall(description[:80]), title.lower().split()
    for size in range(1, _MOST_WORDS - len(named) + 1):
        lead, rest = words[:size], [each.lower() for each in words[size : size + len(named)]]
        if rest == named and _NO_NAMES.isdisjoint(each.lower() for each in lead):
            full = " ".join(words[: size + len(named)])
            yield from (full,) if description.startswith(full) else ()
            return
