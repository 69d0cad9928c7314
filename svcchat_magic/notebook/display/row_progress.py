"""The number of rows loaded so far: one muted line, updated in place."""

import time

from svcchat_magic.conversation.answers.row_loading import rows_so_far
from svcchat_magic.notebook.display.answer_pieces import notice_bundle
from svcchat_magic.notebook.display.cell_display import CellDisplay, show_bundle

_SECONDS_BETWEEN_REDRAWS = 0.25


def show_notice(text: str) -> None:
    """One muted line below what the cell has shown so far."""
    show_bundle(notice_bundle(text))


class RowProgress:
    """Shows a count; after `finish` the last one remains."""

    def __init__(self) -> None:
        self._handle: CellDisplay | None = None
        self._drawn = 0.0

    def tell(self, rows: int, total: int | None) -> None:
        """Show the progress, at most four times a second."""
        if time.monotonic() >= self._drawn + _SECONDS_BETWEEN_REDRAWS:
            self._drawn = time.monotonic()
            self._show(f"… {rows_so_far(rows, total)}")

    def finish(self, rows: int, total: int) -> None:
        """Draw the final state."""
        self._show(rows_so_far(rows, total if rows < total else None))

    def _show(self, text: str) -> None:
        bundle = notice_bundle(text)
        if self._handle is None:
            self._handle = CellDisplay()
            self._handle.display(bundle, raw=True)
            return

        self._handle.update(bundle, raw=True)
