"""The settings of a model: the top-level mapping `settings` of one of its files."""

from collections.abc import Sequence
from types import MappingProxyType

from svcchat_magic.semantic.files.references import KNOWN_DIALECTS
from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.calendar import DAYS
from svcchat_magic.semantic.model.model import ModelSettings

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip


def read_settings(files: Sequence[Block]) -> ModelSettings:
    """The settings that one of these files holds; a second one that holds some is a problem."""
    found = [block for file in files if (block := file.block("settings")) is not None]
    for block in found[1:]:
        block.problem("", "settings are given in two files")

    return _settings(found[0]) if found else ModelSettings()


def _settings(block: Block) -> ModelSettings:
    month = block.choice("fiscal_year_start", MONTHS) if "fiscal_year_start" in block else MONTHS[0]
    settings = ModelSettings(
        first_day_of_week=block.choice("first_day_of_week", DAYS)
        if "first_day_of_week" in block
        else DAYS[0],
        fiscal_year_start=MONTHS.index(month) + 1,
        dialect=_dialect(block, "dialect") if "dialect" in block else "",
        data_sources=MappingProxyType(_data_sources(block)),
    )
    block.done()
    return settings


def _data_sources(block: Block) -> dict[str, str]:
    sources = block.block("data_sources")
    return {} if sources is None else {name: _dialect(sources, name) for name in sources.plain_values()}


def _dialect(block: Block, key: str) -> str:
    return block.choice(key, tuple(sorted(KNOWN_DIALECTS)))
