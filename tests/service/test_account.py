"""Accounts, their keys, and the attributes their models read."""

from datetime import date

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.model_files import load_model
from svcchat_magic.service.account import Account, attributes_used_by, read_account
from svcchat_magic.service.server import DEMO
from svcchat_magic.settings import ApiKey


def test_a_key_is_kept_as_its_hash_alone():
    account = Account("a", {"x": "X"}).with_key(ApiKey("key-number-one"))

    assert account.accepts(b"key-number-one")
    assert not account.accepts(b"key-number-two")
    assert not Account("a", {"x": "X"}).accepts(b"")
    assert "key-number-one" not in repr(account)


def test_the_demo_account_is_read():
    account = read_account(DEMO / "account.toml")

    assert (account.name, list(account.agents), account.today) == ("demo", ["analyst"], date(2025, 1, 10))


@pytest.mark.parametrize(
    "text", ["", "name = 5", 'name = "a"\nagents = 5', "[", 'name="a b"\n[agents.x]\ntitle="X"']
)
def test_a_broken_account_file_is_one_sentence(tmp_path, text):
    (tmp_path / "account.toml").write_text(text)

    with pytest.raises(SettingsError):
        read_account(tmp_path / "account.toml")


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
