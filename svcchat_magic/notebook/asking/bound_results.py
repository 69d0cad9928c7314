"""The results of one question as frames in the user's variables."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.notebook.display.row_progress import RowProgress, show_notice

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.row_loading import Progress, RowLoading
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
    """Binds each result to its variable as soon as it is received.

    The question and its view both refer to it, and it refers to neither. Without a reference cycle, a frame
    that the user deletes is freed at once, not at the next garbage collection.
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
        """Whether the rows that were not received can be loaded."""
        return self._conversation.can_load_rows

    def bind(self, result: SqlResult) -> Binding:
        """Make the frame of a result and bind it to its variable."""
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

    def clear_newest(self) -> None:
        """Set `_df` to None: an older frame is not the answer to this question."""
        self._namespace["_df"] = None

    def load_all_rows(self, tell: Callable[[SqlResult, int], None]) -> None:
        """Replace each cut frame with one of all rows, unless the user has rebound the variable.

        `tell` is called with each result and the number of rows that its variable now holds.
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
    """A function that rebinds the variables of a refreshed frame and says so in the cell that refreshed it.

    The frame holds this function, so the function must not hold a frame.
    """

    def rebind(old: Any, new: Any) -> None:
        bound = names.rebind(old, new)
        _replace_newest(namespace, old, new)
        if bound:
            show_notice(f"{', '.join(bound)}: {new.svc.changes}")

    return rebind


def _loader(loading: RowLoading, result: SqlResult, *, live: bool) -> Load:
    """A function that loads all rows of the result and shows the count in the cell that calls it."""

    def load(progress: Progress | None = None) -> LoadedRows:
        if progress is not None or not live:
            return loading(result, progress)

        shown = RowProgress()
        loaded = loading(result, shown.tell)
        shown.finish(loaded.count, loaded.total_rows)
        return loaded

    return load
