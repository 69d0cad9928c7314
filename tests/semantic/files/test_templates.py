"""Jinja in model files: loops, macros and imports are rendered, in a sandbox and within limits."""

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files import templates
from svcchat_magic.semantic.files.model_files import load_model

LOOPED = """
{%- set sizes = {"small": 10, "large": 100} %}
{% from "macros/parts.jinja" import column %}
cubes:
  - name: orders
    sql_table: orders
    # {{ not_even_read() }}
    dimensions:
      {{ column("id", "number") }}
      {{ column("city") }}
    measures:
      - {name: count, type: count}
{%- for name, limit in sizes | items %}
      - name: {{ name }}
        type: count
        filters: [{sql: "{CUBE}.amount < {{ limit }}"}]
{%- endfor %}
"""
PARTS = """
{% macro column(name, type="string") -%}
- {name: {{ name }}, sql: "{CUBE}.{{ name }}", type: {{ type }}}
{%- endmacro %}
"""


@pytest.fixture
def write_files(tmp_path):
    def write(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

        return tmp_path

    return write


def test_loops_macros_and_imports_are_rendered(write_files):
    cube = load_model(write_files(orders_dot_yml=LOOPED, macros__parts_dot_jinja=PARTS)).cubes["orders"]

    assert {name: each.type for name, each in cube.dimensions.items()} == {"id": "number", "city": "string"}
    assert {name: each.filters for name, each in cube.measures.items()} == {
        "count": (),
        "small": ("{CUBE}.amount < 10",),
        "large": ("{CUBE}.amount < 100",),
    }


def test_a_value_of_the_security_context_is_bound_by_the_rule(write_files):
    text = """
cubes:
  - name: orders
    sql_table: orders
    dimensions: [{name: city, sql: city, type: string}]
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: city, operator: equals, values: ["{{ COMPILE_CONTEXT.securityContext.home.city }}"]}
"""
    (rule,) = load_model(write_files(orders_dot_yml=text)).cubes["orders"].access_policy

    assert rule.filters[0]["values"] == ("{ securityContext.home.city }",)


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{% if COMPILE_CONTEXT.securityContext.team == 'a' %}x: 1{% endif %}", "write an access_policy"),
        ("{% if SECURITY_CONTEXT.team in ['a'] %}x: 1{% endif %}", "write an access_policy"),
        ("{{ 'a' if SECURITY_CONTEXT.team else 'b' }}", "write an access_policy"),
        ("{% for x in SECURITY_CONTEXT.teams %}{% endfor %}", "write an access_policy"),
        (
            "{{ SECURITY_CONTEXT.team ~ 'x' == 'ax' }}: {{ SECURITY_CONTEXT.team + 'x' }}",
            "write an access_policy",
        ),
        ("{{ dbt_models() }}", "'dbt_models' is undefined; no template here defines it"),
        ("{% include '../outside.yml' %}", "no file '../outside.yml' in the model's folder"),
        ("{% include '/etc/passwd' %}", "no file '/etc/passwd' in the model's folder"),
        ("{{ ''.__class__.__mro__ }}", "unsafe|undefined"),
        ("{{ [].append(1) }}", "not safely callable|unsafe"),
        ("a: 1\n{% for %}", "line 2: Jinja: "),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{% for a in range(999) %}{% for b in range(999) %}{% endfor %}{% endfor %}", "rounds of loops"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "recursion|rounds"),
        ("{% for a in range(9999) %}{{ 'x' * 9999 }}{% endfor %}", "more than 2,000,000 characters"),
        ("{{ 'x' * 99999999 }}", "more than 1,000,000 characters"),
        ("{{ 9 ** 99999999 }}", "more than 1,000,000 characters"),
        ("{{ '%99999999d' % 1 }}", "more than 1,000,000 characters"),
    ],
)
def test_a_template_that_goes_too_far_is_refused(write_files, template, sentence):
    with pytest.raises(ModelError, match=sentence):
        load_model(write_files(orders_dot_yml=template))


def test_jinja_is_asked_for_where_it_is_not_installed(write_files, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)

    with pytest.raises(ModelError, match=r"pip install 'svcchat-magic\[jinja\]'"):
        load_model(write_files(orders_dot_yml="{{ 1 }}"))

    assert templates.Templates({}).rendered("cubes: []", "a.yml") == "cubes: []"
