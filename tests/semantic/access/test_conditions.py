"""Conditions of access rules are true or false of a viewer, and what is not known opens nothing."""

import pytest

from svcchat_magic.semantic.access.conditions import ConditionUnreadable, holds, read_condition
from svcchat_magic.semantic.query.query import Viewer

ADA = Viewer(
    "ada",
    groups=("sales", "west"),
    attributes={"level": "3", "is_lead": "true", "region": "EU"},
    security_context={"tenant": {"id": 7, "plans": ["pro", "team"]}, "trial": False, "none": None},
)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{ userAttributes.is_lead }", True),
        ("{ !userAttributes.is_lead }", False),
        ("{ user_attributes.level >= 3 }", True),
        ("{ userAttributes.level > 3 }", False),
        ("{ userAttributes.region === 'EU' && securityContext.tenant.id == 7 }", True),
        ("{ userAttributes.region !== 'EU' || 'pro' in securityContext.tenant.plans }", True),
        ("'sales' in groups and 'east' not in groups", True),
        ("userAttributes.region in ['US', 'APAC']", False),
        ("not securityContext.trial", True),
        ("true", True),
        ("userAttributes.region == 'a && b'", False),
        # not known
        ("userAttributes.nothing", False),
        ("!userAttributes.nothing", False),
        ("userAttributes.nothing != 'x'", False),
        ("securityContext.none == null", False),
        ("securityContext.tenant.id.deeper", False),
        ("userAttributes.region > 3", False),
        ("userAttributes.nothing || userAttributes.is_lead", True),
        ("userAttributes.nothing && userAttributes.is_lead", False),
        ("!(userAttributes.nothing && userAttributes.is_lead)", False),
    ],
)
def test_a_condition_is_read_against_the_viewer(condition, expected):
    assert holds(condition, ADA) is expected


@pytest.mark.parametrize(
    "condition",
    [
        "",
        "{ os.system('id') }",
        "{ userAttributes.region.lower() }",
        "{ userAttributes['region'] }",
        "{ (lambda: 1)() }",
        "{ [x for x in groups] }",
        "{ unknown.x == 1 }",
        "{ userAttributes.a is None }",
        "{ 1 < userAttributes.level < 5 }",
        "{ 'a' * 10 }",
        "(" * 500 + "1" + ")" * 500,
        "userAttributes.a == 1 " + "or userAttributes.a == 1 " * 100,
    ],
)
def test_a_condition_of_another_form_is_refused(condition):
    with pytest.raises(ConditionUnreadable):
        read_condition(condition)
