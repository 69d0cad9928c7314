"""Units that are written with signs or in two words: `km/h`, `µg/m³`, `°C`, `degrees Fahrenheit`."""

import re

_RATES = {
    "km/h": "kmh", "km/hr": "kmh", "m/s": "mps", "l/min": "lpm", "mg/l": "mgl", "mg/dl": "mgdl",
    "ug/m3": "ugm3", "ug/m³": "ugm3", "µg/m3": "ugm3", "µg/m³": "ugm3", "μg/m3": "ugm3", "μg/m³": "ugm3",
    "m3/s": "m3s", "m³/s": "m3s",
}  # fmt: skip
_SCALES = {"c": "celsius", "f": "fahrenheit", "": "degree"}
_HEAT = r"[°º]\s?[CF](?!\w)|°|(?i:degrees?|deg)\s(?i:celsius|centigrade|fahrenheit|c|f)(?!\w)"

# Behind a number alone: elsewhere letters with a sign between them may be anything.
UNIT_SIGNS = rf"(?:(?<=\d)|(?<=\d\s))(?i:{'|'.join(_RATES)})(?!\w)|{_HEAT}"


def unit_written(found: str) -> str | None:
    """The unit in one word; None of other words."""
    written = found.lower()
    if written in _RATES:
        return _RATES[written]

    if not re.fullmatch(_HEAT, found):
        return None

    last = re.split(r"[\s°º]+", written)[-1]
    return _SCALES["c" if last.startswith("c") else last[:1]]
