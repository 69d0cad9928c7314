"""Prepare text for a terminal: remove control sequences and wrap lines."""

import re
from collections.abc import Iterator, Sequence

from svcchat_magic.protocol.text_table import TextColumn, columns, table_lines
from svcchat_magic.protocol.visible_text import visible


def shown_in_terminal(text: str) -> str:
    """The text without control sequences and control characters."""
    return visible(text, len(text))


def wrapped(text: str, width: int) -> str:
    """Wrap Markdown or other text to `width` columns, except code and longer words.

    Wrapping the part of a growing text that `whole_words` returns gives the beginning of its final lines.
    """
    return "\n".join(line for block in _blocks(text) for line in _fitted(block, width))


def whole_words(text: str) -> str:
    """Growing text without the end that may still change its lines: the last word or table."""
    *before, last = _blocks(text)
    if before and last == [""] and _is_table(before[-1]):
        before.pop()

    if last[0].startswith(_CELLS):
        last = [""]
    elif not _FENCE.match(last[0]):
        *words, _ = _WORDS.findall(last[0]) or [""]
        last = ["".join(words).rstrip()]

    return "\n".join(line for block in (*before, last) for line in block)


_CELLS = "|"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
_CODE_INDENT = "    "
_LEAD = re.compile(r"\s*(?:>\s?)*(?:(?:[-*+•]|\d{1,9}[.)])\s+)?")
_LIST = re.compile(r"\s+(?:[-*+•]|\d{1,9}[.)])\s")
# Chinese and Japanese have no spaces: break after any letter, but not before closing punctuation.
_IDEOGRAPHS = "\u2e80-\u2fff\u3040-\u30ff\u31f0-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPENING, _CLOSING = "（「『【《〈", "、。，．：；！？）」』】》〉ー々"
_WORDS = re.compile(
    rf"[{_OPENING}]*[{_IDEOGRAPHS}][{_CLOSING}]*|[^\s{_IDEOGRAPHS}{_OPENING}]+[{_CLOSING}]*|[{_OPENING}]|\s+"
)


def _blocks(text: str) -> Iterator[list[str]]:
    """Single lines, with the lines of a code block or a table together."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = at + 1
        if fence := _FENCE.match(lines[at]):
            end = next((n + 1 for n in range(end, len(lines)) if _closes(lines[n], fence[1])), len(lines))
        elif lines[at].startswith(_CELLS):
            end = next((n for n in range(end, len(lines)) if not lines[n].startswith(_CELLS)), len(lines))

        yield lines[at:end]
        at = end


def _closes(line: str, fence: str) -> bool:
    return line.strip().startswith(fence) and not line.strip().strip(fence[0])


def _is_table(block: Sequence[str]) -> bool:
    return block[0].startswith(_CELLS)


def _fitted(block: Sequence[str], width: int) -> Sequence[str]:
    if _FENCE.match(block[0]) or all(columns(line) <= width for line in block):
        return block

    if _is_table(block) and len(block) > 1 and _RULE.fullmatch(block[1]):
        return _fitted_table(block, width)

    return [part for line in block for part in _wrapped_line(line, width)]


def _wrapped_line(line: str, width: int) -> list[str]:
    if line.startswith(_CODE_INDENT) and not _LIST.match(line):
        return [line]

    lead = _lead(line)
    if columns(lead) > width // 2:
        lead = ""

    below = "".join(mark if mark in "> " else " " for mark in lead)
    done, now, gap, is_begun = list[str](), lead, "", False
    for part in _WORDS.findall(line[len(lead) :]):
        if part.isspace():
            gap = part
            continue

        if is_begun and columns(now + gap + part) > width:
            done.append(now)
            now = below + part
        else:
            now += gap + part

        gap, is_begun = "", True

    return [*done, now]


def _lead(line: str) -> str:
    """The prefix of a line: its indent and the marker of a list or a quotation."""
    found = _LEAD.match(line)
    return found[0] if found else ""


def _fitted_table(block: Sequence[str], width: int) -> list[str]:
    names, *rows = map(_cells, block)
    rule, *cells = ((*row, *[""] * len(names))[: len(names)] for row in rows)
    shown = [
        TextColumn(name, tuple(row[at] for row in cells), is_right=rule[at].endswith("-:"))
        for at, name in enumerate(names)
    ]
    return table_lines(shown, width)


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix(_CELLS).removesuffix(_CELLS)
    return [cell.strip() for cell in _BETWEEN_CELLS.split(row)]
