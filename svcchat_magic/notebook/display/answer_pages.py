"""The growing answer, in several displays if it is long, so that each redraw stays small."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from svcchat_magic.notebook.display.answer_words import (
    answer_bundle,
    answer_frame,
    split_suggestions,
    suggestions_text,
)
from svcchat_magic.notebook.display.cell_display import CellDisplay
from svcchat_magic.notebook.display.live_piece import Bundle, Handle, LivePiece
from svcchat_magic.notebook.display.streamed_markdown import StreamedMarkdown
from svcchat_magic.protocol.emphasis import without_emphasis
from svcchat_magic.protocol.visible_text import visible

PAGE_CHARACTERS = 4_000
# Of an answer longer than this, redraws may come less often: nobody reads along at this speed.
_LONG_CHARACTERS = 16_000
_SECONDS_BETWEEN_LONG = 0.25


class AnswerPages:
    """Draws the answer in pages; a page ends with the first whole block that exceeds its size.

    Redrawing 100 kB ten times a second would send 12 MB to the front end; with pages it is half a megabyte.
    An ordinary answer is one page. `clock` gives seconds.
    """

    def __init__(
        self,
        live: bool,
        place: Callable[[], Handle] = CellDisplay,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._live = live
        self._place = place
        self._words = StreamedMarkdown()
        self._pieces: list[LivePiece] = []
        self._painted = -_SECONDS_BETWEEN_LONG
        self._full: list[_Page] = []
        self._sources: tuple[str, ...] = ()  # of the full pages
        self._begun = ""  # the finished part of the page after them

    def grow(self, markdown: str) -> None:
        """Draw the answer received so far; a long one is not redrawn at every call."""
        now = self._clock()
        if len(markdown) > _LONG_CHARACTERS and now - self._painted < _SECONDS_BETWEEN_LONG:
            return

        self._painted, full_before = now, len(self._full)
        pages = self._pages(markdown)
        # The first words of a new page wait for the next redraw, when their block may be whole.
        shown = self._full if len(self._full) > full_before and not self._begun else pages
        for number, page in enumerate(shown):
            self._piece(number).show(page.bundle)

    def finish(self, markdown: str, metadata: Mapping[str, object] | None = None) -> None:
        """Draw the whole answer, with its suggestions separate."""
        if len(self._pieces) <= 1:  # one page, or nothing was drawn before
            bundle = answer_bundle(markdown)
            if not self._live:  # perhaps a terminal, which shows plain Markdown
                bundle["text/plain"] = without_emphasis(str(bundle["text/plain"]))

            self._piece(0).show(bundle, last=True, metadata=metadata)
            return

        body, suggestions = split_suggestions(markdown)
        pages = self._pages(body)
        for number, page in enumerate(pages):
            is_last = number == len(pages) - 1
            html = answer_frame(page.html, suggestions if is_last else "")
            text = f"{page.text}\n\n{suggestions_text(suggestions)}" if is_last and suggestions else page.text
            whole: Bundle = {"text/html": html, "text/plain": text}
            piece = self._piece(number)
            if number and piece.shows(whole):  # the first page has the origin of all of them
                continue

            piece.show(whole, last=True, metadata=metadata)

        for piece in self._pieces[len(pages) :]:
            piece.clear()

    def clear(self) -> None:
        """Remove the text: it was a step, not the answer."""
        for piece in self._pieces:
            piece.clear()

        self._pieces.clear()
        self._words = StreamedMarkdown()

    def _piece(self, number: int) -> LivePiece:
        while len(self._pieces) <= number:
            self._pieces.append(LivePiece(self._live, self._place))

        return self._pieces[number]

    def _pages(self, markdown: str) -> list["_Page"]:
        blocks, tail = self._words.update(markdown)
        sources = self._words.sources
        begun = self._fill_pages(blocks, sources)
        self._begun = begun.html
        rest = markdown[sum(map(len, sources)) :]
        last = _Page(begun.html + tail, begun.text + visible(rest))
        return [*self._full, last] if last.html or not self._full else [*self._full]

    def _fill_pages(self, blocks: Sequence[str], sources: tuple[str, ...]) -> "_Page":
        """Add the pages that are full; return the text of the last, unfinished one."""
        if sources[: len(self._sources)] != self._sources:  # it is another text
            self._full, self._sources = [], ()

        html, text = "", ""
        for at in range(len(self._sources), len(blocks)):
            html, text = html + blocks[at], text + sources[at]
            if len(html) >= PAGE_CHARACTERS:
                self._full.append(_Page(html, visible(text)))
                self._sources, html, text = sources[: at + 1], "", ""

        return _Page(html, visible(text))


@dataclass(frozen=True)
class _Page:
    html: str
    text: str

    @cached_property
    def bundle(self) -> Bundle:
        """The bundle that is shown while the answer grows."""
        return {"text/html": answer_frame(self.html), "text/plain": self.text}
