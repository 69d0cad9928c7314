"""A sentence as its reader sees it, and what in it could deceive the eye."""

import html
import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Protocol

# A link or markup could carry rows away, and no answer needs either.
_LINK = re.compile(
    r"\w+://\S*|//\w\S*|www\.\S+|!\[|\]\s*\(|\]\s*\[|\]:|<\s*[/!?a-z]\S*|\bdata:\S+|mailto:\S*", re.IGNORECASE
)
_EMPHASIS = re.compile(r"[*`~\\]|(?<!\w)_+|_+(?!\w)")  # `_` inside of a word is part of it
_BLOCKS = re.compile(r"[#>|]|\[|\]")
_WORD = re.compile(r"[^\W\d_]+(?:['’&-][^\W\d_]+)*")
_QUOTED = re.compile(r"`([^`]+)`|\"([^\"]+)\"|“([^”]+)”|„([^“”]+)[“”]")
_BREAKS = "\n\t\r"


_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def plain(text: str) -> str:
    """A text without the marks of Markdown, one space where a block begins."""
    return _BLOCKS.sub(" ", _EMPHASIS.sub("", _ESCAPED.sub(r"\1", text)))


class Stretched(Protocol):
    """What begins and ends somewhere in a text."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The character behind its last."""


def without(text: str, spots: Iterable[Stretched]) -> str:
    """The text with some of it blanked out, the rest at its place."""
    for each in spots:
        text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]

    return text


def as_read(sentence: str) -> str:
    """The sentence as it is shown; `&#49;` is a 1 there, as it is in fullwidth and in circles."""
    text = html.unescape(sentence)
    return plain(unicodedata.normalize("NFKC", text).replace("\u2044", "/"))


def quoted(sentence: str) -> list[str]:
    """What a sentence sets in quotes or as code: words that it says are somewhere."""
    return [plain(next(filter(None, each))) for each in _QUOTED.findall(html.unescape(sentence))]


def scripts_of(known: str) -> frozenset[str]:
    """The alphabets of a text, and the Latin one."""
    return frozenset(_script(each) for each in set(known) if each.isalpha()) | {"LATIN"}


def deceit(sentence: str, known: str, scripts: Collection[str]) -> str:
    """A link, markup, a hidden character, or a word that mixes alphabets or is in one of none of `scripts`.

    `known` is all that the rows, the question and the model say, in lower case, and `scripts` its alphabets.
    """
    text = html.unescape(sentence)
    if (
        link := _LINK.search(text)
        or _LINK.search(sentence)
        or _LINK.search(unicodedata.normalize("NFKC", text))
    ):
        return link[0]

    hidden = (each for each in text if unicodedata.category(each) in _HIDDEN and each not in _BREAKS)
    if found := next((each for each in hidden if each not in known), ""):
        return f"U+{ord(found):04X}"

    return next((word for word in _WORD.findall(text) if _is_odd(word, scripts, known)), "")


_HIDDEN = ("Cf", "Cc", "Co", "Cn", "Cs")


def _is_odd(word: str, scripts: Collection[str], known: str) -> bool:
    mine = {_script(each) for each in word}
    return word.casefold() not in known and (not mine <= set(scripts) or (len(mine) > 1 and "LATIN" in mine))


def _script(letter: str) -> str:
    """The alphabet of a letter, as the first word of its name tells."""
    return unicodedata.name(letter, "UNKNOWN").split()[0] if ord(letter) > 127 else "LATIN"
