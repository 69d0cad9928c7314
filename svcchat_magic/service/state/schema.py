"""The tables of the service's state as a list of migrations; a state records how many it has applied.

A released migration is never changed: a new one follows it. Statements are written for SQLite;
`postgres_state` translates the names of the types.
"""

from collections.abc import Iterator


class ForSqlite(str):
    """A statement about how SQLite lays out its pages, which is nothing to PostgreSQL."""


MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE users (
            id TEXT PRIMARY KEY,
            account TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('external', 'internal')),
            name TEXT NOT NULL,
            email TEXT,
            created_at REAL NOT NULL,
            expires_at REAL,
            UNIQUE (account, kind, name)
        )""",
        "CREATE INDEX users_by_expiry ON users (expires_at) WHERE expires_at IS NOT NULL",
        """CREATE TABLE threads (
            id TEXT PRIMARY KEY,
            account TEXT NOT NULL,
            agent TEXT NOT NULL,
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            created_at REAL NOT NULL
        )""",
        "CREATE INDEX threads_by_user ON threads (user_id)",
        """CREATE TABLE runs (
            id TEXT PRIMARY KEY,
            thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            status TEXT NOT NULL,
            worker TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            question TEXT NOT NULL,
            started_at REAL NOT NULL,
            ended_at REAL,
            UNIQUE (thread_id, ordinal)
        )""",
        "CREATE UNIQUE INDEX one_running_run ON runs (thread_id) WHERE status = 'running'",
        """CREATE TABLE messages (
            run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
            sort INTEGER NOT NULL,
            place INTEGER NOT NULL,
            message_id TEXT NOT NULL,
            line BLOB NOT NULL,
            PRIMARY KEY (run_id, sort)
        ) WITHOUT ROWID""",
        "CREATE INDEX messages_by_id ON messages (run_id, message_id)",
        """CREATE TABLE sessions (
            token_hash BLOB PRIMARY KEY,
            account TEXT NOT NULL,
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            viewer TEXT NOT NULL,
            created_at REAL NOT NULL,
            expires_at REAL NOT NULL,
            used_at REAL
        )""",
    ),
    (
        "ALTER TABLE runs ADD COLUMN resend_id TEXT",  # the messageId it was asked with
        "CREATE INDEX runs_by_resend_id ON runs (resend_id) WHERE resend_id IS NOT NULL",
    ),
    (
        """CREATE TABLE followers (
            id TEXT PRIMARY KEY,
            run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
            worker TEXT NOT NULL
        )""",  # readers whose stream another worker writes
        "CREATE INDEX followers_by_run ON followers (run_id)",
        "CREATE INDEX running_runs ON runs (worker) WHERE status = 'running'",
    ),
    (
        "DELETE FROM sessions",  # they last minutes, and stored their user in another format
        "ALTER TABLE sessions RENAME COLUMN viewer TO settings",
        """CREATE TABLE page_tokens (
            token_hash BLOB PRIMARY KEY,
            session_hash BLOB NOT NULL UNIQUE,
            account TEXT NOT NULL,
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            settings TEXT NOT NULL,
            created_at REAL NOT NULL,
            expires_at REAL NOT NULL
        )""",
        "CREATE INDEX page_tokens_by_expiry ON page_tokens (expires_at)",
        "ALTER TABLE runs ADD COLUMN session_hash BLOB",  # the embed session it was asked in
        "CREATE INDEX runs_by_session ON runs (session_hash) WHERE session_hash IS NOT NULL",
    ),
    (
        "DROP INDEX messages_by_id",
    ),  # lines are found by their message's place; the index doubled the cost of a write
    (
        "CREATE TABLE worker_marks (worker TEXT PRIMARY KEY, mark TEXT NOT NULL)",
    ),  # one row for each live worker
    (
        "DELETE FROM page_tokens",  # they reach every agent, and so do unused sessions
        "DELETE FROM sessions",
        "ALTER TABLE sessions ADD COLUMN bounds TEXT NOT NULL DEFAULT '{}'",  # agent, branch and query API
        "ALTER TABLE page_tokens ADD COLUMN bounds TEXT NOT NULL DEFAULT '{}'",
    ),
    (
        "ALTER TABLE runs ADD COLUMN remembered BLOB",  # by the analyst, for the chat's next question
    ),
    (
        "DROP INDEX threads_by_user",
        "CREATE INDEX threads_by_user ON threads (user_id, account, agent, created_at DESC, id)",
    ),  # the newest chats of a user are read in this order, however many there are
    (
        "ALTER TABLE runs ADD COLUMN usage TEXT",  # the line `__usage__`, where a language model was asked
    ),
    (
        ForSqlite(
            """CREATE TABLE appended_messages (
            run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
            sort INTEGER NOT NULL,
            place INTEGER NOT NULL,
            message_id TEXT NOT NULL,
            line BLOB NOT NULL,
            PRIMARY KEY (run_id, sort)
        )"""
        ),
        ForSqlite("INSERT INTO appended_messages SELECT run_id, sort, place, message_id, line FROM messages"),
        ForSqlite("DROP TABLE messages"),
        ForSqlite("ALTER TABLE appended_messages RENAME TO messages"),
    ),  # ordered by run, each line of many streams filled a page in the middle, and three were written for it
)


class NewerSchema(Exception):
    """The state was written by a newer version of this package."""


def version_of_this_package() -> int:
    """The number of migrations in this version."""
    return len(MIGRATIONS)


def steps_after(version: int) -> Iterator[str]:
    """The statements that a state of an earlier version needs; raises NewerSchema for a later version."""
    if version > len(MIGRATIONS):
        raise NewerSchema

    for step in MIGRATIONS[version:]:
        yield from step
