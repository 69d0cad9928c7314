import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.conversation.answers.received import Received
from svcchat_magic.errors import StreamProtocolError
from tests.faults.scripted_origin import recorded

NOT_UTF8 = b'{"id":"f2","role":"assistant","content":"z","isDelta":true,"unknown":"\xff"}'
LINES = (
    *recorded("short").splitlines(),
    b"{bad",
    b'{"id":"f1","role":"assistant","content":"x","isDelta":"yes"}',
    b'{"id":"f2","role":"assistant","content":"\\ud800","isDelta":true}',
    '{"id":"f2","role":"assistant","content":"é","isDelta":true}'.encode(),
    NOT_UTF8,
    b'{"id":"f2","role":"assistant","content":"z"}{}',
)


def outcome(batches):
    """What came of these batches: lines, transcript, and whether they were taken for this API's."""
    received = Received(None)
    try:
        for batch in batches:
            received.take(batch, 0.0)
    except StreamProtocolError as error:
        return received.transcript(), str(error)

    return received.lines.since(0), received.transcript()


@pytest.mark.case("S05")
@given(st.lists(st.sampled_from(LINES), max_size=30), st.lists(st.integers(0, 30), max_size=8))
def test_how_lines_come_together_changes_nothing(lines, places):
    edges = [0, *sorted(place % (len(lines) + 1) for place in places), len(lines)]
    batches = [lines[start:end] for start, end in itertools.pairwise(edges)]

    assert outcome(batches) == outcome([[line] for line in lines])


@pytest.mark.case("S03")
def test_a_bad_line_among_many_costs_only_itself():
    received = Received(None)
    received.take(LINES[:1], 0.0)
    received.take([*LINES[1:6], b"{bad", *LINES[6:8]], 0.0)

    said = received.transcript()

    assert said.answer == "Sev€n orders."
    assert said.warnings == ("lines that could not be read: 1",)


@pytest.mark.case("S04")
def test_a_line_that_is_not_utf8_is_a_bad_one_among_others_too():
    received = Received(None)
    received.take(LINES[:1], 0.0)
    received.take([NOT_UTF8, *LINES[1:8]], 0.0)

    assert received.transcript().warnings == ("lines that could not be read: 1",)
