"""What an analyst remembers of a turn is given to the chat's next turn, under the same rights, never sent."""

import pytest

from svcchat_magic.analyst.events import AnswerText, Remembered
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.service.state.run_records import remembered
from tests.raw_api import abort, ask, call, chat_id_of, chat_path, open_turn
from tests.service.conftest import ScriptedAnalyst
from tests.waiting import PATIENCE

ADA = {"externalId": "ada"}
NORTH = {"externalId": "ada", "userAttributes": [{"name": "region", "value": "North"}]}
SECRET = b"what-nobody-reads"
SAYS = (AnswerText("So "), Remembered(SECRET), AnswerText("it is."))


def asked(service, analyst, chat_id=None, settings=ADA):
    """The chat of a question, and what its task was given."""
    more = {"chatId": chat_id} if chat_id else {}
    turn = ask(service, "why?", sessionSettings=settings, **more)
    return chat_id_of(turn), analyst.tasks[-1].remembered


def test_the_next_question_of_the_chat_is_given_it(start):
    analyst = ScriptedAnalyst(SAYS, waits=False)
    service = start(analyst)

    chat_id, first = asked(service, analyst)

    assert first == b""
    assert asked(service, analyst, chat_id)[1] == SECRET
    assert asked(service, analyst)[1] == b""


@pytest.mark.case("Z05")
def test_other_rights_are_not_given_it(start):
    analyst = ScriptedAnalyst(SAYS, waits=False)
    service = start(analyst)
    chat_id, _ = asked(service, analyst)

    assert asked(service, analyst, chat_id, NORTH)[1] == b""
    assert asked(service, analyst, chat_id, NORTH)[1] == SECRET


def test_it_is_on_no_line_of_the_stream_nor_of_a_read(start):
    service = start(ScriptedAnalyst(SAYS, waits=False))
    path, sent = chat_path(service), {"messageId": "1736500000000-message"}
    _, _, streamed = call(service, path, {"input": "why?", "sessionSettings": ADA, **sent})
    chat_id = chat_id_of(ask(service, "why?", sessionSettings=ADA))
    _, _, read = call(service, path, {"chatId": chat_id, "sessionSettings": ADA, **sent})

    assert b"it is." in streamed
    assert b"it is." in read
    assert SECRET not in streamed + read


def test_a_turn_that_leaves_nothing_leaves_what_was_there(start):
    analyst = ScriptedAnalyst(SAYS, waits=False)
    service = start(analyst)
    chat_id, _ = asked(service, analyst)
    analyst.events = (AnswerText("Well."),)

    asked(service, analyst, chat_id)

    assert asked(service, analyst, chat_id)[1] == SECRET


def test_an_aborted_turn_leaves_what_it_had_understood(start):
    analyst = ScriptedAnalyst(SAYS)
    service = start(analyst)
    connection, response, first = open_turn(service, "why?", sessionSettings=ADA)
    chat_id = first["state"]["chatId"]
    assert analyst.waiting.wait(PATIENCE)
    abort(service, chat_id, **ADA)
    response.read()
    connection.close()
    analyst.waits = False

    assert asked(service, analyst, chat_id)[1] == SECRET


def test_a_follow_up_works_without_the_questions_before_it(start):
    """The stored analysis is edited: nothing reads the earlier questions again."""
    service = start(OfflineAnalyst())
    chat_id = chat_id_of(ask(service, "revenue by month in 2024", sessionSettings=ADA))

    def forget(connection):
        connection.execute("UPDATE runs SET question = 'gone'")
        connection.execute("DELETE FROM messages")
        return remembered(connection, chat_id, "another fingerprint")

    assert service._parts.store.write_now(forget) == b""
    answer = ask(service, "only web", chatId=chat_id, sessionSettings=ADA)

    assert any("a follow-up: **revenue** by **month**" in (each.get("thinking") or "") for each in answer)
