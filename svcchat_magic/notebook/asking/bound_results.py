"""The results of one question as frames in the user's variables."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.notebook.display.row_progress import RowProgress, show_notice

if TYPE_CHECKING:
    from svcchat_magic.conversation.row_loading import Progress, RowLoading
    from svcchat_magic.frames.frame_origin import Rebind
    from svcchat_magic.frames.loaded_frames import Load
    from svcchat_magic.notebook.chats.kernel_turn import KernelTurn
    from svcchat_magic.notebook.questions.variable_names import Binding, TurnNames
    from svcchat_magic.protocol.loaded_rows import LoadedRows
    from svcchat_magic.protocol.results import SqlResult


@dataclass(frozen=True, slots=True)
class _BoundResult:
    result: SqlResult
    name: str
    frame: Any  # a pandas DataFrame, which only frames/ knows


class BoundResults:
    """Binds each result to its variable as it comes.

    It stands apart from the question and its view, which both hold it, so that none of them holds itself:
    a frame that the user drops is freed at once, and not when Python next looks for circles.
    """

    def __init__(self, turn: KernelTurn, *, live: bool) -> None:
        self._conversation = turn.conversation
        self._names = turn.names
        self._namespace = turn.namespace
        self._live = live
        self._bound: list[_BoundResult] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order of the results."""
        return tuple(bound.name for bound in self._bound)

    def can_load(self) -> bool:
        """Whether the rows that did not come could be loaded."""
        return self._conversation.can_load_rows

    def bind(self, result: SqlResult) -> Binding:
        """Give a result its frame and its variable the moment it arrives."""
        frame = result_frame(
            result,
            chat_id=self._conversation.chat_id or "",
            load=_loader(self._conversation.row_loading, result, live=self._live),
            rebind=_rebinder(self._names, self._namespace),
        )
        binding = self._names.bind(result.title, frame)
        self._namespace["_df"] = frame
        self._bound.append(_BoundResult(result, binding.name, frame))
        return binding

    def load_all_rows(self, tell: Callable[[SqlResult, int], None]) -> None:
        """Put the frame of all rows in the place of each that was cut, unless the user took the name.

        `tell` is told each result and how many rows its variable holds now.
        """
        for bound in self._bound:
            if not bound.frame.svc.is_complete:
                full = bound.frame.svc.full()
                self._names.replace(bound.name, bound.frame, full)
                _replace_newest(self._namespace, bound.frame, full)
                tell(bound.result, len(full))


def _replace_newest(namespace: MutableMapping[str, Any], old: Any, new: Any) -> None:
    if namespace.get("_df") is old:
        namespace["_df"] = new


def _rebinder(names: TurnNames, namespace: MutableMapping[str, Any]) -> Rebind:
    """What binds the variables of a refreshed frame anew, and says so in the cell that refreshed it.

    It is kept by the frame, and so keeps no frame itself.
    """

    def rebind(old: Any, new: Any) -> None:
        bound = names.rebind(old, new)
        _replace_newest(namespace, old, new)
        if bound:
            show_notice(f"{', '.join(bound)}: {new.svc.changes}")

    return rebind


def _loader(loading: RowLoading, result: SqlResult, *, live: bool) -> Load:
    """What loads all rows of the result, and counts them in the cell that asks for it."""

    def load(progress: Progress | None = None) -> LoadedRows:
        if progress is not None or not live:
            return loading(result, progress)

        shown = RowProgress()
        loaded = loading(result, shown.tell)
        shown.finish(loaded.count, loaded.total_rows)
        return loaded

    return load
