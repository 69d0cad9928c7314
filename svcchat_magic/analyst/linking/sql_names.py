"""Names as SQL takes them."""


def name(text: str) -> str:
    """A name as SQL takes it: quoted when it is a word of the language."""
    plain = text.isidentifier() and text.isascii() and text == text.lower() and text not in RESERVED
    return text if plain else '"' + text.replace('"', '""') + '"'


RESERVED = frozenset(
    (
        "all", "and", "any", "as", "asc", "between", "by", "case", "cast", "check", "column",
        "create", "cross", "default", "delete", "desc", "distinct", "drop", "else", "end",
        "except", "exists", "false", "fetch", "for", "foreign", "from", "full", "grant", "group",
        "having", "in", "inner", "insert", "intersect", "into", "is", "join", "key", "left",
        "like", "limit", "natural", "not", "null", "offset", "on", "or", "order", "outer",
        "primary", "references", "right", "select", "set", "some", "table", "then", "to", "true",
        "union", "unique", "update", "user", "using", "values", "view", "when", "where", "window",
        "with", "day", "month", "year", "week", "quarter", "hour", "rows", "row", "rank", "count",
    )
)  # fmt: skip
