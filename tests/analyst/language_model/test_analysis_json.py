import json

import jsonschema
import pytest

from svcchat_magic.analyst.language_model.analysis_json import AnalysisReader
from svcchat_magic.analyst.language_model.analysis_schema import analysis_schema
from svcchat_magic.analyst.language_model.json_fields import BadAnalysis
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.analyst.planning.statements import Planner
from svcchat_magic.semantic.files.model_files import load_model
from tests.campaigns.question_sets import DEMO


@pytest.fixture(scope="module")
def catalog():
    return catalog_of(load_model(DEMO / "model"))


REVENUE = {"measure": "sales.revenue"}


def kept(operator, *values):
    """Revenue of some channels."""
    return {
        "quantities": [REVENUE],
        "filters": [{"member": "sales.channel", "operator": operator, "values": list(values)}],
    }


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({"quantities": [REVENUE]}, ["MEASURE(", "revenue)"]),
        ({"quantities": [REVENUE], "groups": [{"member": "sales.channel"}]}, ["sales.channel", "GROUP BY 1"]),
        ({"quantities": [REVENUE], "groups": ["sales.channel"]}, ["sales.channel", "GROUP BY 1"]),
        ({"quantities": [REVENUE], "groups": [{"unit": "month"}]}, ["DATE_TRUNC('month'"]),
        ({"quantities": [REVENUE], "groups": [{"part": "weekday"}]}, ["ISODOW"]),
        (
            {"quantities": [REVENUE], "period": {"first_day": "2024-01-01", "last_day": "2024-12-31"}},
            [">= '2024-01-01'", "< '2025-01-01'"],
        ),
        (
            {
                "quantities": [REVENUE],
                "filters": [{"member": "sales.channel", "operator": "!=", "values": ["Web"]}],
            },
            ["<> 'Web'"],
        ),
        (
            {
                "quantities": [REVENUE],
                "groups": [{"member": "sales.category"}],
                "top": {"rows": 3, "order": "lowest first"},
            },
            ["ORDER BY 2", "LIMIT 3"],
        ),
        (
            {
                "quantities": [REVENUE],
                "groups": [{"member": "sales.category"}],
                "having": [{"operator": ">", "value": 1000}],
            },
            ["HAVING", "> 1000"],
        ),
        (
            {"quantities": [{"ratio": [REVENUE, {"count_of": "orders"}]}]},
            ["MEASURE(", "revenue)", "/", "NULLIF"],
        ),
        ({"list": {"of": "orders"}, "top": {"rows": 5}}, ["LIMIT"]),
    ],
    ids=lambda each: next(iter(each)) if isinstance(each, dict) else "",
)
def test_an_analysis_in_json_becomes_sql(catalog, given, parts):
    jsonschema.validate(given, _lenient(analysis_schema(catalog)))

    planned = Planner(Sources(catalog)).plan(AnalysisReader(catalog).read(given))

    for part in parts:
        assert part in planned.sql


def _lenient(schema):
    """A group may be a plain name too, which the schema does not need to say."""
    text = json.dumps(schema)
    found = json.loads(text)
    groups = found["properties"]["groups"]
    groups["items"] = {"anyOf": [groups["items"], {"type": "string"}]}
    return found


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "must be an object"),
        ({}, "`quantities` or `list`"),
        ({"quantities": [{}]}, "exactly one of"),
        ({"quantities": [{"measure": "sales.revenue", "count_of": "orders"}]}, "exactly one of"),
        ({"quantities": [{"measure": "sales.reveneu"}]}, "sales.revenue"),
        ({"quantities": [{"measure": "sales.channel"}]}, "no measure"),
        ({"quantities": [{"measure": 7}]}, "name such as"),
        ({"quantities": [{"average": "sales.channel"}]}, "is no number"),
        ({"quantities": [{"ratio": [REVENUE]}]}, "two plain quantities"),
        ({"quantities": [REVENUE], "group": []}, "there is no 'group'"),
        ({"quantities": [REVENUE], "groups": [{"member": "sales.created_at"}]}, "give its `unit`"),
        ({"quantities": [REVENUE], "groups": [{"unit": "fortnight"}]}, "must be one of"),
        (
            kept("like"),
            "must be one of",
        ),
        (
            kept("="),
            "give `values`",
        ),
        (
            {
                "quantities": [REVENUE],
                "filters": [{"member": "sales.channel", "operator": ">", "values": ["A"]}],
            },
            "has no order",
        ),
        ({"quantities": [REVENUE], "period": {}}, "give `first_day`"),
        ({"quantities": [REVENUE], "period": {"first_day": "last year"}}, "must be a day"),
        (
            {"quantities": [REVENUE], "period": {"first_day": "2024-02-01", "last_day": "2024-01-01"}},
            "before `first_day`",
        ),
        ({"quantities": [REVENUE], "top": {"rows": 0}}, "above zero"),
        ({"quantities": [REVENUE], "top": {"rows": True}}, "above zero"),
        ({"quantities": [REVENUE], "having": [{"operator": ">", "value": "many"}]}, "must be a number"),
        ({"quantities": [REVENUE], "compute": {"kind": "forecast"}}, "must be one of"),
        ({"list": {"of": "unicorns"}}, "one of the cubes"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_no_analysis_is_refused_with_a_sentence(catalog, given, said):
    with pytest.raises(BadAnalysis) as refused:
        AnalysisReader(catalog).read(given)

    assert said in str(refused.value)
