"""Which Host names are answered: a page of another site may be bound to this machine's address."""

import pytest

from tests.raw_api import call
from tests.service.conftest import ScriptedAnalyst
from tests.service.raw_sockets import exchange, request, status_of

NAMED = ("chat.example.com",)


def statuses(service, *hosts):
    return [call(service, "/health", None, method="GET", given={"Host": host})[0] for host in hosts]


@pytest.mark.case("A27")
def test_a_name_of_the_account_is_answered_beside_the_loopback_ones(start):
    service = start(ScriptedAnalyst(), hosts=NAMED)

    asked = statuses(service, "chat.example.com", "Chat.Example.com:443", "localhost", "evil.example.com")

    assert asked == [200, 200, 200, 421]


@pytest.mark.case("A27")
def test_an_address_that_is_every_one_answers_any_name_until_the_account_names_some(start):
    anyone, named = [start(ScriptedAnalyst(), host="0.0.0.0", hosts=hosts) for hosts in ((), NAMED)]

    assert statuses(anyone, "chat.example.com", "evil.example.com") == [200, 200]
    assert statuses(named, "chat.example.com", "localhost", "evil.example.com") == [200, 200, 421]


@pytest.mark.case("A27")
def test_an_address_of_its_own_is_answered_by_itself_and_by_the_named_ones(start):
    service = start(ScriptedAnalyst(), host="127.0.0.2", hosts=NAMED)

    asked = statuses(service, "127.0.0.2", "chat.example.com", "127.0.0.3", "evil.example.com")

    assert asked == [200, 200, 421, 421]


@pytest.mark.case("A27")
@pytest.mark.parametrize("more", ["Host: localhost", "Host: evil.example.com"])
def test_a_request_with_two_hosts_is_not_answered(quick, more):
    assert status_of(exchange(quick, request(quick, headers=[more]))) in (400, 421)


@pytest.mark.case("A27")
def test_a_request_that_names_no_host_is_answered_where_any_is(start, quick):
    asked = b"GET /health HTTP/1.0\r\n\r\n"
    anyone = start(ScriptedAnalyst(), host="0.0.0.0")

    assert status_of(exchange(anyone, asked)) == 200
    assert status_of(exchange(quick, asked)) == 421
