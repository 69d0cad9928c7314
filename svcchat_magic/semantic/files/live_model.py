"""A model that follows its files: read again when one of them has changed."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from svcchat_magic.errors import EngineError, ModelError
from svcchat_magic.semantic.files.model_files import Completion, load_model, unchanged
from svcchat_magic.semantic.files.model_stamps import stamp_of
from svcchat_magic.semantic.model.model import Model

EVERY_SECONDS = 1.0  # at most so often the files are looked at
log = logging.getLogger("svcchat_magic.semantic")


class LiveModel:
    """The model of a folder; may be used from any thread.

    Whoever has a model keeps it: a change gives the next caller another one. Files with errors change
    nothing, and `problems` says how many errors there are until they are corrected.
    """

    def __init__(
        self,
        folder: Path,
        model: Model,
        clock: Callable[[], float] = time.monotonic,
        *,
        complete: Completion = unchanged,
    ) -> None:
        self._folder = folder
        self._complete = complete
        self._clock = clock
        self._lock = Lock()
        self._stamp = stamp_of(folder)
        self._looked_at = clock()
        self.model = model
        self.is_reloaded = False
        self.problems = 0

    @property
    def is_due(self) -> bool:
        """Whether the files have not been looked at for a while."""
        return self._clock() - self._looked_at >= EVERY_SECONDS

    def look(self) -> None:
        """Read the files if they have changed."""
        with self._lock:
            if not self.is_due:
                return

            self._looked_at = self._clock()
            stamp = stamp_of(self._folder)
            if stamp != self._stamp:
                self._stamp = stamp
                self._read()

    def _read(self) -> None:
        try:
            model = load_model(self._folder)
            completed = self._complete(model)
        except ModelError as error:
            self.problems = len(error.problems)
            log.warning("the changed model has errors, so the one before it stays: %s", error)
        except EngineError as error:  # what is joined to it cannot be looked up
            self.problems = 1
            log.warning("the changed model cannot be joined, so the one before it stays: %s", error)
        else:
            self.is_reloaded = (
                True  # first: whoever has the new model must not take its rules for the old ones
            )
            self.model = completed
            self.problems = len(model.left_out)
            log.info("the model was read again, as its files have changed")
            for sentence in model.left_out:
                log.warning("%s; it is left out", sentence)
