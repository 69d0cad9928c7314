"""A list or table that is still growing: each of its items or rows is parsed once.

Parsing the whole block at each redraw costs the square of its length. An item or a row does not depend on
what follows it, except that a blank line between two items makes every item of its list loose.
"""

import re
from typing import NamedTuple, Self

from svcchat_magic.notebook.display.safe_text import Tokens, parsed, tokens_html

CUT_CHARACTERS = 16_000  # of HTML; what follows is a list or table of its own
_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]")
_LISTS = ("bullet_list_open", "ordered_list_open")
_BLANK_LINE = re.compile(r"^[ \t]*\n", re.MULTILINE)


class Cut(NamedTuple):
    """The finished part of a block: HTML, length of its source, and what precedes the source of the rest."""

    html: str
    length: int
    prefix: str


class OpenTable:
    """A table; the rows on whole lines are finished."""

    def __init__(self) -> None:
        self._head = ""
        self._head_source = ""
        self._rows: list[str] = []
        self._source = ""

    def html(self, source: str) -> str | None:
        """The HTML of the source; None if it is not one table."""
        if not self._source:
            self._source = self._head_source = _first_lines(source, 2)

        new = source[len(self._source) :]
        whole = new.rfind("\n") + 1
        if whole:
            rows = self._rows_html(new[:whole])
            if rows is None:
                return None

            self._rows.append(rows)
            self._source += new[:whole]

        last = self._rows_html(new[whole:]) if new[whole:] else ""
        return None if last is None or not self._head else self._around("".join(self._rows) + last)

    def cut(self) -> Cut | None:
        """The finished rows, if they are many."""
        rows = "".join(self._rows)
        if len(rows) < CUT_CHARACTERS:
            return None

        return Cut(self._around(rows), len(self._source), self._head_source)

    def _rows_html(self, source: str) -> str | None:
        lines = self._head_source + source
        tokens = parsed(lines)
        if (
            not tokens
            or tokens[0].type != "table_open"
            or tokens[0].map != [0, lines.rstrip().count("\n") + 1]
        ):
            return None

        html = tokens_html(tokens)
        head, _, rows = html.removesuffix(_END).partition(_BODY)
        self._head = head
        return rows.removesuffix(_BODY_END)

    def _around(self, rows: str) -> str:
        return f"{self._head}{_BODY}{rows}{_BODY_END}{_END}" if rows else f"{self._head}{_END}"


_BODY, _BODY_END, _END = "<tbody>\n", "</tbody>\n", "</table>\n"


class _ListPart:
    """Some items of a list, parsed."""

    def __init__(self, tokens: Tokens, source: str, *, is_loose: bool) -> None:
        self.tokens = tokens
        self.source = source
        self.is_loose = is_loose
        self.items = [
            at for at, token in enumerate(tokens) if token.type == "list_item_open" and token.level == 1
        ]

    @classmethod
    def read(cls, source: str) -> Self | None:
        """The items of the source; None if it is not one list, or hides whether it is loose."""
        tokens = parsed(source)
        if not tokens or tokens[0].type not in _LISTS or any(each.level == 0 for each in tokens[1:-1]):
            return None

        paragraphs = [each for each in tokens if each.level == 2 and each.type == "paragraph_open"]
        if not paragraphs and _BLANK_LINE.search(source.strip("\n") + "\n"):
            return None

        return cls(tokens, source, is_loose=any(not each.hidden for each in paragraphs))

    @property
    def kind(self) -> tuple[str, str]:
        """What all items of a list have in common."""
        return self.tokens[0].type, self.tokens[0].markup

    def first_line(self, item: int) -> int:
        """The line on which an item begins."""
        return (self.tokens[self.items[item]].map or [0])[0]

    def number(self, item: int) -> int:
        """The number that the source gives an item; 0 without one."""
        return int(self.tokens[self.items[item]].info or 0)

    def html(self, first: int, end: int, *, is_loose: bool) -> tuple[str, str, str]:
        """The opening tag, the items from `first` up to `end`, and the closing tag."""
        at = [*self.items, len(self.tokens) - 1]
        tokens = [self.tokens[0], *self.tokens[at[first] : at[end]], self.tokens[-1]]
        for token in tokens:
            if token.level == 2 and token.type in ("paragraph_open", "paragraph_close"):
                token.hidden = not is_loose

        head, _, rest = tokens_html(tokens).partition("\n")
        close = f"</{self.tokens[0].tag}>\n"
        return f"{head}\n", rest.removesuffix(close), close


class OpenList:
    """A list; the items before the last one are finished."""

    def __init__(self) -> None:
        self._kind = ("", "")
        self._head = self._close = ""
        self._items: list[str] = []
        self._source = ""  # of the finished items
        self._is_loose = False
        self._next_number = 0
        self._may_cut = False

    def html(self, source: str) -> str | None:
        """The HTML of the source; None if it is not one list, or must be parsed as a whole."""
        part = _ListPart.read(source[len(self._source) :])
        if part is None or (self._source and part.kind != self._kind):
            return None

        is_loose = self._is_loose or part.is_loose
        if is_loose and not self._is_loose:
            self._loosen(part)

        whole_lines = part.source.count("\n")
        begun = [at for at in range(len(part.items)) if part.first_line(at) < whole_lines]
        last = begun[-1] if begun else 0
        if is_loose and not self._is_loose and (self._items or last):
            return None  # only the line that is not whole makes it loose, perhaps not for good

        if last:
            self._finish(part, last)

        head, rest, close = part.html(last, len(part.items), is_loose=is_loose)
        return f"{self._head or head}{''.join(self._items)}{rest}{close}"

    def cut(self) -> Cut | None:
        """The finished items, if they are many, and the source numbers the next one as it must be."""
        items = "".join(self._items)
        if len(items) < CUT_CHARACTERS or not self._may_cut:
            return None

        return Cut(f"{self._head}{items}{self._close}", len(self._source), "")

    def _finish(self, part: _ListPart, end: int) -> None:
        """Keep the items before `end`."""
        head, items, self._close = part.html(0, end, is_loose=self._is_loose)
        if not self._items:
            self._head, self._kind, self._next_number = head, part.kind, part.number(0)

        self._items.append(items)
        self._source += _first_lines(part.source, part.first_line(end))
        self._next_number += end
        self._may_cut = part.kind[0] == _LISTS[0] or part.number(end) == self._next_number

    def _loosen(self, part: _ListPart) -> None:
        """Make all items loose, if the whole lines say so."""
        whole = part.source[: part.source.rfind("\n") + 1]
        settled = part if whole == part.source else _ListPart.read(whole)
        if settled is None or not settled.is_loose:
            return

        self._is_loose = True
        finished = _ListPart.read(self._source) if self._source else None
        if finished is not None:
            self._items = [finished.html(0, len(finished.items), is_loose=True)[1]]


def _first_lines(source: str, count: int) -> str:
    """So many lines; only a newline ends one."""
    return "".join(f"{line}\n" for line in source.split("\n", count)[:count])


def open_block(source: str) -> OpenTable | OpenList | None:
    """What takes the first block of a source apart, if anything does."""
    if _ITEM.match(source):
        return OpenList()

    return OpenTable() if "|" in source.split("\n", 1)[0] else None
