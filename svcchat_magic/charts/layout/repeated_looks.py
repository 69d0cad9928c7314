"""Leave out of a chart what its theme says anyway, so that a notebook saves it once."""

from collections.abc import Mapping
from typing import Any

from svcchat_magic.charts.layout.parts import Spec

_GUIDES = {"x": "axis", "y": "axis", **dict.fromkeys(("row", "column", "facet"), "header")}


def without_repeats(view: Spec, config: Mapping[str, Any]) -> Spec:
    """The view without properties of its titles, axes, headers and legends that equal those of `config`."""
    done = dict(view)
    if isinstance(title := view.get("title"), dict):
        done["title"] = _rest(title, config.get("title", {}))

    if "encoding" in view:
        done["encoding"] = {name: _channel(name, each, config) for name, each in view["encoding"].items()}

    for word in ("layer", "concat", "hconcat", "vconcat"):
        if word in view:
            done[word] = [without_repeats(inner, config) for inner in view[word]]

    if "spec" in view:
        done["spec"] = without_repeats(view["spec"], config)

    return done


def _channel(name: str, channel: Any, config: Mapping[str, Any]) -> Any:
    guide = _GUIDES.get(name, "legend")
    if not isinstance(channel, dict) or not isinstance(channel.get(guide), dict):
        return channel

    return {**channel, guide: _rest(channel[guide], config.get(guide, {}))}


def _rest(looks: Spec, usual: Mapping[str, Any]) -> Spec:
    return {name: value for name, value in looks.items() if name not in usual or usual[name] != value}
