"""The last lines of a turn's stream, which show how it ended (decisions/additions-on-request)."""

from svcchat_magic.protocol.messages import ABORTED as ABORTED_ID
from svcchat_magic.protocol.messages import USAGE, Message, Usage, encode_message
from svcchat_magic.service.runs.conversation_state import state_message
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.state.run_status import RunStatus

STOPPED = "The service stopped while answering. Ask the question again."
FAILURE = "The question could not be answered because the service failed. Ask it again."


def ending(
    status: RunStatus, messages: SerialisedMessages, sort: int, used: Usage, *, with_additions: bool
) -> bytes | None:
    """The terminal lines of a turn with this final status; `messages` are its whole chat, `used` is its own.

    None if the stream must be cut: a failed turn whose asker did not opt in to the additions.
    """
    if not with_additions:
        has_state = status in (RunStatus.COMPLETE, RunStatus.ABORTED)
        return encode_message(state_message(messages, sort)) if has_state else None

    return encode_message(_terminal(status, messages, sort)) + encode_message(Message(id=USAGE, usage=used))


def _terminal(status: RunStatus, messages: SerialisedMessages, sort: int) -> Message:
    if status is RunStatus.COMPLETE:
        return state_message(messages, sort)

    if status is RunStatus.ABORTED:
        return Message(id=ABORTED_ID, type="abort", code="chat_aborted", sort=sort)

    return Message(error=STOPPED if status is RunStatus.INTERRUPTED else FAILURE)
