"""A result with the rows that the stream left out, for the chart of a page."""

import json
import logging

from svcchat_magic.charts.result_charts import MOST_ROWS
from svcchat_magic.errors import EngineError, QueryRefused, ServiceError
from svcchat_magic.protocol.query_reply import rows_line
from svcchat_magic.protocol.results import SqlResult, with_rows
from svcchat_magic.service.http.own_results import result_in
from svcchat_magic.service.runs.chat_service import ChatService
from svcchat_magic.service.runs.readable_chat import ReadableChat

log = logging.getLogger("svcchat_magic.service")


async def whole_result_in(agent: ChatService, chat: ReadableChat, uuid: str, branch: str | None) -> SqlResult:
    """The result with this uuid and as many of its rows as a chart draws.

    The query runs again with the reader's current rights; if it does not run, the rows are those of the
    stream. Raises as `result_in` does.
    """
    result = await result_in(chat, uuid)
    if result.is_complete or not result.sql:
        return result

    try:
        workspace = await agent.workspace(branch, chat.agent)
        tools = agent.tools(workspace, chat.identity, chat.permit, agent.moment(None))
        found = await tools.run_sql(result.sql)
    except (QueryRefused, EngineError, ServiceError) as cause:
        log.info("a chart is drawn of the rows that were sent, as its query does not run again: %s", cause)
        return result

    if [column.name for column in found.columns] != [column.name for column in result.columns]:
        return result  # the model has changed since

    rows = json.loads(rows_line(found.rows[:MOST_ROWS]))["data"]
    return with_rows(result, rows, found.total_rows)
