import re

import pytest
from msgspec import UNSET

from svcchat_magic.conversation.connecting.request_building import (
    new_message_id,
    question_request,
    session_for,
)
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.requests import SessionSettings, UserAttribute
from svcchat_magic.settings import Settings

ADA = SessionSettings(external_id="ada")


@pytest.mark.rule("4.1")
def test_two_turns_of_one_millisecond_have_ids_of_their_own(monkeypatch):
    monkeypatch.setattr("time.time_ns", lambda: 1_736_500_000_000_000_000)

    ids = {new_message_id() for _ in range(10_000)}

    assert len(ids) == 10_000
    for each in ids:
        assert re.fullmatch(r"1736500000000\d{15}-message", each)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    ("settings", "branch", "named", "is_default"),
    [
        ({}, None, None, True),
        ({"branch": "try-it"}, None, "try-it", False),
        ({"branch": "main", "branch_is_default": True}, None, "main", True),
        ({"branch": "main", "branch_is_default": True}, "try-it", "try-it", False),
        ({"branch": "try-it"}, "", None, True),
        ({"branch_is_default": True}, "main", "main", True),
        ({"branch_is_default": True}, "try-it", "try-it", False),
        ({"branch": "trunk", "branch_is_default": True}, "main", "main", False),
    ],
)
def test_a_branch_is_the_default_one_only_where_that_is_said(settings, branch, named, is_default):
    request = question_request(Settings(**settings), ADA, "Orders", branch=branch)

    assert request.active_branch_name == (UNSET if named is None else named)
    assert request.branch == (None if is_default else named)


@pytest.mark.rule("2.2")
def test_every_field_of_the_session_can_be_given():
    session = {
        "email": "ada@example.com",
        "securityContext": {"tenant": 5},
        "isEphemeral": False,
        "ephemeralTtlSeconds": 60,
        "timezone": "Europe/Berlin",
    }

    found = session_for(
        Settings(), external_id="ada", attributes={"region": "EU"}, groups=["sales"], session=session
    )

    assert found == SessionSettings(
        external_id="ada",
        email="ada@example.com",
        user_attributes=(UserAttribute(name="region", value="EU"),),
        groups=("sales",),
        security_context={"tenant": 5},
        is_ephemeral=False,
        ephemeral_ttl_seconds=60,
        timezone="Europe/Berlin",
    )


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({}, {"external_id": "notebook"}),
        ({"external_id": "grace"}, {"external_id": "grace"}),
        ({"session": {"externalId": "grace"}}, {"external_id": "grace"}),
        ({"session": {"internalId": "a@b.c"}}, {"internal_id": "a@b.c"}),
    ],
)
def test_options_go_before_settings_in_who_asks(given, who):
    assert session_for(Settings(), **given) == SessionSettings(**who)


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("externalId", "Ada"),
        ("externalId", 5),
        ("internalId", "ada"),
        ("email", 5),
        ("userAttributes", [{"name": "region", "value": 5}]),
        ("userAttributes", {"region": "EU"}),
        ("groups", "sales"),
        ("roles", 5),
        ("securityContext", []),
        ("isEphemeral", "no"),
        ("ephemeralTtlSeconds", 0),
        ("ephemeralTtlSeconds", "60"),
        ("timezone", 5),
        ("securitycontext", {}),
    ],
)
def test_a_field_that_breaks_its_rule_is_named(field, value):
    with pytest.raises(RequestRefused, match=field):
        session_for(Settings(), session={field: value})


@pytest.mark.rule("2.2.1")
@pytest.mark.parametrize("option", [{"attributes": {}}, {"groups": []}, {"session": {"securityContext": {}}}])
def test_an_internal_user_is_given_nothing_of_an_external_ones(option):
    with pytest.raises(RequestRefused, match="not allowed together with internalId"):
        session_for(Settings(internal_id="a@b.c"), **option)
