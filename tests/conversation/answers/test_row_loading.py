"""All rows of a result from Python: against the real service, and against a scripted one for its faults."""

import io
import pickle
import signal
import threading
from dataclasses import replace

import pandas as pd
import pytest

from svcchat_magic.conversation.answers.row_loading import ProgressLine
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.errors import NotAuthenticated, RequestRefused, SettingsError
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.settings import Settings
from tests.faults.scripted_origin import Ending, Reply, recorded
from tests.waiting import PATIENCE

QUESTION = "Revenue by product and month"
PATH = "/sql"
RESULT = SqlResult("Orders", "SELECT 1", "", (Column("a", "Int64"),), ((1,),), 3)
SCHEMA = b'{"schema":[{"name":"a","column_type":"Int64"}]}\n{"data":[[1]]}\n'


@pytest.fixture
def reached(service):
    return Settings(
        chat_url=service.chat_url, query_url=service.query_url, api_key=service.api_key, now="2025-01-10"
    )


@pytest.fixture
def scripted(settings, origin):
    with Conversation(replace(settings, query_url=origin.url + PATH)) as talk:
        yield talk


@pytest.mark.rule("8")
def test_every_row_of_a_cut_result_is_loaded_with_the_types_of_the_first_hundred(reached):
    with Conversation(reached) as conversation:
        frame = conversation.ask(QUESTION).df()
        full = frame.svc.full()

    assert (len(frame), len(full)) == (100, frame.svc.total_rows)
    assert full.svc.is_complete
    assert full.dtypes.equals(frame.dtypes)
    pd.testing.assert_frame_equal(full.head(100), frame)


@pytest.mark.long
def test_loaded_rows_continue_those_of_the_result(reached):
    told = []
    with Conversation(reached) as conversation:
        [result] = conversation.ask(QUESTION).results
        loaded = conversation.load_rows(result, progress=lambda *count: told.append(count))

    assert [row[:2] for row in loaded.rows[:100]] == [row[:2] for row in result.rows]
    assert [row[2] for row in loaded.rows[:100]] == pytest.approx([row[2] for row in result.rows])
    assert told[-1] == (len(loaded), result.total_rows)
    assert loaded.warnings == ()


def test_rows_are_loaded_as_the_user_who_asked(origin, scripted):
    origin.on(PATH, Reply((SCHEMA + b'{"totalRows":1}\n',)))
    loading = scripted.row_loading

    with pytest.raises(RequestRefused):
        scripted.start("Orders", QuestionOptions(external_id="Not Allowed"))

    loading(RESULT)

    assert origin.of(PATH)[0].json()["sessionSettings"] == {"externalId": "ada"}


@pytest.mark.rule("4.1")
def test_rows_are_loaded_on_the_branch_that_was_asked(origin, scripted):
    origin.on(PATH, Reply((SCHEMA + b'{"totalRows":1}\n',)))
    origin.answer(Reply((recorded("short"),)))

    scripted.ask("Orders", branch="try-it")
    scripted.load_rows(RESULT)

    assert origin.of(PATH)[0].json()["activeBranchName"] == "try-it"


def test_rows_of_another_users_answer_are_loaded_as_that_user(reached):
    with Conversation(reached) as conversation:
        answer = conversation.ask(QUESTION, external_id="grace")

        assert answer.row_loading._session.external_id == "grace"
        assert len(answer.df().svc.full()) == answer.results[0].total_rows


@pytest.mark.long
def test_without_an_address_the_setting_is_named(reached):
    with Conversation(replace(reached, query_url="")) as conversation:
        frame = conversation.ask(QUESTION).df()

        assert not conversation.can_load_rows
        with pytest.raises(SettingsError, match="SVCCHAT_QUERY_URL"):
            frame.svc.full()


def test_a_wrong_key_is_told_so(reached):
    wrong = reached.with_values(api_key="wrong-key-0123456789")

    with Conversation(wrong) as conversation, pytest.raises(NotAuthenticated):
        conversation.load_rows(RESULT)


@pytest.mark.long
def test_a_closed_conversation_loads_nothing(reached):
    with Conversation(reached) as conversation:
        frame = conversation.ask(QUESTION).df()

    with pytest.raises(RequestRefused, match="closed"):
        frame.svc.full()


def test_nothing_is_loaded_in_mode_replay(settings, tmp_path):
    talk = Conversation(replace(settings, query_url="https://127.0.0.1:1/sql", mode="replay"))

    assert not talk.can_load_rows
    with pytest.raises(RequestRefused, match="replay"):
        talk.load_rows(RESULT)

    talk.close()


@pytest.mark.case("S33")
def test_an_interrupt_closes_the_connection_and_the_next_load_works(origin, scripted):
    origin.on(PATH, Reply((SCHEMA,), ending=Ending.STALL), Reply((SCHEMA + b'{"totalRows":1}\n',)))

    with pytest.raises(KeyboardInterrupt):
        scripted.load_rows(RESULT, progress=lambda *_: _interrupt())

    assert origin.gone.wait(PATIENCE)
    assert scripted.load_rows(replace(RESULT, total_rows=1)).rows == ((1,),)


def _interrupt():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def test_a_progress_that_fails_stops_the_load(origin, scripted):
    origin.on(PATH, Reply((SCHEMA,), ending=Ending.STALL))

    with pytest.raises(ZeroDivisionError):
        scripted.load_rows(RESULT, progress=lambda *_: 1 / 0)

    assert origin.gone.wait(PATIENCE)


@pytest.mark.long
def test_an_answer_can_be_pickled_and_then_loads_no_more(reached):
    with Conversation(reached) as conversation:
        again = pickle.loads(pickle.dumps(conversation.ask(QUESTION)))

    assert again.row_loading is None
    with pytest.raises(RequestRefused, match="ask its question again"):
        again.df().svc.full()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_counts_in_one_line_and_takes_it_away():
    terminal = Terminal()
    line = ProgressLine(terminal)

    line.tell(1_000, 5_214)
    line.tell(2_000, None)
    line.clear()

    assert "\r1,000 of 5,214 rows loaded" in terminal.getvalue()
    assert "\r2,000 rows loaded" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_file_is_told_nothing():
    file = io.StringIO()
    line = ProgressLine(file)

    line.tell(1, 2)
    line.clear()

    assert file.getvalue() == ""


def test_a_query_of_ones_own_gives_a_frame_without_a_question(reached):
    with Conversation(reached) as conversation:
        frame = conversation.query(
            "SELECT sales.channel, MEASURE(sales.revenue) AS revenue FROM sales GROUP BY 1 ORDER BY 1"
        )

        again = frame.svc.refresh()

    assert list(frame.columns) == ["channel", "revenue"]
    assert frame.svc.is_complete
    assert again.svc.changes == f"{len(frame)} rows, all as before"
    assert conversation.chat_id is None


@pytest.mark.parametrize("sql", ["", " \n"])
def test_a_query_without_sql_is_said_to_be_empty(reached, sql):
    with Conversation(reached) as conversation, pytest.raises(RequestRefused, match="The SQL is empty"):
        conversation.query(sql)
