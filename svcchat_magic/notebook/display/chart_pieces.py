"""The charts of one turn: shown at once, with pictures added to the same displays once drawn."""

import struct
from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import Future, wait
from typing import Any, Protocol

from svcchat_magic.charts.layout.narrow_charts import can_narrow, following, narrowing
from svcchat_magic.charts.pictures.chart_pictures import TOO_MUCH
from svcchat_magic.charts.pictures.picture_process import SCALE
from svcchat_magic.charts.result_charts import MIME_TYPE, ChartBundle, as_picture
from svcchat_magic.errors import ChartRefused, StreamStopped
from svcchat_magic.notebook.display.cell_display import CellDisplay
from svcchat_magic.notebook.display.live_piece import Handle

PICTURE_TYPE = "image/png"
# A chart shown together with its picture is drawn once on the page. A warm process takes half this time.
AT_ONCE_SECONDS = 0.15
# JupyterLab's menu beside a chart covers it, and sends the rows to an editor on another site. The menu's
# style sheet also hides the width of the cell from every chart on the page.
OPTIONS: Mapping[str, Any] = {"actions": False, "defaultStyle": False}
LAST_SECONDS = 5.0  # longest wait for pictures when everything else is done
NO_PICTURE = "no_picture"  # in a chart's metadata: a reason that only this machine has
_LATE = "it was not drawn in time"
_OF_THE_MACHINE = (_LATE, TOO_MUCH)
_EDGE = 8  # pixels
_SIZE = struct.Struct(">II")


class Pictures(Protocol):
    """Draws charts: `charts.pictures.chart_pictures.ChartPictures`."""

    def draw(self, spec: Mapping[str, Any]) -> "Future[bytes]":
        """Order the chart's PNG; the future fails with ChartRefused."""


class ChartPieces:
    """The displays of the charts; without `pictures` they have no PNG."""

    def __init__(self, pictures: Pictures | None) -> None:
        self._pictures = pictures
        self._waiting: list[ChartPiece] = []

    def piece(self, chart: ChartBundle) -> "ChartPiece":
        """A chart to show; orders its picture and waits only briefly for it."""
        picture = self._pictures.draw(_as_picture(chart.data[MIME_TYPE])) if self._pictures else None
        if picture is not None:
            wait([picture], AT_ONCE_SECONDS)

        return ChartPiece(chart, picture, gives_way=True)

    def show(self, piece: "ChartPiece", place: Handle | None = None) -> None:
        """Display the chart there, or below everything displayed so far."""
        piece.show(place or CellDisplay())
        self._waiting.append(piece)

    def add_pictures(self) -> None:
        """Add the pictures that have been drawn."""
        self._waiting = [piece for piece in self._waiting if not piece.add_picture()]

    def finish(self, seconds: float) -> None:
        """Wait up to `seconds` for the other pictures; charts then remain without.

        Raises StreamStopped if interrupted, so that the cells below do not run.
        """
        try:
            wait([piece.picture for piece in self._waiting if piece.picture], seconds)
        except KeyboardInterrupt:
            raise StreamStopped(
                "Stopped while the chart pictures were drawn. The answer is complete."
            ) from None
        finally:
            self.add_pictures()
            for piece in self._waiting:
                piece.give_up()

            self._waiting = []


class ChartPiece:
    """One chart in one display. A chart made here shrinks in a narrow cell; its picture does not."""

    def __init__(
        self, chart: ChartBundle, picture: "Future[bytes] | None", *, gives_way: bool = False
    ) -> None:
        spec, options = chart.data[MIME_TYPE], OPTIONS
        if gives_way and can_narrow(spec):
            spec, options = narrowing(spec), {**OPTIONS, "patch": following(spec)}

        self._data = {**chart.data, MIME_TYPE: spec}
        self._metadata = {MIME_TYPE: {"embed_options": options}}
        self._summary = chart.summary
        self._handle: Handle = CellDisplay()
        self.picture = picture

    def show(self, place: Handle) -> None:
        """Display the chart, with its picture if it has been drawn."""
        self._handle = place
        if self.picture is not None and self.picture.done():
            data, metadata = self._whole(self.picture)
            self._handle.display(data, raw=True, metadata=metadata)
            self.picture = None
            return

        self._handle.display(self._data, raw=True, metadata=self._metadata)

    def add_picture(self) -> bool:
        """Add the picture if it has been drawn; return whether the chart is finished."""
        if self.picture is None:
            return True

        if not self.picture.done():
            return False

        data, metadata = self._whole(self.picture)
        self._handle.update(data, raw=True, metadata=metadata)
        return True

    def bundle(self, seconds: float) -> tuple[dict[str, Any], dict[str, Any]]:
        """Its data and metadata by MIME type; waits up to `seconds` for the picture."""
        if self.picture is None:
            return self._data, self._metadata

        wait([self.picture], seconds)
        return self._whole(self.picture) if self.picture.done() else (self._data, self._metadata)

    def give_up(self) -> None:
        """Record that there is no picture."""
        data, metadata = self._without(_LATE)
        self._handle.update(data, raw=True, metadata=metadata)

    def _whole(self, picture: "Future[bytes]") -> tuple[dict[str, Any], dict[str, Any]]:
        """The chart by MIME type with its picture, or with the reason why it has none."""
        try:
            png = picture.result()
        except ChartRefused as refusal:
            return self._without(str(refusal))

        width, height = (side // SCALE for side in _SIZE.unpack_from(png, 16))
        data = {**self._data, PICTURE_TYPE: b64encode(png).decode()}
        return data, {**self._metadata, PICTURE_TYPE: {"width": width, "height": height}}

    def _without(self, reason: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The chart alone. A picture that is only late is not mentioned, so a rerun shows the same text."""
        if reason in _OF_THE_MACHINE:
            return self._data, {**self._metadata, NO_PICTURE: reason}

        text = f"{self._summary} (no picture: {reason})"
        return {**self._data, "text/plain": text}, self._metadata


def _as_picture(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The chart with the left margin that a page gives to charts but not to pictures."""
    return {**as_picture(dict(spec)), "padding": {**spec.get("padding", {}), "left": _EDGE}}
