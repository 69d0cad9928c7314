"""The turn that a conversation is answering: one at a time, and it can be stopped while it is starting."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from svcchat_magic.conversation.turns.turn import Turn
from svcchat_magic.errors import RequestRefused, SvcchatError


class CurrentTurn:
    """The newest turn of a conversation, from any thread."""

    def __init__(self) -> None:
        self.turn: Turn | None = None
        self._is_starting = False
        self._is_unwanted = False

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Start a turn inside this, which takes as long as its service: `stop` may come before it exists.

        Raises RequestRefused while another question is being answered.
        """
        self._is_starting, self._is_unwanted = True, False
        try:
            self._check_free()
            yield
        finally:
            self._is_starting = False

    def begin(self, turn: Turn) -> None:
        """Begin a turn; it is stopped at once if `stop` was called while it was starting."""
        self.turn = turn
        try:
            turn.begin()
        except KeyboardInterrupt:
            turn.stop()
            raise

        if self._is_unwanted:
            turn.stop()

    def stop(self) -> bool:
        """Stop the running turn, or the one that is starting, and return whether there is one."""
        self._is_unwanted = True  # first: a question that begins meanwhile sees this, or is seen here
        running = self.turn
        if running is None or running.is_done:
            return self._is_starting

        running.stop()
        return True

    def stop_and_wait(self, seconds: float) -> None:
        """Stop, and wait up to this long for the turn to end."""
        self.stop()
        if self.turn is not None:
            self.turn.wait_for_end(seconds)

    def close(self) -> None:
        """Stop what runs and wait until it has ended."""
        if self.turn is not None and not self.turn.is_done:
            self.turn.stop()
            with suppress(SvcchatError):  # it may fail by itself; its caller gets the error
                self.turn.finish()

    def _check_free(self) -> None:
        if self.turn is not None and not self.turn.is_done:
            raise RequestRefused(
                "This chat is still answering another question. Wait for it, stop it, "
                "or open a second conversation."
            )
