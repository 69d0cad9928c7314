"""Interrupts that wait until work that must not be cut in half is done."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType, TracebackType
from typing import Any, Self

SAME_WISH_SECONDS = 1.0  # the stop button may be pressed twice


class HeldInterrupts:
    """Within `with`, an interrupt waits for the end of the block, or for the next `allowed()` inside it.

    Otherwise a display could stay half drawn, or a result without its variable. Blocks may be nested: an
    interrupt that leaves one is held by the next, and `allowed()` lets it through all of them. In threads
    other than the main one this does nothing, as Python interrupts only the main thread.
    """

    def __init__(self) -> None:
        self._before: Callable[[int, FrameType | None], Any] | None = None
        self._is_waiting = False

    def __enter__(self) -> Self:
        self.hold()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # An error that is being raised also ends the cell, and says more.
        self._let_go(is_passed_on=kind is None)

    def hold(self) -> None:
        """Hold interrupts from now on; a second call changes nothing."""
        if self._before is not None or not _is_main_thread():
            return

        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            signal.signal(signal.SIGINT, self._note)
            self._before = before  # from here on an interrupt is only noted

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let interrupts through within this block; one that is waiting is raised at once."""
        was_held = self._before is not None
        try:
            self._let_go()
            outer = _holder(signal.getsignal(signal.SIGINT)) if _is_main_thread() else None
            with outer.allowed() if outer else nullcontext():
                yield
        finally:
            if was_held:
                self.hold()

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._is_waiting = True

    def _let_go(self, *, is_passed_on: bool = True) -> None:
        before, self._before = self._before, None
        if before is None:
            return

        signal.signal(signal.SIGINT, before)
        is_waiting, self._is_waiting = self._is_waiting, False
        if is_waiting and (is_passed_on or _holder(before)):
            before(signal.SIGINT, None)


def pass_over_repeats(shell: Any) -> None:
    """Ignore an interrupt that comes right after the one that stopped this cell.

    Otherwise IPython would show its own message if the second one comes while ours is being shown. This lasts
    only a moment, so a later interrupt reaches whatever else the cell does.
    """
    before = signal.getsignal(signal.SIGINT)
    if not _is_main_thread() or not callable(before):
        return

    end = time.monotonic() + SAME_WISH_SECONDS

    def meet(number: int, frame: FrameType | None) -> None:
        if time.monotonic() > end:
            before(number, frame)

    def restore(*_: object) -> None:
        shell.events.unregister("post_run_cell", restore)
        if signal.getsignal(signal.SIGINT) is meet:
            signal.signal(signal.SIGINT, before)

    shell.events.register("post_run_cell", restore)
    signal.signal(signal.SIGINT, meet)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _holder(handler: object) -> HeldInterrupts | None:
    """The block that holds interrupts by this handler, if the handler is ours."""
    owner = getattr(handler, "__self__", None)
    return owner if isinstance(owner, HeldInterrupts) else None
