"""Answers from certified queries: a question that one of them is written for runs its SQL."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.events import Event, MetaSearched, SqlFinished, SqlStarted, Thought
from svcchat_magic.analyst.language.answer_words import AnswerWords
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase, lexicon
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.telling.charting import chart_of
from svcchat_magic.analyst.telling.figures import written
from svcchat_magic.analyst.telling.narration import tell
from svcchat_magic.analyst.turn import Turn
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.model.certified import CertifiedQuery
from svcchat_magic.semantic.query.query import Rows


@dataclass(frozen=True, slots=True)
class CertifiedRows:
    """A certified query that the asker may run, with its rows."""

    query: CertifiedQuery
    rows: Rows


async def certified_rows(question: str, tools: Tools) -> CertifiedRows | None:
    """The rows of the query written for a question; None where there is none that this user may run.

    One that is refused is as good as none: that it exists is not told.
    """
    asked = _words(question)
    for each in tools.model.certified if asked else ():
        if asked not in {_words(one) for one in (each.question, *each.also)}:
            continue

        try:
            return CertifiedRows(each, await tools.run_sql(each.sql))
        except (QueryRefused, EngineError):  # the user may not read all of it: answered as any question
            continue

    return None


async def certified_events(turn: Turn, found: CertifiedRows) -> AsyncIterator[Event]:
    """The steps of the answer; the turn keeps the result."""
    query, words = found.query, turn.search_words()
    yield Thought(turn.words.say("by certified", question=plain_text(query.question)))
    yield MetaSearched(words, turn.tools.search(words))
    yield SqlStarted(0, query.sql, query.question, query.description or query.question, turn.task.question)
    uuid = turn.new_uuid()
    chart = ""
    if read := _same_columns(turn, found.rows):
        told, planned = turn.queries[read - 1]
        turn.queries = [(replace(told, sql=query.sql, name=query.question), planned)]
        chart = chart_of(turn.keep(turn.queries[0], found.rows, uuid))

    yield SqlFinished(0, found.rows, uuid, chart)


def certified_text(turn: Turn, found: CertifiedRows) -> Iterator[str]:
    """The paragraphs of the answer: the telling of the reading where its columns are the same."""
    query = found.query
    told = tell(turn.results, turn.task.today).paragraphs if turn.results else ()
    yield from told or (_told(query, found.rows, turn.words),)
    about = f" {plain_text(query.description)}" if query.description else ""
    yield turn.words.say("is certified", name=plain_text(query.name), about=about)


def _words(question: str) -> Phrase:
    """A question without marks, politeness and grammar words."""
    skipped = lexicon().fillers | keywords().function
    return tuple(each.form for each in tokens_of(question) if not each.is_mark and each.form not in skipped)


def _same_columns(turn: Turn, rows: Rows) -> int:
    """Which reading of the question has the columns of these rows, from 1; 0 for none."""
    if turn.stops is not None or len(turn.queries) != 1:
        return 0

    names = [each.name for each in turn.queries[0][1].columns]
    return int(names == [each.name for each in rows.columns])


def _told(query: CertifiedQuery, rows: Rows, words: AnswerWords) -> str:
    title = plain_text(query.question.rstrip(" ?.!"))
    if rows.total_rows == 1 and len(rows.columns) == 1:
        return words.say("certified value", title=title, value=_cell(rows.rows[0][0], words))

    columns = words.listed([plain_text(each.name.replace("_", " ")) for each in rows.columns])
    count = words.digits(Decimal(rows.total_rows), 0)
    form = "certified row" if rows.total_rows == 1 else "certified rows"
    return words.say(form, title=title, count=count, columns=columns)


def _cell(value: object, words: AnswerWords) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return plain_text("–" if value is None else str(value))

    return written(Decimal(str(value)), words=words)
