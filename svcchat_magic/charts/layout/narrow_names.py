"""Names of a chart that gives way: cut shorter, and fewer at its foot, as its `room` becomes less."""

import re
from typing import Any

from svcchat_magic.charts.layout.labels import (
    NAMES_SHOWN,
    Rows,
    axis_title,
    most_at_foot,
    names_of,
    names_to_cut,
    slanted_width,
)
from svcchat_magic.charts.layout.parts import Spec
from svcchat_magic.charts.layout.written_names import WHOLE, CutNames, label_expr, step_over

LEAST_ROOM = 200  # pixels
_NARROW = 400  # pixels of room, below which names have less
_MOST_BESIDE, _MOST_AT_FOOT = 110, 100  # pixels of a name there
_LEAST = 40
_NOTE = re.compile(rf"(?:^| \()\d+ of \d+ {NAMES_SHOWN}\)?$")


class NarrowNames:
    """The names of one chart; `taken` is what axes and legends take of its room."""

    def __init__(self, taken: float) -> None:
        self.taken = taken
        self._cut = CutNames("narrow_")
        self._titles: list[Any] = []

    def params(self) -> list[Spec]:
        """The parameters that the expressions read."""
        titles = [{"name": "titles", "value": self._titles}] if self._titles else []
        return [*self._cut.params(), *titles]

    def beside(self, axis: Spec, channel: Spec, rows: Rows) -> Spec:
        """What an axis at the side says of its names."""
        usual = axis.get("labelExpr", WHOLE)
        if usual.startswith("round("):  # more names than any chart has lines for
            return {}

        return label_expr(self._by_room(usual, _MOST_BESIDE, names_to_cut(axis, channel, rows)))

    def at_foot(
        self, axis: Spec, channel: Spec, rows: Rows, *, is_listed: bool, level: float | None = None
    ) -> Spec:
        """What an axis below the chart says of its names; from a room of `level` on they fit side by side."""
        names, count = names_to_cut(axis, channel, rows), len(names_of(channel, rows))
        label = self._by_room(self._cut.label(names, most_at_foot(axis)), _MOST_AT_FOOT, names)
        step = f"ceil({slanted_width(channel, rows):g} / max(room - {self.taken:g}, {_LEAST}))"
        if level is not None:
            label = f"room < {level:g} ? ({label}) : {WHOLE}" if label != WHOLE else label
            step = f"(room < {level:g} ? {step} : 1)"

        if not is_listed or slanted_width(channel, rows) + self.taken <= LEAST_ROOM:
            return label_expr(label)

        return {**label_expr(label, step_over(count, step)), "title": self._title(axis, channel, count, step)}

    def _by_room(self, usual: str, most: float, names: set[str]) -> str:
        narrow = self._cut.label(names, most)
        return usual if narrow == WHOLE else f"room < {_NARROW} ? ({narrow}) : ({usual})"

    def _title(self, axis: Spec, channel: Spec, count: int, step: str) -> Spec:
        """The axis's words, and how many names are shown where that is not all of them."""
        own = _without_note(axis_title(axis, channel))
        note = f"ceil({count} / {step}) + ' of {count} {NAMES_SHOWN}'"
        if not own:
            return {"expr": f"{step} > 1 ? {note} : ''"}

        if own not in self._titles:  # layers have one title, and only where theirs are the same
            self._titles.append(own)

        at = f"titles[{self._titles.index(own)}]"
        lines = ", ".join(f"{at}[{line}]" for line in range(len(own)))
        noted = f"[{lines}, {note}]" if isinstance(own, list) else f"{at} + ' (' + {note} + ')'"
        return {"expr": f"{step} > 1 ? {noted} : {at}"}


def _without_note(title: Any) -> Any:
    """The words without the note that they have where not even a wide chart shows all names."""
    if isinstance(title, list):
        return title[:-1] if _NOTE.fullmatch(title[-1]) else title

    return _NOTE.sub("", title) if title else title
