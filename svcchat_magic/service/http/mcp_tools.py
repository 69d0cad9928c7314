"""What other agents may do at this service: search and describe the model, run semantic SQL, ask."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from svcchat_magic.errors import EngineError, NotFound, QueryRefused, RequestRefused
from svcchat_magic.protocol.fold import fold
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.protocol.messages import decode_messages
from svcchat_magic.protocol.model_description import write_description
from svcchat_magic.protocol.request_bodies import read_request
from svcchat_magic.protocol.requests import ChatRequest, SessionSettings
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import ToolStep, Transcript
from svcchat_magic.semantic.query.query import Rows
from svcchat_magic.service.access.permit import Permit
from svcchat_magic.service.http.http_bodies import check_question
from svcchat_magic.service.http.meta import described
from svcchat_magic.service.http.queries import asker
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.runs import Run
from svcchat_magic.service.runs.tool_results import wire_rows
from svcchat_magic.service.runs.tools import ModelTools
from svcchat_magic.service.state.run_status import RunStatus

MOST_ROWS = 1_000  # of a query
SHOWN_ROWS = 50  # of each result of an answer
_NO_USER = "Name the user in the header X-Svcchat-User."
Found: TypeAlias = dict[str, Any]


class BadArguments(ValueError):
    """A tool was called wrongly."""


class UnknownTool(ValueError):
    """There is no such tool."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: which agent, as whom (the fields of sessionSettings that name a user), with which key."""

    agent: str
    user: Mapping[str, str]
    permit: Permit

    @property
    def settings(self) -> SessionSettings | None:
        """The session settings of the user, or None where none is named; raises RequestRefused."""
        if not self.user:
            return None

        request = read_request(_json({"chatId": "none", "sessionSettings": self.user}), ChatRequest)
        return request.session_settings


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool with the JSON schema of its arguments, all of which are texts."""

    name: str
    about: str
    arguments: Mapping[str, str]
    required: tuple[str, ...] = ()

    def description(self) -> Found:
        """The tool as the protocol lists it."""
        properties = {
            name: {"type": "string", "description": about} for name, about in self.arguments.items()
        }
        schema = {"type": "object", "properties": properties, "required": list(self.required)}
        hints = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
        return {"name": self.name, "description": self.about, "inputSchema": schema, "annotations": hints}

    def checked(self, given: Mapping[str, Any]) -> Mapping[str, str]:
        """The arguments; raises BadArguments."""
        for name, value in given.items():
            if name not in self.arguments:
                raise BadArguments(f"{self.name} takes {', '.join(self.arguments) or 'no arguments'}.")

            if not isinstance(value, str):
                raise BadArguments(f"{self.name}: {name} must be a text.")

        for name in self.required:
            if not given.get(name, "").strip():
                raise BadArguments(f"{self.name} needs {name}.")

        return given


TOOLS = (
    Tool(
        "search_model",
        "Find the tables, measures and dimensions that some words mean.",
        {"words": "words of a question"},
        ("words",),
    ),
    Tool("describe", "The tables of the data model with their members.", {"table": "only this view or cube"}),
    Tool(
        "query",
        f"Run one SELECT of semantic SQL; measures are read as MEASURE(table.measure). At most {MOST_ROWS:,} "
        "rows come back.",
        {"sql": "the SELECT"},
        ("sql",),
    ),
    Tool(
        "ask",
        "Ask a question in words. The answer has a text, the queries that were run and their first rows.",
        {"question": "the question", "chat_id": "continues an earlier chat"},
        ("question",),
    ),
)


class McpTools:
    """Runs the tools with the rights of their callers."""

    def __init__(self, agent: ChatService) -> None:
        self._agent = agent

    async def call(self, name: str, given: Mapping[str, Any], caller: Caller, state: Any) -> Found:
        """The result of a tool.

        Raises UnknownTool, BadArguments, and ServiceError or RequestRefused for what is refused.
        """
        tool = next((each for each in TOOLS if each.name == name), None)
        if tool is None:
            raise UnknownTool(f"There is no tool {name[:60]!r}.")

        arguments = tool.checked(given)
        run: Mapping[str, Callable[[Mapping[str, str], Caller, Any], Awaitable[Found]]] = {
            "search_model": self._search,
            "describe": self._describe,
            "query": self._query,
            "ask": self._ask,
        }
        return await run[name](arguments, caller, state)

    async def _search(self, given: Mapping[str, str], caller: Caller, state: Any) -> Found:
        check_question(given["words"], state.limits)
        tools = await self._tools(caller)
        return {"tables": list(tools.search(given["words"]))}

    async def _describe(self, given: Mapping[str, str], caller: Caller, state: Any) -> Found:  # noqa: ARG002
        tools = await self._tools(caller)
        found: Found = json.loads(write_description(described(tools.model)))
        table = given.get("table", "")
        tables = [each for each in found["cubes"] if table in ("", each["name"])]
        if table and not tables:
            raise NotFound(f"There is no table {table[:80]!r}.", status=404)

        return {"tables": tables}

    async def _query(self, given: Mapping[str, str], caller: Caller, state: Any) -> Found:
        check_question(given["sql"], state.limits)
        tools = await self._tools(caller)
        try:
            return _of_rows(await tools.run_sql(given["sql"]))
        except (QueryRefused, EngineError) as refusal:
            raise RequestRefused(str(refusal)) from refusal

    async def _ask(self, given: Mapping[str, str], caller: Caller, state: Any) -> Found:
        check_question(given["question"], state.limits)
        if not caller.user:
            raise RequestRefused(_NO_USER)

        chat = {"chatId": given["chat_id"]} if given.get("chat_id") else {}
        # The id opts in to the outcome; the time is no more than its form.
        key = f"{int(self._agent.parts.clock() * 1000):013d}-message"
        body = {"input": given["question"], "sessionSettings": caller.user, "messageId": key, **chat}
        asked = read_request(_json(body), ChatRequest)
        run = await self._agent.ask(caller.agent, asked, state.request_id, caller.permit)
        if not isinstance(run, Run):
            raise RequestRefused("That question was asked before.")

        return _of_turn(await _transcript(run))

    async def _tools(self, caller: Caller) -> ModelTools:
        workspace = await self._agent.workspace(None, caller.agent)
        identity = await asker(self._agent, caller.settings, workspace)
        return self._agent.tools(workspace, identity, caller.permit, self._agent.moment(None))


async def _transcript(run: Run) -> Transcript:
    """The whole turn; a caller who leaves stops it."""
    reader, lines = LineReader(), list[bytes]()
    run.attach()
    try:
        async for chunk in run.chunks():
            lines += reader.feed(chunk)
    except asyncio.CancelledError:
        run.stop(RunStatus.ABORTED)  # nobody will come back for it, as a reader of the chat might
        raise
    finally:
        await run.leave()

    return fold(decode_messages(lines))


def _of_rows(rows: Rows) -> Found:
    shown = rows.rows[:MOST_ROWS]
    columns = [{"name": each.name, "type": each.column_type} for each in rows.columns]
    return {"columns": columns, "rows": wire_rows(shown), "totalRows": rows.total_rows}


def _of_turn(turn: Transcript) -> Found:
    results = [_of_result(step, step.outcome) for step in turn.tools if isinstance(step.outcome, SqlResult)]
    return {
        "answer": turn.answer,
        "outcome": str(turn.outcome),
        "chatId": turn.chat_id,
        "results": results,
        **({"error": turn.error} if turn.error else {}),
    }


def _of_result(step: ToolStep, result: SqlResult) -> Found:
    return {
        "title": step.asked.title,
        "sql": step.asked.sql,
        "columns": [each.name for each in result.columns],
        "rows": wire_rows(result.rows[:SHOWN_ROWS]),
        "totalRows": result.total_rows,
    }


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value).encode()
