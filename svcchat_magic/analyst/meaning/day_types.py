"""The two kinds that the days of a week are of."""

from collections.abc import Mapping
from types import MappingProxyType

DAYS_OF: Mapping[str, tuple[int, ...]] = MappingProxyType({"weekday": (1, 2, 3, 4, 5), "weekend": (6, 7)})
