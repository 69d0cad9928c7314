"""Marks of emphasis in Markdown, without a parser: taken out for a terminal, ended where a text ends."""

import re
from dataclasses import replace

from svcchat_magic.protocol.transcript import Note, Step, Transcript

_STRONG = "**"
# Code, in which a star is a star, or words between stars, which stand in one paragraph.
_EMPHASIS = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?P<ticks>`+)(?!`)(?:(?!\n\n).){1,600}?(?<!`)(?P=ticks)(?!`)"
    r"|(?P<mark>\*\*\*|\*\*|(?<!\*)\*(?!\*))(?=[^\s*])(?P<words>(?:(?!\n\n).){1,600}?)(?<=[^\s*])(?P=mark)",
    re.DOTALL,
)
_UNCLEAR = re.compile(r"`|\*{3}")  # three stars may stand for a key that was taken out
_OPENING = re.compile(r"`|\*(?=\S|\Z)")


def without_emphasis(markdown: str, bold: tuple[str, str] = ("", "")) -> str:
    """Markdown without the marks of emphasis, for a terminal; `bold` stands around strong words instead.

    Code stays as it is.
    """
    start, end = bold

    def worded(found: re.Match[str]) -> str:
        if not found["mark"]:
            return found[0]

        words = without_emphasis(found["words"], bold)
        return words if found["mark"] == "*" else f"{start}{words}{end}"

    return _EMPHASIS.sub(worded, markdown)


def without_open_mark(markdown: str) -> str:
    """Markdown that grows, as far as what comes cannot make a mark of emphasis of a star in it."""
    closed_marks = _EMPHASIS.sub(lambda found: "x" * len(found[0]), markdown)
    opened = _OPENING.search(closed_marks, markdown.rfind("\n\n") + 1)
    return markdown[: opened.start()] if opened else markdown


def closed(markdown: str) -> str:
    """Markdown that broke off, or is on its way, with its last bold words ended: no mark stands alone."""
    last = markdown[markdown.rfind("\n\n") + 1 :]
    if not _is_half(last):
        return markdown

    words = markdown.rstrip("* \n")
    return f"{words}{_STRONG}" if words.count(_STRONG) == markdown.count(_STRONG) else words


def with_strong_words_apart(said: Transcript) -> Transcript:
    """The transcript as it is shown: strong words that go on from a text to the next are strong in both.

    Every text is shown for itself, and half a pair of marks would stand there as stars.
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
    """Markdown whose first strong words began before it; as it is where they do not end in it."""
    words = markdown.lstrip()
    return f"{_STRONG}{words}" if _is_half(words.split("\n\n", 1)[0]) else markdown


def _is_half(paragraph: str) -> bool:
    """Whether a mark of strong words has no partner; code, and more stars than that, are not looked into."""
    return not _UNCLEAR.search(paragraph) and paragraph.count(_STRONG) % 2 == 1
