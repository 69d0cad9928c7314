"""The tools of a language model: to search the model, to ask for an analysis, and to run semantic SQL.

Each works with the rights of the user who asks; what a tool refuses, no model can do.
"""

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.events import Event, MetaSearched, SqlFailed, SqlFinished, SqlStarted
from svcchat_magic.analyst.facts.measured_columns import misnamed
from svcchat_magic.analyst.following.memory import Memory, shown
from svcchat_magic.analyst.language_model.analysis_json import AnalysisReader
from svcchat_magic.analyst.language_model.analysis_schema import analysis_schema
from svcchat_magic.analyst.language_model.json_fields import BadAnalysis
from svcchat_magic.analyst.language_model.known_values import asked_values, with_known_values
from svcchat_magic.analyst.language_model.pieces import storable
from svcchat_magic.analyst.language_model.prompt import Call, ToolReply, ToolSpec
from svcchat_magic.analyst.language_model.query_title import query_title
from svcchat_magic.analyst.language_model.rows_text import rows_text
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.planning.completion import Completion
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import sources_of
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.analyst.telling.additivity import is_additive
from svcchat_magic.analyst.telling.charting import chart_of
from svcchat_magic.analyst.telling.query import Query
from svcchat_magic.analyst.telling.results import Result
from svcchat_magic.analyst.telling.told import told_query
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.query.query import Rows

ASK, SEARCH, SQL = "ask_model", "svcMeta", "svcSqlApi"
_FENCE = re.compile(r"```\w*")


@dataclass(frozen=True, slots=True)
class Answered:
    """A query of this turn with its rows; `told` is set where the built-in planner wrote it."""

    sql: str
    rows: Rows
    told: Result | None = None


_Tool: TypeAlias = Callable[[Call, Mapping[str, Any]], AsyncIterator[Event | ToolReply]]


class BadCall(ValueError):
    """The model called a tool wrongly; the text goes back to it."""


