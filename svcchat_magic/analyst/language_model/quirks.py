"""How one server differs from its shape: learnt from what it refuses."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Quirks:
    """What a server was found to want otherwise."""

    counts_completion: bool = False  # takes `max_completion_tokens` in place of `max_tokens`
    has_no_usage: bool = False  # does not take `stream_options`
    has_no_system: bool = False  # takes no message of the role `system`
    has_no_tools: bool = False  # its model cannot call tools


def learnt(known: Quirks, refusal: str) -> Quirks:
    """What a refused request (400, 404, 422, 501) teaches; the same value when it teaches nothing new."""
    said = refusal.lower()
    if "max_completion_tokens" in said:
        return replace(known, counts_completion=True)

    if "stream_options" in said or "include_usage" in said:
        return replace(known, has_no_usage=True)

    if "system" in said and "role" in said:
        return replace(known, has_no_system=True)

    names_tools = "tool" in said or "function call" in said
    says_no = any(word in said for word in ("not support", "unsupported", "not available", "not enabled"))
    if names_tools and (says_no or "requires" in said or "must be set" in said):
        return replace(known, has_no_tools=True)

    return known
