"""A folder of recorded answers: one file for each question in its place; format in recording_file.py."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from svcchat_magic.conversation.recordings.recording_file import Recording, read_recording, write_recording
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.errors import RecordingDamaged, RecordingError, RecordingMissing


class RecordingFolder:
    """Finds recordings and keeps them; nothing is created before the first one is kept.

    A file of more than `max_bytes` is not read.
    """

    def __init__(self, folder: Path, *, max_bytes: int) -> None:
        self.folder = folder
        self._max_bytes = max_bytes

    def path(self, key: RecordingKey) -> Path:
        """The file of the recording of this question, existing or not."""
        return self.folder / key.file_name

    def find(self, key: RecordingKey) -> Recording | None:
        """The recording of this question, or None.

        Raises RecordingDamaged when there is one that cannot be trusted, RecordingError when it
        cannot be read.
        """
        file = self.path(key)
        recording = self._recording(file)
        if recording is not None and recording.key != key:
            raise RecordingDamaged(
                f"The recording {file} is damaged at line 1: its question does not match its file name."
            )

        return recording

    def find_by_token(self, key: RecordingKey) -> Recording | None:
        """The recording of this question by whichever token's user asked it, for who has no token.

        Raises RecordingMissing where several users did.
        """
        found = {}
        for file in sorted(self.folder.glob(f"{key.words}-*.ndjson")):
            with suppress(RecordingError):  # whose question it is, is not known of a damaged one
                recording = self._recording(file)
                if recording is not None and recording.key == key.by_token_of(recording.key.token_user):
                    found[recording.key.token_user] = recording

        found.pop("", None)
        if len(found) > 1:
            raise RecordingMissing(
                f"This question is recorded for several users in {self.folder}; "
                "set SVCCHAT_TOKEN to choose one."
            )

        return next(iter(found.values()), None)

    def keep(self, recording: Recording) -> Path:
        """Write a recording, in place of an earlier one; the file is whole or not there at all.

        Others cannot read it, because it holds what its user may see. Raises RecordingError.
        """
        file = self.path(recording.key)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _replace(file, write_recording(recording))
        except OSError as cause:
            raise RecordingError(f"The recording {file} cannot be written: {cause.strerror}.") from cause

        return file

    def _recording(self, file: Path) -> Recording | None:
        try:
            content = self._content(file)
        except OSError as cause:
            raise RecordingError(f"The recording {file} cannot be read: {cause.strerror}.") from cause

        return None if content is None else read_recording(content, str(file))

    def _content(self, file: Path) -> bytes | None:
        try:
            if not stat.S_ISREG(file.stat().st_mode):  # opening a pipe would wait for ever
                raise RecordingDamaged(f"The recording {file} is not a file.")

            with file.open("rb") as opened:
                content = opened.read(self._max_bytes + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None

        if len(content) > self._max_bytes:
            raise RecordingError(
                f"The recording {file} has more than {self._max_bytes:,} bytes; raise max_stream_bytes."
            )

        return content


def _replace(file: Path, content: bytes) -> None:
    """Write beside, then rename: two that write at once leave one whole file."""
    descriptor, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())

        os.replace(beside, file)
    except BaseException:  # an interrupt too must leave nothing behind
        with suppress(OSError):
            os.unlink(beside)

        raise

    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Make the rename last; some systems cannot open a folder, and need not."""
    with suppress(OSError):  # the recording itself is written; only a crash now could lose its name
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
