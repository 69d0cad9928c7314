"""The tables of the service's state, one migration after the other; `user_version` counts those applied."""

import sqlite3

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
)


class NewerSchema(Exception):
    """The file was written by a newer version of this package."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date; raises NewerSchema when they are ahead of this version."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        _apply(connection)
    except BaseException:
        connection.execute("ROLLBACK")
        raise

    connection.execute("COMMIT")


def _apply(connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > len(MIGRATIONS):
        raise NewerSchema

    for statements in MIGRATIONS[found:]:
        for statement in statements:
            connection.execute(statement)

    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
