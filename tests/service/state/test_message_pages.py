"""A chat that is read look by look is the chat that was kept."""

import pytest

from svcchat_magic.service.state.message_pages import Place, look_at, look_back, newest_place, turn_end
from svcchat_magic.service.state.run_messages import BYTES_A_LOOK, LINES_A_LOOK, Entry
from svcchat_magic.service.state.run_records import append_lines
from svcchat_magic.service.state.run_status import RunStatus
from tests.service.stored_chats import answer_of, entries_of, keep_turn, messages_of, result_of

START = Place()
MANY = [str(number) for number in range(2 * LINES_A_LOOK)]


def looks(connection, chat_id, *, after=START, end=None, rights=""):
    end = end or newest_place(connection, chat_id)
    found = [look_at(connection, chat_id, rights, after, end)]
    while not found[-1].is_last:
        found.append(look_at(connection, chat_id, rights, found[-1].at, end))

    return [each.messages for each in found]


def looks_back(connection, chat_id, *, before, rights=""):
    found = [look_back(connection, chat_id, rights, before)]
    while not found[0].is_first:
        found.insert(0, look_back(connection, chat_id, rights, found[0].at))

    return found


def test_all_looks_together_are_the_whole_chat_forwards_and_backwards(connection, chat_id):
    large = [event for call in range(9) for event in result_of(call, BYTES_A_LOOK // 4)]
    keep_turn(connection, chat_id, "r1", entries_of(large + answer_of("All ", "of it")))
    keep_turn(connection, chat_id, "r2", [], status=RunStatus.FAILED)
    opened = result_of(0, BYTES_A_LOOK * 2) + result_of(1, 1)[:1] + answer_of(*MANY)
    keep_turn(connection, chat_id, "r3", entries_of(opened, is_closed=False), status=RunStatus.INTERRUPTED)
    keep_turn(connection, chat_id, "r4", entries_of(result_of(0, 9)), rights="other")
    keep_turn(connection, chat_id, "r5", entries_of(answer_of("Half ", "of "), is_closed=False), status=None)

    found = looks(connection, chat_id)

    back = looks_back(connection, chat_id, before=turn_end(5))

    whole = messages_of(connection, chat_id)
    assert [each for look in found for each in look] == whole
    assert [each for look in back for each in look.messages] == whole
    assert len(found) > 4
    assert len(back) > 4


def test_calls_that_overlap_stand_where_they_began(connection, chat_id):
    (first, first_done), (second, second_done) = result_of(0, 300_000), result_of(1, 300_000)
    keep_turn(connection, chat_id, "r1", entries_of([first, second, second_done, first_done]))

    found = looks(connection, chat_id)

    assert [each for look in found for each in look] == messages_of(connection, chat_id)
    assert [len(look) for look in found] == [1, 1, 1]

    back = looks_back(connection, chat_id, before=turn_end(1))
    assert [each for look in back for each in look.messages] == messages_of(connection, chat_id)
    assert [len(look.messages) for look in back] == [1, 1, 1]


@pytest.mark.parametrize(("size", "at_once"), [(10, LINES_A_LOOK), (BYTES_A_LOOK // 2, 2)])
def test_a_look_holds_so_much_and_no_more(connection, chat_id, size, at_once):
    line = entries_of([])[0].line
    kept = [
        Entry(str(at), at, at, whole=True, line=line.rstrip() + b" " * (size - len(line)) + b"\n")
        for at in range(1, 2 * at_once + 2)
    ]
    keep_turn(connection, chat_id, "r1", kept)

    back = looks_back(connection, chat_id, before=turn_end(1))

    assert [len(look) for look in looks(connection, chat_id)] == [at_once, at_once, 1]
    assert [len(look.messages) for look in back] == [1, at_once, at_once]


def test_a_message_longer_than_a_look_is_one(connection, chat_id):
    keep_turn(
        connection, chat_id, "r1", entries_of(answer_of(*MANY), is_closed=False), status=RunStatus.FAILED
    )

    *_, last = (each for look in looks(connection, chat_id) for each in look)
    newest = look_back(connection, chat_id, "", turn_end(1))

    assert last.content == "".join(MANY)
    assert newest.messages == [last]


def test_only_the_look_back_at_the_first_messages_is_the_first(connection, chat_id):
    for turn in (1, 2):
        keep_turn(connection, chat_id, f"r{turn}", entries_of(result_of(0, BYTES_A_LOOK)))

    back = looks_back(connection, chat_id, before=turn_end(2))

    assert sum(look.is_first for look in back) == 1
    assert look_back(connection, chat_id, "", turn_end(0)).is_first


def test_what_is_kept_after_the_end_is_left_out_and_what_grew_is_given_as_it_stands(connection, chat_id):
    entries = entries_of(answer_of("Half ", "of it") + result_of(0, 1))
    keep_turn(connection, chat_id, "r1", entries[:6], status=None)
    end = newest_place(connection, chat_id)
    append_lines(connection, "r1", entries[6:])

    found = looks(connection, chat_id, end=end)

    assert [each.content for look in found for each in look] == ["why?", "", "Half of it"]
    assert len(messages_of(connection, chat_id)) == 4
    assert looks(connection, chat_id, after=end, end=end) == [[]]
