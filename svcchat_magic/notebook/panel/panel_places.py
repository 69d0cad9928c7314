"""Where a panel shows a turn: its question, the pieces of its answer, and tabs for every result."""

from collections.abc import Mapping
from typing import Any

from ipywidgets import Box, Output, Tab, VBox, Widget

from svcchat_magic.notebook.display.answer_pieces import heading_bundle, variable_bundle
from svcchat_magic.notebook.display.steps_piece import sql_bundle
from svcchat_magic.protocol.results import SqlResult


class PanelTurn:
    """The displays of one turn in a panel: an `AnswerPlaces` for the answer's view.

    Every piece is a separate output, which the page renders by the same rules as a cell's, so the panel
    contains no HTML that a cell would not.
    """

    offers_suggestions = True

    def __init__(self, question: str) -> None:
        self.box = VBox()
        self.box.add_class("svcchat-turn")
        self.piece().display(heading_bundle(question), raw=True)

    def piece(self) -> "OutputPlace":
        """The next display, below the ones before."""
        return OutputPlace(self.box)

    def result(self, result: SqlResult, name: str, has_chart: bool) -> tuple["OutputPlace", "OutputPlace"]:
        """Tabs for a result, under its variable's name: its chart, its rows, its SQL."""
        faces = {title: VBox() for title in (*(["Chart"] if has_chart else []), "Table", "SQL")}
        OutputPlace(faces["SQL"]).display(sql_bundle(result.sql), raw=True)
        self.piece().display(variable_bundle(name), raw=True)
        _append(self.box, Tab(children=tuple(faces.values()), titles=tuple(faces), selected_index=0))
        return OutputPlace(faces.get("Chart", faces["Table"])), OutputPlace(faces["Table"])

    def close(self) -> None:
        """Free the widgets in the kernel."""
        close_all(self.box)


class OutputPlace:
    """A place in a panel that shows one bundle; a `Handle` of the answer's pieces."""

    def __init__(self, parent: Box) -> None:
        self._parent = parent
        self._output: Output | None = None

    def display(self, bundle: Mapping[str, Any], /, *, raw: bool = True, metadata: Any = None) -> None:  # noqa: ARG002
        """Show the bundle below everything in its parent."""
        self._output = Output(outputs=_outputs(bundle, metadata))
        _append(self._parent, self._output)

    def update(self, bundle: Mapping[str, Any], /, *, raw: bool = True, metadata: Any = None) -> None:  # noqa: ARG002
        """Replace it with another bundle."""
        if self._output is not None:
            self._output.outputs = _outputs(bundle, metadata)


def _outputs(bundle: Mapping[str, Any], metadata: Any) -> tuple[dict[str, Any], ...]:
    if not any(bundle.values()):  # a removed piece leaves no empty line
        return ()

    return ({"output_type": "display_data", "data": dict(bundle), "metadata": dict(metadata or {})},)


def _append(parent: Box, child: Widget) -> None:
    parent.children = (*parent.children, child)


def close_all(widget: Widget) -> None:
    """Close a widget with everything in it."""
    for child in getattr(widget, "children", ()):
        close_all(child)

    widget.close()
