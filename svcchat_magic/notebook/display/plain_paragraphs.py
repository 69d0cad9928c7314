"""Paragraphs of words, bold words and code, which most answers are made of, read without the Markdown parser.

The parser takes as long for a paragraph of plain words as for any other; what is read here comes out as the
parser and the sanitiser would give it, character by character.
"""

import re
from collections.abc import Iterator


def paragraphs_apart(markdown: str) -> Iterator[tuple[str, str]]:
    """The blocks of a text in order, as pairs: HTML of plain paragraphs, or Markdown that needs the parser.

    One of each pair is empty. The text begins and ends where a block does.
    """
    if "```" in markdown or "~~~" in markdown:  # a fence spans empty lines, so paragraphs may stand in it
        yield "", markdown
        return

    left: list[str] = []
    for block in markdown.split("\n\n"):
        html = _paragraph_html(block.lstrip("\n").rstrip(" \n"))
        if html:
            if left:
                yield "", "\n\n".join(left)
                left = []

            yield html, ""
        else:
            left.append(block)

    if left:
        yield "", "\n\n".join(left)


def last_paragraph(lines: str) -> int:
    """Where the last block of these whole lines begins, if that is a plain paragraph; -1 if it may not be."""
    words = lines.rstrip("\n")
    start = words.rfind("\n\n") + 2
    is_apart = start > 1 and "```" not in lines and "~~~" not in lines
    return start if is_apart and _PLAIN.fullmatch(words, start) else -1


def _paragraph_html(block: str) -> str:
    """A block that is one line of plain words as the sanitiser leaves it; empty for any other block."""
    if not _PLAIN.fullmatch(block):
        return ""

    parts = _MARK.split(block)  # words, mark, words, mark, words
    opens = True
    for at in range(1, len(parts), 2):
        if parts[at] == "**":
            parts[at] = "<strong>" if opens else "</strong>"
            opens = not opens
        else:
            parts[at] = f"<code>{parts[at][1:-1]}</code>"

    return f"<p>{''.join(parts)}</p>\n"


# No character here means anything to Markdown within a line, or is written in another way in HTML.
_WORDS = r"[^\W_]|[ ,.:;!?()'\"/%$€£@#+={}^·…“”‘’–—-]"
_CODE = r"`(?![ `])(?:[^\W_]|[ ,.:;!?()'\"/%@#+={}^*_|\[\]~-])++(?<! )`(?!`)"
# Marks of strong words stand where they can only begin, or only end them: after a space and before none;
# at a letter's end, or before a space.
_STRONG = (
    rf"(?<!\S)\*\*(?=[^\s*])(?:(?:{_WORDS})++|{_CODE})++(?:(?<=[^\W_])\*\*(?![^\W_]|[*`])|(?<=\S)\*\*(?!\S))"
)
_PLAIN = re.compile(
    r"(?!\d{1,9}[.)])(?=[^\W_]|[(\"“`$€£]|\*\*\S)"  # nothing that begins a list, a heading or a table
    rf"(?:(?:{_WORDS})++|{_CODE}|{_STRONG})++(?<! )"
)
_MARK = re.compile(r"(`[^`]*`|\*\*)")
