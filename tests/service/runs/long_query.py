"""An analyst whose one statement would take hours, over the fixture `endless_workspace`."""

import threading

from svcchat_magic.analyst.events import SqlStarted

LONG_SQL = "SELECT MEASURE(total) FROM big"


class LongQuery:
    """Runs one query that would take hours."""

    def __init__(self):
        self.cancelled = threading.Event()

    async def answer(self, task, tools):
        yield SqlStarted(0, LONG_SQL, "Big", "", task.question)
        try:
            await tools.run_sql(LONG_SQL)
        finally:
            self.cancelled.set()
