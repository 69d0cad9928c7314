"""Where an output comes from, as the metadata that is saved with it in the notebook."""

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.version import package_version

KEY = "svcchat_magic"
Metadata = dict[str, object]


def of_answer(answer: Answer) -> Metadata:
    """The chat, the time asked in ISO 8601, this package's version, and whether the answer is complete."""
    return {
        KEY: {
            "chat_id": answer.chat_id,
            "asked_at": answer.asked_at,
            "version": package_version(),
            "status": str(answer.status),
            "complete": answer.is_complete,
            "replayed": bool(answer.recording),
        }
    }


def of_result(answer: Answer, result: SqlResult) -> Metadata:
    """The same with the result's id and SQL, and whether it has all rows."""
    about = of_answer(answer)[KEY]
    assert isinstance(about, dict)
    rows = {"uuid": result.uuid, "sql": result.sql, "total_rows": result.total_rows}
    return {KEY: {**about, **rows, "complete": answer.is_complete and result.is_complete}}
