"""The `access_policy` of a cube or view, read from its YAML block."""

from collections.abc import Mapping
from types import MappingProxyType

from svcchat_magic.semantic.access.conditions import ConditionUnreadable, read_condition
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.member_parts import MemberChoice
from svcchat_magic.semantic.model.model import AccessRule

_GROUP_KEYS = ("group", "groups", "role")


def read_access_policy(block: Block, places: Places) -> tuple[AccessRule, ...] | None:
    """The rules under `access_policy`, one for each group; `None` when the key is not there."""
    if "access_policy" not in block:
        return None

    return tuple(rule for entry in block.blocks("access_policy") for rule in _rules(entry, places))


def _rules(block: Block, places: Places) -> list[AccessRule]:
    groups = [group for key in _GROUP_KEYS for group in block.texts(key)]
    if not groups:
        block.problem("", "an access_policy entry needs group, groups or role ('*' is everyone)")

    filters, allow_all = _row_level(block)
    members, masked = _members(block, "member_level"), _members(block, "member_masking")
    conditions = tuple(_condition(entry) for entry in block.blocks("conditions"))
    block.done()
    rules = [AccessRule(group, filters, allow_all, members, masked, conditions) for group in groups]
    for rule in rules:
        places.note_rule(rule, block)

    return rules


def _row_level(block: Block) -> tuple[tuple[Mapping[str, object], ...], bool]:
    """The filters and whether every row is allowed, which is so when a group is named without `row_level`."""
    if "row_level" not in block:
        return (), True

    row_level = block.block("row_level")
    if row_level is None:
        return (), False

    allow_all = row_level.flag("allow_all", default=False)
    filters = tuple(read_filter(entry) for entry in row_level.blocks("filters"))
    row_level.done()
    if bool(filters) == allow_all:
        row_level.problem("", "row_level needs either filters or allow_all: true")

    return filters, allow_all


def _members(block: Block, key: str) -> MemberChoice | None:
    choice = block.block(key)
    if choice is None:
        return MemberChoice(includes=()) if key in block else None

    includes = choice.texts("includes") if "includes" in choice else ("*",)
    found = MemberChoice(tuple(map(_plain_name, includes)), tuple(map(_plain_name, choice.texts("excludes"))))
    choice.done()
    return found


def _plain_name(written: str) -> str:
    """`status`, also where it is written `orders.status` or `{CUBE}.status`."""
    return written.strip("{} ").rpartition(".")[2]


def _condition(block: Block) -> str:
    text = block.text("if")
    try:
        read_condition(text)
    except ConditionUnreadable as error:
        block.problem("if", str(error))

    block.done()
    return text


def read_filter(block: Block) -> Mapping[str, object]:
    """One filter: `{"and"|"or": filters}` or `{"member", "operator", "values"}`."""
    for key in ("and", "or"):
        if key in block:
            inner = tuple(read_filter(entry) for entry in block.blocks(key))
            if not inner:
                block.problem(key, "needs at least one filter")

            block.done()
            return MappingProxyType({key: inner})

    values = block.plain("values")
    found = {
        "member": block.text("member"),
        "operator": block.text("operator"),
        "values": values if isinstance(values, tuple) else () if values is None else (values,),
    }
    block.done()
    return MappingProxyType(found)