@dataclass(slots=True)
class Toolbox:
    """The tools of one turn, and what they found."""

    tools: Tools
    catalog: Catalog
    today: date
    question: str
    most_rows: int
    new_uuid: Callable[[], str]
    results: list[Answered] = field(default_factory=list)
    left: Memory | None = None  # of the last analysis, for the next turn
    searched: bool = False
    refused: int = 0
    _asked: frozenset[str] | None = None
    _calls: int = 0

    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told of the tools."""
        words = {"type": "string", "description": "words of the question"}
        sql = {"type": "string", "description": "one SELECT over tables and members of the model"}
        return (
            ToolSpec(ASK, _ABOUT_ASK, analysis_schema(self.catalog)),
            ToolSpec(SEARCH, _ABOUT_SEARCH, _arguments({"words": words}, "words")),
            ToolSpec(SQL, _ABOUT_SQL, _arguments({"sql": sql}, "sql")),
        )

    async def run(self, call: Call) -> AsyncIterator[Event | ToolReply]:
        """The events of one call, then its reply to the model."""
        try:
            given = _object(call.arguments)
            async for event in self._tool(call.name)(call, given):
                yield event
        except (BadCall, BadAnalysis, CannotPlan) as problem:
            self.refused += 1
            said = f"this cannot be computed: {problem}" if isinstance(problem, CannotPlan) else str(problem)
            yield ToolReply(call, said, is_error=True)

    def _tool(self, name: str) -> _Tool:
        known: dict[str, _Tool] = {ASK: self._ask, SEARCH: self._search, SQL: self._sql}
        plain = re.split(r"[.:/]", name.strip())[-1]  # `functions.ask_model`
        if plain not in known:
            raise BadCall(f"There is no tool {name[:40]!r}; there are {', '.join(known)}.")

        return known[plain]

    async def _search(self, call: Call, given: Mapping[str, Any]) -> AsyncIterator[Event | ToolReply]:
        words = _text(given, "words")
        tables = self.tools.search(words)
        self.searched = True
        yield MetaSearched(words, tables)
        yield ToolReply(call, json.dumps(tables, ensure_ascii=False) if tables else "No member matches.")

    async def _ask(self, call: Call, given: Mapping[str, Any]) -> AsyncIterator[Event | ToolReply]:
        analysis = AnalysisReader(self.catalog).read(given)
        sources = sources_of(self.catalog)
        complete = Completion(self.catalog, sources, self.today).of(analysis)
        if self.most_rows:
            complete = await with_known_values(complete, self.tools)

        planned = Planner(sources).plan(complete)
        home = next((each.cube for each in planned.source.fields.values()), "")
        usual = sources.dates(planned.source.root or home)
        query = told_query(planned, usual)
        async for event in self._run(call, query.sql, query.title, query.description, query):
            if isinstance(event, SqlFinished):
                seen = (shown(planned, event.rows, event.uuid),)
                self.left = Memory(analysis, said=analysis, shown=seen)

            yield event

    async def _sql(self, call: Call, given: Mapping[str, Any]) -> AsyncIterator[Event | ToolReply]:
        sql = _text(given, "sql")
        if problem := misnamed(sql, self.catalog):
            raise BadCall(problem)

        title = query_title(sql, self.catalog)
        async for event in self._run(call, sql, title, title):
            yield event

    async def asked_values(self) -> frozenset[str]:
        """The values of the data that the question names, in lower case; looked up once a turn."""
        if self._asked is None:
            self._asked = await asked_values(self.question, self.tools, self.catalog)

        return self._asked

    async def _run(
        self, call: Call, sql: str, title: str, description: str, query: Query | None = None
    ) -> AsyncIterator[Event | ToolReply]:
        number, self._calls = self._calls, self._calls + 1
        yield SqlStarted(number, sql, title, description, self.question)
        try:
            rows = await self.tools.run_sql(sql)
        except (QueryRefused, EngineError) as failure:
            self.refused += 1
            yield SqlFailed(number, str(failure))
            yield ToolReply(call, str(failure), is_error=True)
            return

        result = self._told(query, rows) if query else None
        self.results.append(Answered(sql, rows, result))
        yield SqlFinished(number, rows, self.new_uuid(), chart_of(result) if result else "")
        yield ToolReply(call, rows_text(rows, self.most_rows))

    def _told(self, query: Query, rows: Rows) -> Result:
        model = self.tools.model
        additive = frozenset(each.name for each in query.measures if is_additive(model, each, query))
        number = sum(each.told is not None for each in self.results)
        return Result(number, query, rows, additive, self.today)


def _arguments(properties: Mapping[str, object], *required: str) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _object(arguments: str) -> Mapping[str, Any]:
    try:
        found = json.loads(_unfenced(arguments) or "{}")
        found = json.loads(found) if isinstance(found, str) else found  # some models quote it once more
        whole = json.dumps(found, ensure_ascii=False).replace("\\u0000", "\\ufffd")
        found = json.loads(storable(whole))
    except (ValueError, RecursionError):
        raise BadCall("The arguments are no JSON; send them again, whole.") from None

    if not isinstance(found, dict):
        raise BadCall("The arguments must be a JSON object.")

    return found


def _unfenced(arguments: str) -> str:
    """The arguments without the fence of a block of code; a pattern for both ends would search each blank."""
    text = arguments.strip()
    fence = _FENCE.match(text)
    return text[fence.end() :].removesuffix("```") if fence else text


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadCall(f"The tool needs {name!r}, a text.")

    return value.strip()


_ABOUT_ASK = (
    "Ask the data: say what is asked as numbers, groups, filters and a period, and get the rows. "
    "Prefer it to SQL; it writes the SQL itself."
)
_ABOUT_SEARCH = "Find the tables, measures and dimensions of the data model that some words mean."
_ABOUT_SQL = (
    "Run one SELECT of semantic SQL for what ask_model cannot say. Measures are read as "
    "MEASURE(table.measure); joins between cubes are written FROM a CROSS JOIN b."
)
