"""List the chats of a page's user; the chat API itself has no such list (4)."""

from svcchat_magic.service.http.sessions import PageSession
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.state.database import Connection

MOST_CHATS = 100
MOST_TITLE = 200


async def chats_of(parts: ServiceComponents, page: PageSession, agent: str | None) -> list[dict[str, object]]:
    """`{chatId, agentId, title, startedAt}` of the newest chats; the title is the first question.

    The list is empty for any agent but the session's. Times are seconds since the epoch, newest first.
    """
    if agent not in (None, page.bounds.agent):
        return []

    owner = parts.account.name, page.user_id, page.bounds.agent
    return await parts.store.read(lambda connection: newest_chats(connection, *owner))


def newest_chats(connection: Connection, account: str, user_id: str, agent: str) -> list[dict[str, object]]:
    """The newest chats of a user with an agent, as `chats_of` lists them."""
    rows = connection.execute(
        """SELECT threads.id, agent, threads.created_at, question
        FROM threads JOIN runs ON runs.thread_id = threads.id AND runs.ordinal = 1
        WHERE account = ? AND user_id = ? AND agent = ?
        ORDER BY threads.created_at DESC, threads.id LIMIT ?""",
        (account, user_id, agent, MOST_CHATS),
    )
    return [
        {"chatId": chat, "agentId": of, "title": question[:MOST_TITLE], "startedAt": at}
        for chat, of, at, question in rows
    ]
