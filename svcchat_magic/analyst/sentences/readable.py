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
_COMMAND = re.compile(  # to the reader, whom an answer tells of data alone
    r"^\W*(?:(?:please|now|then|first|bitte)\s+)?"
    r"(?:run|execute|type|enter|paste|copy|open|visit|click|download|install|log\s?in|sign\s?in|send|call|pay|buy"
    r"|transfer|browse|go|navigate|scan|contact|forward|confirm|verify|delete|disable|enable|approve|share|reply)\s+"
    r"(?:(?:to|into|on|in|at)\s+)?(?:your|this|it|me|us|them|pip|curl|wget|sudo|%|!|\$\s|https?\b"
    r"|the\s+(?:link|file|following|command|code|page|site|cell|address|number|attachment))"
    r"|\byour\s+(?:password|passphrase|credentials?|api\s?key|pin|credit card)\b|\bpip3? install\b"
    r"|(?<!\w)%%?[a-z]{2,}\b|(?<!\w)!\w+\s",
    re.IGNORECASE,
)
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


def is_link(text: str) -> bool:
    """Whether a text is nothing but an address of the web."""
    return re.fullmatch(r"(?:https?://|www\.)[^\s()\[\]<>\"'`]+", text, re.IGNORECASE) is not None


def deceit(sentence: str, known: str, scripts: Collection[str], links: Iterable[str] = ()) -> str:
    """A link, markup, a hidden character, or a word that mixes alphabets or is in one of none of `scripts`.

    `known` is all that the rows, the question and the model say, in lower case, and `scripts` its alphabets.
    `links` are whole names of rows; a sentence that tells figures may name them.
    """
    if told := [each for each in links if each in sentence.casefold()]:
        sentence = _unlinked(sentence, told)

    text = html.unescape(sentence)
    if (
        link := _LINK.search(text)
        or _LINK.search(sentence)
        or _LINK.search(unicodedata.normalize("NFKC", text))
    ):
        return link[0]

    if command := _COMMAND.search(text):
        return command[0].strip()

    hidden = (each for each in text if unicodedata.category(each) in _HIDDEN and each not in _BREAKS)
    if found := next((each for each in hidden if each not in _JOINING or each not in known), ""):
        return f"U+{ord(found):04X}"

    return next((word for word in _WORD.findall(text) if _is_odd(word, scripts, known)), "")


def _unlinked(sentence: str, links: Iterable[str]) -> str:
    """The sentence without these links, if it has a figure beside them."""
    either = "|".join(map(re.escape, sorted(links, key=len, reverse=True)))
    found = re.sub(
        rf"(?<![\w/(\[<\"'`:.-])(?:{either})(?=[\s,;:]|[.!?]?(?:\s|$|\*))", "x", sentence, flags=re.IGNORECASE
    )
    return found if re.search(r"\d", found) else sentence


_JOINING = "\u200c\u200d\u200e\u200f\u00ad\u061c"  # that names of some languages are written with
_HIDDEN = ("Cf", "Cc", "Co", "Cn", "Cs")


def _is_odd(word: str, scripts: Collection[str], known: str) -> bool:
    mine = {_script(each) for each in word}
    return word.casefold() not in known and (not mine <= set(scripts) or (len(mine) > 1 and "LATIN" in mine))


def _script(letter: str) -> str:
    """The alphabet of a letter, as the first word of its name tells."""
    return unicodedata.name(letter, "UNKNOWN").split()[0] if ord(letter) > 127 else "LATIN"
