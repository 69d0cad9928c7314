"""The account file: everything it may hold, and every problem of it at once."""

import re
from dataclasses import fields
from datetime import date

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account import Account
from svcchat_magic.service.access.account_file import check_against, read_account
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.server import DEMO

LEAST = 'name = "a"\n[agents.x]\ntitle = "X"\n'


@pytest.fixture
def read(tmp_path):
    def read(text):
        (tmp_path / "account.toml").write_text(text, encoding="utf-8")
        return read_account(tmp_path / "account.toml")

    return read


@pytest.fixture
def problems_of(read):
    def problems(text):
        with pytest.raises(SettingsError) as refused:
            read(text)

        return str(refused.value).splitlines()[1:]

    return problems


def test_the_demo_account_is_read():
    account = read_account(DEMO / "account.toml")

    assert (account.name, list(account.agents), account.today) == ("demo", ["analyst"], date(2025, 1, 10))
    assert account.attributes["region"] == "string"


def test_the_example_is_read_and_names_every_limit_with_its_default():
    account = read_account(DEMO / "account-example.toml")

    assert account.agents["analyst"].views == {"sales"}
    assert account.agents["analyst"].rules == "Revenue is without VAT. Answer in one short paragraph."
    assert account.agents["analyst"].questions == ("Revenue by month last year",)
    assert account.embed_origins == ("https://app.example.com", "self")
    assert account.internal_users["ana@example.com"].groups == ("management",)
    assert account.agents["support"].views is None
    assert account.groups == {"sales", "management"}
    assert account.internal_users["ana@example.com"].attributes["seats"] == 5
    assert account.hosts == ("chat.example.com",)
    assert account.prefix == "svc"
    assert account.limits == Limits()
    assert account.max_session_users == Account("a", {}).max_session_users
    text = (DEMO / "account-example.toml").read_text(encoding="utf-8")
    assert [each.name for each in fields(Limits) if f"\n{each.name} = " not in text] == []
    check_against(account, load_model(DEMO / "model"), "account-example.toml")


def test_a_file_with_a_name_and_an_agent_is_enough(read):
    account = read(LEAST)

    assert account.agents["x"].title == "X"
    assert account.groups is None
    assert account.limits == Limits()


def test_the_prefix_of_tool_and_agent_names_is_a_setting(read, problems_of):
    assert read(LEAST).prefix == "svc"
    assert read(f'prefix = "acme"\n{LEAST}').prefix == "acme"
    for unfit in ('""', '"a b"', '"_"', "5"):
        (problem,) = problems_of(f"prefix = {unfit}\n{LEAST}")
        assert problem.startswith("prefix: ")


def test_every_problem_is_told_at_once_with_its_place(problems_of):
    found = problems_of(
        """
name = "a b"
now = "2025-01-10"
embed_origin = ["self"]
groups = ["sales", ""]
hosts = ["https://a.example"]
[attributes]
region = "text"
[agents.x]
tittle = "X"
views = "sales"
[agents."y z"]
title = "Y"
[internal_users.ana]
[internal_users."ana@example.com"]
attributes = { country = "FR" }
[limits]
body_bytes = true
headers = 0
"""
    )

    assert sorted(line.partition(":")[0] for line in found) == [
        'agents."y z"',
        "agents.x.title",
        "agents.x.tittle",
        "agents.x.views",
        "attributes.region",
        "embed_origin",
        "groups",
        "hosts",
        'internal_users."ana@example.com".attributes.country',
        "internal_users.ana",
        "limits.body_bytes",
        "limits.headers",
        "name",
        "now",
    ]
    assert "embed_origin: is not known here; did you mean 'embed_origins'?." in found
    assert any("did you mean 'title'" in line for line in found)


@pytest.mark.parametrize("text", ["", "name = 5", 'name = "a"\nagents = 5', 'name = "a"\n[agents]\nx = 1'])
def test_a_file_without_a_name_or_an_agent_is_refused(problems_of, text):
    assert problems_of(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('name = "a"\n', "agents"),
        ('name = "a"\n[agents]\n', "agents"),
        (f"now = 2025-01-10T00:00:00\n{LEAST}", "now"),
        (f"{LEAST}rules = 5\n", "agents.x.rules"),
        (f'{LEAST}rules = ["a"]\n', "agents.x.rules"),
        (f'{LEAST}questions = [" "]\n', "agents.x.questions"),
        (f'{LEAST}[attributes]\n"a b" = "string"\n', 'attributes."a b"'),
        (f'{LEAST}[internal_users."a@b.example"]\ngroups = "sales"\n', 'internal_users."a@b.example".groups'),
        (f"{LEAST}[limits]\nbody_bytes = true\n", "limits.body_bytes"),
        (f"{LEAST}[limits]\nwrite_seconds = inf\n", "limits.write_seconds"),
    ],
)
def test_each_of_these_alone_is_one_problem(problems_of, text, place):
    (found,) = problems_of(text)

    assert found.startswith(f"{place}: ")


