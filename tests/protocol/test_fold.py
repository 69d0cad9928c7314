import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.errors import StreamProtocolError
from svcchat_magic.protocol.fold import Fold, fold
from svcchat_magic.protocol.messages import Message, StreamState, ToolCall, decode_messages
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Note, Status, ToolStep
from tests.faults.scripted_origin import recorded

CUTOFF = Message(id="__cutoff__", state=StreamState(chat_id="c", is_streaming=False))
STATE = Message(id="__state__")
RUNNING = ToolCall(name="svcSqlApi", input='{"queryTitle":"T"}')
DONE = ToolCall(name="svcSqlApi", input='{"queryTitle":"T"}', result='{"data":[[1]],"totalRows":1}')


def said(name, content, **fields):
    return Message(id=name, role="assistant", content=content, **fields)


def delta(name, content, **fields):
    return said(name, content, is_delta=True, is_in_process=True, **fields)


def whole(name, content, **fields):
    return said(name, content, is_delta=False, is_in_process=False, **fields)


def transcript(name, **how):
    return fold(decode_messages(recorded(name).splitlines()), **how)


@pytest.mark.rule("2.3")
def test_deltas_are_joined_and_the_complete_message_replaces_them():
    parts = fold([CUTOFF, delta("a", "on"), delta("a", "e")])
    complete = fold([CUTOFF, delta("a", "on"), delta("a", "e"), whole("a", "one.")])

    assert (parts.answer, parts.answer_is_final) == ("one", False)
    assert (complete.answer, complete.answer_is_final) == ("one.", True)


@pytest.mark.rule("3")
def test_a_tool_call_is_one_step_that_gets_its_result():
    messages = [CUTOFF, Message(id="t", role="assistant", tool_call=RUNNING, is_in_process=True)]
    running = fold(messages)
    done = fold([*messages, Message(id="t", role="assistant", tool_call=DONE, is_in_process=False)])

    assert running.tools[0].outcome is None
    assert len(done.steps) == 1
    assert done.results[0].rows == ((1,),)


@pytest.mark.rule("4.1")
@pytest.mark.case("S16")
@pytest.mark.parametrize(
    ("path", "is_final"),
    [(("final",), True), (("final", "x"), True), (("final", "x", "y"), False), ((), False), (None, False)],
)
def test_the_final_answer_rule_is_the_contracts(path, is_final):
    assert said("a", "x", graph_path=path).is_final is is_final
    assert not Message(id="a", role="user", graph_path=path).is_final


@pytest.mark.rule("4.1")
def test_the_last_message_of_the_final_node_is_the_answer():
    messages = [CUTOFF, whole("a", "A", graph_path=("final",)), whole("b", "B", graph_path=("final", "x"))]

    assert fold([*messages, whole("z", "Z", graph_path=("agent",)), STATE]).answer == "B"


@pytest.mark.case("S16")
def test_without_a_final_node_the_last_whole_text_is_the_answer():
    result = transcript("no_final_path")

    assert result.answer == "Twelve."
    assert result.steps[0] == Note("Let me look.", 0.0, 0.0, is_thinking=False)


@pytest.mark.case("S16")
def test_a_turn_may_end_without_any_answer():
    result = fold([CUTOFF, STATE])

    assert (result.status, result.answer, result.answer_is_final) == (Status.COMPLETE, "", False)


def test_text_that_a_tool_call_follows_is_a_step():
    messages = [CUTOFF, delta("a", "Let me look."), Message(id="t", role="assistant", tool_call=RUNNING)]

    result = fold(messages)

    assert result.answer == ""
    assert [type(step) for step in result.steps] == [Note, ToolStep]


@pytest.mark.case("S13")
def test_a_delta_after_a_complete_message_is_ignored_with_a_warning():
    result = fold([CUTOFF, whole("a", "one"), delta("a", " more"), STATE])

    assert result.answer == "one"
    assert result.warnings == ("text after a complete message was ignored",)


@pytest.mark.case("S13")
def test_of_two_complete_messages_the_later_wins():
    assert fold([CUTOFF, whole("a", "one"), whole("a", "two"), STATE]).answer == "two"


def test_a_replaced_message_loses_its_tool_call_too():
    result = fold([CUTOFF, Message(id="t", role="assistant", tool_call=RUNNING), whole("t", "one")])

    assert result.tools == ()
    assert result.answer == "one"


@pytest.mark.case("S11")
def test_complete_messages_sent_twice_change_nothing():
    messages = [CUTOFF, whole("a", "one"), whole("b", "two")]

    assert fold([*messages, *messages[1:], STATE]) == fold([*messages, STATE])


@pytest.mark.case("S12")
@pytest.mark.parametrize("sorts", [(2, 1), (1e308, -1), (None, 5), (10**400, 5)])
def test_sort_orders_the_steps_and_drops_none(sorts):
    later, earlier = sorts
    result = fold([CUTOFF, whole("a", "A", sort=later), whole("b", "B", sort=earlier), STATE])

    assert result.answer == "A"
    assert [step.text for step in result.steps] == ["B"]


