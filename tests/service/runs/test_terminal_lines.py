"""How each end of a turn is told to a client, with the additions and without."""

import json

import pytest

from svcchat_magic.analyst.events import ModelUsed
from svcchat_magic.protocol.messages import Message, Usage
from svcchat_magic.service.runs.serialised_messages import SerialisedMessages
from svcchat_magic.service.runs.terminal_lines import FAILURE, STOPPED, ending
from svcchat_magic.service.runs.turn_usage import usage_of, usage_when_stored
from svcchat_magic.service.state.run_status import RunStatus

MESSAGES = SerialisedMessages.of(
    [Message(id="q", role="user", content="why?"), Message(id="a", role="assistant", content="Half")]
)
COUNTS = ("llmCalls", "inputTokens", "outputTokens", "cacheWriteTokens", "cacheReadTokens", "totalTokens")
USAGE = {"id": "__usage__", "usage": {"models": [], **dict.fromkeys(COUNTS, 0)}}
ABORT = {"id": "__aborted__", "type": "abort", "code": "chat_aborted", "sort": 7}


def said(status, *, with_additions):
    """The terminal lines, read; None where the stream is cut."""
    found = ending(status, MESSAGES, 7, usage_of(()), with_additions=with_additions)
    if found is None:
        return None

    assert found.endswith(b"\n")
    return [json.loads(line) for line in found.splitlines()]


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("status", [RunStatus.COMPLETE, RunStatus.ABORTED])
def test_without_the_additions_a_whole_and_an_aborted_turn_end_with_the_chats_state_alone(status):
    [state] = said(status, with_additions=False)

    assert (state["id"], state["sort"]) == ("__state__", 7)
    assert len(state["state"]["messages"]) == 2


@pytest.mark.case("A32")
@pytest.mark.parametrize("status", [RunStatus.FAILED, RunStatus.INTERRUPTED])
def test_without_the_additions_a_failed_turn_is_cut(status):
    assert said(status, with_additions=False) is None


@pytest.mark.parametrize(
    ("status", "last"),
    [
        (RunStatus.ABORTED, ABORT),
        (RunStatus.FAILED, {"error": FAILURE}),
        (RunStatus.INTERRUPTED, {"error": STOPPED}),
    ],
)
def test_with_the_additions_a_turn_says_how_it_ended_and_what_it_used(status, last):
    assert said(status, with_additions=True) == [last, USAGE]


def test_with_the_additions_a_whole_turn_ends_with_its_state_and_what_it_used():
    state, usage = said(RunStatus.COMPLETE, with_additions=True)

    assert [state] == said(RunStatus.COMPLETE, with_additions=False)
    assert usage == USAGE


def test_the_requests_of_a_turn_add_up():
    made = (ModelUsed(0, "large", 100, 20, 5, 1_000), ModelUsed(1, "large", 200, 10), ModelUsed(2, "small"))

    assert usage_of(made) == Usage(("large", "small"), 3, 300, 30, 5, 1_000, 1_335)


def test_what_no_provider_counted_is_unknown_and_not_zero():
    assert usage_of([ModelUsed(0, "small")]) == Usage(("small",), 1)
    assert usage_of([ModelUsed(0, "small", 7, 2)]) == Usage(("small",), 1, 7, 2, 0, 0, 9)
    assert usage_when_stored(None, RunStatus.INTERRUPTED) == Usage()
    assert usage_when_stored(None, RunStatus.COMPLETE) == usage_of(())
