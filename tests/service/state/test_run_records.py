"""A run ends once; a file may be shared by several services."""

import pytest

from svcchat_magic.errors import TooBusy
from svcchat_magic.service.state.run_messages import (
    BYTES_A_LOOK,
    LINES_A_LOOK,
    Entry,
    lines_after,
    newest_sort,
)
from svcchat_magic.service.state.run_records import (
    NewRun,
    append_lines,
    begin_run,
    end_run,
    ended_runs,
    interrupt_dead_runs,
)
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.threads import make_thread
from svcchat_magic.service.state.users import Claim, find_or_make_user


def begin(connection, chat_id, run_id, *, alive=True):
    begin_run(connection, NewRun(run_id, chat_id, "worker", "", "why?", 0.0), lambda *_: alive)


@pytest.mark.case("A18")
def test_the_first_terminal_state_stays(connection, chat_id):
    begin(connection, chat_id, "r1")

    assert end_run(connection, "r1", RunStatus.ABORTED, 1.0) == "aborted"
    assert end_run(connection, "r1", RunStatus.COMPLETE, 2.0) == "aborted"
    assert append_lines(connection, "r1", []) == "aborted"


def test_a_chat_has_one_running_run(connection, chat_id):
    begin(connection, chat_id, "r1")

    with pytest.raises(TooBusy, match="Streaming for thread is in progress"):
        begin(connection, chat_id, "r2")

    end_run(connection, "r1", RunStatus.COMPLETE, 1.0)
    begin(connection, chat_id, "r2")


def test_a_run_that_nobody_works_on_makes_way(connection, chat_id):
    begin(connection, chat_id, "r1")

    begin(connection, chat_id, "r2", alive=False)

    assert append_lines(connection, "r1", []) == "interrupted"


def test_only_dead_runs_are_interrupted(connection, chat_id):
    begin(connection, chat_id, "r1")

    interrupt_dead_runs(connection, lambda *_: True, 1.0)
    assert append_lines(connection, "r1", []) == "running"
    interrupt_dead_runs(connection, lambda *_: False, 1.0)

    assert append_lines(connection, "r1", []) == "interrupted"


def test_a_run_is_gone_with_its_user(connection, chat_id):
    begin(connection, chat_id, "r1")

    connection.execute("DELETE FROM users")

    assert append_lines(connection, "r1", []) is RunStatus.GONE
    assert end_run(connection, "r1", RunStatus.COMPLETE, 1.0) is RunStatus.GONE


def test_runs_that_are_over_are_found_among_many(connection):
    expiring = find_or_make_user(connection, Claim("demo", "external", "grace", ttl_seconds=10.0), 0.0, 10)
    lasting = find_or_make_user(connection, Claim("demo", "external", "ada"), 0.0, 10)
    names = [f"r{number}" for number in range(300)]
    for name in names:
        user = expiring if name == "r7" else lasting
        begin(connection, make_thread(connection, "demo", "analyst", user, 0.0), name)

    assert ended_runs(connection, names, 9.0) == {}
    end_run(connection, "r200", RunStatus.ABORTED, 9.0)

    assert ended_runs(connection, [*names, "gone"], 11.0) == {
        "r7": "running",  # its user's time is over
        "r200": "aborted",
        "gone": "gone",
    }


@pytest.mark.parametrize(
    ("size", "at_once"), [(10, LINES_A_LOOK), (BYTES_A_LOOK // 2, 2), (BYTES_A_LOOK + 1, 1)]
)
def test_lines_are_read_some_at_a_time(connection, chat_id, size, at_once):
    begin(connection, chat_id, "r1")
    kept = [Entry(str(sort), sort, sort, whole=True, line=b"x" * size) for sort in range(1, 2 * at_once + 2)]
    append_lines(connection, "r1", kept)

    sort, looks = 0, []
    while found := lines_after(connection, "r1", sort):
        looks.append([at for at, _ in found])
        sort = looks[-1][-1]

    assert [len(each) for each in looks] == [at_once, at_once, 1]
    assert [at for each in looks for at in each] == [each.sort for each in kept]
    assert lines_after(connection, "r1", 0, up_to=1) == [(1, kept[0].line)]
    assert newest_sort(connection, "r1") == kept[-1].sort
