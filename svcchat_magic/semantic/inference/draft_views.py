"""The draft of a view: a cube with the dimensions of all that it leads to."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.column_members import NAME_COLUMNS, is_asked, is_name
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.draft_cube import DraftCube, Entry
from svcchat_magic.semantic.inference.names import (
    distinct_name,
    entity_words,
    joined_words,
    member_name,
    title_of,
    words_of,
)

_MOST_STEPS = 5  # to a cube whose dimensions a view has; in a chain of many tables those beyond help nobody


def view_of(cube: DraftCube, cubes: Mapping[str, DraftCube]) -> Entry:
    """The cube with the dimensions of all that it leads to."""
    paths = ((cube.name,), *_paths(cube, cubes))
    shown_by = {path: _keys_shown(path, paths, cubes) for path in paths}
    used = {str(each["name"]) for each in (*cube.dimensions, *cube.measures)} - set(shown_by[paths[0]])
    own: Entry = {"join_path": cube.name, "includes": "*", "excludes": list(shown_by[paths[0]])}
    joined = [
        {"join_path": ".".join(path), "includes": _includes(cubes[path[-1]], used, shown_by[path], cubes)}
        for path in paths[1:]
    ]
    title = str(cube.entry["title"])
    reached = ", ".join(
        str(cubes[str(each["join_path"]).split(".")[-1]].entry["title"]).lower() for each in joined
    )
    return {
        "name": cube.table_name,
        "title": title,
        "description": f"{title} with their {reached}.",
        "cubes": [own, *joined],
    }


def _keys_shown(
    path: tuple[str, ...], paths: Sequence[tuple[str, ...]], cubes: Mapping[str, DraftCube]
) -> tuple[str, ...]:
    """The columns of a path's cube that the next cube shows, as the key of what it stands for."""
    cube = cubes[path[-1]]
    return tuple(
        name
        for target, name in cube.references.items()
        if (*path, target) in paths and _only_key(cubes[target])
    )


def _only_key(cube: DraftCube) -> Entry | None:
    """The key of a cube whose rows have no name: nothing else tells one of them from another."""
    named = any(map(is_name, cube.dimensions))
    return None if named else next((each for each in cube.dimensions if each.get("primary_key")), None)


def _paths(cube: DraftCube, cubes: Mapping[str, DraftCube]) -> Iterator[tuple[str, ...]]:
    """The paths to every cube that is reached by a few steps, each once, the shortest first."""
    seen = {cube.name}
    waiting: list[tuple[str, ...]] = [(cube.name,)]
    while waiting:
        path = waiting.pop(0)
        for _, target in cubes[path[-1]].joins if len(path) <= _MOST_STEPS else ():
            if target not in seen:
                seen.add(target)
                waiting.append((*path, target))
                yield (*path, target)


def _includes(
    cube: DraftCube, used: set[str], shown_elsewhere: Sequence[str], cubes: Mapping[str, DraftCube]
) -> list[Entry | str]:
    """Its dimensions but its key; a name that is taken, or says nothing alone, is written with the cube's."""
    is_role = sum(_source(each) == _source(cube) for each in cubes.values()) > 1
    title = str(cube.entry["title"])
    one = words_of(title)[:-1] + tuple(entity_words(words_of(title)[-1]))
    included: list[Entry | str] = []
    for each in cube.dimensions:
        name = str(each["name"])
        if (
            name in shown_elsewhere
            or not is_asked(each)
            or (each.get("primary_key") and not each.get("meta") and each != _only_key(cube))
        ):
            continue

        is_told = name not in words_that_are("plain") or ("sql" in cube.entry and name not in NAME_COLUMNS)
        if name not in used and is_told and not is_role:  # a flat table has its columns under their names
            used.add(name)
            included.append(name)
            continue

        is_label = cube.label and name in NAME_COLUMNS
        apart = cube.label if is_label else member_name("_".join(joined_words(one, words_of(name))))
        alias = distinct_name(apart, used)
        used.add(alias)
        words = joined_words(one, words_of(str(each["title"])))
        called = str(each["title"]) if name in NAME_COLUMNS and not is_role else title_of(" ".join(words))
        included.append({"name": name, "alias": alias, "title": called})

    return included


def _source(cube: DraftCube) -> object:
    return cube.entry.get("sql_table") or cube.entry["sql"]
