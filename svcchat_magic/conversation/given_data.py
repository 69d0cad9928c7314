"""Data of the user's own, asked in place of a service."""

from __future__ import annotations

from functools import cached_property


class GivenData:
    """A frame, a path, or several by name; see `semantic/engines/data_source.py` for what is read."""

    def __init__(self, data: object) -> None:
        self._data = data

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the content when it was first asked for, by which recordings differ."""
        from svcchat_magic.frames.given_frames import fingerprint  # only recordings need it

        return fingerprint(self._data)

    @cached_property
    def stamp(self) -> str:
        """What differs once the data has changed on this machine; files are not read for it."""
        from svcchat_magic.frames.given_frames import stamp

        return stamp(self._data)

    def note_state(self) -> None:
        """Take the stamp now, before the data is read."""
        _ = self.stamp

    def note_content(self) -> None:
        """Take the fingerprint now, as the data is being read: a frame or a file may change later."""
        _ = self.fingerprint

    @property
    def tables(self) -> object:
        """The same, with every frame made ready to be a table."""
        from svcchat_magic.frames.given_frames import as_tables

        return as_tables(self._data)
