"""A service whose users see different rows."""

import pytest

from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.service.state.state_file import IN_MEMORY
from svcchat_magic.settings import ApiKey

RULED = """
cubes:
  - name: fruit
    sql_table: fruit
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: seller, operator: equals, values: ["{ userAttributes.shop }"]}]
      - {group: bosses, row_level: {allow_all: true}}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: kind, sql: kind, type: string}
      - {name: seller, sql: seller, type: string}
    measures:
      - {name: count, type: count}
"""
ACCOUNT = """
name = "shop"
groups = ["bosses"]
[attributes]
shop = "string"
[agents.analyst]
title = "Analyst"
[internal_users."ana@example.com"]
attributes = { shop = "north" }
[internal_users."boss@example.com"]
groups = ["bosses"]
"""


@pytest.fixture
def ruled(tmp_path):
    """A service whose internal users see different rows."""
    (tmp_path / "data").mkdir()
    rows = "id,kind,seller\n1,apple,north\n2,pear,north\n3,plum,south\n"
    (tmp_path / "data" / "fruit.csv").write_text(rows)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "fruit.yml").write_text(RULED)
    (tmp_path / "account.toml").write_text(ACCOUNT)
    options = ServiceOptions(
        model=tmp_path / "model",
        data=tmp_path / "data",
        account_file=tmp_path / "account.toml",
        state=IN_MEMORY,
    )
    service = start_service(options, api_key=ApiKey("a-key-of-the-test-0123"))
    yield service
    service.stop()
