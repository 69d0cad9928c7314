"""The data model from Python: what the user of a conversation may ask about."""

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import BadRequest, RequestRefused, SettingsError
from svcchat_magic.settings import Settings


@pytest.fixture
def settings_of(service):
    def made(**more):
        given = {"chat_url": service.chat_url, "query_url": service.query_url, "api_key": service.api_key}
        return Settings(**(given | more))

    return made


def test_a_conversation_knows_what_may_be_asked_about(settings_of):
    with Conversation(settings_of()) as conversation:
        found = conversation.model()

    assert found.cubes[0].name == "sales"
    assert "sales.revenue" in [member.name for member in found.cubes[0].members]


def test_a_branch_that_does_not_exist_is_the_services_refusal(settings_of):
    with Conversation(settings_of()) as conversation, pytest.raises(BadRequest, match="branch"):
        conversation.model(branch="nothing-like-it")


def test_the_settings_branch_is_described(settings_of):
    with Conversation(settings_of(branch="nothing-like-it")) as conversation, pytest.raises(BadRequest):
        conversation.model()


def test_without_a_query_address_it_says_what_to_set(settings_of):
    with Conversation(settings_of(query_url="")) as conversation, pytest.raises(SettingsError, match="/sql"):
        conversation.model()


def test_in_replay_no_model_is_read(settings_of):
    with Conversation(settings_of(mode="replay")) as conversation, pytest.raises(RequestRefused):
        conversation.model()
