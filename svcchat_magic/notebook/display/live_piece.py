"""One display of a cell, updated in place until it shows its final state."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from svcchat_magic.notebook.display.cell_display import CellDisplay

Bundle = dict[str, object]

# With faster redraws, front ends lose the end of long answers.
SECONDS_BETWEEN_REDRAWS = 0.1
# A piece larger than this is redrawn less often, so that a cell sends at most 160 kB a second.
_LIGHT_CHARACTERS = 16_000


class Handle(Protocol):
    """A place that shows one bundle: a display of a cell, or an output of a panel."""

    def display(self, bundle: Any, /, *, raw: bool, metadata: Any = None) -> object:
        """Show the bundle below everything shown so far."""

    def update(self, bundle: Any, /, *, raw: bool, metadata: Any = None) -> object:
        """Replace it with another bundle."""


class LivePiece:
    """Draws bundles in one place; where nothing can be redrawn, as in a terminal, only the last one.

    `metadata` is saved with the output in the notebook. `place` makes the display when there is something to
    show.
    """

    def __init__(self, live: bool, place: Callable[[], Handle] = CellDisplay) -> None:
        self._live = live
        self._place = place
        self._handle: Handle | None = None
        self._shown: Bundle | None = None
        self._drawn = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been shown yet."""
        return self._handle is None

    def shows(self, bundle: Bundle) -> bool:
        """Whether exactly this is shown."""
        return bundle == self._shown

    def show(
        self,
        bundle: Bundle,
        *,
        last: bool = False,
        metadata: Mapping[str, object] | None = None,
        after: float = 0.0,
    ) -> None:
        """Draw the bundle, unless it is already shown or the one before was drawn too recently.

        `after` is the least time in seconds between the two.
        """
        if not last and (not self._live or bundle == self._shown or self._is_too_soon(bundle, after)):
            return

        self._shown = bundle
        self._drawn = time.monotonic()
        if self._handle is None:
            self._handle = self._place()
            self._handle.display(bundle, raw=True, metadata=metadata)
            return

        self._handle.update(bundle, raw=True, metadata=metadata)

    def clear(self) -> None:
        """Show nothing; the display remains."""
        if self._handle is not None and self._live:
            self._shown = None
            self._handle.update({"text/plain": ""}, raw=True)

    def _is_too_soon(self, bundle: Bundle, after: float) -> bool:
        size = sum(len(face) for face in bundle.values() if isinstance(face, str))
        wanted = max(SECONDS_BETWEEN_REDRAWS * size / _LIGHT_CHARACTERS, after)
        return wanted > SECONDS_BETWEEN_REDRAWS and time.monotonic() - self._drawn < wanted
