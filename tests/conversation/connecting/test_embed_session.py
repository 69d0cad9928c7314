import pytest

from svcchat_magic.conversation.connecting.opened_service import OpenedService
from svcchat_magic.settings import Settings
from tests.service.conftest import ScriptedAnalyst, clock, start, workspace  # noqa: F401 - fixtures
from tests.service.http.test_sessions import exchange
from tests.service.test_session_bounds import AGENTS


@pytest.mark.case("Z04")
@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_is_for_the_agent_of_the_chat_address(start, agent):  # noqa: F811
    service = start(ScriptedAnalyst(), agents=AGENTS)
    chat_url = service.chat_url.replace("/agents/shop/", f"/agents/{agent}/")
    settings = Settings(chat_url=chat_url, base_url=service.base_url, api_key=service.api_key)

    status, reply = exchange(service, OpenedService(settings).embed_session())

    assert (status, [each["id"] for each in reply["agents"]]) == (200, [agent])
