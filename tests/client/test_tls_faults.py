"""Certificates that must not be believed, on a real TLS socket."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from svcchat_magic.client import http_clients
from svcchat_magic.client.retries import Timing
from svcchat_magic.errors import ConnectionFailed
from svcchat_magic.settings import Settings
from tests.client.asking import asked, streamed, with_client
from tests.faults.certificates import Authority, of_an_unknown_authority, self_signed
from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import Reply, ScriptedOrigin, recorded
from tests.waiting import PATIENCE

SHORT = recorded("short")
FDS = Path("/proc/self/fd")


@pytest.fixture
def authority(tmp_path, monkeypatch):
    """An authority that the client trusts for this one test."""
    made = Authority.made_in(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    http_clients._tls.cache_clear()
    yield made
    http_clients._tls.cache_clear()


def asked_over(tls):
    """The outcome of a question to a service that shows this certificate, and how often it was reached."""
    origin = ScriptedOrigin(tls)
    origin.answer(Reply((SHORT,)))
    try:
        return asked(Settings(chat_url=origin.chat_url, api_key=KEY)), len(origin.requests)
    finally:
        origin.close()


@pytest.mark.case("S31")
def test_a_certificate_of_a_trusted_authority_is_believed(authority):
    outcome, requests = asked_over(authority.good())

    assert outcome.error is None
    assert outcome.lines == SHORT.splitlines()
    assert requests == 1


@pytest.mark.case("S31")
@pytest.mark.parametrize(
    "kind", ["self_signed", "of_an_unknown_authority", "expired", "of_another_host", "old_tls"]
)
def test_a_bad_certificate_is_rejected_before_anything_is_sent(authority, tmp_path, kind):
    bad = {
        "self_signed": lambda: self_signed(tmp_path),
        "of_an_unknown_authority": of_an_unknown_authority,
        "expired": authority.expired,
        "of_another_host": authority.of_another_host,
        "old_tls": authority.old_tls,
    }

    outcome, requests = asked_over(bad[kind]())

    said = str(outcome.error)
    assert type(outcome.error) is ConnectionFailed
    assert ("secure connection" in said) == (kind == "old_tls")
    assert ("is not trusted" in said) == (kind != "old_tls")
    assert not any(hint in said.lower() for hint in ("verify", "false", "disable", "ssl", KEY))
    assert requests == 0


@pytest.mark.case("S26")
@pytest.mark.case("S31")
@pytest.mark.skipif(not FDS.is_dir(), reason="counts descriptors where the system shows them")
def test_a_handshake_that_hangs_sends_nothing_and_leaves_no_connection(authority):
    silent = ScriptedOrigin()
    url = silent.chat_url.replace("http://", "https://")
    settings = Settings(chat_url=url, api_key=KEY, connect_seconds=0.05)

    async def asked_often(client):
        first = await streamed(client)
        before = len(list(FDS.iterdir()))
        for _ in range(5):
            await streamed(client)

        await until_no_more_than(before)
        return first.error, len(list(FDS.iterdir())) - before

    error, left = with_client(settings, asked_often, Timing(sleep=lambda _: asyncio.sleep(0)))
    silent.close()

    assert type(error) is ConnectionFailed
    assert "within 0.05 seconds" in str(error)
    assert left <= 0
    assert not silent.requests


async def until_no_more_than(count):
    """Wait until the other side has let go of its connections too, which are descriptors of this process."""
    with suppress(TimeoutError):  # the test asserts what is left
        async with asyncio.timeout(PATIENCE):
            while len(list(FDS.iterdir())) > count:
                await asyncio.sleep(0.005)
