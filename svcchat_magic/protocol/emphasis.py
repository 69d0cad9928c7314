"""Handle Markdown's emphasis marks without a parser: remove them, or close open ones."""

import re
from dataclasses import replace

from svcchat_magic.protocol.transcript import Note, Step, Transcript

_STRONG = "**"
# Code, in which a star is literal, or words between stars within one paragraph.
_EMPHASIS = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?P<ticks>`+)(?!`)(?:(?!\n\n).){1,600}?(?<!`)(?P=ticks)(?!`)"
    r"|(?P<mark>\*\*\*|\*\*|(?<!\*)\*(?!\*))(?=[^\s*])(?P<words>(?:(?!\n\n).){1,600}?)(?<=[^\s*])(?P=mark)",
    re.DOTALL,
)
_UNCLEAR = re.compile(r"`|\*{3}")  # three stars may be a redacted key
_OPENING = re.compile(r"`|\*(?=\S|\Z)")


def without_emphasis(markdown: str, bold: tuple[str, str] = ("", "")) -> str:
    """Remove emphasis marks for a terminal; strong text is wrapped in `bold` instead. Code is unchanged."""
    start, end = bold

    def worded(found: re.Match[str]) -> str:
        if not found["mark"]:
            return found[0]

        words = without_emphasis(found["words"], bold)
        return words if found["mark"] == "*" else f"{start}{words}{end}"

    return _EMPHASIS.sub(worded, markdown)


def without_open_mark(markdown: str) -> str:
    """The part of growing Markdown in which no star can still become an emphasis mark."""
    closed_marks = _EMPHASIS.sub(lambda found: "x" * len(found[0]), markdown)
    opened = _OPENING.search(closed_marks, markdown.rfind("\n\n") + 1)
    return markdown[: opened.start()] if opened else markdown


def closed(markdown: str) -> str:
    """Close an open strong mark at the end of incomplete Markdown."""
    last = markdown[markdown.rfind("\n\n") + 1 :]
    if not _is_half(last):
        return markdown

    words = markdown.rstrip("* \n")
    return f"{words}{_STRONG}" if words.count(_STRONG) == markdown.count(_STRONG) else words


def with_strong_words_apart(said: Transcript) -> Transcript:
    """Close and reopen strong marks that span several texts of a transcript.

    Each text is displayed separately, and an unpaired mark would show as stars.
    """
    if not any(isinstance(step, Note) and _STRONG in step.text for step in said.steps):
        return said

    steps, goes_on = list[Step](), False
    for step in said.steps:
        if not isinstance(step, Note):
            steps.append(step)
            goes_on = False
            continue

        text = _begun(step.text) if goes_on else step.text
        whole = closed(text)
        goes_on = whole != text
        steps.append(step if whole == step.text else replace(step, text=whole))

    return replace(said, steps=tuple(steps), answer=_begun(said.answer) if goes_on else said.answer)


def _begun(markdown: str) -> str:
    """Reopen a strong mark at the start of Markdown, if it is closed in there."""
    words = markdown.lstrip()
    return f"{_STRONG}{words}" if _is_half(words.split("\n\n", 1)[0]) else markdown


def _is_half(paragraph: str) -> bool:
    """Whether a strong mark is unpaired; false for code and for longer runs of stars."""
    return not _UNCLEAR.search(paragraph) and paragraph.count(_STRONG) % 2 == 1
