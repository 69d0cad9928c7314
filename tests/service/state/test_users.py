"""How long a user lives."""

import pytest

from svcchat_magic.service.state.database import Mode
from svcchat_magic.service.state.sqlite_state import SqliteState
from svcchat_magic.service.state.users import Claim, find_or_make_user, find_user


@pytest.fixture
def connection():
    database = SqliteState(None)
    database.open()
    yield database.begin(Mode.WRITE)
    database.roll_back()
    database.close()


def ada(ttl=None, *, persist=False):
    return Claim("demo", "external", "ada", persist=persist, ttl_seconds=ttl)


@pytest.mark.case("A10")
@pytest.mark.rule("2.2")
def test_a_user_lives_no_longer_than_any_ttl_they_were_asked_with(connection):
    first = find_or_make_user(connection, ada(3600.0), 0.0, 10)

    assert find_or_make_user(connection, ada(60.0), 10.0, 10) == first
    assert find_or_make_user(connection, ada(7200.0), 20.0, 10) == first
    assert find_user(connection, ada(), 59.999) == first
    assert find_user(connection, ada(), 60.0) is None


@pytest.mark.case("A11")
@pytest.mark.rule("2.2")
@pytest.mark.rule("8")
def test_a_user_who_was_given_no_ttl_lives_for_one_week(connection):
    first = find_or_make_user(connection, ada(), 0.0, 10)

    assert find_user(connection, ada(), 604_799.999) == first
    assert find_user(connection, ada(), 604_800.0) is None


@pytest.mark.case("A11")
@pytest.mark.rule("2.2")
def test_a_ttl_that_is_over_already_makes_a_new_user(connection):
    first = find_or_make_user(connection, ada(), 0.0, 10)

    second = find_or_make_user(connection, ada(60.0), 60.0, 10)

    assert second != first
    assert find_user(connection, ada(), 119.999) == second
    assert find_user(connection, ada(), 120.0) is None


@pytest.mark.case("A14")
def test_a_ttl_does_not_end_a_persisted_user(connection):
    first = find_or_make_user(connection, ada(persist=True), 0.0, 10)

    assert find_or_make_user(connection, ada(60.0), 100.0, 10) == first
