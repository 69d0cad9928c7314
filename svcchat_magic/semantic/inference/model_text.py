"""A draft as the text of model files: YAML that is pleasant to read and to edit."""

from collections.abc import Iterator, Mapping, Sequence

import yaml

from svcchat_magic.semantic.inference.draft_cube import REMARK, DraftCube, Entry
from svcchat_magic.semantic.inference.model_draft import ModelDraft

_HEAD = "# What was guessed says so, with how sure it is. Edit freely: a rerun keeps what you changed."
_MEMBER_INDENT = 6
_MEMBERS = frozenset({"dimensions", "measures"})
_APART = _MEMBERS | {"joins", "cubes"}


def model_texts(draft: ModelDraft) -> Mapping[str, str]:
    """The files by name: one for each cube with its view."""
    views = {str(view["cubes"][0]["join_path"]): view for view in draft.views}  # type: ignore[index]
    return {f"{cube.table_name}.yml": _file(cube, views.get(cube.name)) for cube in draft.cubes}


def member_lines(cube: DraftCube) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The lines of each join, dimension and measure, by list and name, as they stand in the cube's file."""
    lists = {
        "joins": [join for join, _ in cube.joins],
        "dimensions": cube.dimensions,
        "measures": cube.measures,
    }
    return {
        kind: {str(each["name"]): tuple(_item(each, _MEMBER_INDENT)) for each in entries}
        for kind, entries in lists.items()
    }


def _file(cube: DraftCube, view: Entry | None) -> str:
    entry = {
        **cube.entry,
        "joins": [join for join, _ in cube.joins],
        "dimensions": cube.dimensions,
        "measures": cube.measures,
    }
    lines = [_HEAD, "cubes:", *_item(entry, 2)]
    if view is not None:
        lines += ["", "views:", *_item(view, 2)]

    return "\n".join(lines) + "\n"


def _item(entry: Mapping[str, object], indent: int) -> Iterator[str]:
    """A mapping as one item of a list."""
    pad = " " * indent
    if remark := entry.get(REMARK):
        yield f"{pad}# {_on_one_line(str(remark))}"

    first = f"{pad}- "
    for key, value in entry.items():
        if key != REMARK and value not in ("", (), [], {}):
            yield from _pair(first, key, value, indent + 2)
            first = pad + "  "


def _pair(lead: str, key: str, value: object, indent: int) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield f"{lead}{key}:"
        for inner, each in value.items():
            yield from _pair(" " * (indent + 2), str(inner), each, indent + 2)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from _sequence(lead, key, value, indent)
    else:
        yield f"{lead}{key}: {_scalar(value)}"


def _sequence(lead: str, key: str, values: Sequence[object], indent: int) -> Iterator[str]:
    """Mappings on lines of their own, members with an empty line between; texts on one line."""
    if not any(isinstance(each, Mapping) for each in values):
        yield f"{lead}{key}: [{', '.join(_scalar(each) for each in values)}]"
        return

    if key in _APART:
        yield ""

    yield f"{lead}{key}:"
    for at, each in enumerate(values):
        if at and key in _MEMBERS:
            yield ""

        if isinstance(each, Mapping):
            yield from _item(each, indent + 2)
        else:
            yield f"{' ' * (indent + 2)}- {_scalar(each)}"


def _on_one_line(remark: str) -> str:
    """The remark without line breaks: a name in it comes from the data, and ends no comment."""
    return "".join(each if each.isprintable() else " " for each in remark)


def _scalar(value: object) -> str:
    """One value on one line, quoted where YAML asks for it."""
    if isinstance(value, str) and not value.isprintable():
        return yaml.safe_dump(value, default_style='"', width=10**6).removesuffix("\n")

    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6)
    return text.removesuffix("\n").removesuffix("\n...")
