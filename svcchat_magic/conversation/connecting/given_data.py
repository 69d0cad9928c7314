"""Data of the user's own, asked in place of a service, perhaps with a model for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from svcchat_magic.errors import RequestRefused

DEMO = "demo"  # in place of a model's folder: the built-in shop with its data


class GivenData:
    """A frame, a path, or several by name; see `semantic/engines/data_source.py` for what is read.

    With the folder of a `model`, or `DEMO`, what has no name is the model's data, and tables by name are
    joined to it unless its cubes read them. Raises RequestRefused for data beside the demo's.
    """

    def __init__(self, data: object, *, model: str | Path | None = None) -> None:
        self._data = data
        self.model = None if model is None else str(model)
        if self.is_demo and self._unnamed:
            raise RequestRefused(
                "The demo shop has its own data. Name each table that joins it, as in targets=targets.csv."
            )

    @property
    def is_demo(self) -> bool:
        """Whether the model is the built-in shop's."""
        return self.model == DEMO

    @property
    def is_named(self) -> bool:
        """Whether each of it is a table by name, as those are that join a model."""
        return bool(self._several) and not self._unnamed

    def with_more(self, other: GivenData) -> GivenData:
        """The same with the tables of another beside its model."""
        return GivenData([*self._several, *other._several], model=self.model)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the content when it was first asked for, by which recordings differ."""
        from svcchat_magic.frames.given_frames import fingerprint  # only recordings need it

        return fingerprint(self._content)

    @cached_property
    def stamp(self) -> str:
        """What differs once the data has changed on this machine; files are not read for it."""
        from svcchat_magic.frames.given_frames import stamp

        return stamp(self._content)

    def note_state(self) -> None:
        """Take the stamp now, before the data is read."""
        _ = self.stamp

    def note_content(self) -> None:
        """Take the fingerprint now, as the data is being read: a frame or a file may change later."""
        _ = self.fingerprint

    @property
    def served(self) -> dict[str, object]:
        """The options of a service that answers from it, with every frame made ready to be a table."""
        from svcchat_magic.frames.given_frames import as_tables

        if self.model is None:
            return {"data": as_tables(self._data)}

        return {
            "model": None if self.is_demo else Path(self.model),
            "data": as_tables(self._unnamed) or None,
            "joined": as_tables(self._named),
        }

    @property
    def _content(self) -> object:
        folder = () if self.model is None or self.is_demo else (self.model,)
        return self._data if self.model is None else [self.model, *folder, *self._several]

    @property
    def _several(self) -> list[object]:
        if isinstance(self._data, (list, tuple)):
            return list(self._data)

        is_frame = not isinstance(self._data, (str, Path, Mapping))
        return [] if self._data is None else [{"data": self._data} if is_frame else self._data]

    @property
    def _unnamed(self) -> list[object]:
        return [each for each in self._several if not isinstance(each, Mapping)]

    @property
    def _named(self) -> dict[str, object]:
        return {
            str(name): source
            for each in self._several
            if isinstance(each, Mapping)
            for name, source in each.items()
        }


def as_given(data: object | None, model: str | Path | None = None) -> GivenData | None:
    """The data with its model; None where neither is given."""
    if data is None and model is None:
        return None

    return data if isinstance(data, GivenData) else GivenData(data, model=model)
