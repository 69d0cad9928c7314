"""How each end of a turn is told to a client, with the additions and without."""

import json

import pytest

from svcchat_magic.protocol.messages import Message
from svcchat_magic.service.runs.terminal_lines import FAILURE, STOPPED, ending
from svcchat_magic.service.state.run_status import RunStatus

MESSAGES = (Message(id="q", role="user", content="why?"), Message(id="a", role="assistant", content="Half"))
COUNTS = ("llmCalls", "inputTokens", "outputTokens", "cacheWriteTokens", "cacheReadTokens", "totalTokens")
USAGE = {"id": "__usage__", "usage": {"models": [], **dict.fromkeys(COUNTS, 0)}}
ABORT = {"id": "__aborted__", "type": "abort", "code": "chat_aborted", "sort": 7}


def said(status, *, with_additions):
    """The terminal lines, read; None where the stream is cut."""
    found = ending(status, MESSAGES, 7, with_additions=with_additions)
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