def test_a_file_that_is_no_toml_or_not_there_is_one_sentence(read, tmp_path):
    with pytest.raises(SettingsError, match=r"account\.toml cannot be read: \w"):
        read("[")

    with pytest.raises(SettingsError, match=r"No account file .*none\.toml"):
        read_account(tmp_path / "none.toml")


def test_what_is_no_text_is_told_in_plain_words_with_its_name(tmp_path):
    file = tmp_path / "account.toml"
    file.write_bytes(b"\xff\xfe")

    with pytest.raises(SettingsError, match=r"account\.toml cannot be read: it is not UTF-8 text\.$"):
        read_account(file)

    with pytest.raises(SettingsError, match=rf"file {re.escape(str(tmp_path))} cannot be read: \w"):
        read_account(tmp_path)


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("string", '"a"', True),
        ("string", "5", False),
        ("number", "5.5", True),
        ("number", "true", False),
        ("boolean", "true", True),
        ("boolean", '"true"', False),
        ("list", '["a"]', True),
        ("list", '"a"', False),
        ("other", '"a"', False),
    ],
)
def test_an_internal_users_attribute_has_the_type_it_is_known_by(read, problems_of, kind, value, fits):
    text = (
        f'{LEAST}[attributes]\nx = "{kind}"\n[internal_users."a@b.example"]\nattributes = {{ x = {value} }}\n'
    )

    if fits:
        assert "x" in read(text).internal_users["a@b.example"].attributes
        return

    assert len(problems_of(text)) == 1


def test_an_internal_user_is_in_groups_that_there_are(problems_of):
    found = problems_of(f'groups = ["sales"]\n{LEAST}[internal_users."a@b.example"]\ngroups = ["sale"]\n')

    assert "did you mean 'sales'" in found[0]


@pytest.mark.parametrize(
    "value",
    [
        '"https://a.example"',
        '["*"]',
        '["https://*.a.example"]',
        '["https://a.example/x"]',
        '[""]',
        '["https:"]',
        '["https://a.example;script-src *"]',
        """["'none'"]""",
        '["https://a.example b"]',
        '["https://A.example"]',
    ],
)
def test_the_sites_that_may_frame_the_page_are_exact(problems_of, value):
    assert problems_of(f"embed_origins = {value}\n{LEAST}")[0].startswith("embed_origins:")


def test_sites_are_read(read):
    found = read(f'embed_origins = ["https://app.example.com", "http://localhost:3000", "self"]\n{LEAST}')

    assert found.embed_origins == ("https://app.example.com", "http://localhost:3000", "self")


@pytest.mark.parametrize(
    "line", ["body_bytes = 1.5", "write_seconds = nan", "reattach_seconds = -1", "max_persisted_users = 0"]
)
def test_what_is_no_limit_is_refused_by_name(problems_of, line):
    assert problems_of(f"{LEAST}[limits]\n{line}\n")[0].startswith(f"limits.{line.split()[0]}:")


def test_limits_are_read_and_the_others_left(read):
    account = read(f"{LEAST}[limits]\nbody_bytes = 5\nheader_seconds = 2\nreattach_seconds = 0\n")

    assert account.limits == Limits(body_bytes=5, header_seconds=2)
    assert account.reattach_seconds == 0


def test_views_and_attributes_are_held_against_the_model(read, workspace):
    account = read(LEAST + 'views = ["sale", "orders"]\n')

    with pytest.raises(SettingsError, match=r"agents\.x\.views: .*'sale'; did you mean 'sales'"):
        check_against(account, workspace.model, "account.toml")


def test_an_attribute_that_the_models_rules_read_must_be_named(read, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "shops.yml").write_text(
        """
cubes:
  - name: shops
    sql_table: shops
    dimensions:
      - {name: region, sql: region, type: string, primary_key: true}
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: region, operator: equals, values: ["{ userAttributes.region }"]}]
"""
    )
    model = load_model(tmp_path / "model")

    check_against(read(f'{LEAST}[attributes]\nregion = "string"\n'), model, "account.toml")
    with pytest.raises(SettingsError, match="attributes: the data model's access rules read 'region'"):
        check_against(read(LEAST), model, "account.toml")
