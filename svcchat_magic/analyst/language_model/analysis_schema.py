"""The JSON that a language model writes to ask the data model: its schema, with the members' names in it.

The schema is sent with every request, so the names stand where they are needed most and nowhere else.
"""

from collections.abc import Iterable, Mapping

from svcchat_magic.analyst.linking.catalog import Catalog

MOST_NAMED = 200  # members; a larger model is searched instead of listed in every request
FUNCTIONS = ("average", "sum", "median", "minimum", "maximum")
UNITS = ("day", "week", "month", "quarter", "year")
PARTS = ("hour", "weekday", "weekend", "month", "quarter")
OPERATORS = (
    "=",
    "!=",
    "in",
    "not in",
    "<",
    "<=",
    ">",
    ">=",
    "contains",
    "starts",
    "ends",
    "missing",
    "not missing",
)
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
COMPUTED = ("share", "change", "running", "moving")
CHARTS = ("bar", "line", "pie", "table")
Schema = dict[str, object]
_NAME: Schema = {
    "type": "string"
}  # of a member, where listing all of them once more would cost more than it helps


def analysis_schema(catalog: Catalog) -> Schema:
    """The schema of the tool's arguments over one model."""
    dimensions = _name(_names(catalog, "dimension"))
    entities = _name(tuple(catalog.entities))
    quantity = _quantity(_name(_names(catalog, "measure")), entities)
    other = _quantity(_NAME, _NAME)
    return _object(
        {
            "quantities": _list(quantity, "the numbers asked for"),
            "groups": _list(_group(dimensions), "one row of the result for each value of these"),
            "filters": _list(_filter(dimensions), "all of them hold"),
            "period": _period(),
            "having": _list(_having(other), "conditions on a number of each group"),
            "top": _top(other),
            "compute": _computed(),
            "list": _records(entities),
            "chart": {"enum": list(CHARTS)},
        },
        "What is asked of the data. Give `quantities`, or `list` for single records.",
    )


def _quantity(measures: Schema, entities: Schema) -> Schema:
    plain = {
        "measure": {**measures, "description": "a measure of the model"},
        "count_of": {**entities, "description": "how many rows a cube has"},
        "distinct": {**_NAME, "description": "how many different values a dimension has"},
        **{each: {**_NAME, "description": f"the {each} of a numeric dimension"} for each in FUNCTIONS},
    }
    part = _object({**plain, "measure": _NAME, "count_of": _NAME})
    ratio = {"type": "array", "items": part, "minItems": 2, "maxItems": 2, "description": "first by second"}
    about = "exactly one of these keys; `percent` only beside `ratio`"
    return _object({**plain, "ratio": ratio, "percent": {"type": "boolean"}}, about)


def _group(dimensions: Schema) -> Schema:
    return _object(
        {
            "member": dimensions,
            "unit": {"enum": list(UNITS), "description": "group a time by this unit"},
            "part": {"enum": list(PARTS), "description": "group a time by this part of the calendar"},
            "width": {"type": "number", "description": "group a number by stretches of this width"},
        },
        "a dimension; or `unit` or `part`, whose `member` may be left out for the usual date",
    )


def _filter(dimensions: Schema) -> Schema:
    return _object(
        {
            "member": dimensions,
            "operator": {"enum": list(OPERATORS)},
            "values": {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
        },
        required=("member", "operator"),
    )


def _period() -> Schema:
    return _object(
        {
            "first_day": {"type": "string", "description": "YYYY-MM-DD"},
            "last_day": {"type": "string", "description": "YYYY-MM-DD, included"},
            "member": {**_NAME, "description": "the time it is about; left out for the usual one"},
        },
    )


def _having(quantity: Schema) -> Schema:
    return _object(
        {
            "quantity": {**quantity, "description": "left out for the first of `quantities`"},
            "operator": {"enum": list(COMPARISONS)},
            "value": {"type": "number"},
        },
        required=("operator", "value"),
    )


def _top(quantity: Schema) -> Schema:
    return _object(
        {
            "rows": {"type": "integer", "minimum": 1},
            "order": {"enum": ["highest first", "lowest first"]},
            "by": {**quantity, "description": "left out for the first of `quantities`"},
            "within": _list(_NAME, "that many rows of each value of these groups"),
        },
    )


def _computed() -> Schema:
    return _object(
        {
            "kind": {"enum": list(COMPUTED)},
            "against": {"enum": ["previous", "year"], "description": "of a change"},
            "rows": {"type": "integer", "minimum": 2, "description": "of a moving average"},
        },
        required=("kind",),
    )


def _records(entities: Schema) -> Schema:
    return _object({"of": entities, "fields": _list(_NAME, "the columns to show")}, required=("of",))


def _names(catalog: Catalog, kind: str) -> tuple[str, ...]:
    return tuple(place.qualified for each in catalog.concepts if each.kind == kind for place in each.places)


def _name(known: tuple[str, ...]) -> Schema:
    return {"enum": list(known)} if known and len(known) <= MOST_NAMED else {"type": "string"}


def _list(items: Schema, about: str) -> Schema:
    return {"type": "array", "items": items, "description": about}


def _object(properties: Mapping[str, object], about: str = "", required: Iterable[str] = ()) -> Schema:
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if about:
        found["description"] = about

    return {**found, "required": list(required)} if required else found
