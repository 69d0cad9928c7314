"""Chats put into a state line by line, as runs keep them, and read again all at once."""

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted, Thought
from svcchat_magic.protocol.messages import decode_message, encode_message
from svcchat_magic.semantic.query.query import Column, Rows
from svcchat_magic.service.runs.streaming import TurnEncoder
from svcchat_magic.service.state.run_messages import Entry
from svcchat_magic.service.state.run_records import NewRun, append_lines, begin_run, end_run
from svcchat_magic.service.state.run_status import RunStatus
from svcchat_magic.service.state.threads import StoredLine, whole_messages
from tests.raw_api import ask, chat_id_of

RESULTS = 80  # of 300,000 characters each: 24 MB


def result_of(call, size):
    """A query and its result of about so many characters."""
    rows = Rows((Column("text", "String"),), (("x" * size,),), 1)
    return [SqlStarted(call, f"SELECT {call}", "Large", "", "why?"), SqlFinished(call, rows, f"uuid-{call}")]


def large(results, size=300_000):
    """So many queries with large results."""
    return [event for call in range(results) for event in result_of(call, size)]


def answer_of(*pieces):
    return [Thought("Thinking"), *map(AnswerText, pieces)]


def entries_of(events, *, question="why?", is_closed=True):
    """The lines of a turn in the form they are kept in."""
    turn = TurnEncoder()
    turn.next_sort()
    messages = [turn.user_echo(question), *(each for event in events for each in turn.messages_of(event))]
    messages += turn.close() if is_closed else []
    places = {}
    return [
        Entry(
            message.id,
            places.setdefault(message.id, message.sort),
            message.sort,
            whole=not message.is_delta,
            line=encode_message(message),
        )
        for message in messages
    ]


def keep_turn(connection, chat_id, run_id, entries, *, status=RunStatus.COMPLETE, rights="", **more):
    """One more turn of a chat, whose first entry is its question; `status` None leaves it running."""
    question = decode_message(entries[0].line).content if entries else ""
    new = NewRun(run_id, chat_id, "worker", rights, question or "", 0.0, **more)
    begin_run(connection, new, lambda *_: True)
    append_lines(connection, run_id, entries)
    if status is not None:
        end_run(connection, run_id, status, 1.0)


def keep(chat, *turns):
    """Turns, as entries with their status, kept under the reader's rights."""

    def job(connection):
        for number, (entries, status) in enumerate(turns, start=1):
            rights = chat.identity.fingerprint
            keep_turn(connection, chat.chat_id, f"r{number}", entries, status=status, rights=rights)

    chat.store.write_now(job)


def long_chat(service, resend_id=None):
    """The id of a chat of a service with two turns, the second of which is long."""
    chat_id = chat_id_of(ask(service, "why?"))

    def lengthen(state):
        (rights,) = state.execute("SELECT fingerprint FROM runs").fetchone()
        keep_turn(state, chat_id, "r", entries_of(large(RESULTS)), rights=rights, resend_id=resend_id)

    service._parts.store.write_now(lengthen)
    return chat_id


def messages_of(connection, chat_id, rights="", run_id=None):
    """The messages of a chat; with `run_id` those before the run, and its own."""
    rows = connection.execute(
        """SELECT runs.id, runs.status = 'running', fingerprint, message_id, line
        FROM runs JOIN messages ON messages.run_id = runs.id
        WHERE thread_id = ? ORDER BY ordinal, place, sort""",
        (chat_id,),
    )
    lines = [StoredLine(run, bool(running), theirs, key, line) for run, running, theirs, key, line in rows]
    if run_id is None:
        return whole_messages(lines, rights)

    runs = [line.run_id for line in lines]
    own = runs.index(run_id)
    after = own + runs.count(run_id)
    return whole_messages(lines[:own], rights), whole_messages(lines[own:after], rights)
