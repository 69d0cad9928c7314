import logging

import pytest

from svcchat_magic.client.chat_client import ChatClient
from tests.client.asking import asked, streamed, with_client
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Reply, recorded

SHORT = recorded("short")
ECHO = {"X-Echo": f"Api-Key {KEY}"}


@pytest.mark.case("K05")
@pytest.mark.case("K08")
def test_a_key_that_comes_back_in_a_header_is_in_no_log(origin, settings, caplog):
    caplog.set_level(logging.DEBUG)
    origin.answer(Reply((SHORT,), headers=ECHO), Reply(status=500, headers=ECHO))

    for _ in range(2):
        asked(settings)

    assert "Api-Key ***" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.case("K05")
def test_one_client_that_closes_leaves_the_logs_of_another_redacted(origin, settings, caplog):
    caplog.set_level(logging.DEBUG)
    origin.answer(Reply((SHORT,), headers=ECHO))

    async def beside_another(client):
        await streamed(client)
        await other_comes_and_goes()
        await streamed(client)

    async def other_comes_and_goes():
        other = ChatClient(settings)
        await streamed(other)
        await other.close()

    with_client(settings, beside_another)

    assert KEY not in caplog.text


def test_a_closed_client_leaves_no_filter_behind(origin, settings):
    logger = logging.getLogger("httpcore.http11")
    before = [*logger.filters]  # of clients that other tests of this process left open
    origin.answer(Reply((SHORT,)))

    asked(settings)

    assert [each for each in logger.filters if each not in before] == []
