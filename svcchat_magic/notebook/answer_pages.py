"""The answer while it grows: a long one goes on in further displays, so that each redraw stays small."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from IPython.display import DisplayHandle

from svcchat_magic.notebook.answer_pieces import answer_bundle, answer_frame, split_suggestions
from svcchat_magic.notebook.live_piece import Handle, LivePiece
from svcchat_magic.notebook.safe_text import StreamedMarkdown
from svcchat_magic.protocol.visible_text import visible, without_emphasis

PAGE_CHARACTERS = 4_000


class AnswerPages:
    """Paints the answer; a page is full at the first whole block that passes its size.

    Redrawing 100 kB ten times a second would be 12 MB on their way to the page; by pages it is half a
    megabyte. An ordinary answer is one page.
    """

    def __init__(self, live: bool, place: Callable[[], Handle] = DisplayHandle) -> None:
        self._live = live
        self._place = place
        self._words = StreamedMarkdown()
        self._pieces: list[LivePiece] = []

    def grow(self, markdown: str) -> None:
        """Paint the answer as far as it has come."""
        for number, page in enumerate(self._pages(markdown)):
            bundle: dict[str, object] = {"text/html": answer_frame(page.html), "text/plain": page.text}
            self._piece(number).show(bundle)

    def finish(self, markdown: str, metadata: Mapping[str, object] | None = None) -> None:
        """Paint the whole answer, its suggestions apart."""
        if len(self._pieces) <= 1:  # one page, or nothing was drawn before
            bundle = answer_bundle(markdown)
            if not self._live:  # perhaps a terminal, which shows Markdown as it is
                bundle["text/plain"] = without_emphasis(str(bundle["text/plain"]))

            self._piece(0).show(bundle, last=True, metadata=metadata)
            return

        body, suggestions = split_suggestions(markdown)
        pages = self._pages(body)
        for number, page in enumerate(pages):
            is_last = number == len(pages) - 1
            html = answer_frame(page.html, suggestions if is_last else "")
            text = f"{page.text}\n\n{visible(suggestions)}" if is_last and suggestions else page.text
            self._piece(number).show({"text/html": html, "text/plain": text}, last=True, metadata=metadata)

        for piece in self._pieces[len(pages) :]:
            piece.clear()

    def clear(self) -> None:
        """Take the text away: it turned out to be a step."""
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
        pages = list(_full_pages(blocks, self._words.sources))
        rest = markdown[sum(len(source) for source in self._words.sources) :]
        if pages and len(pages[-1].html) < PAGE_CHARACTERS:
            last = pages.pop()
            return [*pages, _Page(last.html + tail, last.text + visible(rest))]

        return [*pages, _Page(tail, visible(rest))] if tail or not pages else pages


class _Page(NamedTuple):
    html: str
    text: str


def _full_pages(blocks: Sequence[str], sources: Sequence[str]) -> Iterator[_Page]:
    """The finished blocks by pages; the last one may not be full."""
    html: list[str] = []
    text: list[str] = []
    size = 0
    for block, source in zip(blocks, sources, strict=True):
        html.append(block)
        text.append(source)
        size += len(block)
        if size >= PAGE_CHARACTERS:
            yield _Page("".join(html), visible("".join(text)))
            html, text, size = [], [], 0

    if html:
        yield _Page("".join(html), visible("".join(text)))
