"""The chats of a page's user, for its list: the chat API itself has no such list (4)."""

from svcchat_magic.service.database import Connection
from svcchat_magic.service.parts import Parts
from svcchat_magic.service.sessions import PageSession

MOST_CHATS = 100
MOST_TITLE = 200


async def chats_of(parts: Parts, page: PageSession, agent: str | None) -> list[dict[str, object]]:
    """`{chatId, agentId, title, startedAt}` of the newest chats; a title is the chat's first question.

    Of one agent, or of all; times are seconds since the epoch, the newest chat comes first.
    """

    def read(connection: Connection) -> list[dict[str, object]]:
        rows = connection.execute(
            """SELECT threads.id, agent, threads.created_at, question
            FROM threads JOIN runs ON runs.thread_id = threads.id AND runs.ordinal = 1
            WHERE account = ? AND user_id = ? AND (CAST(? AS TEXT) IS NULL OR agent = ?)
            ORDER BY threads.created_at DESC, threads.id LIMIT ?""",
            (parts.account.name, page.user_id, agent, agent, MOST_CHATS),
        )
        return [
            {"chatId": chat, "agentId": of, "title": question[:MOST_TITLE], "startedAt": at}
            for chat, of, at, question in rows
        ]

    return await parts.store.read(read)
