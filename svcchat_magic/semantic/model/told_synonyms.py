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


def told_synonyms(description: str) -> Iterator[str]:
    """The names in the order in which they are told; a sentence behind the same words has none."""
    for match in _TOLD.finditer(description):
        names = [_LEADING.sub("", each.strip(_QUOTES)) for each in _BETWEEN.split(match["names"])]
        if all(0 < len(each.split()) <= _MOST_WORDS for each in names):
            yield from names
