"""Keys that members of every kind have."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from svcchat_magic.semantic.access.masks import UNMASKED
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.member_parts import Mask


def read_member_name(block: Block) -> str:
    """The required name of a member."""
    name = block.name()
    if name.endswith(UNMASKED):
        block.problem("name", f"names that end with {UNMASKED} are reserved")

    return name


def read_sql(block: Block, key: str = "sql") -> str:
    """An SQL snippet; `${CUBE}` means the same as `{CUBE}`."""
    return block.text(key).replace("${", "{")


def read_public(block: Block) -> bool:
    """Whether a member or table is shown; `shown` is its older name."""
    shown = block.flag("shown", default=True)
    return block.flag("public", default=shown)


def read_meta(block: Block) -> Mapping[str, object]:
    """The free `meta` mapping."""
    found = block.plain("meta")
    if isinstance(found, dict):
        return MappingProxyType(found)

    if found is not None:
        block.problem("meta", "must be a mapping")

    return MappingProxyType({})


def read_format(block: Block) -> dict[str, Any]:
    """`format` and what its object form says beside its type, as arguments of a member."""
    written = block.text_or_block("format")
    currency = block.text("currency")
    options: dict[str, object] = {"currency": currency.upper()} if currency else {}
    if isinstance(written, str):
        return {"format": written, "format_options": MappingProxyType(options)}

    found = written.plain_values()
    kind = str(found.pop("type", ""))
    if not kind:
        written.problem("type", "a format needs its type, such as currency, percent, number or link")

    return {"format": kind, "format_options": MappingProxyType(options | found)}


def read_mask(block: Block) -> Mask | None:
    """The `mask`: a constant, or `{sql: ...}`."""
    if "mask" not in block:
        return None

    written = block.text_or_block("mask")
    if not isinstance(written, str):
        mask = Mask(sql=read_sql(written))
        if not mask.sql:
            written.problem("sql", "a mask is a value, or has sql")

        written.done()
        return mask

    value = block.plain("mask")
    return Mask(value if isinstance(value, (str, int, float, bool)) else None)
