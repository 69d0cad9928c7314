"""Results of earlier tool calls without their rows, for the `__state__` of a long chat (2.3)."""

import msgspec

KEPT = ("uuid", "totalRows", "error")  # the call's input has the query, its title and its description
_Fields = dict[str, msgspec.Raw]

_decode = msgspec.json.Decoder(_Fields).decode
_encode = msgspec.json.Encoder().encode


def short_result(result: str) -> str:
    """A tool's result with its size and id, and `leftOut` for the rest; unchanged if not shorter."""
    try:
        fields = _decode(result)
    except (msgspec.MsgspecError, RecursionError):  # no object of ours, so nothing in it can be named
        return result

    if "leftOut" in fields:
        return result

    left_out = [name for name in fields if name not in KEPT]
    kept: dict[str, object] = {name: value for name, value in fields.items() if name in KEPT}
    short = _encode(kept | {"leftOut": left_out}).decode()
    return short if len(short) < len(result) else result
