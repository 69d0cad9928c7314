"""Three functions that a notebook server offers to other agents (entry point `jupyter_server_mcp.tools`).

They use the settings of the server's environment: the service that it names, else the embedded one.
"""

import json
from functools import cache
from typing import Any

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.notebook.chats.model_found import members_found
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.setting_sources import read_settings

MOST_ROWS = 50  # of a result; `total_rows` counts all
MOST_MEMBERS = 20
TOOLS = [f"{__name__}:{name}" for name in ("search_model", "query", "ask")]


def search_model(words: str) -> list[dict[str, str]]:
    """Find the measures and dimensions of the data model that match some words, best first."""
    with _conversation().beside() as conversation:
        found = members_found(conversation.model().cubes, words)

    return [
        {
            "name": each.member.name,
            "title": each.member.title,
            "description": each.member.description,
            "kind": "measure" if each.member.agg_type else "dimension",
            "type": each.member.type,
        }
        for each in found[:MOST_MEMBERS]
    ]


def query(sql: str) -> dict[str, Any]:
    """Run one SELECT of semantic SQL, with measures as MEASURE(table.measure); gives the first 50 rows."""
    with _conversation().beside() as conversation:
        frame = conversation.query(sql)

    rows = json.loads(frame.head(MOST_ROWS).to_json(orient="values", date_format="iso"))
    return {"columns": [str(each) for each in frame.columns], "rows": rows, "total_rows": len(frame)}


def ask(question: str) -> dict[str, Any]:
    """Ask a question about the data in words; gives the answer, the SQL that was run, and rows."""
    with _conversation().beside() as conversation:
        answer = conversation.ask(question)

    return {
        "answer": answer.text,
        "outcome": str(answer.outcome),
        "error": answer.error,
        "results": [_told(each) for each in answer.results],
    }


@cache
def _conversation() -> Conversation:
    """What all calls of this process go through; each gets a chat of its own beside it."""
    return Conversation(read_settings())


def _told(result: SqlResult) -> dict[str, Any]:
    return {
        "title": result.title,
        "sql": result.sql,
        "columns": [each.name for each in result.columns],
        "rows": [list(map(_plain, row)) for row in result.rows[:MOST_ROWS]],
        "total_rows": result.total_rows,
    }


def _plain(value: object) -> object:
    """A value as JSON has it; digits of a decimal are kept as text."""
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
