"""Every error this package raises, in one tree.

::

    SvcchatError                    the root: catch this to catch all of them
    ├── SettingsError               a setting is missing, unknown or cannot be used
    │   └── KeyUnusable             the API key has characters or a length no key has
    ├── RequestRefused              asked wrongly, found before anything was sent
    ├── ConnectionFailed            no connection: refused, unknown host, TLS, proxy
    ├── ServiceError                the service answered with an error status (7)
    │   ├── BadRequest              400
    │   ├── NotAuthenticated        401
    │   ├── NotAllowed              403
    │   ├── NotFound                404
    │   ├── TooBusy                 409, 429, 503
    │   └── ServiceFailed           500 and every other status
    ├── StreamError                 the answer began and then went wrong
    │   ├── StreamFailed            the service said in mid-stream that it failed
    │   ├── StreamStopped           it was stopped or suspended before its end
    │   ├── StreamTruncated         it ended before its terminal message
    │   ├── StreamProtocolError     the response is not this API
    │   ├── StreamLimitExceeded     a line, the stream or the message count is over its limit
    │   └── DeadlineExceeded        nothing, or not everything, arrived in time
    ├── NotAnswered                 the turn is complete, but the question was refused or needs a choice
    ├── RecordingError              a recorded answer cannot be read or written
    │   ├── RecordingMissing        mode replay, and this question is not recorded
    │   └── RecordingDamaged        a recording was cut, changed or is not one
    ├── BadLine                     one line of a stream that is no message
    ├── ChartRefused                a chart specification that cannot be drawn safely
    ├── ModelError                  model files that cannot be loaded: every problem, with file and line
    ├── QueryRefused                SQL that the semantic layer does not accept
    └── EngineError                 the SQL engine failed while it ran an accepted query
        └── ValueOutOfRange         a value that the query computes has no place in its type

A failed tool call is part of an answer and no exception (7, tool errors).
"""

import shutil
import sys
import unicodedata
from collections.abc import Sequence
from textwrap import wrap

_LINE = 80  # characters; a page or a terminal breaks longer lines in the middle of a word


class SvcchatError(Exception):
    """Root of the tree; its text is one sentence a data scientist can act on."""

    def __str__(self) -> str:
        """The sentence. It may repeat what a service said, and a traceback writes it to a terminal."""
        return "".join(map(_visible, super().__str__()))

    def _render_traceback_(self) -> list[str]:
        """Make IPython show one sentence; the cell still fails."""
        text = f"{type(self).__name__}: {self}"
        width = min(_LINE, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _LINE
        return [
            "\n".join(
                wrapped
                for line in text.splitlines()
                for wrapped in wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
            )
        ]


def _visible(character: str) -> str:
    """Controls, marks of direction and halves of a character would steer a terminal: each is shown."""
    is_hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\n\t"
    return "\N{REPLACEMENT CHARACTER}" if is_hidden else character


class SettingsError(SvcchatError):
    """A setting is missing, unknown or cannot be used."""


class KeyUnusable(SettingsError):
    """The API key cannot be sent in a header; the text never holds the key."""


class RequestRefused(SvcchatError):
    """The request breaks a rule of the contract and was not sent."""


class ConnectionFailed(SvcchatError):
    """No connection to the service could be made."""


class ServiceError(SvcchatError):
    """The service answered with an error status (section 7)."""

    def __init__(self, sentence: str, *, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class BadRequest(ServiceError):
    """400: the request body or a parameter is not valid; 413: it is too long."""


class NotAuthenticated(ServiceError):
    """401: the API key is missing or wrong."""


class NotAllowed(ServiceError):
    """403: this user does not own the chat."""


class NotFound(ServiceError):
    """404: no such account, agent or chat."""


class TooBusy(ServiceError):
    """409, 429 or 503: the chat is streaming already, or a limit is reached."""


class ServiceFailed(ServiceError):
    """500, or a status this API does not name."""


class StreamError(SvcchatError):
    """The answer began to stream and did not reach its end."""


class StreamFailed(StreamError):
    """The service reported a failure after the answer had begun."""


class StreamStopped(StreamError):
    """The answer was stopped by the user, or suspended by the service, before its end."""


class StreamTruncated(StreamError):
    """The stream ended before its terminal message."""


class StreamProtocolError(StreamError):
    """What the other side sent is not this API."""


class StreamLimitExceeded(StreamError):
    """A line, the whole stream or the number of messages is over its limit."""


class DeadlineExceeded(StreamError):
    """The service was silent, or slow, for longer than the settings allow."""


class NotAnswered(SvcchatError):
    """The turn is complete, but the service refused the question or asks which reading you mean."""


class RecordingError(SvcchatError):
    """A recorded answer cannot be read or written."""


class RecordingMissing(RecordingError):
    """The mode is replay, and the question is not recorded."""


class RecordingDamaged(RecordingError):
    """A recording was cut, changed or is not one; the text names file and line."""


class BadLine(SvcchatError):
    """One line of a stream that is not a message."""


class ChartRefused(SvcchatError):
    """A chart specification that cannot be drawn safely; the text says why."""


class ModelError(SvcchatError):
    """Model files that cannot be loaded; `problems` has one sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("The data model cannot be loaded: " + "; ".join(self.problems))


class QueryRefused(SvcchatError):
    """SQL that the semantic layer does not accept; the text says what to write instead."""


class EngineError(SvcchatError):
    """The SQL engine failed while it ran a query; the text holds no row value and no SQL."""


class ValueOutOfRange(EngineError):
    """A value that a query computes has no place in its type: an overflow, or a cast that fails."""
