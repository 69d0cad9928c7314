"""Chats put into a state line by line, as runs keep them."""

from svcchat_magic.analyst.events import AnswerText, SqlFinished, SqlStarted, Thought
from svcchat_magic.protocol.messages import encode_message
from svcchat_magic.semantic.query import Column, Rows
from svcchat_magic.service.run_records import Entry, NewRun, append_lines, begin_run, end_run
from svcchat_magic.service.streaming import Turn


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
    turn = Turn()
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


def keep_turn(connection, chat_id, run_id, entries, *, status="complete", rights="", **more):
    """One more turn of a chat; `status` None leaves it running."""
    new = NewRun(run_id, chat_id, "worker", rights, "why?", 0.0, **more)
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
