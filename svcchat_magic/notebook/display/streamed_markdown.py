"""Growing Markdown as HTML: what is finished is rendered once."""

from svcchat_magic.notebook.display.open_block import OpenList, OpenTable, open_block
from svcchat_magic.notebook.display.safe_text import (
    Tokens,
    blocks_html,
    markdown_end,
    parsed,
    plain_html,
    tokens_html,
)
from svcchat_magic.protocol.visible_text import capped

_SHORT_TAIL = 2_000
_LONGEST_TAIL = 16_000
_PLAIN_CHARACTERS = 4_000
_MOST_MISSES = 3  # of the attempts to take a block apart


class StreamedMarkdown:
    """Renders growing Markdown: a finished block is sanitised once and not rendered again.

    At every block boundary the pieces equal `answer_html` of the same text: a block that is followed by
    another cannot change, as the rule for link references is off. Only a list or table that is longer than a
    page goes on in another one.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._finished: list[str] = []
        self._sources: list[str] = []
        self._source = ""
        self._move_on()

    def _move_on(self, prefix: str | None = None) -> None:
        """Begin with what follows the finished blocks; `prefix` precedes the source of a block's rest."""
        self._prefix = prefix or ""
        self._goes_on = prefix is not None
        self._open: OpenTable | OpenList | None = None
        self._misses = 0
        self._drawn = ("", "")  # the source of a long tail that was parsed, and its HTML

    def update(self, text_so_far: str) -> tuple[tuple[str, ...], str]:
        """The HTML of the finished blocks, and of the tail that may still change."""
        shown = capped(text_so_far)
        if not shown.startswith(self._source):
            self._forget()

        end = markdown_end(shown)
        if end < len(shown):
            self._finish_plain(shown, end)
            return tuple(self._finished), plain_html(shown[len(self._source) :])

        html = self._grown(shown)
        if html is None:
            html = self._parsed(shown)

        return tuple(self._finished), html

    @property
    def sources(self) -> tuple[str, ...]:
        """The Markdown of each finished block."""
        return tuple(self._sources)

    def _tail(self, shown: str) -> str:
        return self._prefix + shown[len(self._source) :]

    def _finish(self, shown: str, length: int, html: str, prefix: str | None = None) -> None:
        """Finish so many characters of the tail."""
        end = len(self._source) - len(self._prefix) + length
        self._finished.append(html)
        self._sources.append(shown[len(self._source) : end])
        self._source = shown[:end]
        self._move_on(prefix)

    def _grown(self, shown: str) -> str | None:
        """The HTML of a long tail that is one list or table; its finished part may become a block."""
        tail = self._tail(shown)
        if self._open is None and not self._misses and (self._goes_on or self._drawn[0]):
            self._open = open_block(tail)

        if self._open is None:
            return None

        html = self._open.html(tail)
        if html is None:
            self._misses += 1
            self._open = self._open if self._misses < _MOST_MISSES else None
            return None

        self._misses = 0
        cut = self._open.cut()
        if cut is None:
            return html

        self._finish(shown, cut.length, cut.html, cut.prefix)
        rest = self._grown(shown)
        return self._parsed(shown) if rest is None else rest

    def _parsed(self, shown: str) -> str:
        """The HTML of the tail, whose finished blocks are taken off; it is parsed once for both."""
        tail, (drawn, html) = self._tail(shown), self._drawn
        if drawn and tail.startswith(drawn) and len(tail) <= len(drawn) * 9 // 8:
            return html + plain_html(tail[len(drawn) :])

        part = tail if len(tail) <= _SHORT_TAIL else tail[: tail.rfind("\n") + 1] or tail
        tokens = parsed(part)
        last = _last_block(tokens, part.count("\n"))
        if last:
            line = (tokens[last].map or [0])[0]
            self._finish(shown, _length(part, line), tokens_html(tokens[:last]))
            tail, part = self._tail(shown), part[_length(part, line) :]
            if len(part) < len(tail) <= _SHORT_TAIL:
                return blocks_html(tail)

        html = plain_html(part) if len(part) > _LONGEST_TAIL else tokens_html(tokens[last:])
        self._drawn = (part, html) if len(tail) > _SHORT_TAIL else ("", "")
        return html + plain_html(tail[len(part) :])

    def _finish_plain(self, shown: str, end: int) -> None:
        """Finish the Markdown, which ends here, and pieces of the plain text after it."""
        if len(self._source) < end:
            tail = self._prefix + shown[len(self._source) : end]
            self._finish(shown, len(tail), blocks_html(tail))

        while len(shown) - (start := len(self._source)) > 2 * _PLAIN_CHARACTERS:
            line = shown.rfind("\n", start, start + _PLAIN_CHARACTERS) + 1
            length = line - start if line else _PLAIN_CHARACTERS
            self._finish(shown, length, plain_html(shown[start : start + length]))


def _last_block(tokens: Tokens, whole_lines: int) -> int:
    """The first token of the last block that is sure to be one, as the lines that say so are whole."""
    last = 0
    for at, token in enumerate(tokens):
        if token.level == 0 and token.map and token.nesting >= 0:
            known = token.map[0] + (token.type == "table_open")
            last = at if known < whole_lines else last

    return last


def _length(source: str, lines: int) -> int:
    """The characters of so many lines; only a newline ends one."""
    end = 0
    for _ in range(lines):
        end = source.index("\n", end) + 1

    return end
