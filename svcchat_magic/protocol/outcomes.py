"""Whether a question was answered: the outcome and the choices of a final message, as untrusted input."""

from collections.abc import Iterable
from enum import StrEnum

from svcchat_magic.protocol.messages import Choice, Message

MOST_CHOICES = 9
MOST_LABEL = 200  # characters
MOST_QUESTION = 2_000


class TurnOutcome(StrEnum):
    """Whether a question was answered; UNKNOWN, the empty string, if the service does not say."""

    UNKNOWN = ""
    ANSWERED = "answered"
    CLARIFY = "clarify"  # the service asks back
    REFUSED = "refused"


UNANSWERED = (TurnOutcome.CLARIFY, TurnOutcome.REFUSED)


def read_outcome(message: Message) -> TurnOutcome:
    """The outcome of a message; a word that this package does not know is UNKNOWN."""
    try:
        return TurnOutcome(message.outcome or "")
    except ValueError:
        return TurnOutcome.UNKNOWN


def read_choices(message: Message) -> tuple[Choice, ...]:
    """The first choices of a message, each on one line and with a label, without blank and overlong ones.

    None without an outcome: another service may use the same name for something else.
    """
    if read_outcome(message) not in UNANSWERED:
        return ()

    return tuple(_tidied(message.choices or ()))[:MOST_CHOICES]


def characters_in(choices: Iterable[Choice]) -> int:
    """The number of characters of all choices."""
    return sum(len(choice.label) + len(choice.question) for choice in choices)


def _tidied(choices: Iterable[Choice]) -> Iterable[Choice]:
    for choice in choices:
        question, label = (" ".join(text.split()) for text in (choice.question, choice.label))
        if question and len(question) <= MOST_QUESTION and len(label) <= MOST_LABEL:
            yield Choice(label=label or question, question=question)
