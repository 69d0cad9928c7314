from threading import Semaphore

from svcchat_magic.semantic.engines import engines
from svcchat_magic.semantic.engines.engines import Cancellation


def test_nothing_is_interrupted_after_its_query_has_stopped(monkeypatch):
    begun_late = []

    class LateThread:
        def __init__(self, target, args=(), daemon=True):
            begun_late.append(lambda: target(*args))

        def start(self):
            """Nothing yet: the system may run the query to its end first."""

    monkeypatch.setattr(engines, "Thread", LateThread)
    interrupts = []
    cancellation = Cancellation()
    with cancellation.watching(lambda: interrupts.append("late")):
        cancellation.cancel()

    begun_late[0]()

    assert interrupts == []


def test_each_statement_of_a_query_is_interrupted_until_it_stops():
    """An interrupt before a statement really began is lost, so it is repeated for the second one too."""
    cancellation = Cancellation()
    with cancellation.watching(lambda: None):
        pass

    interrupts = Semaphore(0)
    with cancellation.watching(interrupts.release):
        cancellation.cancel()
        heard = [interrupts.acquire(timeout=10) for _ in range(3)]

    assert heard == [True, True, True]
