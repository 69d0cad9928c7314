"""One display of a cell that is updated in place, and left alone once it shows its last state."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from svcchat_magic.notebook.display.cell_display import CellDisplay

Bundle = dict[str, object]

# Faster redraws lose the end of long answers on their way to the page.
SECONDS_BETWEEN_REDRAWS = 0.1
# A piece that has grown larger than this is redrawn less often, so that a cell sends 160 kB a second at most.
_LIGHT_CHARACTERS = 16_000


class Handle(Protocol):
    """A place that shows one bundle: a display of a cell, or an output of a panel."""

    def display(self, bundle: Any, /, *, raw: bool, metadata: Any = None) -> object:
        """Show the bundle, below everything that is shown already."""

    def update(self, bundle: Any, /, *, raw: bool, metadata: Any = None) -> object:
        """Show another one at the same place."""


class LivePiece:
    """Draws bundles at one place; where nothing can be drawn over (a terminal) only the last one.

    `metadata` is saved with the output in the notebook. `place` gives the place, once there is something
    to show.
    """

    def __init__(self, live: bool, place: Callable[[], Handle] = CellDisplay) -> None:
        self._live = live
        self._place = place
        self._handle: Handle | None = None
        self._shown: Bundle | None = None
        self._drawn = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether it has shown nothing yet."""
        return self._handle is None

    def show(
        self,
        bundle: Bundle,
        *,
        last: bool = False,
        metadata: Mapping[str, object] | None = None,
        after: float = 0.0,
    ) -> None:
        """Draw the bundle, unless it stands there already or the one before it is too young.

        `after` are the seconds that the one before it may stand at least.
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
        """Show nothing any more; its place stays."""
        if self._handle is not None and self._live:
            self._shown = None
            self._handle.update({"text/plain": ""}, raw=True)

    def _is_too_soon(self, bundle: Bundle, after: float) -> bool:
        size = sum(len(face) for face in bundle.values() if isinstance(face, str))
        wanted = max(SECONDS_BETWEEN_REDRAWS * size / _LIGHT_CHARACTERS, after)
        return wanted > SECONDS_BETWEEN_REDRAWS and time.monotonic() - self._drawn < wanted