@pytest.mark.case("S09")
def test_a_message_without_a_role_goes_on_with_the_one_of_its_id():
    result = fold([CUTOFF, delta("a", "on"), Message(id="a", content="e", is_delta=True)])

    assert result.answer == "one"


@pytest.mark.case("S09")
def test_messages_without_an_id_stand_for_themselves():
    assert fold([CUTOFF, whole("", "one"), whole("", "two"), STATE]).answer == "two"


@pytest.mark.rule("2.3")
def test_the_chat_is_known_from_the_cutoff():
    assert fold([CUTOFF]).chat_id == "c"


@pytest.mark.case("S14")
def test_another_chat_is_an_error():
    with pytest.raises(StreamProtocolError):
        fold([CUTOFF], chat_id="other")


@pytest.mark.case("S14")
def test_a_missing_cutoff_is_tolerated():
    assert fold([whole("a", "one"), STATE], chat_id="c").answer == "one"
    assert fold([whole("a", "one")]).answer == "one"


@pytest.mark.case("S14")
def test_a_second_cutoff_is_ignored_with_a_warning():
    result = fold([CUTOFF, whole("a", "one"), CUTOFF, STATE])

    assert result.answer == "one"
    assert result.warnings == ("a second __cutoff__ was ignored",)


def test_a_chats_past_is_no_part_of_a_new_answer():
    lines = recorded("follow_up").splitlines()
    before = fold(decode_messages(lines[:3]), chat_id="chat-1")
    after = fold(decode_messages(lines), chat_id="chat-1")

    assert before.results == ()
    assert before.answer == ""
    assert after.results == ()
    assert after.answer == "Five orders."


def test_a_read_takes_both_sides_of_the_cutoff():
    result = transcript("follow_up", chat_id="chat-1", reading=True)

    assert [each.title for each in result.results] == ["Earlier"]


@pytest.mark.case("S15")
def test_after_the_end_only_usage_is_read():
    result = fold([CUTOFF, whole("a", "one"), STATE, whole("b", "two"), Message(id="__aborted__")])

    assert (result.answer, result.status) == ("one", Status.COMPLETE)
    assert result.warnings == ("messages after the end of the turn were ignored",)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("short", Status.COMPLETE),
        ("aborted", Status.ABORTED),
        ("failed", Status.FAILED),
        ("suspended", Status.SUSPENDED),
    ],
)
def test_each_terminal_frame_has_its_status(name, status):
    assert transcript(name).status is status


def test_a_stream_without_a_terminal_frame_is_still_streaming():
    assert fold([CUTOFF, whole("a", "one")]).status is Status.STREAMING


def test_reasoning_and_answer_under_one_id_are_told_apart():
    message = Message(id="a", role="assistant", content="One.", thinking="Hm.", graph_path=("final",))

    result = fold([CUTOFF, message, STATE])

    assert (result.answer, result.thinking) == ("One.", "Hm.")


def test_steps_keep_the_times_they_came_at():
    folding = Fold()
    folding.add(Message(id="t", role="assistant", tool_call=RUNNING), at=1.0)
    folding.add(Message(id="t", role="assistant", tool_call=DONE), at=3.5)

    [step] = folding.transcript().steps

    assert (step.started, step.ended) == (1.0, 3.5)


@pytest.mark.case("S10")
@pytest.mark.parametrize(
    "result", ["not json", "[1]", '{"error":"e","data":[[1]]}', '{"data":5}', '"\\"x\\""']
)
def test_a_tool_result_that_cannot_be_read_is_a_failed_tool(result):
    call = ToolCall(name="svcSqlApi", input="not json", result=result)

    transcript = fold([CUTOFF, Message(id="t", role="assistant", tool_call=call), STATE])

    assert transcript.tools[0].failure
    assert transcript.results == ()
    assert transcript.status is Status.COMPLETE


@pytest.mark.case("S10")
def test_a_result_encoded_twice_is_read():
    call = ToolCall(name="acmeSqlApi", result='"{\\"data\\":[[1]],\\"totalRows\\":1}"')

    [result] = fold([CUTOFF, Message(id="t", role="assistant", tool_call=call)]).results

    assert isinstance(result, SqlResult)


@given(st.text(max_size=40), st.lists(st.integers(0, 40), max_size=6))
def test_deltas_join_to_the_text_however_they_are_cut(text, places):
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    parts = [delta("a", text[start:end]) for start, end in itertools.pairwise(edges)]

    assert fold([CUTOFF, *parts]).answer == text


def test_an_ending_that_looks_like_more_text_is_an_ending():
    ending = delta("a", "x", type="abort", code="chat_aborted")

    result = fold([CUTOFF, delta("a", "on"), delta("a", "e"), ending])

    assert (result.status, result.answer) == (Status.ABORTED, "one")
