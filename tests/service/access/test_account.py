"""Accounts, their keys, and the attributes their models read."""

from dataclasses import replace

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import AccessRule, Cube, Model
from svcchat_magic.service.access.account import Account, AgentProfile, attributes_used_by, policies_of
from svcchat_magic.service.access.key_file import KeyFile, add_key, revoke_key
from svcchat_magic.settings import ApiKey


def test_a_key_is_kept_as_its_hash_alone():
    account = Account("a", {"x": AgentProfile("X")}).with_key(ApiKey("key-number-one"))

    assert account.accepts(b"key-number-one")
    assert not account.accepts(b"key-number-two")
    assert not Account("a", {"x": AgentProfile("X")}).accepts(b"")
    assert "key-number-one" not in repr(account)


def test_a_revoked_key_is_not_accepted_from_the_next_look_on(tmp_path):
    stored, key = add_key(tmp_path / "a.keys.toml", "server", "2025-01-10")
    account = Account("a", {"x": AgentProfile("X")}, key_file=KeyFile(tmp_path / "a.keys.toml"))

    assert account.accepts(key.reveal().encode())
    revoke_key(tmp_path / "a.keys.toml", stored.id, "2025-01-11")
    assert not account.accepts(key.reveal().encode())


def test_what_an_agent_may_see_is_its_own_list_and_together_that_of_all():
    one, other = AgentProfile("X", views=frozenset({"sales"})), AgentProfile("Y", views=frozenset({"stock"}))

    assert Account("a", {"x": one, "y": other}).tables_of("x") == {"sales"}
    assert Account("a", {"x": one, "y": other}).tables_of() == {"sales", "stock"}
    assert Account("a", {"x": one, "y": AgentProfile("Y")}).tables_of() is None


def test_the_attributes_a_models_policies_read_may_be_given(tmp_path):
    (tmp_path / "orders.yml").write_text(
        """
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: city, sql: city, type: string}
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: city, operator: equals, values: ["{ userAttributes.home }"]}
"""
    )

    assert attributes_used_by(load_model(tmp_path)) == {"home"}


def test_policies_have_one_hash_whatever_order_their_files_are_read_in():
    rule = AccessRule("*", ({"member": "city", "operator": "equals", "values": ("Rome",)},))
    one, two = Cube("a", access_policy=(rule,)), Cube("b", access_policy=(AccessRule("*", allow_all=True),))
    free = Cube("c")

    assert policies_of(Model({"a": one, "b": two}, {})) == policies_of(
        Model({"c": free, "b": two, "a": one}, {})
    )
    assert policies_of(Model({"a": one}, {})) != policies_of(Model({"a": replace(two, name="a")}, {}))
    assert policies_of(Model({"a": one}, {})) != policies_of(Model({"b": replace(one, name="b")}, {}))
    assert policies_of(Model({"c": free}, {})) == ""
