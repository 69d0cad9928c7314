"""What the warm-up opens is served by the first service, or closed."""

import pytest

from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.service.process.early_workspace import EarlyWorkspace
from svcchat_magic.service.process.server import DEMO, open_workspace

LIMITS = EngineLimits()
OTHERS = EngineLimits(seconds=1.0)


@pytest.fixture(scope="module")
def workspace():
    found, close = open_workspace(DEMO / "model", DEMO / "data", LIMITS)
    yield found
    close()


def test_whoever_takes_it_closes_it(workspace):
    early, closed = EarlyWorkspace(), []
    opened = workspace, lambda: closed.append("it")
    early.keep(LIMITS, opened)

    taken = early.take(LIMITS)

    assert taken is opened
    assert early.take(LIMITS) is None
    assert closed == []


def test_a_service_with_other_limits_or_other_data_has_it_closed(workspace):
    for wanted in (OTHERS, None):
        early, closed = EarlyWorkspace(), []
        early.keep(LIMITS, (workspace, lambda to=closed: to.append("it")))

        assert early.take(wanted) is None
        assert closed == ["it"]


def test_what_comes_when_a_service_has_started_is_closed(workspace):
    early, closed = EarlyWorkspace(), []
    early.take(LIMITS)

    early.keep(LIMITS, (workspace, lambda: closed.append("it")))

    assert closed == ["it"]
    assert early.take(LIMITS) is None


def test_a_second_one_is_closed(workspace):
    early, closed = EarlyWorkspace(), []
    first = workspace, lambda: closed.append("first")
    early.keep(LIMITS, first)

    early.keep(LIMITS, (workspace, lambda: closed.append("second")))

    assert closed == ["second"]
    assert early.take(LIMITS) is first
