"""What can go wrong with a language model, as one error with a sentence for the user."""

from enum import StrEnum


class FailureKind(StrEnum):
    """What to do about it: a request may be tried again, asked otherwise, or not at all."""

    UNREACHABLE = "unreachable"
    BUSY = "busy"
    KEY = "key"
    TOO_LONG = "too long"
    NO_TOOLS = "no tools"
    REFUSED = "refused"
    SLOW = "slow"
    BROKEN = "broken"
    FAILED = "failed"


class ModelFailed(Exception):
    """The language model did not answer; the text is a sentence without any key or row."""

    def __init__(self, kind: FailureKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
