"""The demo model and data behind real tools, and readings written short enough for a table."""

import asyncio
from functools import cache
from pathlib import Path

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Remembered, SqlFinished, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.analyst.turn import Turn
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import dimension_values, run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.value_queries import find_values
from tests.analyst.shop import TODAY

TESTER = Viewer("tester", is_internal=True)
DEMO = Path(__file__).parents[2] / "svcchat_magic" / "demo"


class DemoTools:
    """The tools of an analyst over the demo, without a service around them."""

    def __init__(self):
        self.model = model()
        self.engine = engine()
        self.ran = []
        self.looked_up = []
        self.searched = []

    def search(self, words):
        return search_members(self.model, words)

    async def run_sql(self, sql):
        self.ran.append(sql)
        return _rows(sql)

    async def find_values(self, search):
        self.searched.append(search)
        return _found(search)

    async def values(self, member):
        self.looked_up.append(member)
        return _values(member)


@cache
def engine():
    """One engine for the whole test run: the data does not change."""
    return DuckDBEngine.open(DEMO / "data")


@cache
def model():
    """One model for the whole test run: what is derived from it is made once."""
    return load_model(DEMO / "model")


@cache
def _values(member):
    """The values of a dimension, looked up once for the whole test run."""
    return dimension_values(model(), engine(), TESTER, member)


@cache
def _rows(sql):
    """What a statement finds, computed once for the whole test run."""
    return run_query(model(), engine(), TESTER, sql, limit=100)


@cache
def _found(search):
    """The values that a search finds, searched once for the whole test run."""
    return find_values(model(), engine(), TESTER, search)


@cache
def tools():
    """Tools that keep no count of what a single test did."""
    return DemoTools()


def understood(*questions):
    """What the last of some questions in one chat is read as, part by part."""
    return asyncio.run(_understood(questions))


async def _understood(questions):
    remembered = b""
    for question in questions:
        turn = Turn(Task(question, TODAY, remembered), tools(), Reader(tools(), TODAY), lambda: "uuid")
        await turn.read()
        if turn.stops is None:
            for call in range(len(turn.queries)):
                assert [type(event) async for event in turn.run(call)] == [SqlStarted, SqlFinished]

        memory = turn.left()
        remembered = memory.packed() if memory else b""

    return turn.reads


def queries_of(reads):
    """What is computed for them, as the telling knows it."""
    sources = Reader(tools(), TODAY).sources
    return [
        told_query(each.planned, sources.dates(each.planned.source.root)) for each in reads if each.is_sure
    ]


def ask(question, remembered=b"", today=TODAY, using=None, uuids=None):
    """All events of one turn."""

    async def collect():
        analyst = OfflineAnalyst(uuids) if uuids else OfflineAnalyst()
        task = Task(question, today, remembered)
        return [event async for event in analyst.answer(task, using or tools())]

    return asyncio.run(collect())


def answer_of(events):
    """The answer text of a turn."""
    return "".join(event.text for event in events if isinstance(event, AnswerText))


def left(events):
    """What a turn leaves for the next one."""
    return next((event.content for event in events if isinstance(event, Remembered)), b"")


def short(query):
    """`revenue by channel+month 2024-01-01..2025-01-01 [channel=Web|Store] desc 5 growth:up`."""
    reading = query.reading
    by = [each.name for each in reading.dimensions] + ([reading.grain] if reading.grain else [])
    kept = [
        f"{each.member.name}{'!=' if each.negated else '='}{'|'.join(each.values)}"
        for each in reading.filters
    ]
    period = f"{reading.period.start or ''}..{reading.period.end or ''}" if reading.period else ""
    parts = [
        "+".join(each.name for each in reading.measures),
        f"by {'+'.join(by)}" if by else "",
        period,
        f"[{', '.join([*kept, *reading.conditions])}]" if kept or reading.conditions else "",
        reading.order,
        str(reading.limit or ""),
        f"growth:{reading.growth}" if reading.growth else "",
    ]
    return " ".join(part for part in parts if part)
